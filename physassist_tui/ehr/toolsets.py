"""The toolsets, each tool declared once.

`physassist` is the whole set; `physassist-paper` is the strict set that models were shown in
PhysAssistBench (arXiv 2606.18613); `physicianbench` is that of long tasks (`bench/toolset`),
with the listing and cancelling of orders for people. A description says what a tool gives and
how to fill it in; it never says how to make the patient tell more.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.tools import Param, ParamType, Toolset, ToolSpec

DEFAULT_COUNT = 20
MAX_COUNT = 1000

PHYSASSIST = "physassist"
PAPER = "physassist-paper"
PHYSICIANBENCH = "physicianbench"
NAMES: tuple[str, ...] = (PHYSASSIST, PAPER, PHYSICIANBENCH)

ORDER_LIST = "order.list"
ORDER_CANCEL = "order.cancel"
PREPARE = "prepare_to_answer"
EVERYTHING = "Patient.everything"
PATIENT_READ = "Patient.read"


def _param(
    name: str,
    en: str,
    zh: str,
    kind: ParamType = "string",
    *,
    required: bool = False,
    choices: tuple[str, ...] = (),
    completes: str | None = None,
) -> Param:
    return Param(name, kind, Bilingual(en=en, zh=zh), required, choices, completes)


_PATIENT = _param(
    "patient",
    "Which patient, as Patient/id. Left out: the patient of this case.",
    "哪位患者，写作 Patient/id。不填则为本例患者。",
    completes="patient",
)
_ENCOUNTER = _param(
    "encounter",
    "Only what belongs to this encounter (Encounter/id, or the word current) and to the stays "
    "that are part of it.",
    "只查这次就诊（Encounter/id，或写 current 表示本次就诊）及其所含的转科、急诊等阶段的内容。",
    completes="encounter",
)
_DATE_FROM = _param(
    "date_from",
    "The first day that counts: 2026-03-04, 2026-03 or 2026; an hour may follow.",
    "起始日期（含当日）：2026-03-04、2026-03 或 2026；可带时刻。",
    "date",
)
_DATE_TO = _param(
    "date_to",
    "The last day that counts, written like date_from.",
    "截止日期（含当日），写法同 date_from。",
    "date",
)
_COUNT = _param(
    "_count",
    "How many entries a page has (1 to 1000); 20 where left out.",
    "每页条目数（1–1000），不填为 20。",
    "integer",
)
_PAGE = _param("page", "Which page, from 1.", "第几页，从 1 起。", "integer")
_DATES = (_DATE_FROM, _DATE_TO)
_PAGING = (_COUNT, _PAGE, _PATIENT)


def _status(*choices: str) -> Param:
    return _param(
        "status", "Only this status.", "只查此状态。", choices=choices, completes="status"
    )


def _category(en: str, zh: str) -> Param:
    return _param("category", en, zh, completes="category")


def _code(en: str, zh: str) -> Param:
    return _param("code", en, zh, completes="code")


_MEDICATION = _param(
    "medication",
    "Part of a drug's name; generic, brand and Chinese names find each other.",
    "药名或其一部分；通用名、商品名、中文名可互查。",
    completes="medication",
)
_KEYWORD = _param(
    "keyword",
    "Words that the text must contain.",
    "正文中须含的词。",
    completes="keyword",
)


def _read(name: str, resource: str, en: str, zh: str, *params: Param) -> ToolSpec:
    return ToolSpec(name, "read", Bilingual(en=en, zh=zh), params, resource)


_READS: tuple[ToolSpec, ...] = (
    _read(
        PATIENT_READ,
        "Patient",
        "Gives the patient's demographics: name, birth date, age, sex, identifiers.",
        "读取患者基本信息：姓名、出生日期、年龄、性别、标识号。",
        _PATIENT,
    ),
    _read(
        "Encounter.search",
        "Encounter",
        "Finds admissions, emergency and outpatient visits, newest first: class, period, reason, "
        "disposition.",
        "查询住院、急诊、门诊等就诊记录，最近的在前：类别、起止时间、原因、离院去向。",
        _ENCOUNTER,
        _status(
            "planned",
            "arrived",
            "triaged",
            "in-progress",
            "onleave",
            "finished",
            "cancelled",
            "entered-in-error",
            "unknown",
        ),
        *_DATES,
        *_PAGING,
    ),
    _read(
        "Condition.search",
        "Condition",
        "Finds diagnoses and problems, newest first, with clinical and verification status.",
        "查询诊断和问题，最近的在前，含临床状态和确认状态。",
        _ENCOUNTER,
        _code(
            "A name, a code, or the beginning of an ICD code (I48).",
            "名称、编码，或 ICD 编码的开头（如 I48）。",
        ),
        _category(
            "Only this category, as problem-list-item or encounter-diagnosis.",
            "只查此类别，如 problem-list-item 或 encounter-diagnosis。",
        ),
        _status("active", "recurrence", "relapse", "inactive", "remission", "resolved"),
        *_DATES,
        *_PAGING,
    ),
    _read(
        "Observation.search",
        "Observation",
        "Finds laboratory results, vital signs and other observations, newest first: value, unit, "
        "flag, reference range.",
        "查询化验结果、生命体征及其他观察，最近的在前：数值、单位、异常标志、参考范围。",
        _ENCOUNTER,
        _category(
            "Only this category, as laboratory or vital-signs.",
            "只查此类别，如 laboratory 或 vital-signs。",
        ),
        _code(
            "What was measured: a name in English or Chinese, or a LOINC code.",
            "测量项目：中文或英文名称，或 LOINC 编码。",
        ),
        _status(
            "registered",
            "preliminary",
            "final",
            "amended",
            "corrected",
            "cancelled",
            "entered-in-error",
            "unknown",
        ),
        *_DATES,
        *_PAGING,
    ),
    _read(
        "MedicationRequest.search",
        "MedicationRequest",
        "Finds medication orders and prescriptions, newest first: dose, route, frequency, status, "
        "reason.",
        "查询用药医嘱和处方，最近的在前：剂量、途径、频次、状态、原因。",
        _ENCOUNTER,
        _MEDICATION,
        _status(
            "active",
            "on-hold",
            "cancelled",
            "completed",
            "entered-in-error",
            "stopped",
            "draft",
            "unknown",
        ),
        *_DATES,
        *_PAGING,
    ),
    _read(
        "MedicationAdministration.search",
        "MedicationAdministration",
        "Finds what was given, and what was not given and why, newest first.",
        "查询给药记录：已给的，以及未给的和未给的原因，最近的在前。",
        _ENCOUNTER,
        _MEDICATION,
        _status(
            "in-progress",
            "not-done",
            "on-hold",
            "completed",
            "entered-in-error",
            "stopped",
            "unknown",
        ),
        *_DATES,
        *_PAGING,
    ),
    _read(
        "Procedure.search",
        "Procedure",
        "Finds procedures, newest first.",
        "查询操作和手术，最近的在前。",
        _ENCOUNTER,
        _code("A name or a code.", "名称或编码。"),
        _status(
            "preparation",
            "in-progress",
            "not-done",
            "on-hold",
            "stopped",
            "completed",
            "entered-in-error",
            "unknown",
        ),
        *_DATES,
        *_PAGING,
    ),
    _read(
        "DiagnosticReport.search",
        "DiagnosticReport",
        "Finds reports (laboratory panels, imaging, microbiology, pathology) with their "
        "conclusion, results and full text, newest first.",
        "查询检查报告（化验组合、影像、微生物、病理等），含结论、结果和全文，最近的在前。",
        _ENCOUNTER,
        _param(
            "report_type",
            "The kind of report: a category (LAB, RAD), a name or a code.",
            "报告种类：类别（LAB、RAD）、名称或编码。",
            completes="report_type",
        ),
        _KEYWORD,
        _status(
            "registered",
            "partial",
            "preliminary",
            "final",
            "amended",
            "corrected",
            "appended",
            "cancelled",
            "entered-in-error",
            "unknown",
        ),
        *_DATES,
        *_PAGING,
    ),
    _read(
        "DocumentReference.search",
        "DocumentReference",
        "Finds notes and documents with their full text, newest first; a long text comes in parts.",
        "查询病程、小结等文书及其全文，最近的在前；长文分段给出。",
        _ENCOUNTER,
        _param(
            "type_code",
            "The kind of document: a name or a LOINC code.",
            "文书种类：名称或 LOINC 编码。",
            completes="type_code",
        ),
        _KEYWORD,
        *_DATES,
        *_PAGING,
    ),
    _read(
        "AllergyIntolerance.search",
        "AllergyIntolerance",
        "Finds recorded allergies and intolerances: substance, criticality, reactions.",
        "查询过敏和不耐受记录：物质、严重程度、反应。",
        _code("A substance: a name or a code.", "致敏物质：名称或编码。"),
        _category(
            "Only this category.",
            "只查此类别。",
        ),
        _status("active", "inactive", "resolved"),
        *_PAGING,
    ),
    _read(
        "CarePlan.search",
        "CarePlan",
        "Finds care plans with their activities and goals, newest first.",
        "查询诊疗计划及其活动和目标，最近的在前。",
        _ENCOUNTER,
        _category("Only this category: a name or a code.", "只查此类别：名称或编码。"),
        _status(
            "draft",
            "active",
            "on-hold",
            "revoked",
            "completed",
            "entered-in-error",
            "unknown",
        ),
        *_DATES,
        *_PAGING,
    ),
    _read(
        EVERYTHING,
        "Patient",
        "Pages through the whole record of the patient, kind by kind, newest first.",
        "逐页列出患者的全部记录，按种类排列，最近的在前。",
        *_DATES,
        *_PAGING,
    ),
)


def _write(name: str, resource: str, en: str, zh: str, *params: Param) -> ToolSpec:
    return ToolSpec(name, "write", Bilingual(en=en, zh=zh), (*params, _PATIENT), resource)


_WRITES: tuple[ToolSpec, ...] = (
    _write(
        "MedicationRequest.create",
        "MedicationRequest",
        "Places a medication order. It takes effect at once; calling twice makes two orders.",
        "开立用药医嘱。立即生效；调用两次即为两条医嘱。",
        _param("medication", "The drug's name.", "药名。", required=True, completes="medication"),
        _param(
            "dose",
            "The dose with its unit, as 2.5 mg or 2 tablets.",
            "剂量及单位，如 2.5 mg 或 2片。",
            required=True,
        ),
        _param(
            "route",
            "The route, as oral, IV, subcutaneous.",
            "给药途径，如口服、静脉、皮下。",
            required=True,
            completes="route",
        ),
        _param(
            "frequency",
            "How often, as BID, every 8 hours, once daily at bedtime, once, PRN.",
            "频次，如每日两次、q8h、每晚睡前一次、单次、必要时。",
            required=True,
            completes="frequency",
        ),
        _param("indication", "What it is for.", "用药指征。"),
        _param(
            "duration_days", "For how many days (1 to 3650).", "用药天数（1–3650）。", "integer"
        ),
    ),
    _write(
        "ServiceRequest.create",
        "ServiceRequest",
        "Orders a test, a consultation, a referral or another service.",
        "开立检查、化验、会诊、转诊或其他服务的申请。",
        _param(
            "service_type",
            "What is asked for, as Basic metabolic panel or Nephrology consult.",
            "申请内容，如基础代谢组合或肾内科会诊。",
            required=True,
            completes="service",
        ),
        _param(
            "priority",
            "How soon.",
            "缓急：routine 常规，urgent 紧急，asap 尽快。",
            required=True,
            choices=("routine", "urgent", "asap"),
        ),
        _param("note", "What whoever carries it out should know.", "给执行者的说明。"),
        _param(
            "target_date",
            "By or on which day: 2026-03-04.",
            "期望日期：2026-03-04。",
            "date",
        ),
    ),
    _write(
        "Flag.create",
        "Flag",
        "Puts a flag on the chart, for everybody who opens it.",
        "在病历上放置警示标记，供所有打开病历的人看到。",
        _param(
            "category",
            "What kind of flag.",
            "标记类别：safety 安全，allergy 过敏，administrative 行政，clinical 临床。",
            required=True,
            choices=("safety", "allergy", "administrative", "clinical"),
        ),
        _param("code", "The flag in a few words.", "标记内容（几个字）。", required=True),
        _param("detail", "What it means for care.", "说明及其对诊疗的意义。", required=True),
    ),
)


def _patient_tool(name: str, en: str, zh: str, *params: Param) -> ToolSpec:
    return ToolSpec(f"patient.{name}", "patient", Bilingual(en=en, zh=zh), params)


_ASK = _patient_tool(
    "ask",
    "Says something to the patient and gives the reply, in the patient's own words.",
    "对患者说话，给出患者的原话回答。",
    _param("question", "What you say.", "你要说的话。", required=True),
)
_CHIEF_COMPLAINT = _patient_tool(
    "get_chief_complaint",
    "Asks the patient what brought them in.",
    "询问患者此次就诊的主要不适。",
)
_TYPED: tuple[ToolSpec, ...] = (
    _patient_tool(
        "get_symptom_history",
        "Asks the patient about a symptom.",
        "向患者询问某一症状。",
        _param("query", "The symptom.", "症状。", required=True),
    ),
    _patient_tool(
        "get_medication_adherence",
        "Asks the patient how they take a drug.",
        "向患者询问某一药物的服用情况。",
        _param("drug", "The drug.", "药名。", required=True, completes="medication"),
    ),
    _patient_tool(
        "get_social_history",
        "Asks the patient about home, work, tobacco, alcohol and other habits.",
        "向患者询问居住、工作、烟酒等社会史。",
    ),
    _patient_tool(
        "get_functional_status",
        "Asks the patient how they manage from day to day.",
        "向患者询问日常活动和自理情况。",
    ),
    _patient_tool(
        "get_pain_assessment",
        "Asks the patient about pain.",
        "向患者询问疼痛情况。",
    ),
)

_PREPARE = ToolSpec(
    PREPARE,
    "control",
    Bilingual(
        en="Says that enough is known to answer. Changes nothing; the answer is given next.",
        zh="表示信息已足够，可以作答。不改变任何内容；随后给出答复。",
    ),
)
_ORDERS: tuple[ToolSpec, ...] = (
    ToolSpec(
        ORDER_LIST,
        "control",
        Bilingual(
            en="Lists the orders and flags that you have placed in this session.",
            zh="列出本次会话中你开立的医嘱、申请和标记。",
        ),
    ),
    ToolSpec(
        ORDER_CANCEL,
        "control",
        Bilingual(
            en="Cancels an order or flag that you have placed in this session.",
            zh="取消本次会话中你开立的医嘱、申请或标记。",
        ),
        (
            _param(
                "order",
                "Its number in order.list (#1), or its reference.",
                "order.list 中的编号（#1）或其引用。",
                required=True,
                completes="order",
            ),
            _param("reason", "Why.", "取消原因。"),
        ),
    ),
)

_NOT_IN_PAPER = frozenset({"Procedure.search", "AllergyIntolerance.search", EVERYTHING})


@lru_cache(maxsize=4)
def toolset(name: str, *, writes: bool = True) -> Toolset:
    """The toolset of that name; `KeyError` for a name that is not in `NAMES`.

    `writes` says whether the scenario asks for a write anywhere; the paper's set has the three
    writes only then. The whole set always has them.
    """
    if name == PHYSASSIST:
        patient = (_ASK, _CHIEF_COMPLAINT, *_TYPED)
        return Toolset(name, (*_READS, *_WRITES, *_ORDERS, *patient, _PREPARE))
    if name == PAPER:
        reads = tuple(tool for tool in _READS if tool.name not in _NOT_IN_PAPER)
        return Toolset(name, (*reads, *(_WRITES if writes else ()), *_TYPED, _PREPARE))
    if name == PHYSICIANBENCH:
        from physassist_tui.ehr.bench.toolset import bench_tools

        orders = tuple(replace(tool, people_only=True) for tool in _ORDERS)
        return Toolset(name, (*bench_tools(), *orders))
    raise KeyError(name)
