"""What a line to the desk means: the words that direct a session, in both languages. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from physassist_tui.core.words import Seat
from physassist_tui.play.typed import LEAVE

DESK_WORDS: dict[str, tuple[str, ...]] = {
    "help": ("help", "?", "？", "帮助"),
    "resume": ("resume", "go", "retry", "继续", "重试"),
    "step": ("step", "单步"),
    "pause": ("pause", "暂停"),
    "take": ("take", "接管"),
    "give": ("give", "移交", "交给"),
    "back": ("back", "交还"),
    "mark": ("mark", "标记"),
    "free": ("free", "追加"),
    "queue": ("queue", "待发"),
    "edit": ("edit", "修改"),
    "retract": ("retract", "撤回"),
    "rewind": ("rewind", "回退"),
    "fork": ("fork", "分支", "分叉"),
    "seats": ("seats", "席位"),
    "end": ("end", "结束"),
    "draft": ("draft", "照发"),
    "done": ("done", "完成"),
    "facts": ("facts", "要点", "事实"),
    "accept": ("accept", "采纳", "同意"),
    "reject": ("reject", "拒绝"),
    "quit": ("quit", "exit", "退出"),
}
_WORD_OF = {spoken: word for word, spokens in DESK_WORDS.items() for spoken in spokens}
SEAT_WORDS: dict[Seat, tuple[str, ...]] = {
    Seat.ASSISTANT: ("assistant", "助理"),
    Seat.PHYSICIAN: ("physician", "doctor", "医生"),
    Seat.PATIENT: ("patient", "患者", "病人"),
}
_SEAT_OF = {spoken: seat for seat, spokens in SEAT_WORDS.items() for spoken in spokens}
LABELS: dict[str, tuple[str, ...]] = {
    "unsafe": ("unsafe", "u", "不安全"),
    "wrong": ("wrong", "w", "有误", "错误"),
    "good": ("good", "g", "好"),
    "note": ("note", "n", "备注"),
}
_LABEL_OF = {spoken: label for label, spokens in LABELS.items() for spoken in spokens}


@dataclass(frozen=True)
class DeskLine:
    """A word of the desk, and what follows it. An unknown word is empty."""

    word: str
    rest: str


def parse_desk(line: str) -> DeskLine:
    """What `line` asks of the desk; a `/` before it may be left out."""
    head, _space, rest = line.strip().removeprefix("/").strip().partition(" ")
    word = _WORD_OF.get(head.lower(), "")
    if head.lower() == LEAVE and not rest:
        word = "quit"
    return DeskLine(word, rest.strip())


def seat_and_rest(text: str) -> tuple[Seat, str]:
    """The seat that `text` begins with, and what follows; the assistant's where none is named."""
    head, _space, rest = text.partition(" ")
    seat = _SEAT_OF.get(head.lower())
    return (Seat.ASSISTANT, text) if seat is None else (seat, rest.strip())


def label_and_rest(text: str) -> tuple[str, str]:
    """The label of a mark and its words; words alone are a note."""
    head, _space, rest = text.partition(" ")
    label = _LABEL_OF.get(head.lower())
    return ("note", text) if label is None else (label, rest.strip())


def number_and_rest(text: str) -> tuple[int | None, str]:
    """The number that `text` begins with, `None` where it does not, and what follows."""
    head, _space, rest = text.partition(" ")
    digits = head.removeprefix("#")
    return (int(digits), rest.strip()) if digits.isdecimal() else (None, text)
