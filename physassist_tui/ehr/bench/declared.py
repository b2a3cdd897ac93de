"""How the tools of PhysicianBench are declared: small builders, and the parameters they share."""

from __future__ import annotations

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.tools import Param, ParamType, ToolSpec

NOTES_A_PAGE = 5
PROBLEMS_A_PAGE = 10
OTHERS_A_PAGE = 50
MAX_COUNT = 200


def param(
    name: str,
    en: str,
    zh: str,
    kind: ParamType = "string",
    *,
    required: bool = False,
    choices: tuple[str, ...] = (),
    completes: str | None = None,
    usual: bool = False,
    long: bool = False,
) -> Param:
    """A parameter; see `core.tools.Param`."""
    return Param(
        name, kind, Bilingual(en=en, zh=zh), required, choices, completes, usual or required, long
    )


def search(name: str, resource: str, en: str, zh: str, *params: Param) -> ToolSpec:
    """A search: its own parameters, then `count` and `page`."""
    page = param("page", "Which page, from 1.", "第几页，从 1 起。", "integer")
    return ToolSpec(name, "read", Bilingual(en=en, zh=zh), (*params, count(name), page), resource)


def count(tool: str) -> Param:
    """`count` of a search, with what it is where it is left out."""
    default = page_size(tool)
    return param(
        "count",
        f"How many entries a page has (1 to {MAX_COUNT}); {default} where left out.",
        f"每页条目数（1–{MAX_COUNT}），不填为 {default}。",
        "integer",
    )


def page_size(tool: str) -> int:
    """How many entries a page of that search has, unless `count` says otherwise."""
    if tool.endswith("clinical_notes"):
        return NOTES_A_PAGE
    return PROBLEMS_A_PAGE if tool.endswith("problems") else OTHERS_A_PAGE


def create(name: str, resource: str, en: str, zh: str, *params: Param) -> ToolSpec:
    """A create, which signs at once."""
    return ToolSpec(name, "write", Bilingual(en=en, zh=zh), params, resource)


def date(name: str, en: str, zh: str, *, usual: bool = False) -> Param:
    """A FHIR date parameter: a date of any precision, perhaps behind a prefix."""
    return param(
        name,
        f"{en} 2026-03-04, 2026-03 or 2026; ge, gt, le or lt before it for since and until; "
        "both, parted by a space, for a span: ge2026-01-01 le2026-03-31.",
        f"{zh}2026-03-04、2026-03 或 2026；前加 ge、gt、le、lt 表示起止；"
        "以空格连写表示区间：ge2026-01-01 le2026-03-31。",
        usual=usual,
    )


PATIENT = param(
    "patient",
    "Whose, as Patient/id or id. Left out: everybody in this EHR.",
    "哪位患者，写作 Patient/id 或 id。不填则查本系统中所有患者。",
    completes="patient",
    usual=True,
)
ENCOUNTER = param(
    "encounter",
    "Only of this encounter, as Encounter/id.",
    "只查这次就诊，写作 Encounter/id。",
    completes="encounter",
)


def of_patient(what: str, zh: str) -> Param:
    """The patient of a create."""
    return param(
        "patient_reference",
        f"{what}, as Patient/id.",
        f"{zh}，写作 Patient/id。",
        required=True,
        completes="patient",
    )


REQUESTER = param(
    "requester_reference",
    "Who orders it, as Practitioner/id.",
    "开立者，写作 Practitioner/id。",
    required=True,
    completes="practitioner",
)
AT_ENCOUNTER = param(
    "encounter_reference",
    "The encounter it belongs to, as Encounter/id.",
    "所属就诊，写作 Encounter/id。",
    completes="encounter",
)


def reason(*, usual: bool = False) -> tuple[Param, ...]:
    """Why, in words and as a code."""
    return (
        param("reason_display", "Why, in words.", "原因（文字）。", usual=usual),
        param(
            "reason_code",
            "Why, as a code: ICD-10-CM or SNOMED CT.",
            "原因编码（ICD-10-CM 或 SNOMED CT）。",
        ),
        param(
            "reason_system",
            "The system of reason_code; left out, it is told from the code.",
            "reason_code 的编码体系；不填则由编码判断。",
        ),
    )


PRIORITY = param(
    "priority",
    "How soon.",
    "缓急：routine 常规，urgent 紧急，asap 尽快，stat 立即。",
    choices=("routine", "urgent", "asap", "stat"),
    usual=True,
)
NOTE = param(
    "note_text",
    "What whoever carries it out should know.",
    "给执行者的说明。",
    usual=True,
    long=True,
)
