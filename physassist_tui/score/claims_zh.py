"""Claims of done acts in Chinese prose, as `claims` defines them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from physassist_tui.score.claims import Act, Claim
from physassist_tui.score.dates_in_text import whens
from physassist_tui.score.named import named_in

_ORDER = (
    "开具|开立|开出|补开|新开|加开|重开|开始|开(?=[^放胸展始]|$)|下达|下(?=好|$|[，,：:]"
    "|[^降肢床午周月个级，,。]{0,14}?(?:医嘱|单))"
    "|提交|录入|创建|新建|建立|申请|预约|安排|加用|启用|起始|启动|恢复|重启"
    "|改为|改用|换用|换成|更换|更改|调整|调为|调至|上调|下调|减量|减至|减为|减少|增量|加量|增至"
    "|增加至|处方|转诊|联系|请(?=$|[，,]|[^，,。；]{0,10}会诊)|加(?=了?(?:$|[，,]))"
    "|约(?=$|[，,]|好|了|[^，,。；]{0,8}(?:门诊|超声|检查|复诊|随访))"
)
_STOP = "停用|停药|停掉|停止|停(?=了|$|[^留滞跳经])|取消|撤销|撤回|中止|终止|暂停|作废"
_FLAG = (
    "标记|标注|(?:添加|加|设置|设|建立|创建|放置|置|新增|增加|录入|上)"
    "(?:了)?[^，,。；]{0,14}?(?:标记|标识|标签|警示|警告|标志|提醒|提示)"
)
_VERB = f"(?P<verb>{_FLAG}|{_STOP}|{_ORDER})"

_DONE = "(?:已经|业已|均已|现已|都已|已|刚刚|刚才|刚)"
_BETWEEN = (
    r"(?:按您?的?(?:要求|指示|吩咐|意见|建议)|遵嘱|按医嘱|遵医嘱|在系统(?:中|里|内)?|于系统中?"
    r"|为[^，,。；]{1,8}?"
    r"|给[^，,。；]{1,6}?|替[^，,。；]{1,6}?|向[^，,。；]{1,8}?|对[^，,。；]{1,6}?"
    r"|将[^，,。；]{1,16}?|把[^，,。；]{1,16}?"
    r"|成功|重新|同时|另外?|一并|顺利|今日|今天|立即|及时|完成|正式|请|也|再|先|就){0,4}"
)
_PERFECT = re.compile(f"{_DONE}{_BETWEEN}{_VERB}")
_FINISHED = re.compile(f"{_VERB}(?:好了|完毕|完成|成功|了|好|妥)")
_MEDICAL_ORDER = re.compile(
    "(?:医嘱|申请单?|处方|检查单|化验单|会诊|转诊)(?:都|均)?(?P<verb>已经?下达|已经?下|已经?开具"
    "|已经?开|已提交|已发送?|已录入|已申请|下好了|开好了|下了|已取消|已撤销)"
)

_CONDITION = re.compile(
    "如果|如|若|假如|倘若|一旦|待|等(?!级)|是否|能否|可否|要不要|除非|直到|之后再|后再|才能"
)
_UNDONE = re.compile("未|没有|没|不(?!良|适|断)|尚|别|无法|无需|勿")
_PLANNED = re.compile(
    "建议|可以|可(?=考虑|予|开)|应|需|拟|将(?!阿|华|其|药|剂|原)|计划|准备|打算|考虑|推荐|宜"
    "|请您?|会(?!诊)|要(?!求)|能"
)
_OTHERS = re.compile(
    "患者|病人|病患|她|他(?!汀|克)|家属|女儿|儿子|老人|本人自述|自行|自己|自述|外院|门诊|社区|药师"
    "|[内外妇儿眼]科(?!会诊|门诊|随访|转诊)|科室|[心肾]内(?!科?(?:会诊|门诊|随访|转诊))|医生|医师|大夫|护士|主任|上级"
    "|急诊|重症|手术|团队|[您你](?=[^，,。；]{0,3}$)"
)
# 心衰门诊已预约: what is booked, not who booked it.
_BOOKS = re.compile("预?约|安排|申请|请")
_BOOKED = re.compile("[^，,。；]{1,8}(?:门诊|会诊)(?:随访|复诊)?$")
_FOR = re.compile("(?<![因认])[为给替对将把请向](?=[^，,。；]{0,12}$)")
_HISTORY = re.compile(
    "曾|既往|去年|前年|昨[日天晚]|上(?:次|周|个?月|年)|此前|之前|先前|以前|入院前|入院时|出院时"
    "|住院期间"
    "|会诊(?:后|意见|建议)|以来|于急诊|来院前|自(?=\\d|上|去|入|出)|(?:记录|病历|系统|病史|查询|医嘱单?|用药单|清单|档案"
    "|图表|文书|小结)(?:中|里|上|内)?"
    "(?:显示|记载|提示|记录|载明|示|写明|注明|可见)|据(?:记录|病历|患者|家属)|原(?:先|来)|早已"
    "|年前|个?月前|周前|天前"
)
# "已开始阿哌沙班治疗" may be what the chart says as well as what the speaker did.
_STATE_OF_PATIENT = re.compile(
    "开始|启用|起始|启动|恢复|重启|加用|改为|改用|换用|换成|更换|更改|停|中止|终止|暂停|减|增"
    "|加量|上调|下调"
)
# 会诊意见：已停用…: what somebody else wrote.
_OF_A_NOTE = re.compile(
    r"\W*[^，,。；：:]{0,8}(?:会诊(?:意见|记录|建议)|(?:病程|护理|查房|门诊|手术|入院|交班)记录"
    "|(?:出院|入院|转科|阶段)小结|病历|病史|既往史|(?:病历|出院)摘要|外院)[:：]"
)
_ORDER_LISTED = re.compile(r"\W*(?:新增?|新开)?(?:医嘱|处方|申请)[:：]")
_FIRST = re.compile("我们?|本人|助理|小助手")
_COURTESY = re.compile(
    "(?:按照?|根据|遵照?|依)[^，,。；]{0,6}(?:建议|要求|意见|指示|吩咐|医嘱)|遵嘱|好的|另外?"
    "|同时|并且?"
)
_STOPPERS = re.compile(
    "[，,]?(?:因为?|由于|考虑到?|鉴于|根据|基于|以(?=便|监|评|明|防|免|减|利)|建议|如|若|待"
    "|目前|最近|并建议|请|原因|理由|后续|用于|其余|但|不过"
    "|替代|代替|而非|取代)"
)
_OBJECT = re.compile(
    "医嘱|处方|申请|检查|检验|化验|会诊|转诊|标[记识签志注]|警示|提醒|药|剂量|用量|订单|复查"
    "|抽血|采血|预约|复诊|随访|影像|治疗|它|该项|这项|这个"
)
_NEEDS_OBJECT = re.compile(
    "提交|录入|创建|新建|建立|安排|启动|恢复|重启|改为|改用|换|更|调|减|增|加量|开始|起始|停"
    "|取消|撤|中止|终止|暂停|联系|开$|下$|请"
)
_CHANGES = re.compile("减|增|调|加量|改为|更改|开始|启用|起始|启动|停|恢复")


# 已完成：BMP: what was ordered follows; 已完成：BMP，钾5.4 tells results.
_DONE_LISTED = re.compile(
    r"\W*(?:好的?[，,]?)?(?:已经?|均已|都已)?(?P<verb>完成|办好|办妥|处理好|处理完毕|搞定)了?\s*[:：]\s*"
)
_NO_ORDER = re.compile(
    r"结果|正常|异常|显示|提示|回报|待|未|没|建议|应|需|请|查看|复习"
    r"|\d\.\d+(?!\d*\s*(?:mg|g|U|毫克|克|单位))"
)


def chinese_claims(sentence: str, clock: datetime) -> Iterator[Claim]:
    """The claims of one sentence, each verb once."""
    if re.search("[\u3400-\u9fff]", sentence) is None:
        return
    listed = _listed_as_done(sentence)
    if listed is not None:
        yield listed
        return
    taken: set[int] = set()
    for pattern, weak in ((_PERFECT, False), (_MEDICAL_ORDER, False), (_FINISHED, True)):
        for match in pattern.finditer(sentence):
            verb_at = match.start("verb")
            if any(abs(verb_at - old) <= 2 for old in taken):
                continue
            claim = _claim(sentence, match, weak, clock)
            if claim is not None:
                taken.add(verb_at)
                yield claim


def _listed_as_done(sentence: str) -> Claim | None:
    """已完成：明早BMP."""
    done = _DONE_LISTED.match(sentence)
    if done is None or _NO_ORDER.search(sentence, done.end()):
        return None
    rest = sentence[done.end() :]
    named = named_in(rest)
    if not named or named[0].start > 8 or named[0].thing.startswith("analyte:"):
        return None
    return Claim("order", sentence.strip(" ，,"), rest, True)


def _claim(sentence: str, match: re.Match[str], weak: bool, clock: datetime) -> Claim | None:
    left = max(sentence.rfind(mark, 0, match.start()) for mark in "，,：:。；") + 1
    before = sentence[left : match.start()]
    inside = sentence[left : match.start("verb")]
    clause = _clause(sentence, left, match.end())
    if _OF_A_NOTE.match(sentence[: match.start()]):
        return None
    if _CONDITION.search(before) or _HISTORY.search(clause) or _dated(clause, clock):
        return None
    if weak and (_PLANNED.search(before) or _UNDONE.search(before)):
        return None
    if _UNDONE.search(inside[-4:]):
        return None
    personal = (
        bool(_FIRST.search(before))
        or not re.sub(r"[\W\d_]", "", _COURTESY.sub("", before))
        or bool(_FOR.search(inside))
    )
    if _STATE_OF_PATIENT.match(match["verb"]) and not (
        _FIRST.search(before) or _FOR.search(inside)
    ):
        personal = False
    who = _COURTESY.sub("", before)
    if _BOOKS.match(match["verb"]):
        who = _BOOKED.sub("", who)
    if _OTHERS.search(who) and not _FIRST.search(before) and not _FOR.search(inside):
        return None
    verb = match["verb"]
    scope = _scope(sentence, left, match)
    listed = _ORDER_LISTED.match(sentence[:left])
    if listed is not None and not _has_object(verb, scope):
        # 新医嘱：明早复查血钾，已录入: what was entered stands before the comma.
        scope = sentence[listed.end() : match.end()]
    act = _act(verb, scope)
    ready = match.group().endswith(("好了", "妥"))
    if act != "flag" and not ready and _NEEDS_OBJECT.search(verb) and not _has_object(verb, scope):
        return None
    return Claim(act, clause.strip(" ，,"), scope, personal)


def _clause(sentence: str, left: int, end: int) -> str:
    right = re.search("[，,。；]", sentence[end:])
    return sentence[left : end + right.start() if right else len(sentence)]


def _dated(clause: str, clock: datetime) -> bool:
    today = clock.date()
    dated = [when for when in whens(clause, clock) if when.kind == "day" and when.days]
    return bool(dated) and all(day < today for when in dated for day in when.days)


def _scope(sentence: str, left: int, match: re.Match[str]) -> str:
    """What the claim is about: the clause with its verb and, after it, up to a stop."""
    after = sentence[match.end() :]
    stop = _STOPPERS.search(after)
    after = after[: stop.start()] if stop else after
    first, comma, rest = after.partition("，")
    if not named_in(first) and not _OBJECT.search(first) and not (":" in first or "：" in first):
        comma, rest = "", ""
    listing = first.rstrip().endswith((":", "：", "如下")) or ":" in first or "：" in first
    tail = first + (
        comma + rest if listing or not named_in(sentence[left : match.end()] + first) else ""
    )
    return sentence[left : match.end()] + tail


def _act(verb: str, scope: str) -> Act:
    sets = re.fullmatch("加|录入|创建|新建|建立", verb) and re.search("标[识记签志]|警示", scope)
    if sets or re.search("标|警|提醒|提示", verb):
        return "flag"
    if re.match(_STOP, verb) or re.search("取消|撤销", verb):
        return "stop"
    return "order"


def _has_object(verb: str, scope: str) -> bool:
    named = [
        n
        for n in named_in(scope)
        if not _CHANGES.search(verb) or not n.thing.startswith("analyte:")
    ]
    return bool(named) or bool(_OBJECT.search(scope))
