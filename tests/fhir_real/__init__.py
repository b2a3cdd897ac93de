"""A real FHIR R4 server (the PyPI package sekmet-fhir) in an environment of its own."""
