"""Recordings: sessions, events with their hash chain, and scores, in one SQLite file.

- `recordings`: the one door for other rooms; `handle`: the open file behind it, its lock and its
  transactions; `appending`, `reading`, `scores`, `text_index`: what is done inside one;
- `schema`: the data model and its numbered migrations (its docstring says how to prove a file
  whole); `chain`: the canonical form of an event's row and its hash; `summary`: a session's row;
  `derived`: what follows from events and scores;
- `connection`: opening a file; `failures`: SQLite's errors told in one line; `paths`: where it is;
- `verify`: the proof; `backup`, `merge`: copies, and several people's files together.

The only room that knows SQLite for recordings and sqlite-utils. It needs `core` alone, and
nothing here has a place for a key, an environment or a host name.
"""
