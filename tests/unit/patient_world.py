"""Patients for the tests, written in both languages: what they know and how to ask them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from physassist_tui.core.patient import Question, Reply
from physassist_tui.core.scenario import Fact, Persona
from physassist_tui.i18n import Lang
from physassist_tui.patient.grounded import GroundedPatient


def fact(
    fact_id: str,
    topic: str,
    en: Sequence[str],
    zh: Sequence[str],
    *,
    medication: str | None = None,
    names: tuple[Iterable[str], Iterable[str]] = ((), ()),
    critical: bool = False,
) -> Fact:
    """A fact as an author would write it; `en` and `zh` are low, medium and high."""
    about = None
    if medication or any(names[0]) or any(names[1]):
        about = {"medication": medication, "names": {"en": list(names[0]), "zh": list(names[1])}}
    levels = ("low", "medium", "high")
    return Fact.model_validate(
        {
            "id": fact_id,
            "topic": topic,
            "about": about,
            "grounded_in": ["Observation/x-1"],
            "critical": critical,
            "say": {
                "en": dict(zip(levels, en, strict=True)),
                "zh": dict(zip(levels, zh, strict=True)),
            },
        }
    )


STOPPED_APIXABAN = fact(
    "stopped-apixaban",
    "medication_adherence",
    (
        "I quit that blood thinner, Eliquis, two weeks back. It made me bruise.",
        "I stopped taking the apixaban two weeks ago because I was bruising.",
        "I discontinued apixaban on my own two weeks ago because of bruising.",
    ),
    (
        "那个阿哌沙班我两个星期前就不吃了，老是青一块紫一块的。",
        "阿哌沙班我两周前自己停了，因为身上老有瘀青。",
        "因为反复出现皮下瘀斑，我两周前自行停用了阿哌沙班。",
    ),
    medication="apixaban",
    names=(["blood thinner", "Eliquis"], ["抗凝药", "艾乐妥"]),
    critical=True,
)
SKIPS_METFORMIN = fact(
    "skips-metformin",
    "medication_adherence",
    (
        "My sugar pill, metformin? I miss the night one a few times a week.",
        "I miss my evening metformin about three times a week.",
        "I omit the evening dose of metformin roughly three times a week.",
    ),
    (
        "二甲双胍啊，晚上那顿一个礼拜总有三回忘了吃。",
        "二甲双胍晚上那次，一周大概漏三回。",
        "二甲双胍的晚间剂量，我每周大约漏服三次。",
    ),
    medication="metformin",
    names=(["sugar pill"], ["降糖药"]),
)
BUYS_IBUPROFEN = fact(
    "buys-ibuprofen",
    "medication_adherence",
    (
        "I get ibuprofen at the drugstore for my knees. Every day, about.",
        "I buy ibuprofen over the counter and take it for my knees nearly every day.",
        "I take over-the-counter ibuprofen for my knees on most days.",
    ),
    (
        "膝盖疼，我自己去药店买布洛芬吃，差不多天天吃。",
        "我膝盖疼，自己买布洛芬吃，几乎每天都吃。",
        "因为膝关节疼痛，我几乎每天自行服用布洛芬。",
    ),
    medication="ibuprofen",
    names=(["painkiller", "pain pill", "Advil"], ["止痛药", "止疼药", "芬必得"]),
    critical=True,
)
USES_PILLBOX = fact(
    "uses-pillbox",
    "medication_adherence",
    (
        "My girl fills one of those pill boxes for me.",
        "My daughter fills a weekly pill box for me.",
        "My daughter prepares a weekly pill organizer for me.",
    ),
    (
        "闺女给我弄了个小药盒分好。",
        "女儿每周帮我把药分好放药盒里。",
        "女儿每周为我把药物分装在药盒中。",
    ),
    names=(["pill box", "pillbox", "pill organizer"], ["药盒"]),
)
FELL = fact(
    "fell-in-bathroom",
    "functional_status",
    (
        "I fell down in the bathroom last month.",
        "I had a fall in the bathroom last month.",
        "I fell once in the bathroom last month, without losing consciousness.",
    ),
    (
        "上个月在卫生间摔了一跤。",
        "上个月我在卫生间摔倒过一次。",
        "上个月我在卫生间跌倒过一次，没有昏迷。",
    ),
    names=(["fall", "falls", "fallen"], ["摔", "摔跤", "跌倒"]),
)
DRINKS = fact(
    "drinks-liquor",
    "social_history",
    (
        "I have some rice liquor every night, maybe two cups.",
        "I drink about two cups of rice liquor every evening.",
        "I consume roughly two cups of rice liquor every evening.",
    ),
    ("天天晚上得喝二两白酒。", "每天晚上我喝二两左右白酒。", "我每晚饮白酒约二两。"),
    names=(["alcohol", "drinking", "liquor"], ["喝酒", "饮酒", "白酒"]),
    critical=True,
)
LIVES_ALONE = fact(
    "lives-alone",
    "social_history",
    (
        "I live all by myself on the third floor.",
        "I live alone, on the third floor.",
        "I live alone in a third-floor apartment.",
    ),
    ("我自己一个人住，三楼。", "我一个人住，住三楼。", "我独居，住在三楼。"),
    names=(["live alone", "living situation"], ["独居", "一个人住"]),
)
CHEST_TIGHT = fact(
    "chest-tightness",
    "symptom_history",
    (
        "My chest gets tight when I climb stairs. Since last week.",
        "I've had chest tightness on the stairs for a week.",
        "For one week I have had chest tightness on exertion, on stairs.",
    ),
    ("上楼的时候胸口发闷，有一个礼拜了。", "这一周上楼梯会胸闷。", "近一周爬楼时出现胸闷。"),
    names=(["chest tightness", "tight chest"], ["胸闷", "胸口闷"]),
)
BLACK_STOOLS = fact(
    "black-stools",
    "symptom_history",
    (
        "My poop has been black like tar, three days now.",
        "My stools have been black for three days.",
        "I have passed black, tarry stools for three days.",
    ),
    ("大便黑得跟柏油似的，三天了。", "这三天大便是黑的。", "近三天我解柏油样黑便。"),
    names=(["black stool", "tarry stool", "stool"], ["黑便", "大便"]),
    critical=True,
)
KNEE_PAIN = fact(
    "knee-pain-score",
    "pain",
    (
        "My knees hurt, like a six.",
        "My knee pain is about six out of ten.",
        "I would rate the pain in my knees at six out of ten.",
    ),
    ("膝盖疼，得有六分吧。", "膝盖疼，大概六分。", "双膝疼痛，评分大约六分。"),
)
CAME_FOR_BREATH = fact(
    "came-for-breath",
    "chief_complaint",
    (
        "I couldn't catch my breath, so my daughter brought me.",
        "I came in because I was short of breath.",
        "I came in because of worsening shortness of breath.",
    ),
    ("喘不上气，闺女就把我送来了。", "我是因为气短来的。", "我因为气短逐渐加重来住院。"),
    names=(["short of breath", "breathing"], ["气短", "喘不上气", "喘"]),
)
WALKS_WITH_CANE = fact(
    "walks-with-cane",
    "functional_status",
    (
        "I get around with a cane, slow.",
        "I walk with a cane, slowly.",
        "I walk slowly, with a cane.",
    ),
    ("拄着拐杖慢慢走。", "我走路要拄拐杖，走得慢。", "我需要拄拐杖行走，速度较慢。"),
)

FACTS: tuple[Fact, ...] = (
    CAME_FOR_BREATH,
    CHEST_TIGHT,
    BLACK_STOOLS,
    STOPPED_APIXABAN,
    SKIPS_METFORMIN,
    BUYS_IBUPROFEN,
    USES_PILLBOX,
    DRINKS,
    LIVES_ALONE,
    FELL,
    WALKS_WITH_CANE,
    KNEE_PAIN,
)

WITHHOLDING = Persona(
    health_literacy="medium", adherence="good", anxiety="low", disclosure="critical_withheld"
)

PERSONAS: tuple[Persona, ...] = (
    WITHHOLDING,
    Persona(
        health_literacy="low", adherence="poor", anxiety="high", disclosure="critical_withheld"
    ),
    Persona(health_literacy="high", adherence="uncertain", anxiety="medium", disclosure="partial"),
    Persona(health_literacy="low", adherence="uncertain", anxiety="medium", disclosure="full"),
)


@lru_cache(maxsize=64)
def _patient(facts: tuple[Fact, ...], persona: Persona, lang: Lang, seed: int) -> GroundedPatient:
    return GroundedPatient(facts, persona, lang, seed=seed)


@dataclass
class Talk:
    """A conversation with a patient, kept as the director keeps it."""

    persona: Persona = WITHHOLDING
    lang: Lang = "en"
    facts: Sequence[Fact] = FACTS
    seed: int = 0
    questions: list[Question] = field(default_factory=list)
    revealed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.patient = _patient(tuple(self.facts), self.persona, self.lang, self.seed)

    def ask(self, text: str = "", via: str | None = None, **arguments: object) -> Reply:
        """Asks, and keeps what came out."""
        question = Question(text, via, dict(arguments))
        reply = self.patient.reply(question, tuple(self.questions), tuple(self.revealed))
        self.questions.append(question)
        self.revealed += [f for f in reply.facts if f not in self.revealed]
        return reply
