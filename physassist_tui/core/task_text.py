"""The steps of a long task, as its own text numbers them.

A checklist is made of these and of nothing else: what a task is graded by is not in its text.
"""

from __future__ import annotations

import re

_STEP = re.compile(r"^\s*(?:step\s*)?(\d{1,2})\s*[.)、．：:]\s*(\S.*)$", re.IGNORECASE)


def task_steps(request: str) -> tuple[str, ...]:
    """The numbered lines of a request, in order, without their numbers.

    A line that follows a step without a number or a blank line before it belongs to the step.
    Numbers that do not count up from 1 make no step.
    """
    steps: list[str] = []
    open_step = False
    for line in request.splitlines():
        match = _STEP.match(line)
        if match is not None and int(match[1]) == len(steps) + 1:
            steps.append(match[2].strip())
            open_step = True
        elif not line.strip():
            open_step = False
        elif open_step:
            steps[-1] += " " + line.strip()
    return tuple(steps)
