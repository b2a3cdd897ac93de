"""Words that a record writes out in a standard's English, in Chinese with the English beside.

A code has its word in `chart_words`. These are displays: of the HL7 value sets for marital
status, participation, the use of a diagnosis and family members, of the severities of SNOMED CT,
and of where patients come from and go to as hospitals write it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from physassist_tui.i18n import Lang, Message, msg

AUTHOR = "Physician's assistant"
"""Who ordered what a session writes, as its resources say it."""

NONE_KNOWN: Mapping[str, Message] = {
    "716186003": msg("no known allergies"),
    "409137002": msg("no known drug allergies"),
    "428607008": msg("no known environmental allergies"),
    "429625007": msg("no known food allergies"),
}
"""The SNOMED CT codes that say of a patient that there is none."""

_SEVERITY = {
    "mild": "轻度",
    "moderate": "中度",
    "severe": "重度",
    "life threatening severity": "危及生命",
    "fatal": "致死",
}
_MARITAL = {
    "m": "已婚",
    "married": "已婚",
    "s": "未婚",
    "never married": "未婚",
    "single": "未婚",
    "unmarried": "未婚",
    "d": "离异",
    "divorced": "离异",
    "w": "丧偶",
    "widowed": "丧偶",
    "l": "分居",
    "legally separated": "分居",
    "separated": "分居",
    "t": "同居伴侣",
    "domestic partner": "同居伴侣",
    "unk": "未知",
    "unknown": "未知",
}
_ROLE = {
    "attender": "主管医师",
    "admitter": "收治医师",
    "discharger": "出院医师",
    "consultant": "会诊医师",
    "referrer": "转诊医师",
    "performer": "执行者",
    "primary performer": "主要执行者",
    "secondary performer": "次要执行者",
    "participation": "参与者",
    "translator": "翻译",
    "escort": "陪同人员",
    "emergency contact": "紧急联系人",
    "callback contact": "回访联系人",
}
_DIAGNOSIS = {
    "admission diagnosis": "入院诊断",
    "discharge diagnosis": "出院诊断",
    "chief complaint": "主诉",
    "comorbidity diagnosis": "合并症",
    "pre-op diagnosis": "术前诊断",
    "post-op diagnosis": "术后诊断",
    "billing": "结算诊断",
}
_KIN = {
    "mother": "母亲",
    "father": "父亲",
    "brother": "兄弟",
    "sister": "姐妹",
    "son": "儿子",
    "daughter": "女儿",
    "child": "子女",
    "spouse": "配偶",
    "wife": "妻子",
    "husband": "丈夫",
    "partner": "伴侣",
    "maternal grandmother": "外祖母",
    "maternal grandfather": "外祖父",
    "paternal grandmother": "祖母",
    "paternal grandfather": "祖父",
    "friend": "朋友",
    "next-of-kin": "近亲属",
    "next of kin": "近亲属",
    "emergency contact": "紧急联系人",
}
_PLACE = {
    "emergency room": "急诊室",
    "walk in": "自行来院",
    "walk-in/self referral": "自行来院",
    "physician referral": "医生转诊",
    "clinic referral": "门诊转诊",
    "transfer from hospital": "外院转入",
    "transfer from skilled nursing facility": "护理机构转入",
    "from accident/emergency department": "急诊科转入",
    "from outpatient department": "门诊收入",
    "transferred from other hospital": "外院转入",
    "general practitioner referral": "全科医生转诊",
    "medical practitioner/physician referral": "医生转诊",
    "from nursing home": "护理院转入",
    "from psychiatric hospital": "精神专科医院转入",
    "from rehabilitation facility": "康复机构转入",
    "home": "回家",
    "other healthcare facility": "其他医疗机构",
    "long-term care": "长期照护机构",
    "psychiatric hospital": "精神专科医院",
    "rehabilitation": "康复机构",
    "left against advice": "自动出院",
    "home health care": "回家并接受居家医疗",
    "skilled nursing facility": "专业护理机构",
    "rehab": "康复机构",
    "hospice": "安宁疗护",
    "admitted": "收入院",
    "died": "死亡",
    "expired": "死亡",
    "against advice": "自动出院",
    "left against medical advice": "自动出院",
    "discharged to home care or self care (routine discharge)": "常规出院回家",
}
_LANGUAGE = {
    "en": "英语",
    "en-us": "英语",
    "english": "英语",
    "english(us)": "英语",
    "zh": "中文",
    "zh-cn": "中文",
    "chinese": "中文",
    "es": "西班牙语",
    "spanish": "西班牙语",
}
_COURSE = {
    "continuous long term therapy": "长期持续治疗",
    "short course (acute) therapy": "短程治疗",
    "seasonal": "季节性治疗",
}
_RANGE = {
    "normal range": "正常范围",
    "recommended range": "推荐范围",
    "therapeutic desired level": "治疗目标范围",
    "critical range": "危急值范围",
}
_BY_KEY: Mapping[str, Mapping[str, str]] = {
    "severity": _SEVERITY,
    "marital_status": _MARITAL,
    "relationship": _KIN,
    "admit_source": _PLACE,
    "disposition": _PLACE,
    "languages": _LANGUAGE,
    "course": _COURSE,
    "type": {"allergy": "过敏", "intolerance": "不耐受"},
}
_ROLES: Mapping[str, Mapping[str, str]] = {
    "participants": _ROLE,
    "performers": _ROLE,
    "diagnoses": _DIAGNOSIS,
    "contacts": _KIN,
    "range": _RANGE,
}
_DURATIONS = frozenset({"for", "lasting", "length", "supply"})
_AGES = frozenset({"onset", "abatement", "onsetAge", "deceasedAge", "ageAge"})
_UNITS = {
    "s": "秒",
    "min": "分钟",
    "h": "小时",
    "d": "天",
    "wk": "周",
    "mo": "个月",
    "a": "年",
    "second": "秒",
    "minute": "分钟",
    "hour": "小时",
    "day": "天",
    "week": "周",
    "month": "个月",
    "year": "年",
}
_QUANTITY = re.compile(r"(?P<amount>[\d.,–-]+) ?(?P<unit>[a-z]+)")
_AND = re.compile(r"\s+(?:[/+]|with|in|and)\s+|(?<=[a-z]{3})/(?=[A-Za-z]{4})", re.IGNORECASE)
_WITH_ROLE = re.compile(r"(?P<name>.+) \((?P<role>[^()]+)\)")


def substance(name: str, lang: Lang) -> str:
    """What is given or reacted to; in Chinese with the English beside it.

    `terms.label` would take a drug that is also measured for its level. A mixture is named by
    all that is in it or, where we do not know all of it, by none.
    """
    if lang == "en" or any("\u3400" <= character <= "\u9fff" for character in name):
        return name
    # In English nothing of it is wanted, and a banner is the first thing that is shown.
    from physassist_tui import terms

    whole = terms.drug_for_name(name)
    drugs = [whole] if whole is not None else [terms.drug_in(one) for one in _AND.split(name)]
    known = [drug.zh[0] for drug in drugs if drug is not None]
    if known:
        return f"{' + '.join(dict.fromkeys(known))} ({name})" if len(known) == len(drugs) else name
    return name if terms.analyte_for_name(name) is not None else terms.label(name, lang)


def display(key: str, text: str, lang: Lang) -> str:
    """What stands at `key` of an entry, for a reader of `lang`; what we do not know as it is."""
    if text == AUTHOR:
        return msg("Physician's assistant").render(lang)
    if lang == "en":
        return text
    if key in _DURATIONS or key in _AGES:
        return _time(text, key in _AGES)
    if key in _ROLES:
        match = _WITH_ROLE.fullmatch(text)
        role = _ROLES[key].get(match["role"].casefold()) if match is not None else None
        return f"{match['name']} ({role})" if match is not None and role else text
    chinese = _BY_KEY.get(key, {}).get(text.casefold())
    return f"{chinese} ({text})" if chinese else text


def _time(text: str, is_age: bool) -> str:
    match = _QUANTITY.fullmatch(text)
    if match is None:
        return text
    unit = _UNITS.get(match["unit"]) or _UNITS.get(match["unit"].removesuffix("s"))
    if unit is None:
        return text
    return f"{match['amount']} {'岁' if is_age and unit == '年' else unit}"
