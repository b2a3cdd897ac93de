"""The loop of a play in lines: read a line, do it, print what it brought."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.view import Act, Answer, Ask, AssistantView, CallTool, Quit
from physassist_tui.i18n import _, nmsg
from physassist_tui.plain import printer
from physassist_tui.plain.printer import say
from physassist_tui.plain.reading import Interrupted, Reader
from physassist_tui.play.opening import Opened
from physassist_tui.play.seat import AssistantSeat
from physassist_tui.play.typed import (
    AnswerLine,
    AskLine,
    Line,
    PlainLine,
    ToolLine,
    Unclear,
    find_tool,
    parse,
)

if TYPE_CHECKING:
    from physassist_tui.plain.long_task import LongTask
    from physassist_tui.store.recordings import Recordings

END_OF_DRAFT = (".", "。")


def play_in_lines(opened: Opened, recordings: Recordings, *, step: bool = False) -> int:
    """Plays a session in lines until it ends or the person leaves; gives the exit status.

    The person sits in every seat that is `human`, watches the others, and directs the session.
    With `step` it begins paused.
    """
    from physassist_tui.plain.table import Table

    forked: Opened | None = opened
    while forked is not None:
        opened = forked
        forked = Table(opened, recordings).run(step=step)
        step = True  # a fork begins paused
        if opened.director.state.ended is None and not opened.conduct.command:
            say(_("Saved. To go on: {command}", command=_resume_command(opened, recordings)))
    if opened.director.state.ended is None:
        return 0
    # Grading is loaded when there is something to grade: the first prompt does not wait for it.
    from physassist_tui.plain.score_lines import score_lines
    from physassist_tui.score.keeping import score_and_keep

    kept = score_and_keep(recordings, opened.director.session, opened.loaded, opened.record)
    say()
    if not opened.conduct.scored:
        say(_("Thank you. The session is over."))
        return 0
    for line in score_lines(kept):
        say(line)
    return 0


def _resume_command(opened: Opened, recordings: Recordings) -> str:
    """What to type to go on, with the options that this play was given."""
    from physassist_tui.library import shipped_scenarios
    from physassist_tui.store.recordings import default_path

    words = ["physassist", "resume", opened.director.session]
    folder = opened.loaded.folder.resolve()
    if not opened.loaded.scenario.free and not folder.is_relative_to(shipped_scenarios().resolve()):
        words += ["--scenarios", str(folder.parent)]
    if recordings.path.resolve() != default_path(os.environ).resolve():
        words += ["--db", str(recordings.path.resolve())]
    return shlex.join(words)


class Loop:
    """The assistant's prompt. The draft is what has been typed and not sent.

    `desk` carries a line out that begins with `/`; `left` says whether the person has left.
    """

    def __init__(
        self,
        seat: AssistantSeat,
        reader: Reader,
        desk: Callable[[str], None],
        long_task: LongTask | None = None,
    ) -> None:
        """`long_task` is what can be typed in a long task only."""
        self._long = long_task
        self._seat = seat
        self._reader = reader
        self._desk = desk
        self._draft: list[str] = []
        self._prefilled = ""
        self.left = False
        if long_task is not None and long_task.desk.papers.answer:
            self._draft = long_task.desk.papers.answer.split("\n")

    def one_entry(self, view: AssistantView) -> None:
        """Reads an entry and does it."""
        prefilled, self._prefilled = self._prefilled, ""
        try:
            entry = self._reader.read(self._prompt(view), prefilled=prefilled)
        except Interrupted as interrupted:
            self._prefilled = interrupted.text
            say(_("Nothing was sent. `quit` or Ctrl-D leaves."))
            return
        if entry is None:
            self._quit()
            return
        try:
            if entry.lstrip().startswith("/"):
                self._desk(entry)
                return
            line = parse(entry, view.toolset)
            if line is not None:
                self._do(line, entry)
        except PhysassistError as error:
            self._prefilled = entry
            say(str(error))

    def _prompt(self, view: AssistantView) -> str:
        limits = view.limits
        used = limits.tool_calls_per_turn - limits.tool_calls_this_turn
        if view.long_task and view.turn_count == 1:
            return self._task_prompt(used, limits.tool_calls_per_turn)
        number = view.turn.number if view.turn else 0
        if view.turn is not None and view.turn.scenario_turn is not None:
            number = view.turn.scenario_turn
        if view.turn_count == 0:
            limit = limits.tool_calls_per_turn
            return _("[free turn, calls {used}/{limit}] > ", used=used, limit=limit)
        return _(
            "[turn {turn}/{turns}, calls {used}/{limit}] > ",
            turn=number,
            turns=view.turn_count,
            used=used,
            limit=limits.tool_calls_per_turn,
        )

    def _task_prompt(self, used: int, limit: int) -> str:
        drafts = len(self._long.desk.papers.drafts) if self._long is not None else 0
        if not drafts:
            return _("[task, calls {used}/{limit}] > ", used=used, limit=limit)
        told = nmsg("{n} unsigned", "{n} unsigned", drafts).render()
        return _(
            "[task, calls {used}/{limit}, {unsigned}] > ", used=used, limit=limit, unsigned=told
        )

    def _do(self, line: Line, entry: str) -> None:
        match line:
            case AskLine() if self._long is not None:
                say(_("There is no patient to ask in this task."))
            case Unclear(why=why):
                self._prefilled = entry
                say(why.render())
            case AskLine(text=text):
                self._act(Ask(text))
            case AnswerLine(text=text):
                self._answer(text)
            case ToolLine(tool=tool, arguments=arguments):
                self._call(CallTool(tool, arguments), entry)
            case PlainLine(word=word, rest=rest):
                self._word(word, rest)

    def _answer(self, text: str) -> None:
        if text and not self._draft:
            if self._keeps_back():
                self._prefilled = f"answer {text}"
                return
            self._act(Answer(text))
            return
        if text:
            self._draft.append(text)
            self._keep_draft()
        self._compose()

    def _keeps_back(self) -> bool:
        return self._long is not None and self._long.keeps_back()

    def _keep_draft(self) -> None:
        if self._long is not None:
            text = "\n".join(self._draft)
            self._long.desk.change(lambda papers: papers.with_answer(text))

    def _compose(self) -> None:
        """Several lines, ended by a full stop alone; `undo` takes the last line back."""
        say(
            _(
                "Write your answer in lines. A full stop alone sends it, `undo` takes a line "
                "back, Ctrl-C goes back with the draft kept."
            )
        )
        for kept in self._draft:
            say("... " + kept)
        while True:
            try:
                entry = self._reader.read("... ")
            except Interrupted:
                say(_("Your draft is kept; `answer` goes on with it."))
                return
            if entry is None:
                self._quit()
                return
            if entry.strip() in END_OF_DRAFT:
                break
            if entry.strip().lower() in ("undo", "撤销"):
                self._undo()
            else:
                self._draft.append(entry)
                self._keep_draft()
        text = "\n".join(self._draft).strip()
        if not text:
            say(_("There is nothing to send."))
            return
        if self._keeps_back():
            say(_("Your draft is kept; `answer` goes on with it."))
            return
        self._act(Answer(text))
        self._draft.clear()
        self._keep_draft()

    def _call(self, call: CallTool, entry: str) -> None:
        fault = self._seat.fault(call.tool, call.arguments)
        if fault is not None:
            # A slip of the fingers is no call: it costs nothing and the text is kept.
            self._prefilled = entry
            printer.error(fault)
            return
        if self._long is None or not self._long.takes(call):
            self._act(call)

    def _act(self, act: Act) -> None:
        self.tell(self._seat.act(act))

    def tell(self, events: Sequence[AnyEvent]) -> None:
        """Prints what an act of the person brought."""
        view = self._seat.view()
        printer.happened(events, view.now.tzinfo)
        if view.ended is None and view.limits.same_call_left == 1:
            say(_("The same again would end the session."))

    def _word(self, word: str, rest: str) -> None:
        view = self._seat.view()
        if self._long is not None and self._long.word(word, rest):
            self._prefilled, self._long.prefilled = self._long.prefilled, ""
            if self._long.left:
                self._quit()
            return
        match word:
            case "orders":
                printer.orders(view.written)
            case "cancel":
                self._cancel(rest)
            case "tools":
                self._tools(view, rest)
            case "request":
                printer.request(view)
            case "chart":
                printer.opening(view)
            case "more":
                self._more(view)
            case "raw":
                printer.raw(view.calls[-1].result if view.calls else None)
            case "undo":
                self._undo()
            case "help":
                from physassist_tui.plain.help_lines import help_lines

                for line in help_lines(view, rest):
                    say(line)
            case _:
                self._quit()

    def _cancel(self, rest: str) -> None:
        number, _space, reason = rest.partition(" ")
        if not number:
            say(_("Which order? `cancel 1 reason`; `orders` shows their numbers."))
            return
        if self._seat.view().toolset.tool("order.cancel") is None:
            say(_("This toolset has no way to cancel an order."))
            return
        arguments = {"order": number.lstrip("#"), **({"reason": reason} if reason else {})}
        self._call(CallTool("order.cancel", arguments), f"cancel {rest}")

    def _tools(self, view: AssistantView, rest: str) -> None:
        if not rest:
            printer.tools(view.toolset.tools)
            return
        tool = find_tool(rest, view.toolset)
        if tool is None:
            say(_("There is no tool {name}; `tools` lists them.", name=rest))
        else:
            printer.tools([tool])

    def _more(self, view: AssistantView) -> None:
        last = view.calls[-1] if view.calls else None
        result = last.result if last is not None else None
        if last is None or result is None or result.get("pages", 1) <= result.get("page", 1):
            say(_("There is no further page."))
            return
        self._act(CallTool(last.tool, {**last.arguments_given, "page": result["page"] + 1}))

    def _undo(self) -> None:
        if not self._draft and self._long is not None and self._long.put_back():
            return
        if not self._draft:
            say(
                _(
                    "Nothing unsent is left to undo. What was sent is recorded; `cancel` takes "
                    "an order back."
                )
            )
            return
        dropped = self._draft.pop()
        self._keep_draft()
        say(_("Taken back: {line}", line=dropped))
        left = len(self._draft)
        say(
            nmsg(
                "{n} line is left in the draft.", "{n} lines are left in the draft.", left
            ).render()
        )

    def _quit(self) -> None:
        self._seat.act(Quit())
        self.left = True
        if self._long is not None:
            self._long.tell_unsent()
        elif self._draft:
            say(_("Your unsent draft is not recorded. Here it is:"))
            for line in self._draft:
                say(line)
