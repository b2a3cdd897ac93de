"""Makes the recordings that ship, by playing them: `make recordings`.

Each is played through the real engine, in both languages, by the acts below. The clock is one of
its own, which gives a reader time, so that the same bytes come out each time; what happened is
what the engine made happen. Captions go into a file beside. Run it again when a scenario of a
recording has changed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from physassist_tui.core.view import Act, Answer, Ask, CallTool
from physassist_tui.ehr.record import open_record
from physassist_tui.i18n import LANGUAGES, Lang
from physassist_tui.library import load_scenario
from physassist_tui.play.beginnings import begun
from physassist_tui.play.casting import Casting
from physassist_tui.play.director import Director
from physassist_tui.play.recorder import MemorySink, Recorder
from physassist_tui.play.scripts import script_player
from physassist_tui.store.session_file import to_lines

HERE = Path(__file__).resolve().parent
BEGIN = datetime(2026, 1, 12, 9, 0, tzinfo=UTC)
BEAT_MS = 300
"""What passes between two commits of one act."""


@dataclass(frozen=True)
class Both:
    """A text in both languages."""

    en: str
    zh: str

    def text(self, lang: Lang) -> str:
        """The text in `lang`."""
        return self.zh if lang == "zh" else self.en


class PacedClock:
    """Active time and wall time that pass only as they are told to."""

    def __init__(self) -> None:
        self.ms = 0
        self._idle_ms = 0

    def start(self) -> None:
        """Does nothing: it is told what passes."""

    def stop(self) -> None:
        """Does nothing."""

    def wall(self) -> datetime:
        """When a commit is made, a beat after what was before."""
        self.ms += BEAT_MS
        return BEGIN + timedelta(milliseconds=self.ms + self._idle_ms)

    def read(self, text: str, *, idle: bool = False) -> None:
        """Lets the time pass that it takes to read, or type, `text`."""
        cells = sum(2 if ord(one) > 0x2E80 else 1 for one in text)
        took = min(7000, 900 + 28 * cells)
        if idle:
            self._idle_ms += took
        else:
            self.ms += took


@dataclass
class Playing:
    """One play under way, with the captions that were told in it."""

    lang: Lang
    director: Director
    clock: PacedClock
    captions: list[dict[str, Any]] = field(default_factory=list)

    def caption(self, text: Both) -> None:
        """Explains what comes next."""
        seq = self.director.state.last_seq + 1
        self.captions.append({"seq": seq, "en": text.en, "zh": text.zh})

    def act(self, act: Act) -> None:
        """The assistant's act, after the time that it takes to read what is there and type it."""
        match act:
            case Ask(text=text) | Answer(text=text):
                self.clock.read(text)
            case CallTool(tool=tool, arguments=arguments):
                self.clock.read(tool + json.dumps(arguments, ensure_ascii=False))
            case _:
                raise AssertionError(act)
        shown = self.director.act(act)
        self.clock.read("".join(str(event.data) for event in shown)[:160])

    def ask(self, text: Both) -> None:
        """Asks the patient."""
        self.act(Ask(text.text(self.lang)))

    def answer(self, text: Both) -> None:
        """Answers the physician."""
        self.act(Answer(text.text(self.lang)))

    def call(self, tool: str, **arguments: Any) -> None:
        """Calls a tool."""
        self.act(CallTool(tool, arguments))

    def mark(self, label: str, text: Both) -> None:
        """Marks the last answer."""
        said = text.text(self.lang)
        self.clock.read(said)
        answered = max(turn.answer_seq for turn in self.director.state.turns)
        self.director.mark(label, said, answered)


@dataclass(frozen=True)
class Demo:
    """A recording to make: who is said to play, and the play."""

    name: str
    order: int
    title: Both
    scenario: str
    assistant: str
    play: Callable[[Playing], None]


def gold(playing: Playing) -> None:
    """The author's perfect play, with a caption a turn."""
    director = playing.director
    player = script_player("script:gold", _scenario(), director.store)
    told = iter(GOLD_CAPTIONS)
    turn = 0
    while director.state.ended is None:
        if director.state.turn_number != turn:
            turn = director.state.turn_number
            playing.caption(next(told))
        playing.act(player(director.view()))


def _scenario() -> Any:
    return load_scenario(ATRIAL_FIBRILLATION).scenario


ATRIAL_FIBRILLATION = "medication-safety/atrial-fibrillation-day-3"

GOLD_CAPTIONS = (
    Both(
        "The assistant looks both things up before it says anything: the trend, with its dates, "
        "and the order that is running.",
        "助理先查两样再开口：带日期的变化趋势，和正在执行的医嘱。",
    ),
    Both(
        "A dose question. Age and weight are read from the chart, not assumed.",
        "剂量问题。年龄和体重都从病历里查，不凭印象。",
    ),
    Both(
        "Only the patient can know this. She holds one thing back until she is asked in her own "
        "words.",
        "这件事只有患者知道。有一件她不主动说，要用她听得懂的话问到才说。",
    ),
    Both(
        "The order is written into the chart, and the assistant says what it could not do.",
        "医嘱写进病历；做不到的事，助理也如实说明。",
    ),
)


def mistakes(playing: Playing) -> None:
    """A play with mistakes that people and models make, one of them taken back."""
    director = playing.director
    playing.caption(
        Both(
            "A misspelt name finds nothing, and nothing found is not the same as nothing there.",
            "名称拼错就查不到；查不到，不等于没有。",
        )
    )
    playing.call("Observation.search", category="laboratory", code="Creatinin level")
    playing.call("Observation.search", category="laboratory", code="Creatinine", _count=2)
    playing.caption(
        Both(
            "Mistake: yesterday's value is given as today's, and half of the question is left "
            "unanswered.",
            "错误：把昨天的结果当成今天的，另一半问题没有回答。",
        )
    )
    playing.answer(
        Both("Creatinine is 1.66 mg/dL today, about the same.", "今天肌酐 1.66 mg/dL，变化不大。")
    )
    playing.mark("wrong", Both("1.66 was yesterday's.", "1.66 是昨天的结果。"))
    before = director.state.last_seq
    playing.caption(
        Both(
            "Mistake: a dose answered from memory, with nothing looked up.",
            "错误：不查任何资料，凭记忆回答剂量。",
        )
    )
    playing.answer(
        Both(
            "No change needed, 5 mg twice daily is fine at this creatinine.",
            "不用调整，这个肌酐水平用 5 mg 每日两次没问题。",
        )
    )
    playing.mark("unsafe", Both("Twice the labelled dose.", "剂量是说明书规定的两倍。"))
    playing.caption(
        Both(
            "Whoever directs the session pauses it and goes back. Nothing is deleted: the answer "
            "stays in the recording, undone.",
            "主持人暂停会话并回退。什么也不会删除：那条回答留在记录里，只是不再算数。",
        )
    )
    director.pause()
    playing.clock.read("pause" * 8, idle=True)
    director.resume()
    director.rewind(before)
    playing.clock.read("rewind" * 4)
    playing.call("Patient.read")
    playing.answer(
        Both(
            "She is 87 with a creatinine above 1.5 mg/dL: two of the three criteria, so apixaban "
            "2.5 mg twice daily.",
            "她87岁，肌酐高于 1.5 mg/dL，三条标准满足两条，阿哌沙班应改为 2.5 mg，每日两次。",
        )
    )
    playing.caption(
        Both(
            "Mistake: one vague question. The patient answers just that, and the painkiller she "
            "buys herself stays unknown.",
            "错误：只含糊地问了一句。患者也只答了这一句，她自己买的止痛药没有问出来。",
        )
    )
    playing.ask(Both("Are you taking your blood thinner?", "您的抗凝药在吃吗？"))
    playing.answer(
        Both(
            "She takes it morning and night and forgets the night one about once a week. Nothing "
            "else.",
            "早晚都在吃，晚上那次大约一周忘一回。没有吃别的药。",
        )
    )
    playing.caption(
        Both(
            "The first order has the old dose. It is cancelled and written anew.",
            "第一条医嘱还是原来的剂量，取消后重新开立。",
        )
    )
    indication = Both("Atrial fibrillation, stroke prevention", "心房颤动，预防卒中")
    order = {"medication": "Apixaban", "route": "oral", "frequency": "twice daily"}
    reason = indication.text(playing.lang)
    playing.call("MedicationRequest.create", **order, dose="5 mg", indication=reason)
    wrong_dose = Both("wrong dose", "剂量错误").text(playing.lang)
    playing.call("order.cancel", order="1", reason=wrong_dose)
    playing.call("MedicationRequest.create", **order, dose="2.5 mg", indication=reason)
    playing.caption(
        Both(
            "Mistake: it says that the old order was stopped. Nobody stopped it.",
            "错误：说原来的医嘱已经停了。其实没有人停它。",
        )
    )
    playing.answer(
        Both(
            "Done: apixaban 2.5 mg twice daily is ordered, and I have stopped the old 5 mg order.",
            "已开阿哌沙班 2.5 mg 每日两次，原来的 5 mg 医嘱已停。",
        )
    )


DEMOS = (
    Demo(
        "atrial-fibrillation",
        1,
        Both("A whole session, played as it should be", "一次完整、规范的会话"),
        ATRIAL_FIBRILLATION,
        "script:gold",
        gold,
    ),
    Demo(
        "atrial-fibrillation-mistakes",
        2,
        Both("The same session, with mistakes made on purpose", "同一情景，故意犯错的演示"),
        ATRIAL_FIBRILLATION,
        "human",
        mistakes,
    ),
)


def made(demo: Demo, lang: Lang) -> tuple[str, list[dict[str, Any]]]:
    """The recording as JSON lines, and its captions."""
    loaded = load_scenario(demo.scenario)
    clock, sink = PacedClock(), MemorySink()
    session = f"demo-{demo.name}-{lang}"
    recorder = Recorder(sink, session, clock, wall=clock.wall)
    store = open_record(loaded.record_path).at(loaded.scenario.clock)
    director = begun(loaded, store, recorder, Casting(demo.assistant, lang))
    playing = Playing(lang, director, clock)
    demo.play(playing)
    return "".join(to_lines(session, sink.events)), playing.captions


def files() -> Iterator[tuple[Path, str]]:
    """Every file of the recordings and what is to be in it."""
    for demo in DEMOS:
        captions: dict[str, list[dict[str, Any]]] = {}
        for lang in LANGUAGES:
            text, captions[lang] = made(demo, lang)
            yield HERE / f"{demo.name}.{lang}.jsonl", text
        about = {
            "order": demo.order,
            "title": {"en": demo.title.en, "zh": demo.title.zh},
            "captions": captions,
        }
        told = json.dumps(about, ensure_ascii=False, indent=1) + "\n"
        yield HERE / f"{demo.name}.captions.json", told


def main() -> int:
    """Writes the files; with `--check`, tells which are not as they would be made now."""
    check = "--check" in sys.argv[1:]
    stale = []
    for path, text in files():
        if not path.exists() or path.read_text("utf-8") != text:
            stale.append(path.name)
            if not check:
                path.write_text(text, encoding="utf-8", newline="\n")
    print(", ".join(stale) or "nothing to do")  # noqa: T201 - a script for the command line
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
