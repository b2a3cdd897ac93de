"""What a person has on the desk in a long task and what is recorded nowhere.

Drafts of orders, ticks on the task's steps, notes and an answer that are not sent (`papers`),
kept across a quit and a kill (`kept`); how a draft reads (`order_words`) and what can be seen to
be wrong with it (`warnings`); what was searched so far (`searched`) and the task's own steps and
files (`checklist`). Made of the assistant's view alone: nothing here knows a rubric.
"""
