"""The seats, as a front end is given them: what each sees, what it can do, no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from physassist_tui.core.events import AnyEvent
from physassist_tui.core.view import Act, AssistantView, PatientView, PhysicianView
from physassist_tui.core.words import Seat
from physassist_tui.play.director import Director
from physassist_tui.play.proposals import Decision

if TYPE_CHECKING:
    from physassist_tui.ehr.completion import Completion


class AssistantSeat:
    """A handle on a session that keeps the rubric, the gold and the facts out of reach.

    It may be used from several threads: acts and questions about the record come one by one.
    """

    def __init__(self, director: Director) -> None:
        self.__director = director
        self.__lock = director.lock

    def view(self) -> AssistantView:
        """What the seat sees now."""
        return self.__director.view()

    def act(self, act: Act) -> Sequence[AnyEvent]:
        """Does something, and gives the events it made, which are already on disk."""
        with self.__lock:
            return self.__director.act(act)

    def shown(self) -> None:
        """Says that the request stands before the person; the active time runs from here."""
        self.__director.shown()

    def active_ms(self) -> int:
        """The session's active time in milliseconds, running on while a person plays."""
        return self.__director.active_ms

    def seated(self) -> dict[Seat, str]:
        """Who sits where now."""
        state = self.__director.state
        return {seat: state.player(seat) for seat in Seat}

    def listen(self, listener: Callable[[Sequence[AnyEvent]], None]) -> None:
        """Calls `listener` with events once they are committed."""
        self.__director.listen(listener)

    def fault(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any] | None:
        """What is wrong with a call that has not been made, as `{"error": …}`; else `None`.

        For forms and prompts, which do not send what cannot be carried out. Nothing is recorded.
        """
        with self.__lock:
            now = self.__director.view().now
            return self.__director.runner.slip(tool, arguments, now=now)

    def value_fault(self, tool: str, param: str, value: str) -> dict[str, Any] | None:
        """What is wrong with one value of a call that is not whole yet; else `None`."""
        with self.__lock:
            return self.__director.runner.value_fault(tool, param, value)

    def completions(self, tool: str, param: str, prefix: str) -> Sequence[Completion]:
        """Values that exist in this record for a parameter and go on from `prefix`."""
        with self.__lock:
            return self.__director.runner.complete(tool, param, prefix)

    def decide(
        self, proposal_id: str, decision: Decision, act: Act | None = None, reason: str = ""
    ) -> Sequence[AnyEvent]:
        """What the person makes of a copilot's proposal; see `Director.decide`."""
        return self.__director.decide(proposal_id, decision, act, reason)


class PhysicianSeat:
    """A handle on a session for whoever asks: the requests to come, and no patient's facts."""

    def __init__(self, director: Director) -> None:
        self.__director = director

    def view(self) -> PhysicianView:
        """What the seat sees now."""
        return self.__director.physician_view()

    def request(self, text: str | None = None) -> Sequence[AnyEvent]:
        """Asks: the scenario's next request as it is (`None`), or a text."""
        return self.__director.request(text)

    def free_turn(self, text: str) -> Sequence[AnyEvent]:
        """Asks at once between turns; else the text waits for the current answer."""
        return self.__director.free_turn(text)

    def edit_queued(self, text_id: int, text: str) -> None:
        """Changes a text that has not been sent."""
        self.__director.edit_queued(text_id, text)

    def retract_queued(self, text_id: int) -> None:
        """Takes a text back that has not been sent."""
        self.__director.retract_queued(text_id)

    def finish(self) -> Sequence[AnyEvent]:
        """Has nothing more to ask: the session is completed."""
        return self.__director.finish()

    def shown(self) -> None:
        """Says that the session stands before the person; the active time runs from here."""
        self.__director.shown()

    def listen(self, listener: Callable[[Sequence[AnyEvent]], None]) -> None:
        """Calls `listener` with events once they are committed."""
        self.__director.listen(listener)


class PatientSeat:
    """A handle on a session for whoever speaks for the patient: the facts, and no chart."""

    def __init__(self, director: Director) -> None:
        self.__director = director

    def view(self) -> PatientView:
        """What the seat sees now."""
        return self.__director.patient_view()

    def facts_said(self, text: str) -> Sequence[str]:
        """The ids of the facts that the rule would note for `text`. Nothing is recorded."""
        return self.__director.facts_said(text)

    def reply(self, text: str, facts: Sequence[str] | None = None) -> Sequence[AnyEvent]:
        """Answers the question that waits. `facts` it tells; `None`: noted by rule."""
        return self.__director.patient_reply(text, facts)

    def shown(self) -> None:
        """Says that the session stands before the person; the active time runs from here."""
        self.__director.shown()

    def listen(self, listener: Callable[[Sequence[AnyEvent]], None]) -> None:
        """Calls `listener` with events once they are committed."""
        self.__director.listen(listener)
