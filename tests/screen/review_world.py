"""Played sessions to be reviewed and compared, and a clock for the time that a rater takes."""

from __future__ import annotations

import shutil
from pathlib import Path

import yaml

from physassist_tui.core.view import Act, Answer, Ask, CallTool
from physassist_tui.core.words import Verdict
from physassist_tui.ehr.record import Record, open_record
from physassist_tui.i18n import Lang
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.play.casting import Casting
from physassist_tui.play.headless import run
from physassist_tui.play.opening import start
from physassist_tui.score.review.seat import ReviewSeat, open_review
from physassist_tui.store.recordings import Recordings
from tests.screen.conftest import SCENARIOS

PLAYED: dict[Lang, list[Act]] = {
    "en": [
        CallTool("Observation.search", {"code": "Potassium"}),
        Ask("Do you take any painkillers at home?"),
        Answer("Potassium is 5.9 mmol/L. She takes ibuprofen."),
        CallTool("ServiceRequest.create",
                 {"service_type": "Potassium, serum", "priority": "routine",
                  "target_date": "2026-03-11"}),
        Answer("Ordered for tomorrow, 11 March 2026."),
    ],
    "zh": [
        CallTool("Observation.search", {"code": "血钾"}),
        Ask("您在家吃止痛药吗？"),
        Answer("今晨血钾5.9 mmol/L。她在吃布洛芬。"),
        CallTool("ServiceRequest.create",
                 {"service_type": "血钾", "priority": "routine", "target_date": "2026-03-11"}),
        Answer("已开立明天（2026年3月11日）的复查。"),
    ],
}  # fmt: skip
JUDGED = "says-why"
WHY = "Says why the potassium is to be repeated"


def shelf_with_judge(folder: Path) -> Path:
    """A library of the small scenario, with an item that no rule decides."""
    shutil.copytree(SCENARIOS / "mini", folder / "shelf" / "mini")
    file = folder / "shelf" / "mini" / "scenario.yaml"
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    data["turns"][1]["rubric"].append(
        {
            "id": JUDGED,
            "text": {"en": WHY, "zh": "说明为何复查血钾"},
            "kind": "clinical_reasoning",
            "grader": {"judge": {"guidance": "A reason that a clinician would accept."}},
        }
    )
    file.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return folder / "shelf"


class Clock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class World:
    """A library, a recordings file and sessions in it."""

    def __init__(self, recordings: Recordings, folder: Path) -> None:
        self.root = shelf_with_judge(folder)
        self.recordings = recordings
        self.record: Record = open_record(self.loaded.record_path)
        self.clock = Clock()

    @property
    def loaded(self) -> Loaded:
        return load_scenario("tests/mini", self.root)

    def play(self, name: str, assistant: str = "script:gold", lang: Lang = "en") -> str:
        casting = Casting(assistant, lang)
        run(start(self.loaded, self.recordings, casting, record=self.record, session=name))
        return name

    def by_hand(self, name: str, acts: list[Act], lang: Lang = "en") -> str:
        casting = Casting("human", lang)
        opened = start(self.loaded, self.recordings, casting, record=self.record, session=name)
        for act in acts:
            opened.director.act(act)
        return name

    def seat(self, session: str, rater: str = "anna", *, all_items: bool = True) -> ReviewSeat:
        return open_review(
            self.recordings, session, self.loaded, self.record, rater,
            all_items=all_items, clock=self.clock,
        )  # fmt: skip

    def locked(self, session: str, rater: str, verdict: Verdict, note: str) -> None:
        """A review of what no rule decides, by somebody else, locked."""
        seat = self.seat(session, rater, all_items=False)
        seat.grade(verdict, note)
        seat.lock()
