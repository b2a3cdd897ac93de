"""The note of a long task in lines: written line by line, mended by number, saved by a call."""

from __future__ import annotations

from physassist_tui.core.foreign import one_line
from physassist_tui.core.view import CallTool
from physassist_tui.i18n import _
from physassist_tui.plain import printer
from physassist_tui.plain.desk_words import number_and_rest
from physassist_tui.plain.printer import say
from physassist_tui.plain.reading import Interrupted, Reader
from physassist_tui.play.paperwork.checklist import known_paths, workspace_path
from physassist_tui.play.paperwork.desk import PaperDesk
from physassist_tui.play.paperwork.signing import Made
from physassist_tui.play.seat import AssistantSeat

END = (".", "。")
UNDO = ("undo", "撤销")
SHOW = ("show", "查看", "显示")
NEW = ("new", "重写")
SAVE = ("save", "保存")


class NoteLines:
    """Carries `note …` out. `left`: the person left while writing."""

    def __init__(self, seat: AssistantSeat, reader: Reader, desk: PaperDesk, made: Made) -> None:
        self._seat = seat
        self._reader = reader
        self._desk = desk
        self._made = made
        self._path = ""
        self.left = False

    def do(self, rest: str) -> None:
        """`note`, `note show`, `note new`, `note save`, `note N text`, each also with a path."""
        head, _space, told = rest.partition(" ")
        number, text = number_and_rest(rest)
        if number is not None:
            self._mend(number, text)
        elif head.lower() in SHOW:
            self._show(self._named(told))
        elif head.lower() in SAVE:
            self._save(self._named(told))
        elif head.lower() in NEW:
            path = self._named(told)
            self._keep(path, [])
            self._write(path)
        else:
            self._write(self._named(rest))

    def _named(self, told: str) -> str:
        """The file that is meant: named, else the last one, else the one of the task.

        Raises `BadInput` where the workspace can have no such file.
        """
        named = workspace_path(told) if told.strip() else ""
        self._path = named or self._path or known_paths(self._seat.view())[0]
        return self._path

    # The text

    def _saved(self, path: str) -> str | None:
        files = self._seat.view().files
        return next((file.text for file in files if file.path == path), None)

    def _lines(self, path: str) -> list[str]:
        text = self._desk.papers.notes.get(path)
        if text is None:
            text = self._saved(path) or ""
        return text.split("\n") if text else []

    def _keep(self, path: str, lines: list[str]) -> None:
        saved = self._saved(path)
        self._desk.change(lambda papers: papers.with_note(path, "\n".join(lines), saved))

    def _show(self, path: str) -> None:
        lines = self._lines(path)
        if not lines:
            say(_("{path} has not been written yet.", path=one_line(path)))
            return
        unsaved = path in self._desk.papers.notes
        how = _("not saved") if unsaved else _("saved")
        say(_("File {path}: {how}", path=one_line(path), how=how))
        for number, line in enumerate(lines, start=1):
            say(f"{number}. {one_line(line)}")
        say(_("End of text: {title}", title=one_line(path)))

    def _mend(self, number: int, text: str) -> None:
        path = self._named("")
        lines = self._lines(path)
        if not 1 <= number <= len(lines):
            say(_("{path} has lines 1 to {most}; `note show` lists them.", path=one_line(path),
                  most=len(lines)))  # fmt: skip
            return
        lines[number - 1 : number] = [text] if text else []
        self._keep(path, lines)
        said = _("Line {n} is now: {text}", n=number, text=text) if text else _(
            "Line {n} is taken out.", n=number
        )  # fmt: skip
        say(said)
        say(_("`note save` saves it; until then it is on your desk."))

    def _write(self, path: str) -> None:
        say(
            _(
                "Write {path} in lines. A full stop alone saves it by a tool call, `undo` takes a "
                "line back, Ctrl-C goes back with the text kept.",
                path=one_line(path),
            )
        )
        for number, kept in enumerate(self._lines(path), start=1):
            say(f"... {number}. {one_line(kept)}")
        while True:
            try:
                entry = self._reader.read("... ")
            except Interrupted:
                say(_("Your text is kept; `note` goes on with it, `note save` saves it."))
                return
            if entry is None:
                self.left = True
                return
            if entry.strip() in END:
                break
            lines = self._lines(path)
            if entry.strip().lower() in UNDO:
                self._undo(path, lines)
            else:
                self._keep(path, [*lines, entry])
        self._save(path)

    def _undo(self, path: str, lines: list[str]) -> None:
        if not lines:
            say(_("There is nothing to take back."))
            return
        dropped = lines.pop()
        self._keep(path, lines)
        say(_("Taken back: {line}", line=one_line(dropped)))

    def _save(self, path: str) -> None:
        text = "\n".join(self._lines(path))
        if not text.strip():
            say(_("There is nothing to save."))
            return
        if path not in self._desk.papers.notes:
            say(_("{path} is saved as it stands.", path=one_line(path)))
            return
        tool = next((one for one in self._seat.view().toolset.tools if one.kind == "file"), None)
        if tool is None:
            say(_("This toolset has no way to write a file."))
            return
        call = CallTool(tool.name, {"path": path, "content": text, "mode": "w"})
        fault = self._seat.fault(call.tool, call.arguments)
        if fault is not None:
            printer.error(fault)
            say(_("Your text is kept; `note OTHER/PATH.md` begins another file."))
            return
        self._made(self._seat.act(call))
        files = self._seat.view().files
        self._desk.change(lambda papers: papers.after((), files))
