"""What one judge made of one turn: its replies, kept whole, and the grades that follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from physassist_tui.core.words import Verdict
from physassist_tui.i18n import Lang, Message, msg
from physassist_tui.score.grade import Grade
from physassist_tui.score.judge.reply import ItemReply, Unusable, read_reply
from physassist_tui.score.raters import JUDGE_VERSION

_TOLD_NEVER = ("key", "auth", "secret", "header", "password", "credential")


@dataclass(frozen=True)
class Reply:
    """One call to a judge: its text as it came, or the kind of the provider's fault.

    `error` is the fault's line in English. Unknown figures are `None`.
    """

    text: str
    finish_reason: str | None = None
    called_tools: bool = False
    fault: str | None = None
    error: str = ""
    provider: str = ""
    model: str = ""
    total_ms: int | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost_usd: float | None = None
    reasoning: str | None = None


@dataclass(frozen=True)
class Judgement:
    """One item set put to one judge, with everything that came back."""

    turn: int
    judge: str
    prompt_hash: str
    request_hash: str
    lang: Lang
    items: tuple[str, ...]
    answer: str
    answer_seq: int
    replies: tuple[Reply, ...]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def unheard(self) -> bool:
        """Whether no reply ever came: the provider failed each time. It may be asked again."""
        return all(reply.fault is not None for reply in self.replies)

    def grades(self) -> dict[str, Grade]:
        """The judge's grade of each item; abstains where its replies cannot be used.

        The first reply without any fault decides; else the last one that could be read as a
        whole decides for its items that have none, and the others abstain.
        """
        read = [self.read(reply) for reply in self.replies]
        whole = [one for one in read if isinstance(one, dict)]
        sound = [one for one in whole if all(item.fault is None for item in one.values())]
        if not whole:
            last = read[-1] if read else msg("it was not asked.")
            assert not isinstance(last, dict)
            return {item: self._abstain(last) for item in self.items}
        chosen = (sound or whole[-1:])[0]
        return {item: self._grade(chosen[item]) for item in self.items}

    def read(self, reply: Reply) -> dict[str, ItemReply] | Message:
        """What a reply says of each item, or why it says nothing that can be used."""
        if reply.fault is not None:
            return msg("its provider failed: {error}", error=reply.error or reply.fault)
        if reply.finish_reason in ("length", "content_filter"):
            return msg("it was cut off.")
        if reply.called_tools and not reply.text.strip():
            return msg("it called a tool.")
        try:
            return read_reply(reply.text, self.items, self.answer)
        except Unusable as unusable:
            return unusable.message

    def _grade(self, item: ItemReply) -> Grade:
        if item.fault is not None:
            return self._abstain(item.fault)
        because = msg("Judge {judge}: {reason}", judge=self.judge, reason=item.reason)
        seen = (self.answer_seq,)
        return Grade(item.verdict, "judge", JUDGE_VERSION, because, seen, item.quote)

    def _abstain(self, fault: Message) -> Grade:
        because = msg(
            "Judge {judge} gave nothing that can be used: {fault}", judge=self.judge, fault=fault
        )
        return Grade(Verdict.ABSTAIN, "judge", JUDGE_VERSION, because)

    def to_data(self) -> dict[str, Any]:
        """What is kept of it in the recordings, beside its hashes and its session."""
        return {
            "items": list(self.items),
            "lang": self.lang,
            "answer_seq": self.answer_seq,
            "settings": dict(self.settings),
            "parameters": dict(self.parameters),
            "replies": [dict(vars(reply)) for reply in self.replies],
        }


def judgement_from(
    data: Mapping[str, Any], *, turn: int, judge: str, hashes: tuple[str, str], answer: str
) -> Judgement:
    """A kept judgement again; `hashes` are the prompt's and the request's."""
    return Judgement(
        turn=turn,
        judge=judge,
        prompt_hash=hashes[0],
        request_hash=hashes[1],
        lang=data["lang"],
        items=tuple(data["items"]),
        answer=answer,
        answer_seq=data["answer_seq"],
        replies=tuple(Reply(**reply) for reply in data["replies"]),
        parameters=data["parameters"],
        settings=data["settings"],
    )


def without_keys(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters of a call as they may be kept: nothing that could be or hold a key."""
    return {
        name: value
        for name, value in parameters.items()
        if not any(word in name.casefold() for word in _TOLD_NEVER)
        and isinstance(value, (str, int, float, bool, type(None)))
    }
