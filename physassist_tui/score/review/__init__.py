"""The review: a person grades a session's items, blind until locked.

`rows` folds what a rater did; `queue` is which items there are and in which order; `view` what
a rater is shown; `seat` the handle that front ends use; `reveal` what is told after the lock.
"""
