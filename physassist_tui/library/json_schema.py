"""The scenario file as JSON Schema, for editors that complete and check while one writes.

It says what the loader's types say; what only holds between parts of a file (ids, references,
languages) is left to the loader.
"""

from __future__ import annotations

from typing import Any

from physassist_tui.core.scenario import Scenario
from physassist_tui.i18n import Lang, msg
from physassist_tui.library.field_help import field_help

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FILE_NAME = "scenario.schema.json"
"""The name under which a skeleton looks for it, beside the scenario."""


def scenario_schema(lang: Lang | None = None) -> dict[str, Any]:
    """The schema, with the fields described in `lang` or the interface language."""
    schema = Scenario.model_json_schema(by_alias=True, mode="validation")
    models: dict[str, Any] = {"Scenario": schema, **schema["$defs"]}
    for name, model in models.items():
        _describe(name, model, lang)
    grader = models["GraderSpec"]
    # Which of them is given is told by its key; none may be null beside another.
    grader["properties"] = {key: _not_null(spot) for key, spot in grader["properties"].items()}
    grader |= {"minProperties": 1, "maxProperties": 1}
    models["ValueGrader"]["oneOf"] = [{"required": ["from"]}, {"required": ["formula"]}]
    models["Turn"]["dependentRequired"] = {"refers_to": ["implicitness"]}
    title = msg("A scenario of physassist").render(lang)
    return {"$schema": DIALECT, "title": title, **schema}


def _describe(name: str, model: dict[str, Any], lang: Lang | None) -> None:
    """Puts our phrases in place of what was gathered from the code."""
    model.pop("title", None)
    model.pop("description", None)
    phrases = field_help().get(name, {})
    for field, spot in model.get("properties", {}).items():
        spot.pop("title", None)
        if field in phrases:
            spot["description"] = phrases[field].render(lang)


def _not_null(spot: dict[str, Any]) -> dict[str, Any]:
    options = [one for one in spot.get("anyOf", ()) if one.get("type") != "null"]
    if len(options) != 1:
        return spot
    rest = {key: value for key, value in spot.items() if key not in ("anyOf", "default")}
    return {**rest, **options[0]}
