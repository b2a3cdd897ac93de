"""A FHIR R4 server behind the same tools: `server.EhrServer` opens one, `store` answers alike.

What a search means is decided in one place, our own search engine: the server is asked only to
leave out what cannot be meant (`narrowing`), everything that it then gives is fetched to the last
page (`fetching`), and the embedded store's engine, clock gate and redaction run over that.
Nothing here raises a fault that names a host: what fails in a play is recorded.
"""
