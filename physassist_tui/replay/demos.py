"""The recordings that ship: sessions as JSON lines, with captions that explain them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import Lang, msg, several
from physassist_tui.replay.replay import Replay
from physassist_tui.store.session_file import read_session_file


@dataclass(frozen=True)
class Demo:
    """A shipped recording in one language. `captions` are told before the event of their `seq`."""

    name: str
    title: Bilingual
    replay: Replay
    captions: Mapping[int, Bilingual]


def shipped_recordings() -> Path:
    """The folder of the recordings that ship: in the installed package, else in the checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "_data" / "recordings"
    return inside if inside.is_dir() else package.parent / "recordings"


def demo_names(folder: Path | None = None) -> list[str]:
    """The names of the demos, in the order in which they are told."""
    files = (folder or shipped_recordings()).glob("*.captions.json")
    order = sorted((_about(file)["order"], file.name) for file in files)
    return [name.removesuffix(".captions.json") for _order, name in order]


def load_demo(name: str, lang: Lang, folder: Path | None = None) -> Demo:
    """The demo of that name, played in `lang`. Raises `BadInput` where there is none."""
    root = folder or shipped_recordings()
    if name not in demo_names(root):
        names = several(demo_names(root))
        raise BadInput(msg("There is no demo {name}: {names}.", name=name, names=names))
    about = _about(root / f"{name}.captions.json")
    file = read_session_file(root / f"{name}.{lang}.jsonl")
    captions = {
        one["seq"]: Bilingual(en=one["en"], zh=one["zh"]) for one in about["captions"][lang]
    }
    replay = Replay(file.events, file.session)
    return Demo(name, Bilingual.model_validate(about["title"]), replay, captions)


def _about(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found
