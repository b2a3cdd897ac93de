"""What a tool is, declared once. From a `ToolSpec` come the model's function schema, the
person's completions, the validation of a call and the documentation page.

The tools themselves are declared in `ehr/toolsets`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.i18n import Lang

ToolKind = Literal["read", "write", "file", "patient", "control"]
ParamType = Literal["string", "integer", "number", "date"]

WRITE_FILE = "write_file"
"""The tool that writes a file of the session's workspace."""


@dataclass(frozen=True)
class Param:
    """One parameter. `choices` closes it; `completes` names what in the record can fill it.

    `completes` is one of: code, category, status, medication, report_type, type_code, keyword,
    encounter, patient, practitioner, order, service, route, frequency, file; `None` where nothing
    can. A form shows what is `required` or `usual` at once and folds the rest; `long` text gets
    an editor.
    """

    name: str
    type: ParamType
    description: Bilingual
    required: bool = False
    choices: tuple[str, ...] = ()
    completes: str | None = None
    usual: bool = False
    long: bool = False


@dataclass(frozen=True)
class ToolSpec:
    """A named tool. `resource` is the FHIR type that a read searches or a write creates.

    A `file` tool writes to the session's workspace. What is for `people_only` is offered to no
    model.
    """

    name: str
    kind: ToolKind
    description: Bilingual
    params: tuple[Param, ...] = ()
    resource: str | None = None
    people_only: bool = False
    always: tuple[tuple[str, str], ...] = ()
    """Search parameters that a read has whatever it is given."""

    def param(self, name: str) -> Param | None:
        """The parameter of that name."""
        return next((param for param in self.params if param.name == name), None)

    def params_like(self, name: str, likeness: float, *, least: int = 1) -> list[str]:
        """The parameters that `name`, in lower case, begins; else the one most like it.

        `likeness` (`difflib`, 0 to 1) is how like it that one is at least; fewer letters than
        `least` are no beginning.
        """
        from difflib import get_close_matches

        known = [param.name for param in self.params]
        begun = [one for one in known if len(name) >= least and one.startswith(name)]
        return begun or get_close_matches(name, known, n=1, cutoff=likeness)

    def json_schema(self, lang: Lang) -> dict[str, Any]:
        """The parameters as JSON Schema, described in `lang`."""
        properties: dict[str, Any] = {}
        for param in self.params:
            schema: dict[str, Any] = {
                "type": "string" if param.type == "date" else param.type,
                "description": param.description.text(lang),
            }
            if param.choices:
                schema["enum"] = list(param.choices)
            properties[param.name] = schema
        return {
            "type": "object",
            "properties": properties,
            "required": [param.name for param in self.params if param.required],
            "additionalProperties": False,
        }


@dataclass(frozen=True)
class Toolset:
    """The tools that an assistant has, in the order in which they are shown."""

    name: str
    tools: tuple[ToolSpec, ...]

    def tool(self, name: str) -> ToolSpec | None:
        """The tool of that name."""
        return next((tool for tool in self.tools if tool.name == name), None)

    def offered(self, *, person: bool) -> Toolset:
        """What of it a person, or whoever else, is offered."""
        kept = tuple(tool for tool in self.tools if person or not tool.people_only)
        return self if len(kept) == len(self.tools) else Toolset(self.name, kept)


@dataclass(frozen=True)
class FileWrite:
    """Text that goes into a file of the session's workspace: anew, or at its end."""

    path: str
    mode: Literal["w", "a"]
    text: str


@dataclass(frozen=True)
class Outcome:
    """What a call gave.

    `result` is all of it; `shown` is what the player sees where that is less, else `None`;
    `refs` are the resources that the player is shown whole; `written` are resources that the
    call created or changed; `files` is what it wrote to the workspace. On an error `result` is
    `{"error": …}`, with `field` and `allowed` where they help, and nothing is written.
    """

    ok: bool
    result: dict[str, Any]
    shown: str | None = None
    refs: tuple[str, ...] = ()
    written: tuple[dict[str, Any], ...] = ()
    files: tuple[FileWrite, ...] = ()
