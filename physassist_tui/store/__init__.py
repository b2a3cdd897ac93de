"""Recordings: sessions, events with their hash chain, and scores, in one SQLite file.

- `recordings`: what the other rooms use: append, read, list, score, search;
- `schema`: the data model and its numbered migrations (its docstring says how to prove a
  file whole); `chain`: the canonical form of an event's row and its hash; `derived`: the
  session's row as a function of its events;
- `connection`: opening a file, and bad files told in one line; `failures`: SQLite's errors
  as ours; `text_index`: full-text search;
- `verify`: the proof; `merge`: several people's files together; `paths`: where the file is.

The only room that knows SQLite for recordings and sqlite-utils. It needs `core` alone, and
nothing here has a place for a key, an environment or a host name.
"""
