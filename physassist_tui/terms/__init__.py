"""Clinical names in English and Chinese: analytes, drugs, and their codes. A leaf."""
