"""Finds and loads scenarios and their records' paths, and says what is wrong with a file."""
