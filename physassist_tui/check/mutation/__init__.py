"""Whether each rubric item notices that its own matter was changed.

`mutate(case)` makes changed gold plays, each aimed at one item: its words or acts are changed
in dose, unit, drug, frequency, date, patient, denied or left out. The item must fail, and no
item that reads none of what was changed may. What "reads" means stands in `reading`.
"""

from physassist_tui.check.mutation.model import Kind, Mutation, Mutations, Outcome
from physassist_tui.check.mutation.run import mutate

__all__ = ["Kind", "Mutation", "Mutations", "Outcome", "mutate"]
