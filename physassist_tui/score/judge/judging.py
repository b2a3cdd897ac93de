"""Asks judges, each item set of each of them at most twice; or takes what they said before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from physassist_tui.llm.model import Completed, Model, ProviderFault
from physassist_tui.score.file_grader import texts_read
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.judge.judgement import Judgement, Reply, judgement_from, without_keys
from physassist_tui.score.judge.prompt import JudgeRequest, fill, judge_request, judged_items, sound
from physassist_tui.score.judge.reply import ItemReply
from physassist_tui.store.judgements import SavedJudgement

TRIES = 2


@dataclass(frozen=True)
class Judge:
    """A judge by name. `settings` are what its profile says of it, without address or key.

    `open` gives its model; it is called only where the judge must be asked.
    """

    name: str
    open: Callable[[], Model]
    settings: Mapping[str, Any] = field(default_factory=dict)


def judge_named(name: str) -> Judge:
    """The judge that `--judge NAME` means: a profile, or a model as `openai/gpt-x`.

    Raises `BadInput` where it can be neither.
    """
    from physassist_tui.llm import open_model
    from physassist_tui.llm.profiles import resolve

    found = resolve(name)
    return Judge(name, lambda: open_model(name), {"model": found.model, **found.parameters()})


@dataclass(frozen=True)
class Asked:
    """A judgement, and whether the judge was asked for it now."""

    judgement: Judgement
    new: bool


def judge_turns(
    contexts: Iterable[TurnContext],
    judges: Sequence[Judge],
    kept: Sequence[SavedJudgement] = (),
    *,
    stop: Event | None = None,
) -> Iterator[Asked]:
    """What each judge says of each answered turn that has items for a judge, one by one.

    The same question, to the judge of the same name and settings, is not asked again where the
    answer is among `kept`, unless its provider had failed. Raises `Stopped` where `stop` is set.
    """
    models: dict[str, Model] = {}
    for context in contexts:
        if not judged_items(context.turn.rubric):
            continue
        request = judge_request(context)
        for judge in judges:
            before = _kept(kept, judge, request, context)
            if before is not None:
                yield Asked(before, new=False)
                continue
            if judge.name not in models:
                models[judge.name] = judge.open()
            yield Asked(ask(models[judge.name], judge, request, context, stop=stop), new=True)


def _kept(
    kept: Sequence[SavedJudgement], judge: Judge, request: JudgeRequest, context: TurnContext
) -> Judgement | None:
    for saved in reversed(kept):
        asked = (saved.judge, saved.request_hash, saved.data.get("settings"))
        if asked == (judge.name, request.hash, dict(judge.settings)):
            found = judgement_of(saved, context)
            if not found.unheard:
                return found
    return None


def judgement_of(saved: SavedJudgement, context: TurnContext) -> Judgement:
    """A kept judgement of a turn, to be read again."""
    return judgement_from(
        saved.data,
        turn=context.number,
        judge=saved.judge,
        hashes=(saved.prompt_hash, saved.request_hash),
        answer=sound(texts_read(judged_items(context.turn.rubric), context)),
    )


def ask(
    model: Model,
    judge: Judge,
    request: JudgeRequest,
    context: TurnContext,
    *,
    stop: Event | None = None,
) -> Judgement:
    """Puts one item set to a judge, and once more where its reply has any fault."""
    replies: list[Reply] = []
    messages = list(request.messages)
    parameters: dict[str, Any] = {}
    while True:
        reply, told = _call(model, messages, stop)
        parameters = told or parameters
        replies.append(reply)
        judgement = Judgement(
            turn=context.number,
            judge=judge.name,
            settings=judge.settings,
            prompt_hash=request.prompt.hash,
            request_hash=request.hash,
            lang=request.lang,
            items=request.items,
            answer=request.answer,
            answer_seq=context.answer_seq,
            replies=tuple(replies),
            parameters=parameters,
        )
        fault = _fault(judgement, reply)
        if fault is None or len(replies) == TRIES:
            return judgement
        if reply.fault is None:
            again = fill(request.prompt.again, {"fault": fault})
            messages += [
                {"role": "assistant", "content": reply.text or "-"},
                {"role": "user", "content": again},
            ]


def _fault(judgement: Judgement, reply: Reply) -> str | None:
    read = judgement.read(reply)
    if not isinstance(read, dict):
        return read.render(judgement.lang)
    faults = [f"{name}: {_told(item, judgement)}" for name, item in read.items() if item.fault]
    return " ".join(faults) or None


def _told(item: ItemReply, judgement: Judgement) -> str:
    return item.fault.render(judgement.lang) if item.fault is not None else ""


def _call(
    model: Model, messages: Sequence[dict[str, Any]], stop: Event | None
) -> tuple[Reply, dict[str, Any]]:
    try:
        completed = model.complete(messages, stop=stop)
    except ProviderFault as fault:
        return (
            Reply(
                "",
                fault=fault.kind,
                error=sound(fault.message.render("en")),
                provider=fault.provider,
                model=fault.model,
                total_ms=fault.total_ms,
            ),
            {},
        )
    return _reply(completed), without_keys(completed.parameters)


def _reply(completed: Completed) -> Reply:
    return Reply(
        text=sound(completed.text),
        finish_reason=completed.finish_reason,
        called_tools=bool(completed.calls),
        provider=completed.provider,
        model=completed.model,
        total_ms=completed.total_ms,
        tokens_in=completed.tokens_in,
        tokens_out=completed.tokens_out,
        cost_usd=completed.cost_usd,
        reasoning=None if completed.reasoning is None else sound(completed.reasoning),
    )
