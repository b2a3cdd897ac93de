"""A FHIR server of the tests' own, over real HTTP: search with pages, bulk export, faults."""
