"""A small study over the test scenario, and hands to go through it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from physassist_tui.plain.reading import Interrupted
from physassist_tui.store.recordings import Recordings
from physassist_tui.study.leading import Leading
from physassist_tui.study.load import LoadedStudy, load_study

ROOT = Path(__file__).resolve().parents[2]
MINI = ROOT / "tests" / "scenarios" / "mini"
STUDY = f"""\
schema: 1
id: pilot
title: {{en: Pilot, zh: 预试验}}
seed: 7
scenarios: [{MINI}]
participants:
  - {{id: p01, language: en}}
  - {{id: p02, language: zh}}
  - {{id: gold, player: "script:gold", language: en}}
conditions:
  - {{id: implicit}}
  - {{id: explicit, requests: explicit, time_limit_minutes: 20}}
consent: {{en: You may stop whenever you want., zh: 您可以随时退出。}}
instructions: {{en: You assist a physician., zh: 您协助一位医生。}}
questions:
  - id: confidence
    kind: scale
    text: {{en: How sure are you of your answers?, zh: 您对自己的回答有多大把握？}}
    lowest: 1
    highest: 7
    low: {{en: not at all, zh: 毫无把握}}
    high: {{en: entirely, zh: 完全有把握}}
  - {{id: workload, kind: tlx}}
  - {{id: comments, kind: text, text: {{en: Anything else?, zh: 还有什么想说的吗？}}}}
"""


def study(folder: Path, **replaced: str) -> LoadedStudy:
    """The study, with lines that begin with a key replaced by what is given for it."""
    lines = [
        f"{key}: {replaced[key]}" if (key := line.partition(":")[0]) in replaced else line
        for line in STUDY.splitlines()
    ]
    file = folder / "study.yaml"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load_study(file)


def leading(folder: Path, recordings: Recordings, who: str = "p01", **replaced: str) -> Leading:
    return Leading(study(folder, **replaced), recordings, who)


class Typed:
    """A reader that gives what a person types; `^C` is Ctrl-C, the end is Ctrl-D."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self.prompts: list[str] = []

    def read(self, prompt: str, *, prefilled: str = "") -> str | None:
        del prefilled
        self.prompts.append(prompt)
        line = next(self._lines, None)
        if line == "^C":
            raise Interrupted("")
        return line
