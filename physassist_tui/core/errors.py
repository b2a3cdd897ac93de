"""Errors that a person can act on. Each is one line that names the place and the mend.

They are raised where the fault is found and shown by the rim (`cli`, `plain`); nothing else
catches them unless it can do something about them.
"""

from __future__ import annotations

from physassist_tui.i18n import Message


class PhysassistError(Exception):
    """The root of our errors. `exit_status` is what the command line leaves with."""

    exit_status = 2

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message.render()


class BadInput(PhysassistError):
    """A file, an option or an argument is wrong; the message says where and how to mend it."""

    exit_status = 2


class Misfit(ValueError):
    """Parts of a file that do not fit together; raised inside a model's validation."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.render("en"))
        self.message = message


class ServiceFailed(PhysassistError):
    """A disk, a database or a server did not do its part."""

    exit_status = 3


class AnswerIsNo(PhysassistError):
    """The question was understood and the answer is no (a check or a proof failed)."""

    exit_status = 1
