"""The EHR: FHIR R4 store, clock gate, toolsets and writes.

The store: `record` opens a record, `store` is a view of it at a clock (`gate`, `redaction`,
`search_*`, `index`, `shelf`). The tools: `toolsets` declares them, `validation` checks a call,
`runner` carries it out (`reads`, `writes`, `orders`), `entries` and `shown` are what comes of
it for a model, `tables` for a person; `completion`, `banner`, `reference`.

Nothing here knows a rubric, a seat's player or a screen.
"""
