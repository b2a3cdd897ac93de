"""Leads a person through a study in lines: consent, instructions, session, questions, the next."""

from __future__ import annotations

from collections.abc import Callable

from physassist_tui.core.errors import BadInput
from physassist_tui.core.foreign import visible
from physassist_tui.i18n import _, nmsg
from physassist_tui.plain.printer import say
from physassist_tui.plain.reading import Interrupted, Reader, reader_for_terminal
from physassist_tui.study.leading import (
    Asked,
    Consent,
    Done,
    Instructions,
    Leading,
    Play,
    Questions,
    Step,
)

YES = ("y", "yes", "是", "同意")
NO = ("n", "no", "否", "不同意")
LEAVE = ("q", "quit", "退出")


class _Left(Exception):
    """The person does not want to go on now."""


def lead(
    leading: Leading,
    play: Callable[[Play], bool],
    command: str,
    reader: Reader | None = None,
) -> int:
    """Leads a person until there is no more to do or the person leaves; gives the exit status.

    `play` plays a session and says whether it is over. `command` is what goes on with the study.
    """
    person = _Person(leading, play, reader or reader_for_terminal())
    try:
        while person.does(leading.step()):
            pass
    except _Left:
        say(_("Everything is saved. To go on: {command}", command=command))
    return 0


class _Person:
    """Does one step after the other."""

    def __init__(self, leading: Leading, play: Callable[[Play], bool], reader: Reader) -> None:
        self._leading = leading
        self._play = play
        self._reader = reader

    def does(self, step: Step) -> bool:
        """Does a step; `False` where it was the last."""
        match step:
            case Consent(text=text):
                self._consent(text)
            case Instructions(text=text):
                say()
                say(visible(text))
                self._read(_("Enter goes on; `q` leaves: "))
                self._leading.instructed()
            case Play():
                self._session(step)
            case Questions():
                self._questions(step)
            case Done(sessions=sessions):
                say()
                say(
                    nmsg(
                        "Thank you. You have played the {n} session of this study.",
                        "Thank you. You have played all {n} sessions of this study.",
                        sessions,
                    ).render()
                )
                return False
        return True

    def _read(self, prompt: str) -> str:
        try:
            entry = self._reader.read(prompt)
        except Interrupted as interrupted:
            raise _Left from interrupted
        if entry is None or entry.strip().lower() in LEAVE:
            raise _Left
        return entry.strip()

    def _consent(self, text: str) -> None:
        say(visible(text))
        while True:
            given = self._read(_("Do you agree to take part? (yes or no): ")).lower()
            if given in YES:
                self._leading.consent(agreed=True)
                return
            if given in NO:
                self._leading.consent(agreed=False)
                say(_("Nothing is played without your consent."))
                raise _Left

    def _session(self, step: Play) -> None:
        say()
        number = step.assignment.position
        say(_("Session {number} of {of}", number=number, of=step.of))
        if step.begun:
            why = self._read(_("Why had you left it? (a few words, or Enter): "))
            self._leading.interrupted(step.assignment, why)
        else:
            self._read(_("Enter begins it; its time runs from the first request on. `q` leaves: "))
        if not self._play(step):
            raise _Left

    def _questions(self, step: Questions) -> None:
        if step.asked:
            say()
            say(_("Questions about this session; `q` leaves, and they wait."))
        for asked in step.asked:
            self._ask(step, asked)
        self._leading.close(step.assignment)

    def _ask(self, step: Questions, asked: Asked) -> None:
        say()
        say(visible(asked.text))
        while True:
            given = self._read(_prompt(asked))
            try:
                self._leading.answer(step.assignment, asked, given)
            except BadInput as error:
                say(str(error))
            else:
                return


def _prompt(asked: Asked) -> str:
    if asked.in_words:
        return _("In your words (Enter leaves it out): ")
    ends = {"low": asked.lowest, "high": asked.highest}
    if asked.low and asked.high:
        return _(
            "{low} ({low_words}) to {high} ({high_words}): ",
            low_words=visible(asked.low),
            high_words=visible(asked.high),
            **ends,
        )
    return _("{low} to {high}: ", **ends)
