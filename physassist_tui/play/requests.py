"""What the physician asks next: the scenario's turns, free turns, and texts not yet sent."""

from __future__ import annotations

from collections.abc import Sequence

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.state import SessionState
from physassist_tui.core.view import DraftRequest, PhysicianView, QueuedText
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.i18n import msg
from physassist_tui.play.casting import HUMAN, PHYSICIAN_PLAYER
from physassist_tui.play.recorder import Draft
from physassist_tui.play.stage import Stage


class Requests:
    """The physician's side of a session."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._queue: list[QueuedText] = []
        self._given = 0

    @property
    def queue(self) -> tuple[QueuedText, ...]:
        """What goes out after the current answer, in this order. A crash loses it."""
        return tuple(self._queue)

    def draft(self) -> DraftRequest | None:
        """The scenario's next request; `None` where all have been asked."""
        return self._next_scripted(self._stage.state)

    def following(
        self, state: SessionState, *, may_end: bool, physician: str | None = None
    ) -> list[Draft]:
        """What comes once the turn of `state` has been answered: a turn, the end, or a wait.

        `physician` is who sits there by then, where that is about to change.
        """
        if self._queue:
            return [self._free(self._queue[0].text, state)]
        if (physician or self._stage.player(Seat.PHYSICIAN)) != PHYSICIAN_PLAYER:
            return []
        request = self._next_scripted(state)
        if request is not None:
            return [self._scripted(request, state, PHYSICIAN_PLAYER)]
        return [self._stage.end_draft(EndReason.COMPLETED)] if may_end else []

    def sent(self, events: Sequence[ev.AnyEvent]) -> None:
        """Takes a text out of the queue once it has been asked."""
        for event in events:
            first = self._queue[0].text if self._queue else None
            if isinstance(event, ev.TurnStarted) and event.data.request == first:
                del self._queue[0]

    def free_turn(self, text: str) -> list[ev.AnyEvent]:
        """Asks `text` at once between turns; else it waits for the current answer."""
        self._stage.check_open()
        asked = _words(text)
        if self._stage.state.turn is None and not self._queue:
            self._stage.check_running()
            return self._stage.commit([self._free(asked, self._stage.state)])
        self._given += 1
        self._queue.append(QueuedText(self._given, asked))
        return []

    def edit(self, text_id: int, text: str) -> None:
        """Changes a text that has not been sent."""
        self._queue[self._at(text_id)] = QueuedText(text_id, _words(text))

    def retract(self, text_id: int) -> None:
        """Takes a text back that has not been sent."""
        del self._queue[self._at(text_id)]

    def request(self, text: str | None) -> list[ev.AnyEvent]:
        """The physician's next request: the scenario's as it is (`None`), or another text."""
        stage = self._stage
        stage.check_running()
        player = stage.player(Seat.PHYSICIAN)
        if player == PHYSICIAN_PLAYER:
            raise BadInput(
                msg("The physician's seat is the script's; take it, or ask a free turn.")
            )
        self._check_between()
        scripted = self._next_scripted(stage.state)
        if text is None or (scripted is not None and text.strip() == scripted.text.strip()):
            if scripted is None:
                raise BadInput(msg("All requests of this scenario have been asked."))
            return stage.commit([self._scripted(scripted, stage.state, player)])
        return stage.commit([self._free(_words(text), stage.state)])

    def finish(self) -> list[ev.AnyEvent]:
        """The physician has nothing more to ask: the session is completed."""
        stage = self._stage
        stage.check_running()
        self._check_between()
        return stage.commit([stage.end_draft(EndReason.COMPLETED)])

    def view(self) -> PhysicianView:
        """What the physician sees."""
        stage, state = self._stage, self._stage.state
        changes = [c for c in state.seat_changes if c.changed is Seat.PHYSICIAN]
        language = stage.casting.language
        return PhysicianView(
            session=stage.session,
            title=stage.scenario.title.text(language),
            language=language,
            now=stage.clock_at(stage.active_ms),
            banner=stage.banner,
            turn=state.turn,
            turns=state.turns,
            turn_count=len(stage.scenario.turns),
            draft=self.draft(),
            queue=self.queue,
            hand_over=changes[-1] if changes else None,
            paused=state.paused,
            ended=state.ended,
            player=state.player(Seat.PHYSICIAN),
        )

    def _at(self, text_id: int) -> int:
        for at, queued in enumerate(self._queue):
            if queued.id == text_id:
                return at
        raise BadInput(msg("There is no text {id} waiting; it has been sent.", id=text_id))

    def _check_between(self) -> None:
        if self._stage.state.turn is not None:
            raise BadInput(msg("The assistant has not answered the last request yet."))

    def _next_scripted(self, state: SessionState) -> DraftRequest | None:
        number = state.scripted_turns + 1
        if number > len(self._stage.scenario.turns):
            return None
        turn, begun = self._stage.scenario.turns[number - 1], self._stage.casting
        lang = begun.language
        wanted = turn.answer_format.text(lang) if turn.answer_format else None
        return DraftRequest(number, turn.asked(begun.requests).text(lang), wanted)

    def _scripted(self, request: DraftRequest, state: SessionState, player: str) -> Draft:
        data = ev.TurnStartedData(
            scripted=True,
            request=request.text,
            answer_format=request.answer_format,
            scenario_turn=request.scenario_turn,
        )
        return Draft(data, state.turn_number + 1, Seat.PHYSICIAN, player)

    def _free(self, text: str, state: SessionState) -> Draft:
        # In the script's seat a free turn is a person's.
        seated = self._stage.player(Seat.PHYSICIAN)
        player = HUMAN if seated == PHYSICIAN_PLAYER else seated
        data = ev.TurnStartedData(scripted=False, request=text)
        return Draft(data, state.turn_number + 1, Seat.PHYSICIAN, player)


def _words(text: str) -> str:
    words = text.strip()
    if not words:
        raise BadInput(msg("An empty request asks nothing."))
    return words
