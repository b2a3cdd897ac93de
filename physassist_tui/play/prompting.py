"""The messages that a model in the assistant's seat is given, made from its view alone. Pure.

They hold what a person in the seat has before them: whose chart it is, the time, the limits,
each request, each call with exactly what was shown of its result, and the note of whoever sat
there before. A model's own refused messages and a clinician's decisions stand where they fell.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from physassist_tui.core.parts import Call, Proposal, TurnState
from physassist_tui.core.view import AssistantView
from physassist_tui.core.words import Seat
from physassist_tui.ehr.shown import cut, json_text
from physassist_tui.i18n import Lang
from physassist_tui.llm.model import FunctionSpec
from physassist_tui.play import prompt_texts as texts
from physassist_tui.play.casting import HUMAN

Chat = dict[str, Any]
SHOWN_CHARACTERS = 10_000
"""What a model is shown of a result that a person in its seat had scrolled through whole."""


def functions(view: AssistantView) -> tuple[FunctionSpec, ...]:
    """The tools of the seat, described in the session's language."""
    lang = view.language
    return tuple(
        FunctionSpec(tool.name, tool.description.text(lang), tool.json_schema(lang))
        for tool in view.toolset.offered(person=False).tools
    )


def messages(view: AssistantView) -> list[Chat]:
    """All that the seat has seen and done, as OpenAI chat messages with dotted tool names."""
    lang = view.language
    told: list[_Piece] = [_Piece(0, [_user(_opening(view))])]
    for turn in view.turns:
        told.append(_Piece(turn.seq, [_user(_request(turn, lang))]))
        if turn.answer:
            told.append(_Piece(turn.answer_seq, [_assistant(turn.answer)]))
    told += [_Piece(said.seq, said.chat(lang)) for said in _said(view)]
    told += _refused_messages(view)
    told += _notes(view)
    told.sort(key=lambda piece: piece.seq)
    chat = [message for piece in told for message in piece.chat]
    if view.limits.same_call_left == 1:
        chat.append(_user(texts.LAST_REPEAT.text(lang)))
    words = texts.LONG_TASK_SYSTEM if view.long_task else texts.ASSISTANT_SYSTEM
    system = {"role": "system", "content": words.text(lang)}
    return [system, *_merged(chat)]


def prompt_version(view: AssistantView) -> str:
    """Which texts a model in the seat is given; every model call records it."""
    return texts.LONG_TASK_PROMPT if view.long_task else texts.ASSISTANT_PROMPT


@dataclass(frozen=True)
class _Piece:
    """Some messages, and the number of the event that they stand at."""

    seq: int
    chat: list[Chat]


@dataclass
class _Said:
    """One message of the seat: a text, with the calls that were made with it and what came."""

    seq: int
    text: str = ""
    calls: list[Call] = field(default_factory=list)
    refused: list[Proposal] = field(default_factory=list)

    def chat(self, lang: Lang) -> list[Chat]:
        """The assistant's message and the results of its calls."""
        done = [(c.seq, c.tool, c.arguments_given, shown(c, lang)) for c in self.calls]
        done += [(p.seq, p.act["call"], p.act["with"], _refusal(p, lang)) for p in self.refused]
        done.sort(key=lambda each: each[0])
        asked = [
            {
                "id": _call_name(seq),
                "type": "function",
                "function": {"name": tool, "arguments": json.dumps(given, ensure_ascii=False)},
            }
            for seq, tool, given, _told in done
        ]
        said: Chat = {"role": "assistant", "content": self.text or None, "tool_calls": asked}
        results: list[Chat] = [
            {"role": "tool", "tool_call_id": _call_name(seq), "content": told}
            for seq, _tool, _given, told in done
        ]
        return [said, *results]


def _call_name(seq: int) -> str:
    # Nine letters and digits: what the strictest provider takes.
    return f"call{seq:05d}"


def shown(call: Call, lang: Lang) -> str:
    """What the caller was shown of a call's result; of a person's at most what a model is."""
    if call.shown is not None:
        return call.shown
    result = call.result or {}
    if call.player == HUMAN:
        cut_to, _whole = cut(result, SHOWN_CHARACTERS, lang)
        if cut_to is not None:
            return cut_to
    return json_text(result)


def _said(view: AssistantView) -> list[_Said]:
    """The calls of the seat as messages: those of one model call are one message.

    What a person did in the seat stands there as calls of the seat, one a message.
    """
    own = [c for c in view.model_calls if c.seat is Seat.ASSISTANT]
    by_call: dict[int, _Said] = {}
    every: list[_Said] = []

    def message_of(seq: int, players: set[str]) -> _Said:
        made = next((m for m in reversed(own) if m.seq < seq), None)
        if made is None or made.player not in players:
            every.append(_Said(seq))
            return every[-1]
        if made.seq not in by_call:
            by_call[made.seq] = _Said(made.seq, made.data.text)
            every.append(by_call[made.seq])
        return by_call[made.seq]

    for call in view.calls:
        if call.returned_seq:
            proposed = _proposal_of(view, call)
            players = {call.player, *([proposed.player] if proposed else [])}
            message_of(call.seq, players).calls.append(call)
    for proposal in view.proposals:
        if proposal.decision == "reject" and "call" in proposal.act:
            message_of(proposal.seq, {proposal.player}).refused.append(proposal)
    return every


def _proposal_of(view: AssistantView, call: Call) -> Proposal | None:
    """The proposal that `call` carried out: the call comes with the decision, right after it."""
    decided = [p for p in view.proposals if p.decided_act and 0 < p.decided_seq < call.seq]
    last = decided[-1] if decided else None
    if last is None or any(last.decided_seq < c.seq < call.seq for c in view.calls):
        return None
    return last


def _refused_messages(view: AssistantView) -> Iterator[_Piece]:
    """Messages that nothing could be done with, and answers that a person did not let out."""
    lang = view.language
    for made in view.model_calls:
        if made.seat is Seat.ASSISTANT and made.data.rejected is not None:
            chat = [_assistant(made.data.text or "…"), _user(made.data.rejected)]
            yield _Piece(made.seq, chat)
    for proposal in view.proposals:
        if proposal.decision == "reject" and "call" not in proposal.act:
            said = str(proposal.act.get("answer") or proposal.act.get("ask") or "…")
            yield _Piece(proposal.decided_seq, [_assistant(said), _user(_refusal(proposal, lang))])


def _notes(view: AssistantView) -> Iterator[_Piece]:
    """What the seat was told beside requests and results, where it fell."""
    lang = view.language
    if view.hand_over is not None:
        note = texts.HAND_OVER.text(lang).format(note=view.hand_over.note)
        yield _Piece(view.hand_over_seq, [_user(note)])
    for proposal in view.proposals:
        if proposal.decision == "edit":
            words = texts.EDITED_BY_PERSON.text(lang).format(
                proposed=act_words(proposal.act), reason=_reason(proposal, lang)
            )
            yield _Piece(_carried_out(view, proposal), [_user(words)])


def _carried_out(view: AssistantView, proposal: Proposal) -> int:
    """The event after which what was decided had been done, and its result seen."""
    done = next((c for c in view.calls if c.seq > proposal.decided_seq), None)
    if proposal.decided_act and "answer" in proposal.decided_act:
        return next(
            (t.answer_seq for t in view.turns if t.answer_seq > proposal.decided_seq),
            proposal.decided_seq,
        )
    return done.returned_seq if done is not None else proposal.decided_seq


def _refusal(proposal: Proposal, lang: Lang) -> str:
    return texts.REJECTED_BY_PERSON.text(lang).format(reason=_reason(proposal, lang))


def _reason(proposal: Proposal, lang: Lang) -> str:
    return proposal.reason.strip() or texts.NO_REASON.text(lang)


def act_words(act: Chat) -> str:
    """An act, as events keep it, in one line."""
    if "call" in act:
        return f"{act['call']} {json.dumps(act.get('with', {}), ensure_ascii=False)}"
    return str(act.get("ask") or act.get("answer") or "")


def _opening(view: AssistantView) -> str:
    lang, banner = view.language, view.banner
    age = texts.AGE_UNKNOWN if banner.age is None else texts.AGE
    allergies = texts.LISTED.text(lang).join(_labelled(name, lang) for name in banner.allergies)
    return texts.OPENING.text(lang).format(
        name=banner.name,
        age=age.text(lang).format(age=banner.age),
        sex=banner.sex,
        born=banner.birth_date,
        patient=banner.patient,
        stay=texts.STAY.text(lang).format(stay=banner.admission) if banner.admission else "",
        allergies=allergies or texts.NO_ALLERGIES.text(lang),
        now=view.now.isoformat(timespec="minutes"),
        title=view.title,
        limits=_limits(view),
    ) + _workspace(view)


def _limits(view: AssistantView) -> str:
    lang, limits = view.language, view.limits
    total = None if limits.tool_calls is None else limits.tool_calls + len(view.calls)
    if view.long_task and total is not None and total <= limits.tool_calls_per_turn:
        return texts.LIMITS_LONG_TASK.text(lang).format(total=total)
    told = texts.LIMITS_TURN.text(lang).format(per_turn=limits.tool_calls_per_turn)
    if total is not None:
        told += texts.LIMITS_TASK.text(lang).format(total=total)
    return told


def _workspace(view: AssistantView) -> str:
    if not view.deliverables:
        return ""
    files = texts.LISTED.text(view.language).join(view.deliverables)
    return texts.WORKSPACE.text(view.language).format(files=files)


def _labelled(name: str, lang: Lang) -> str:
    if lang == "en":
        return name
    from physassist_tui.terms import label

    return label(name, lang)


def _request(turn: TurnState, lang: Lang) -> str:
    said = texts.REQUEST.text(lang).format(text=turn.request)
    if turn.answer_format:
        said += "\n" + texts.ANSWER_FORMAT.text(lang).format(form=turn.answer_format)
    return said


def _user(text: str) -> Chat:
    return {"role": "user", "content": text}


def _assistant(text: str) -> Chat:
    return {"role": "assistant", "content": text}


def _merged(chat: list[Chat]) -> list[Chat]:
    """The chat with words for the model that follow each other as one message.

    Servers of open models often refuse two messages of one role running.
    """
    merged: list[Chat] = []
    for message in chat:
        if merged and message["role"] == merged[-1]["role"] == "user":
            merged[-1] = _user(f"{merged[-1]['content']}\n\n{message['content']}")
        else:
            merged.append(message)
    return merged
