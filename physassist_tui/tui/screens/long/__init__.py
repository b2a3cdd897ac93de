"""Screens of a long task: order set, review, note, what was searched. None holds a rule."""
