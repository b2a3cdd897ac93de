"""The record-grounded patient: what is asked, what may be said, how it is said.

Decided by rule and without a network; nothing here knows a rubric or a screen. `matcher` reads
a question, `gate` opens facts, `wording` says them, `grounded` is the player, `verify` checks
what others say for a patient. `lexicon`, `aspects`, `classes` and `stock` are data.
"""
