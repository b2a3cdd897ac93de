"""The record-grounded patient: what is asked, what may be said, how it is said.

Decided by rule and without a network; nothing here knows a rubric or a screen.
"""
