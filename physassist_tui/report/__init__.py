"""Reports over any set of sessions: the figures, side by side, as a table, CSV, JSON or a page.

`gather` reads sessions from the recordings as `Played`; `report_of` makes the figures, a pure
function of them; `as_json`, `as_csv` and `page` write them down. The same inputs give the same
bytes.
"""
