"""Line mode: a play in lines, for screen readers, slow links and logs.

- `reading`: where lines come from: a terminal (prompt_toolkit) or a pipe;
- `completer`: tool names, parameters, and values that exist in this record;
- `printer`: events as labelled lines;
- `session`, `table`: whoever is to act acts; `other_seats`: a person as physician, as patient or
  beside a copilot; `stepping`, `told`: what others do, and how to break in;
- `control`, `desk_words`: the words that direct a session;
- `score_lines`: the score, item by item.

No box drawing, no repainting, tables as `Header: value`. Nothing here holds a rule of the
play, and a session is only seen through its seats and its desk.
"""
