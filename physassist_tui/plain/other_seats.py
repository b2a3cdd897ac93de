"""A person in the physician's or the patient's seat, or beside a copilot, in lines."""

from __future__ import annotations

from physassist_tui.core.acts import act_of
from physassist_tui.core.as_typed import act_words
from physassist_tui.core.foreign import one_line
from physassist_tui.core.parts import Proposal
from physassist_tui.core.view import Act, Answer, Ask, CallTool, PatientView
from physassist_tui.i18n import _
from physassist_tui.plain import printer
from physassist_tui.plain.desk_words import parse_desk
from physassist_tui.plain.printer import say
from physassist_tui.play.seat import AssistantSeat, PatientSeat, PhysicianSeat
from physassist_tui.play.typed import AnswerLine, AskLine, Line, ToolLine, Unclear, parse

REASON_MARK = " // "
"""What stands between an edited act and why it was edited."""


def show_physician(seat: PhysicianSeat) -> None:
    """What a person who asks has before them: the last answer is above; the draft."""
    view = seat.view()
    draft = view.draft
    if view.turn_count == 0:
        say(_("Type your request; `/done` ends the session."))
    elif draft is None:
        say(_("All requests of this scenario have been asked; `/done` ends the session."))
    else:
        say(_("Draft: {text}", text=draft.text))
        say(_("Type your request, or `/draft` to ask this one as it is; `/done` ends."))


def ask_as_physician(seat: PhysicianSeat, entry: str) -> bool:
    """Asks what was typed; `False` where it is a word for the desk. Raises `BadInput`."""
    if not entry.lstrip().startswith("/"):
        seat.request(entry)
        return True
    match parse_desk(entry).word:
        case "draft":
            seat.request(None)
        case "done":
            seat.finish()
        case _:
            return False
    return True


def show_facts(view: PatientView) -> None:
    """What the patient knows, each with whether it has been told."""
    for fact in view.facts:
        mark = _("told") if fact.revealed else _("private")
        if fact.critical and not fact.revealed:
            mark = _("private, held back")
        say(_("Fact ({mark}): {words}", mark=mark, words=one_line(fact.words)))


def show_question(view: PatientView) -> None:
    """The question that waits for the patient."""
    asked = view.question
    if asked is not None:
        words = asked.text or act_words({"call": asked.via, "with": asked.arguments})
        say(_("You are asked: {text}", text=words))


def answer_as_patient(seat: PatientSeat, entry: str) -> bool:
    """Says what was typed; `False` where it is a word for the desk. Raises `BadInput`."""
    if entry.lstrip().startswith("/"):
        if parse_desk(entry).word != "facts":
            return False
        show_facts(seat.view())
        return True
    seat.reply(entry)
    return True


class Decisions:
    """The person beside a copilot. `prefilled` is what the next prompt begins with."""

    def __init__(self, seat: AssistantSeat) -> None:
        self._seat = seat
        self.prefilled = ""

    def show(self, proposal: Proposal) -> None:
        """Lays the proposal before the person."""
        say(_("Proposed: {act}", act=act_words(proposal.act)))
        say(_("accept, edit LINE // REASON, or reject REASON; /help shows more"))

    def decide(self, proposal: Proposal, entry: str) -> bool:
        """Decides as typed; `False` where it is a word for the desk. Raises `BadInput`."""
        line = parse_desk(entry)
        match line.word:
            case "accept":
                self._seat.decide(proposal.id, "accept", None, line.rest)
            case "reject":
                self._seat.decide(proposal.id, "reject", None, line.rest)
            case "edit" if not entry.lstrip().startswith("/"):
                self._edit(proposal, line.rest)
            case _:
                return False
        return True

    def _edit(self, proposal: Proposal, rest: str) -> None:
        if not rest:
            self.prefilled = f"edit {act_words(proposal.act)}"
            say(self.prefilled)
            return
        typed, _mark, reason = rest.partition(REASON_MARK)
        act = _act(parse(typed, self._seat.view().toolset))
        if isinstance(act, Unclear):
            self.prefilled = f"edit {rest}"
            say(act.why.render())
            return
        if isinstance(act, CallTool):
            fault = self._seat.fault(act.tool, act.arguments)
            if fault is not None:
                self.prefilled = f"edit {rest}"
                printer.error(fault)
                return
        if act == act_of(proposal.act):
            self._seat.decide(proposal.id, "accept", None, reason)
        else:
            self._seat.decide(proposal.id, "edit", act, reason)


def _act(line: Line | None) -> Act | Unclear:
    match line:
        case AskLine(text=text):
            return Ask(text)
        case AnswerLine(text=text) if text:
            return Answer(text)
        case ToolLine(tool=tool, arguments=arguments):
            return CallTool(tool, arguments)
        case Unclear():
            return line
        case _:
            from physassist_tui.i18n import msg

            return Unclear(msg("Type the act instead: `edit ask …`, `edit answer …` or a call."))
