"""The EHR: FHIR R4 store, clock gate, toolsets and writes.

Nothing here knows a rubric, a seat's player or a screen.
"""
