"""A review in lines: the transcript, the item and its evidence, and one key a grade."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import verdict_name
from physassist_tui.core.reviewing import DisputeKind
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import _, current_language, nmsg
from physassist_tui.plain import review_lines
from physassist_tui.plain.printer import say
from physassist_tui.plain.reading import Interrupted, Reader, reader_for_terminal
from physassist_tui.score.review.seat import ReviewSeat
from physassist_tui.score.review.view import ReviewView

_GRADES: Mapping[str, Verdict] = MappingProxyType(
    {
        "1": Verdict.PASS,
        "pass": Verdict.PASS,
        "通过": Verdict.PASS,
        "2": Verdict.PARTIAL,
        "partial": Verdict.PARTIAL,
        "部分": Verdict.PARTIAL,
        "部分通过": Verdict.PARTIAL,
        "3": Verdict.FAIL,
        "fail": Verdict.FAIL,
        "不通过": Verdict.FAIL,
    }
)
_DISPUTES: Mapping[str, DisputeKind] = MappingProxyType(
    {
        "wrong": "wrong",
        "错误": "wrong",
        "unclear": "unclear",
        "不清楚": "unclear",
        "unsafe": "unsafe",
        "不安全": "unsafe",
    }
)
_KEYS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("n", "note", "备注"), "note"),
        **dict.fromkeys(("d", "dispute", "异议"), "dispute"),
        **dict.fromkeys(("s", "skip", "跳过"), "skip"),
        **dict.fromkeys(("b", "back", "返回"), "back"),
        **dict.fromkeys(("g", "go", "转到"), "go"),
        **dict.fromkeys(("t", "transcript", "记录"), "transcript"),
        **dict.fromkeys(("v", "view", "清单"), "view"),
        **dict.fromkeys(("p", "pause", "暂停"), "pause"),
        **dict.fromkeys(("l", "lock", "锁定"), "lock"),
        **dict.fromkeys(("q", "quit", "退出"), "quit"),
        **dict.fromkeys(("?", "h", "help", "帮助"), "help"),
    }
)


def review_in_lines(seat: ReviewSeat, reader: Reader | None = None) -> int:
    """Does a review in lines until it is locked or the rater leaves; gives the exit status."""
    return Loop(seat, reader or reader_for_terminal()).run()


class Loop:
    """A review in lines under way."""

    def __init__(self, seat: ReviewSeat, reader: Reader) -> None:
        self._seat = seat
        self._reader = reader
        self._told: set[int] = set()
        self._left = False
        self._item = 0

    def run(self) -> int:
        """Shows and reads until there is no more to do."""
        view = self._seat.view()
        say(
            _(
                "Review by {rater}: {title}, session {session}",
                rater=one_line(view.rater),
                title=one_line(view.title.text(current_language())),
                session=view.session,
            )
        )
        if view.locked:
            say(_("This review is locked."))
            review_lines.revealed(self._seat.reveal())
            return 0
        self._help()
        while not self._left:
            view = self._seat.view()
            if view.item is not None and view.item.number != self._item:
                self._show(view)
            self._one_entry(view)
        return 0

    def _show(self, view: ReviewView) -> None:
        item = view.item
        if item is None:
            return
        self._item = item.number
        if item.turn not in self._told:
            self._told.add(item.turn)
            self._transcript(view)
        review_lines.evidence(item, view.zone)
        review_lines.item(view, item)

    def _transcript(self, view: ReviewView) -> None:
        if view.item is not None:
            say()
            say(_("Transcript up to the answer of turn {turn}", turn=view.item.turn))
            review_lines.entries(view.item.transcript, view.zone)

    def _one_entry(self, view: ReviewView) -> None:
        number = view.item.number if view.item is not None else 0
        prompt = _(
            "[item {number}/{count}, {settled} done] > ",
            number=number,
            count=view.count,
            settled=view.settled,
        )
        try:
            entry = self._reader.read(prompt)
        except Interrupted:
            entry = None
        if entry is None:
            self._quit()
            return
        words = unicodedata.normalize("NFKC", entry).strip().split(maxsplit=1)
        if not words:
            return
        try:
            self._do(words[0].casefold(), entry.strip()[len(words[0]) :].strip(), view)
        except PhysassistError as error:
            say(str(error))

    def _do(self, word: str, rest: str, view: ReviewView) -> None:
        verdict = _GRADES.get(word)
        if verdict is not None:
            self._grade(verdict, rest, view)
            return
        match _KEYS.get(word):
            case "note":
                self._seat.note(rest)
                say(_("The note is kept.") if rest else _("The note is taken away."))
            case "dispute":
                self._dispute(rest)
            case "skip":
                self._seat.skip()
                self._item = 0
            case "back":
                self._seat.back()
                self._item = 0
            case "go":
                self._go(rest)
            case "transcript":
                self._transcript(view)
            case "view":
                review_lines.listed(view)
            case "pause":
                self._seat.pause()
                say(_("Paused; the time does not count. Whatever you do next goes on."))
            case "lock":
                self._lock()
            case "quit":
                self._quit()
            case "help":
                self._help()
            case _:
                say(_("'{word}' is no key here; `?` shows them.", word=one_line(word)))

    def _grade(self, verdict: Verdict, note: str, view: ReviewView) -> None:
        number = view.item.number if view.item is not None else 0
        after = self._seat.grade(verdict, note or None)
        say(_("Item {number}: {verdict}", number=number, verdict=verdict_name(verdict)))
        if not after.open:
            say(_("Every item is done. `l` locks the review; until then you can change it."))
        elif after.item is not None and after.item.number == number:
            self._item = 0

    def _dispute(self, rest: str) -> None:
        kind, _space, words = rest.partition(" ")
        kind = unicodedata.normalize("NFKC", kind).casefold()
        if kind in ("undo", "撤销"):
            self._seat.dispute(None)
            say(_("The dispute is taken back."))
            return
        if kind not in _DISPUTES:
            say(
                _(
                    "Say what is wrong with the item: `d wrong words`, `d unclear words` or "
                    "`d unsafe words`; `d undo` takes a dispute back."
                )
            )
            return
        self._seat.dispute(_DISPUTES[kind], words)
        say(_("The dispute is kept. You can still grade the item."))

    def _go(self, rest: str) -> None:
        number = unicodedata.normalize("NFKC", rest)
        if not (number.isascii() and number.isdecimal()):
            say(_("Give the number of an item, as `g 3`; `v` lists them."))
            return
        self._seat.go(int(number))
        self._item = 0

    def _lock(self) -> None:
        self._seat.lock()
        self._left = True
        say(_("Locked. Your grades count in the score from now on: `physassist score` adds one."))
        review_lines.revealed(self._seat.reveal())

    def _quit(self) -> None:
        self._left = True
        left = len(self._seat.view().open)
        say(
            nmsg(
                "Kept. {n} item is still open; the same command goes on.",
                "Kept. {n} items are still open; the same command goes on.",
                left,
            ).render()
        )

    def _help(self) -> None:
        for line in (
            _("1 pass, 2 partial, 3 fail; words after it are kept as a note"),
            _("n note: what you want to say of the item"),
            _("d wrong|unclear|unsafe words: dispute the item itself; d undo takes it back"),
            _("s skip for later; b back; g number: go to an item; v list of items"),
            _("t transcript again; p pause"),
            _("l lock: your grades are final, and the others' are shown; q leave"),
        ):
            say("  " + line)
