"""Graders and figures: a score is a pure function of events, scenario and grader set."""
