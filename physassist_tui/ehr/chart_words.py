"""The closed FHIR R4 codes that a chart shows, in words of both languages.

Codes and English words are those of the HL7 value sets (status, class, priority,
interpretation); the Chinese are what mainland hospitals write.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from physassist_tui.i18n import Lang, several

Words = Mapping[str, tuple[str, str]]

STATUS: Words = {
    "active": ("active", "有效"),
    "on-hold": ("on hold", "暂停"),
    "cancelled": ("cancelled", "已取消"),
    "completed": ("completed", "已完成"),
    "entered-in-error": ("entered in error", "录入错误"),
    "stopped": ("stopped", "已停用"),
    "draft": ("draft", "草稿"),
    "unknown": ("unknown", "未知"),
    "revoked": ("revoked", "已撤销"),
    "inactive": ("inactive", "已失效"),
    "in-progress": ("in progress", "进行中"),
    "not-done": ("NOT DONE", "未执行"),
    "preparation": ("preparation", "准备中"),
    "planned": ("planned", "已计划"),
    "arrived": ("arrived", "已到院"),
    "triaged": ("triaged", "已分诊"),
    "onleave": ("on leave", "暂离"),
    "finished": ("finished", "已结束"),
    "registered": ("registered", "已登记"),
    "preliminary": ("preliminary", "初步"),
    "partial": ("partial", "部分"),
    "final": ("final", "最终"),
    "amended": ("amended", "已修订"),
    "corrected": ("corrected", "已更正"),
    "appended": ("appended", "已补充"),
    "current": ("current", "现行"),
    "superseded": ("superseded", "已被替代"),
    "not-started": ("not started", "未开始"),
    "scheduled": ("scheduled", "已安排"),
    "proposed": ("proposed", "已提议"),
    "accepted": ("accepted", "已接受"),
    "rejected": ("rejected", "已拒绝"),
    "intended": ("intended", "拟用"),
    "not-taken": ("NOT TAKEN", "未服用"),
    "pending": ("pending", "待确认"),
    "booked": ("booked", "已预约"),
    "fulfilled": ("fulfilled", "已就诊"),
    "noshow": ("did not come", "未到诊"),
    "checked-in": ("checked in", "已签到"),
    "waitlist": ("on the waiting list", "候补"),
}

ADMINISTRATION: Words = {**STATUS, "not-done": ("NOT GIVEN", "未给药")}

CLINICAL: Words = {
    "active": ("active", "现患"),
    "recurrence": ("recurrence", "复发"),
    "relapse": ("relapse", "再发"),
    "inactive": ("inactive", "非现患"),
    "remission": ("remission", "缓解"),
    "resolved": ("resolved", "已痊愈"),
}

VERIFICATION: Words = {
    "confirmed": ("confirmed", "已确认"),
    "unconfirmed": ("unconfirmed", "未确认"),
    "provisional": ("provisional", "初步诊断"),
    "differential": ("differential", "鉴别诊断"),
    "refuted": ("refuted", "已排除"),
    "entered-in-error": ("entered in error", "录入错误"),
}

CLASS: Words = {
    "AMB": ("outpatient", "门诊"),
    "EMER": ("emergency", "急诊"),
    "IMP": ("inpatient", "住院"),
    "ACUTE": ("inpatient, acute", "住院（急性期）"),
    "NONAC": ("inpatient, non-acute", "住院（非急性期）"),
    "OBSENC": ("observation", "留院观察"),
    "PRENC": ("pre-admission", "入院前"),
    "SS": ("short stay", "短期住院"),
    "HH": ("home health", "居家医疗"),
    "FLD": ("field", "院外现场"),
    "VR": ("virtual", "线上"),
}

PRIORITY: Words = {
    "routine": ("routine", "常规"),
    "urgent": ("urgent", "紧急"),
    "asap": ("as soon as possible", "尽快"),
    "stat": ("immediately", "立即"),
    "emergency": ("emergency", "急诊"),
    "elective": ("elective", "择期"),
    "normal": ("normal", "普通"),
}

FLAG_CATEGORY: Words = {
    "safety": ("safety", "安全"),
    "allergy": ("allergy", "过敏"),
    "administrative": ("administrative", "行政"),
    "clinical": ("clinical", "临床"),
}

CATEGORY: Words = {
    "laboratory": ("laboratory", "化验"),
    "vital-signs": ("vital signs", "生命体征"),
    "social-history": ("social history", "社会史"),
    "imaging": ("imaging", "影像"),
    "procedure": ("procedure", "操作"),
    "survey": ("survey", "量表"),
    "exam": ("exam", "体格检查"),
    "therapy": ("therapy", "治疗"),
    "activity": ("activity", "活动"),
    "problem-list-item": ("problem list", "问题列表"),
    "encounter-diagnosis": ("encounter diagnosis", "就诊诊断"),
    "health-concern": ("health concern", "健康关注"),
    "medication": ("medication", "药物"),
    "food": ("food", "食物"),
    "environment": ("environment", "环境"),
    "biologic": ("biologic", "生物制品"),
    "inpatient": ("inpatient", "住院"),
    "outpatient": ("outpatient", "门诊"),
    "community": ("community", "社区"),
    "discharge": ("discharge", "出院带药"),
    "LAB": ("laboratory", "化验"),
    "RAD": ("radiology", "放射"),
    "MB": ("microbiology", "微生物"),
    "PAT": ("pathology", "病理"),
    "clinical-note": ("clinical note", "临床文书"),
}

INTERPRETATION: Words = {
    "H": ("high", "偏高"),
    "L": ("low", "偏低"),
    "HH": ("critically high", "危急高值"),
    "LL": ("critically low", "危急低值"),
    "HU": ("significantly high", "显著偏高"),
    "LU": ("significantly low", "显著偏低"),
    "A": ("abnormal", "异常"),
    "AA": ("critically abnormal", "危急异常"),
    "N": ("normal", "正常"),
    "POS": ("positive", "阳性"),
    "NEG": ("negative", "阴性"),
    "DET": ("detected", "检出"),
    "ND": ("not detected", "未检出"),
    "IND": ("indeterminate", "不确定"),
    "R": ("resistant", "耐药"),
    "I": ("intermediate", "中介"),
    "S": ("susceptible", "敏感"),
    "SDD": ("susceptible, dose dependent", "剂量依赖敏感"),
    "B": ("better", "好转"),
    "W": ("worse", "恶化"),
    "U": ("significant change up", "显著上升"),
    "D": ("significant change down", "显著下降"),
}

INTENT: Words = {
    "proposal": ("proposal", "提议"),
    "plan": ("plan", "计划"),
    "directive": ("directive", "指示"),
    "order": ("order", "医嘱"),
    "original-order": ("original order", "原始医嘱"),
    "reflex-order": ("reflex order", "自动追加医嘱"),
    "filler-order": ("filler order", "执行方医嘱"),
    "instance-order": ("instance order", "单次医嘱"),
    "option": ("option", "备选"),
}

CRITICALITY: Words = {
    "high": ("high", "高"),
    "low": ("low", "低"),
    "unable-to-assess": ("unable to assess", "无法评估"),
}

SEVERITY: Words = {
    "mild": ("mild", "轻度"),
    "moderate": ("moderate", "中度"),
    "severe": ("severe", "重度"),
}

ACHIEVEMENT: Words = {
    "in-progress": ("in progress", "进行中"),
    "improving": ("improving", "好转中"),
    "worsening": ("worsening", "恶化中"),
    "no-change": ("no change", "无变化"),
    "achieved": ("achieved", "已达成"),
    "sustaining": ("sustaining", "维持中"),
    "not-achieved": ("not achieved", "未达成"),
    "no-progress": ("no progress", "无进展"),
    "not-attainable": ("not attainable", "无法达成"),
}

SEX: Words = {
    "male": ("male", "男"),
    "female": ("female", "女"),
    "other": ("other", "其他"),
    "unknown": ("unknown", "未知"),
}

_ALL: tuple[Words, ...] = (
    STATUS,
    CLINICAL,
    VERIFICATION,
    CLASS,
    PRIORITY,
    FLAG_CATEGORY,
    CATEGORY,
    INTENT,
    SEX,
)


def word(code: str, lang: Lang, *tables: Words) -> str:
    """What `code` is called in `lang`, with the code beside it in Chinese.

    Looks in `tables`, or in all but interpretations; a code that is not there is given back.
    """
    for table in tables or _ALL:
        if code in table:
            english, chinese = table[code]
            return english if lang == "en" else f"{chinese} ({code})"
    return code


@lru_cache(maxsize=1)
def _category_names() -> Mapping[str, str]:
    return {folded(name): code for code, (name, _zh) in CATEGORY.items()} | {
        folded(code): code for code in CATEGORY
    }


def category(text: str, lang: Lang) -> str:
    """Categories by code or English name, several joined by commas, in words of `lang`; in
    Chinese with the English beside it. What we do not know stays as it is."""
    if lang == "en":
        return text
    told = []
    for one in text.split(", "):
        code = _category_names().get(folded(one))
        told.append(f"{CATEGORY[code][1]} ({one})" if code is not None else one)
    return several(told).render(lang)


def plain_word(code: str, lang: Lang, *tables: Words) -> str:
    """Like `word`, without the code beside the Chinese."""
    for table in tables or _ALL:
        if code in table:
            return table[code][0 if lang == "en" else 1]
    return code


@lru_cache(maxsize=64)
def _spellings(choices: tuple[str, ...]) -> Mapping[str, str]:
    spellings: dict[str, str] = {}
    for choice in choices:
        words = [choice]
        words += [w for table in _ALL if choice in table for w in table[choice]]
        for one in words:
            spellings.setdefault(folded(one), choice)
    return spellings


def choice_for(text: str, choices: Sequence[str]) -> str | None:
    """The choice that `text` means: the code or its name, however written, in either language."""
    return _spellings(tuple(choices)).get(folded(text))


def folded(text: str) -> str:
    """Text for comparing codes and names: no case, and `in_progress` as `in-progress`."""
    return "-".join(text.casefold().replace("_", " ").replace("-", " ").split())
