"""Graders and figures: a score is a pure function of events, scenario and grader set.

`session.score_session` is the way in, `report.Score` what it gives, `figures` the arithmetic.
Each grader is a function `(spec, TurnContext) -> Grade` in a file of its own, all of them in
`registry`. The standing checks are joined in `standing`. Nothing here writes, asks a clock or
a network, or knows a screen; `keeping` alone puts a score into the store.
"""
