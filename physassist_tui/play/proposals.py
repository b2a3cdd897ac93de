"""A copilot's proposals, and what the person beside it makes of them."""

from __future__ import annotations

from typing import Literal

from physassist_tui.core import events as ev
from physassist_tui.core.acts import act_json, act_of
from physassist_tui.core.errors import BadInput
from physassist_tui.core.view import Act, Quit
from physassist_tui.core.words import Seat
from physassist_tui.i18n import msg
from physassist_tui.play.acting import Acting
from physassist_tui.play.casting import COPILOT_PREFIX, HUMAN
from physassist_tui.play.recorder import Draft
from physassist_tui.play.stage import Stage

Decision = Literal["accept", "edit", "reject"]


class Proposals:
    """The copilot's side of a session."""

    def __init__(self, stage: Stage, acting: Acting) -> None:
        self._stage = stage
        self._acting = acting

    def propose(self, act: Act) -> str:
        """Lays an act before the person; gives the proposal's id. It replaces an open one."""
        stage = self._stage
        stage.check_running()
        if not stage.player(Seat.ASSISTANT).startswith(COPILOT_PREFIX):
            raise BadInput(msg("No copilot sits in the assistant's seat."))
        if stage.state.turn is None:
            raise BadInput(msg("Nothing has been asked; the physician speaks next."))
        if isinstance(act, Quit):
            raise BadInput(msg("A copilot cannot leave for the person."))
        proposal_id = f"p{stage.recorder.next_seq}"
        data = ev.ProposedData(proposal_id=proposal_id, act=act_json(act))
        stage.commit([stage.draft(data)])
        return proposal_id

    def decide(
        self, proposal_id: str, decision: Decision, act: Act | None, reason: str
    ) -> list[ev.AnyEvent]:
        """Accepts, edits or rejects the open proposal; an accepted or edited act is carried out.

        The decision and the act are committed as one.
        """
        stage = self._stage
        stage.check_running()
        proposal = stage.state.open_proposal
        if proposal is None or proposal.id != proposal_id:
            raise BadInput(msg("Proposal {id} is not open any more.", id=proposal_id))
        why = " ".join(reason.split())
        if decision == "reject" and not why:
            raise BadInput(msg("Say in a few words why it is rejected; the copilot is told."))
        if decision == "edit" and (act is None or isinstance(act, Quit)):
            raise BadInput(msg("An edited proposal needs the act to be done instead."))
        changed = act if decision == "edit" else None
        data = ev.DecidedData(
            proposal_id=proposal_id,
            decision=decision,
            act=None if changed is None else act_json(changed),
            reason=why,
        )
        decided = Draft(data, stage.state.turn_number, Seat.ASSISTANT, HUMAN)
        if decision == "reject":
            return stage.commit([decided])
        if changed is not None:
            return self._acting.act(changed, [decided], HUMAN)
        return self._acting.act(act_of(proposal.act), [decided], proposal.player)
