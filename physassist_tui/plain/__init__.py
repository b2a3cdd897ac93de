"""Line mode: a play in lines, for screen readers, slow links and logs.

- `reading`: where lines come from: a terminal (prompt_toolkit) or a pipe;
- `completer`: tool names, parameters, and values that exist in this record;
- `printer`: events as labelled lines;
- `session`: the loop; `score_lines`: the score, item by item.

No box drawing, no repainting, tables as `Header: value`. Nothing here holds a rule of the
play, and a session is only seen through its `AssistantSeat`.
"""
