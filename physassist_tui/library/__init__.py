"""Finds and loads scenarios.

`shipped_scenarios()` is the folder of those that ship, `list_scenarios(root)` lists a folder
and survives broken files, `load_scenario(id_or_path, root)` gives a `Loaded` or raises
`ScenarioProblems` with every problem of the file, each with its line. Reading the record
itself is the EHR's business.
"""

from physassist_tui.library.listing import (
    Entry,
    list_scenarios,
    load_scenario,
    shipped_scenarios,
)
from physassist_tui.library.load import Loaded, content_hash, load_file, rubric_hash
from physassist_tui.library.problems import (
    FieldPath,
    Problem,
    ScenarioProblems,
    field_text,
    shown,
)
from physassist_tui.library.yaml_lines import LineMap

__all__ = [
    "Entry",
    "FieldPath",
    "LineMap",
    "Loaded",
    "Problem",
    "ScenarioProblems",
    "content_hash",
    "field_text",
    "list_scenarios",
    "load_file",
    "load_scenario",
    "rubric_hash",
    "shipped_scenarios",
    "shown",
]
