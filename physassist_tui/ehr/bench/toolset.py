"""The 14 tools of PhysicianBench, declared once, and the two that only people are offered.

Names and parameters are the paper's (arXiv 2605.02240); descriptions are ours. A search has no
required parameter: without `patient` it searches everybody's charts, as its server does.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from physassist_tui.core import tools
from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.tools import ToolSpec
from physassist_tui.ehr.bench import declared as d

DEMOGRAPHICS = "fhir_patient_search_demographics"
PROBLEMS = "fhir_condition_search_problems"
LABS = "fhir_observation_search_labs"
VITALS = "fhir_observation_search_vitals"
SOCIAL = "fhir_observation_search_social_history"
PROCEDURES = "fhir_procedure_search_orders"
MEDICATIONS = "fhir_medication_request_search_orders"
SERVICES = "fhir_service_request_search"
NOTES = "fhir_document_reference_search_clinical_notes"
MEDICATION_CREATE = "fhir_medication_request_create"
SERVICE_CREATE = "fhir_service_request_create"
MESSAGE_CREATE = "fhir_communication_create_message"
APPOINTMENT_CREATE = "fhir_appointment_create"
WRITE_FILE = tools.WRITE_FILE

REQUEST_STATUS = (
    "draft",
    "active",
    "on-hold",
    "revoked",
    "completed",
    "entered-in-error",
    "unknown",
)
MEDICATION_STATUS = (
    "active",
    "on-hold",
    "cancelled",
    "completed",
    "entered-in-error",
    "stopped",
    "draft",
    "unknown",
)
INTENT = (
    "proposal",
    "plan",
    "order",
    "original-order",
    "reflex-order",
    "filler-order",
    "instance-order",
    "option",
)
_CODE_EN = "A code, as system|code or code alone, or part of its name."
_CODE_ZH = "编码（system|code 或仅编码）或名称的一部分。"


def _observations(name: str, category: str, en: str, zh: str) -> ToolSpec:
    tool = d.search(
        name,
        "Observation",
        en,
        zh,
        d.PATIENT,
        d.param("code", _CODE_EN, _CODE_ZH, completes="code", usual=True),
        d.date("date", "When it was taken:", "检查时间：", usual=True),
    )
    return replace(tool, always=(("category", category),))


def _searches() -> tuple[ToolSpec, ...]:
    return (
        d.search(
            DEMOGRAPHICS,
            "Patient",
            "Finds patients by who they are: name, number, birth date, address.",
            "按身份信息查找患者：姓名、病历号、出生日期、地址。",
            d.param(
                "identifier",
                "A number of the patient (MRN), as number or system|number.",
                "患者的编号（病历号），写作编号或 system|编号。",
                usual=True,
            ),
            d.param(
                "name", "The beginning of any part of the name.", "姓名任一部分的开头。", usual=True
            ),
            d.param("family", "The beginning of the family name.", "姓的开头。"),
            d.param("given", "The beginning of a given name.", "名的开头。"),
            d.date("birthdate", "Born:", "出生日期：", usual=True),
            d.param(
                "gender",
                "The administrative gender.",
                "性别：male 男，female 女，other 其他，unknown 未知。",
                choices=("male", "female", "other", "unknown"),
            ),
            d.param("address", "The beginning of any part of the address.", "地址任一部分的开头。"),
            d.param("address_city", "The beginning of the city.", "城市的开头。"),
            d.param("address_state", "The beginning of the state or province.", "省、州的开头。"),
            d.param("address_postalcode", "The beginning of the postal code.", "邮政编码的开头。"),
            d.param("telecom", "A phone number or e-mail address.", "电话号码或电子邮箱。"),
        ),
        d.search(
            PROBLEMS,
            "Condition",
            "Finds problems and diagnoses, newest first.",
            "查询问题和诊断，最近的在前。",
            d.PATIENT,
            d.param(
                "clinical_status",
                "Only this clinical status.",
                "只查此临床状态。",
                choices=("active", "recurrence", "relapse", "inactive", "remission", "resolved"),
                completes="status",
                usual=True,
            ),
            d.param(
                "category",
                "Only this category, as problem-list-item or encounter-diagnosis.",
                "只查此类别，如 problem-list-item 或 encounter-diagnosis。",
                completes="category",
            ),
            d.param("code", _CODE_EN, _CODE_ZH, completes="code", usual=True),
            d.date("onset_date", "When it began:", "起病时间："),
        ),
        _observations(
            LABS,
            "laboratory",
            "Finds laboratory results, newest first: value, unit, flag, reference range.",
            "查询化验结果，最近的在前：数值、单位、异常标志、参考范围。",
        ),
        _observations(
            VITALS,
            "vital-signs",
            "Finds vital signs, newest first.",
            "查询生命体征，最近的在前。",
        ),
        _observations(
            SOCIAL,
            "social-history",
            "Finds social history, newest first: tobacco, alcohol, drugs, occupation, home.",
            "查询社会史，最近的在前：吸烟、饮酒、药物使用、职业、居住。",
        ),
        d.search(
            PROCEDURES,
            "Procedure",
            "Finds procedures that were done, newest first.",
            "查询已做的操作和手术，最近的在前。",
            d.PATIENT,
            d.date("date", "When it was done:", "操作时间：", usual=True),
            d.param(
                "category",
                "Only this category: a code or part of its name.",
                "只查此类别：编码或名称的一部分。",
                completes="category",
            ),
        ),
        d.search(
            MEDICATIONS,
            "MedicationRequest",
            "Finds medication orders and prescriptions, newest first: dose, route, frequency, "
            "status, reason.",
            "查询用药医嘱和处方，最近的在前：剂量、途径、频次、状态、原因。",
            d.PATIENT,
            d.param(
                "status",
                "Only this status.",
                "只查此状态。",
                choices=MEDICATION_STATUS,
                completes="status",
                usual=True,
            ),
            d.param("intent", "Only this intent.", "只查此意图。", choices=INTENT),
            d.param(
                "category",
                "Only this category, as community, inpatient, outpatient or discharge.",
                "只查此类别，如 community、inpatient、outpatient、discharge。",
                completes="category",
            ),
            d.date("authoredon", "When it was written:", "开立时间：", usual=True),
        ),
        d.search(
            SERVICES,
            "ServiceRequest",
            "Finds orders for tests, imaging, procedures and referrals, newest first.",
            "查询化验、影像、操作和转诊申请，最近的在前。",
            d.PATIENT,
            d.param(
                "status",
                "Only this status.",
                "只查此状态。",
                choices=REQUEST_STATUS,
                completes="status",
                usual=True,
            ),
            d.param(
                "intent",
                "Only this intent.",
                "只查此意图。",
                choices=("proposal", "plan", "directive", *INTENT[2:]),
            ),
            d.param(
                "category",
                "Only this category: a SNOMED CT code or part of its name.",
                "只查此类别：SNOMED CT 编码或名称的一部分。",
                completes="category",
            ),
            d.param("code", _CODE_EN, _CODE_ZH, completes="code", usual=True),
            d.date("authored", "When it was ordered:", "开立时间：", usual=True),
            d.param(
                "requester", "Who ordered it, as Practitioner/id.", "开立者，写作 Practitioner/id。"
            ),
            d.param(
                "performer",
                "Who is to do it, as Practitioner/id or Organization/id.",
                "执行者，写作 Practitioner/id 或 Organization/id。",
            ),
            d.ENCOUNTER,
        ),
        d.search(
            NOTES,
            "DocumentReference",
            "Finds clinical notes with their full text, newest first; a long note comes in parts.",
            "查询病程、小结等文书及其全文，最近的在前；长文分段给出。",
            d.PATIENT,
            d.param(
                "type",
                "The kind of note: a LOINC code or part of its name.",
                "文书种类：LOINC 编码或名称的一部分。",
                completes="type_code",
                usual=True,
            ),
            d.param(
                "category",
                "Only this category: a code or part of its name.",
                "只查此类别：编码或名称的一部分。",
                completes="category",
            ),
            d.date("date", "When it was written:", "书写时间：", usual=True),
            d.ENCOUNTER,
        ),
    )


def _medication_create() -> ToolSpec:
    return d.create(
        MEDICATION_CREATE,
        "MedicationRequest",
        "Places a medication order. It is signed at once; calling twice makes two orders.",
        "开立用药医嘱。即时签署生效；调用两次即为两条医嘱。",
        d.of_patient("For whom", "为哪位患者开立"),
        d.param(
            "medication_display",
            "The drug, as apixaban 5 mg tablet.",
            "药品，如阿哌沙班片 5 mg。",
            required=True,
            completes="medication",
        ),
        d.REQUESTER,
        d.param(
            "dose_value",
            "The number of one dose, as 5.",
            "单次剂量的数值，如 5。",
            "number",
            usual=True,
        ),
        d.param("dose_unit", "The unit of one dose, as mg.", "单次剂量的单位，如 mg。", usual=True),
        d.param(
            "frequency_text",
            "How often, as twice daily, every 8 hours, once daily at bedtime.",
            "频次，如每日两次、每8小时一次、每晚睡前一次。",
            completes="frequency",
            usual=True,
        ),
        d.param(
            "route_display",
            "The route in words, as oral.",
            "给药途径（文字），如口服。",
            completes="route",
            usual=True,
        ),
        d.param("route_code", "The route as a SNOMED CT code.", "给药途径的 SNOMED CT 编码。"),
        d.param(
            "duration_value", "For how long: the number.", "疗程的数值。", "number", usual=True
        ),
        d.param(
            "duration_unit",
            "For how long: the unit.",
            "疗程的单位：d 天，wk 周，mo 月，h 小时，a 年。",
            choices=("d", "wk", "mo", "h", "a"),
            usual=True,
        ),
        d.param("dispense_quantity", "How many are dispensed.", "发药数量。", "number"),
        d.param("dispense_unit", "What is counted, as tablets.", "发药单位，如片。"),
        d.param("num_refills", "How many refills (0 to 99).", "可续配次数（0–99）。", "integer"),
        *d.reason(usual=True),
        d.NOTE,
        d.PRIORITY,
        d.param(
            "medication_code", "The drug's code, by default RxNorm.", "药品编码，默认为 RxNorm。"
        ),
        d.param(
            "medication_system", "The system of medication_code.", "medication_code 的编码体系。"
        ),
        d.AT_ENCOUNTER,
        d.param(
            "status",
            "The status; active where left out.",
            "状态，不填为 active。",
            choices=MEDICATION_STATUS,
        ),
        d.param(
            "intent", "The intent; order where left out.", "意图，不填为 order。", choices=INTENT
        ),
    )


def _service_create() -> ToolSpec:
    return d.create(
        SERVICE_CREATE,
        "ServiceRequest",
        "Orders a laboratory test, imaging, a procedure, a referral or another service. It is "
        "signed at once; calling twice makes two orders.",
        "开立化验、影像、操作、转诊或其他服务的申请。即时签署生效；调用两次即为两条申请。",
        d.of_patient("For whom", "为哪位患者开立"),
        d.param(
            "code_code",
            "The code of what is ordered: LOINC, SNOMED CT or CPT.",
            "所开项目的编码：LOINC、SNOMED CT 或 CPT。",
            required=True,
        ),
        d.param(
            "code_display",
            "What is ordered, in words.",
            "所开项目的名称。",
            required=True,
            completes="service",
        ),
        d.REQUESTER,
        d.param(
            "category_code",
            "What kind of order, as a SNOMED CT code: 108252007 laboratory, 363679005 imaging, "
            "387713003 surgical, 386053000 evaluation and referral, 409063005 counselling, "
            "409073007 education, 91251008 physical therapy. Left out: laboratory.",
            "申请类别的 SNOMED CT 编码：108252007 化验，363679005 影像，387713003 手术，"
            "386053000 评估与转诊，409063005 咨询，409073007 宣教，91251008 物理治疗。不填为化验。",
            usual=True,
        ),
        d.param("category_display", "The kind in words.", "类别名称。"),
        d.PRIORITY,
        *d.reason(usual=True),
        d.NOTE,
        d.param(
            "occurrence_datetime",
            "When it is to be done: 2026-03-04, an hour may follow.",
            "期望执行时间：2026-03-04，可带时刻。",
            "date",
            usual=True,
        ),
        d.param(
            "performer_reference",
            "Who is to do it, as Practitioner/id or Organization/id.",
            "执行者，写作 Practitioner/id 或 Organization/id。",
        ),
        d.param("body_site_display", "Where on the body, in words.", "部位（文字）。"),
        d.param(
            "body_site_code", "Where on the body, as a SNOMED CT code.", "部位的 SNOMED CT 编码。"
        ),
        d.param(
            "code_system",
            "The system of code_code; left out, it is told from the code.",
            "code_code 的编码体系；不填则由编码判断。",
        ),
        d.AT_ENCOUNTER,
        d.param(
            "status",
            "The status; active where left out.",
            "状态，不填为 active。",
            choices=REQUEST_STATUS,
        ),
        d.param(
            "intent",
            "The intent; order where left out.",
            "意图，不填为 order。",
            choices=("proposal", "plan", "directive", *INTENT[2:]),
        ),
    )


def _message_create() -> ToolSpec:
    return d.create(
        MESSAGE_CREATE,
        "Communication",
        "Sends a message about a patient.",
        "就某位患者发送消息。",
        d.of_patient("About whom", "关于哪位患者"),
        d.param("message_text", "The message.", "消息内容。", required=True, long=True),
        d.param(
            "recipient_reference",
            "To whom, as Practitioner/id.",
            "接收者，写作 Practitioner/id。",
            completes="practitioner",
            usual=True,
        ),
        d.param(
            "sender_reference",
            "From whom, as Practitioner/id.",
            "发送者，写作 Practitioner/id。",
            completes="practitioner",
        ),
        d.param(
            "based_on_service_request",
            "The order it is about: ServiceRequest/id, or the order's number (#1).",
            "所针对的申请：ServiceRequest/id 或本次会话的医嘱编号（#1）。",
            completes="order",
        ),
        d.param(
            "in_response_to_communication",
            "The message it answers, as Communication/id.",
            "所回复的消息，写作 Communication/id。",
        ),
        d.AT_ENCOUNTER,
        d.param(
            "status",
            "The status; in-progress where left out.",
            "状态，不填为 in-progress。",
            choices=("preparation", "in-progress", "not-done", "on-hold", "stopped", "completed"),
        ),
    )


def _appointment_create() -> ToolSpec:
    return d.create(
        APPOINTMENT_CREATE,
        "Appointment",
        "Books an appointment. One for a referral or a consultation needs based_on: place the "
        "ServiceRequest first.",
        "预约就诊。转诊或会诊的预约须填 based_on：请先开立转诊申请（ServiceRequest）。",
        d.of_patient("For whom", "为哪位患者预约"),
        d.param(
            "practitioner_reference",
            "With whom, as Practitioner/id.",
            "预约的医师，写作 Practitioner/id。",
            required=True,
            completes="practitioner",
        ),
        d.param("description", "What it is for.", "预约事由。", required=True),
        d.param(
            "start",
            "When it begins: 2026-03-04T09:30.",
            "开始时间：2026-03-04T09:30。",
            "date",
            usual=True,
        ),
        d.param("end", "When it ends: 2026-03-04T10:00.", "结束时间：2026-03-04T10:00。", "date"),
        d.param(
            "minutes_duration",
            "How many minutes it takes (1 to 1440).",
            "时长（分钟，1–1440）。",
            "integer",
        ),
        d.param(
            "based_on",
            "The order it fulfils: ServiceRequest/id, or the order's number in this session (#1).",
            "所依据的申请：ServiceRequest/id 或本次会话的医嘱编号（#1）。",
            completes="order",
            usual=True,
        ),
        *d.reason(),
        d.param("note_text", "What both should know.", "备注。", usual=True, long=True),
        d.param("service_type_display", "The kind of service, in words.", "服务类型（文字）。"),
        d.param("service_type_code", "The kind of service, as a code.", "服务类型编码。"),
        d.param(
            "appointment_type_display", "The kind of appointment, in words.", "预约类型（文字）。"
        ),
        d.param(
            "appointment_type_code",
            "The kind of appointment, as FOLLOWUP.",
            "预约类型编码，如 FOLLOWUP。",
        ),
        d.param(
            "status",
            "The status; left out: booked, or proposed where there is no start.",
            "状态；不填为 booked，没有开始时间时为 proposed。",
            choices=(
                "proposed",
                "pending",
                "booked",
                "arrived",
                "fulfilled",
                "cancelled",
                "noshow",
            ),
        ),
    )


def _write_file() -> ToolSpec:
    return ToolSpec(
        WRITE_FILE,
        "file",
        Bilingual(
            en="Writes text to a file of this session's workspace.",
            zh="将文字写入本次会话工作区中的文件。",
        ),
        (
            d.param(
                "path",
                "The file within the workspace, as output/note.md.",
                "工作区内的文件，如 output/note.md。",
                required=True,
                completes="file",
            ),
            d.param("content", "The text.", "文字内容。", required=True, long=True),
            d.param(
                "mode",
                "w writes the file anew, a adds to its end. Left out: w.",
                "w 重写整个文件，a 追加到末尾。不填为 w。",
                choices=("w", "a"),
            ),
        ),
    )


@lru_cache(maxsize=1)
def bench_tools() -> tuple[ToolSpec, ...]:
    """The 14 tools, in the paper's order."""
    return (
        *_searches(),
        _medication_create(),
        _service_create(),
        _message_create(),
        _appointment_create(),
        _write_file(),
    )
