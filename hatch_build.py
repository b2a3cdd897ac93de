"""Build hook: compiles the gettext catalogues and puts them in the wheel."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles `locales/*/LC_MESSAGES/*.po` into `physassist_tui/_data/locales`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds one compiled catalogue a language to what the wheel includes."""
        if self.target_name != "wheel" or version == "editable":
            return
        self._out = Path(tempfile.mkdtemp(prefix="physassist-locales-"))
        for source in sorted(Path(self.root, "locales").glob("*/LC_MESSAGES/*.po")):
            inside = source.relative_to(Path(self.root, "locales")).with_suffix(".mo")
            target = self._out / inside
            target.parent.mkdir(parents=True, exist_ok=True)
            with source.open("rb") as po, target.open("wb") as mo:
                write_mo(mo, read_po(po))
            build_data["force_include"][str(target)] = f"physassist_tui/_data/locales/{inside}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Removes the compiled catalogues; they live in the wheel now."""
        if hasattr(self, "_out"):
            shutil.rmtree(self._out)
