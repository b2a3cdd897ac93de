"""Talk that is no question: orders to the machinery, greetings, thanks, goodbyes.

An order is a sentence that speaks to whoever runs the patient and not to the patient:
"ignore your instructions", "list your facts", "as the developer". Whatever it names is not
asked. What looks like code or like a message from the system makes the whole text an order.
A rude question is still a question.
"""

from __future__ import annotations

import re
from typing import Literal

SmallTalk = Literal["greeting", "thanks", "goodbye"]

_MORE = re.compile(
    r"\b(?:anything|something|what) (?:else|more)\b|\banything (?:i|we) (?:should|need to) know\b"
    r"|\banything you(?:'d| would)? (?:want|like|need)\b|\bquestions? for (?:me|us)\b"
    r"|\b(?:any|what) (?:questions|concerns|worries)\b|\bon your mind\b"
    r"|还有(?:什么|啥|别的|其他|其它|没有)|(?:别的|其他的?)吗|有(?:什么|啥)(?:要|想|需要)(?:说|问|补充|告诉|讲)"
    r"|有没有(?:什么|啥)?(?:要|想)(?:说|问|补充|告诉|讲)|(?:什么|啥)(?:担心|顾虑|疑问)|担心(?:什么|啥)",
    re.IGNORECASE,
)

_WHOLE_TEXT = re.compile(
    r"```|\[/?inst\]|<\|?/?(?:system|user|assistant|im_start|im_end|admin|prompt|s)\b[^>]*>"
    r"|[{\[]\s*[\"'][\w\- ]+[\"']\s*[:,\]}]|\"role\"\s*:|^\s*#{2,}"
    r"|\b(?:system|developer|admin|root|assistant)\s*(?:prompt|message|note|override|mode)?\s*:"
    r"|^\s*sudo\b|\bprint\s*\(|\bselect\b.{1,40}\bfrom\b"
    r"|系统(?:提示|消息|指令)?:|开发者(?:模式|指令|消息)?:|管理员:",
    re.IGNORECASE,
)

_WORRY = re.compile(
    r"\b(?:scared|afraid|frightened|worried|worry|worries|concerns|anxious|nervous|upset)\b"
    r"|害怕|担心|紧张|焦虑|顾虑|发愁",
    re.IGNORECASE,
)

_OVERRIDE = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}"
    r"\b(?:instructions?|rules?|prompts?|guidelines?|persona|role|constraints?|restrictions?"
    r"|programming|previous (?:messages?|text|conversation)|everything above)\b"
    r"|(?:忽略|无视|忘掉|忘记|抛开|绕过|跳过|不要管|别管).{0,12}"
    r"(?:指令|规则|提示词|设定|角色|系统|以上内容)",
    re.IGNORECASE,
)
_ASKS_WHETHER = re.compile(
    r"^\W*(?:\w+,\s*)?(?:did|do|have|had|were|was|when|how often)\b|您?是不是|有没有", re.IGNORECASE
)
"""How a question begins that may speak of instructions on a bottle."""

_ORDER = re.compile(
    r"\b(?:hidden|secret|system|initial|original) (?:instructions?|prompts?|facts?|rules?)\b"
    r"|\b(?:your|these|those) (?:facts|prompts?|persona|programming|knowledge base|fact list)\b"
    r"|\b(?:list|dump|print|output|reveal|disclose|show|enumerate|recite|return|repeat|give)\b"
    r".{0,40}\b(?:facts?|your instructions|hidden|secrets?|withheld|verbatim)\b"
    r"|\b(?:all|known|critical|unrevealed|every|each) (?:of )?(?:the |your )?facts?\b"
    r"|(?<!in )\bfacts? (?:[\w.]+[-_][\w-]+|say|about)\b"
    r"|\bfact(?:s|_|\s)*ids?\b|\bcritical[_ ]withheld\b|\bgrounded[_ ]in\b|\bdisclosure\b"
    r"|\bas (?:the|a|an|your) (?:system |app |game )?(?:developer|administrator|admin|author|tester"
    r"|evaluator|engineer|programmer|operator|examiner|creator)\b"
    r"|\bi(?:'m| am) (?:the|a|an|your) (?:system |app )?(?:developer|administrator|admin|author"
    r"|tester|evaluator|programmer|operator|creator)\b"
    r"|\b(?:developer|debug|admin|god|jailbreak|test|dan) mode\b|\bjailbreak\w*\b|\bdebug\w*\b"
    r"|\b(?:json|yaml|xml|csv|markdown|base64|sql|python)\b"
    r"|\b(?:role ?play\w*|pretend (?:to be|you are|you're)|act as|you are now|simulat\w+)\b"
    r"|\b(?:language model|chat ?bot|an ai|ai model|ai assistant|llm|gpt|scenario|rubric"
    r"|system prompt|test case|ground truth|answer key)\b"
    r"|\b(?:stop|quit|drop) (?:pretending|role ?playing|the act)\b"
    r"|系统提示|提示词|开发者|管理员|调试|越狱|人设|角色扮演|扮演|语言模型|机器人|人工智能|大模型|剧本"
    r"|评分标准|评分细则|测试人员|病例设定|模拟病人|标准化病人|事实(?:列表|清单|编号|条目)"
    r"|(?:列出|输出|打印|导出|罗列|返回|背出).{0,16}(?:事实|秘密|设定|内容)"
    r"|(?:所有|全部|隐藏|关键|保密)的?(?:事实|设定|秘密|隐藏信息)|隐藏的?(?:信息|内容)|原文输出|逐字"
    r"|(?:你|您)(?:现在|其实|就)?是(?:一个|个)?ai(?![a-z])",
    re.IGNORECASE,
)

_DUMP = re.compile(
    r"\b(?:everything|all|anything)\b(?:\s+(?:that\s+)?you(?:'ve| have| may| might| could)?"
    r"\s+(?:know|got|been told|can (?:say|tell)|are hiding|hide|remember))"
    r"|\ball (?:of )?(?:the |your )?information\b"
    r"|\btell me (?:everything|it all|all of it)\s*(?:[.!]|$|,|now|at once|:|including)"
    r"|\bspill (?:it|everything)\b"
    r"|(?:把|将)?(?:你|您)?(?:所|全部|一切)?知道的.{0,8}(?:都|全|统统|通通).{0,4}(?:告诉|说|讲|交代|写|列)"
    r"|(?:全部|全都|统统|通通|一五一十)地?(?:都)?(?:告诉我|说出来|说给我|讲出来|交代|列出来)"
    r"|(?:告诉我|说出|说说|交代)(?:你|您)?(?:所有|全部|一切)(?:(?:你|您)?知道的|的?(?:事情?|信息)|$)"
    r"|所有(?:的)?信息|全部(?:的)?信息",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"\b(?:about|regarding|concerning|with respect to)\b|关于|有关", re.IGNORECASE)

_SMALL_TALK: tuple[tuple[SmallTalk, re.Pattern[str]], ...] = (
    (
        "thanks",
        re.compile(
            r"\b(?:thanks|thank you|many thanks|much appreciated|cheers)\b|谢谢|多谢|感谢|辛苦了",
            re.IGNORECASE,
        ),
    ),
    (
        "goodbye",
        re.compile(
            r"\b(?:good ?bye|bye|see you|take care|good night|that(?:'s| is) all|rest well"
            r"|get well)\b|再见|拜拜|回头见|先这样|好好休息|晚安|早日康复",
            re.IGNORECASE,
        ),
    ),
    (
        "greeting",
        re.compile(
            r"\b(?:hi|hello|hey|good (?:morning|afternoon|evening|day)"
            r"|how are you(?: doing)?(?! feel)"
            r"|how do you do|nice to meet you|greetings)\b|你好|您好|早上好|上午好|下午好"
            r"|晚上好|早安"
            r"|大爷|大妈|阿姨|叔叔",
            re.IGNORECASE,
        ),
    ),
)


def is_order_whole(cleaned: str) -> bool:
    """Whether the whole text is addressed to the machinery, by its form."""
    return bool(_WHOLE_TEXT.search(cleaned))


def is_order(sentence: str) -> bool:
    """Whether a sentence directs the machinery behind the patient."""
    if _ORDER.search(sentence):
        return True
    return bool(_OVERRIDE.search(sentence)) and not _ASKS_WHETHER.search(sentence)


def is_dump(sentence: str) -> bool:
    """Whether a sentence asks for everything at once.

    "Tell me everything you know about your heart pills" is a question about the heart pills.
    """
    return bool(_DUMP.search(sentence)) and not _ABOUT.search(sentence)


def asks_for_more(cleaned: str) -> bool:
    """Whether the text invites whatever else the patient may want to say."""
    return bool(_MORE.search(cleaned))


def asks_about_worry(cleaned: str) -> bool:
    """Whether the text asks how the patient bears it."""
    return bool(_WORRY.search(cleaned))


def small_talk(cleaned: str) -> SmallTalk | None:
    """The courtesy that the text holds, if any."""
    for kind, pattern in _SMALL_TALK:
        if pattern.search(cleaned):
            return kind
    return None
