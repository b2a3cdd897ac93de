"""Things in the place of a medicine's name that nobody knows.

"Do you take Frobozzin?" is about Frobozzin, whatever that is; it must not be answered with
another medicine. The rules find a word where a medicine's name would stand; they would rather
see a name too many than one too few, for the price is only an "I don't know".
"""

from __future__ import annotations

import re

from physassist_tui.patient.drugs import UNKNOWN
from physassist_tui.patient.text import HAN, Match, Token, stem, words

_SLOTS = frozenset(
    stem(word)
    for word in words(
        "take taking use using stop miss skip forget quit start restart resume swallow inject"
        " dose tablet pill capsule mg on off called named"
    )
)
_SKIPPED = frozenset(
    stem(word)
    for word in words(
        "the your any some that this these those a an of my all every each more less still ever"
        " taking take using use doses dose also just to for about with even really and or both"
        " either only regularly always usually often sometimes not been you"
    )
)
_COMMON = frozenset(
    stem(word)
    for word in words(
        "medicine medicines medication medications meds med pill pills tablet tablets drug drugs"
        " dose doses it them anything everything something nothing one ones me you we he she they"
        " what which when where how why who home time times day days daily week weekly weekend"
        " month year morning evening night noon lunch dinner breakfast bedtime meal meals food"
        " water milk today yesterday tomorrow tonight lately recently now before after again since"
        " while because prescribed directed instructed told supposed regular regularly"
        " usual usually"
        " current currently own care part place long away out up in at by from with without as if"
        " so than then there here too well properly correctly exactly right wrong late early twice"
        " once schedule track prescription prescriptions refill refills doctor doctors nurse"
        " pharmacy pharmacist hospital clinic bottle box label purpose account advice break rest"
        " breath breathing deep walk walking shower bath bus taxi care notice look seat moment"
        " smoking drinking alcohol smoke drink eating work sleeping feeling having getting going"
        " doing being it's that's i i'd we'd problem problems trouble reason side effects effect"
        " because did do does are is was were have has had will would can could should may might"
        " please hello hi thanks ok okay yes no well listen tell honestly mr mrs ms dr sir madam"
        " ma'am old new other others another different same extra double half whole full missed"
        " much many lot lots few several couple most least nearly almost around through during"
        " over under counter herbal vitamin vitamins supplement supplements remedy remedies kind"
        " kinds type types sort name names list change changes changed cost help helping"
        " let lets let's talk ask asking question questions need want say mention mentioned know"
        " think remember wonder see give given get got make made keep kept bring brought put"
        " chronic oral last next first second third previous prior usual long-term longterm"
        " monday tuesday wednesday thursday friday saturday sunday january february march april"
        " june july august september october november december english chinese"
        " toilet stairs stick cane walker frame wheelchair crutches phone alarm reminder calendar"
        " pillbox organizer app anymore either though although until till prefer feel want"
    )
)
_MED_NOUNS = frozenset(
    stem(word)
    for word in words("medicine medication meds pill tablet dose capsule prescription drug")
)
_MED_ADJECTIVES = frozenset(
    stem(word)
    for word in words(
        "home daily morning evening night nightly regular usual current prescribed prescription"
        " blood pressure sugar heart water sleeping pain diabetes cholesterol thyroid stomach"
        " other new old missed your the any all these those more what which no my of every each"
        " right wrong whole full next last first second double extra single half same different"
        " many few some take taking miss missing skip skipping stop stopping start starting how"
        " and or with on about for much are do did have oral chronic long-term maintenance"
        " discharge actual own his her their our that this a an the been taken given through"
        " certain particular specific common hospital today's buying bought prescribed weekly"
    )
)

_HAN_SLOT = re.compile(
    r"(?:服用|漏服|漏吃|停用|停服|忘吃|忘服|在吃|在用|还吃|没吃|没用|吃没吃|吃不吃|用没用|有没有吃|有没有用"
    r"|按时吃|坚持吃|停掉|停了|吃过|用过|吃着|加服|改吃|换成|开的|叫|吃|服)"
    r"(?:了|过|着|您|你|的|这个|那个|这种|那种|这|那|点|些|一种|一个|还是|还|在)*"
    rf"([{HAN}]{{2,}})"
)
_HAN_ORDINARY = re.compile(
    r"^(?:药|什么|啥|哪|多|几|吗|么|呢|吧|啊|过|情况|时|规律|每|按|是|有|怎|一|两|三|次|顿|它|饭|完|法|了"
    r"|的|得|不|没|就|还|也|都|会|要|能|够|好|对|和|跟|与|或|早|晚|中午|早上|晚上|上午|下午|睡前|饭前|饭后"
    r"|空腹|今天|昨天|最近|现在|以前|平时|平常|之后|之前|后|前|期间|剂量|胶囊|片|医生|大夫|医院|家里|在家"
    r"|降压|降糖|止痛|止疼|抗凝|利尿|中药|西药|胃药|感冒药|保健|安眠|消炎|维生素|补|其他|其它|别的|另外"
    r"|自己|东西|水|酒|烟|肉|盐|咸|甜|油|菜|水果|早饭|晚饭|午饭|素|辣|苦|力|亏|惊|紧|下|上|进|出|到"
    r"|这些|那些|这|那|所有|全部|任何|您|你|我|他|她|它|谁|为|因|如|啊|呀|嘛|哦|所|用|停|漏|忘|需|应|该"
    r"|习惯|准时|定时|及时|正常|老样|老|新|长期|一直|经常|偶尔|通常|大概|差不多|疼|痛|胰岛素|打|给|让|把)"
)
_HAN_OBJECT = re.compile(rf"把([{HAN}]{{2,8}}?)给?(?:停|断|忘|换|漏|减|加|吃|戒)")
"""把 brings the object before its verb: 把…停了."""
_HAN_COURTESY = re.compile(
    "大爷|大妈|阿姨|叔叔|您好|你好|请问|谢谢|麻烦|先生|女士|奶奶|爷爷|早上好|下午好|晚上好|您|你|吗|呢"
)
_HAN_FORM = re.compile(rf"([{HAN}]{{2,6}})(?:缓释片|控释片|肠溶片|胶囊|颗粒|口服液|注射液|丸|片)")
_HAN_LEADING = re.compile(
    r"^(?:那个|这个|那种|这种|您的|你的|您|你|那|这|吃|服用|服|用|的|在|还|把)+"
)
_HAN_NO_NAME = re.compile(
    r"(?:止痛|止疼|药|几|两|半|一|二|三|四|每|这|那|多少|哪|吃|服|钙|安眠|降压|降糖|维生素|拍|X光|照|心)$"
)


def find_unknown(
    text: tuple[Token, ...], matches: list[Match], original: str, *, chinese: bool
) -> list[Match]:
    """Places of unknown names in the tokens of one sentence; `original` keeps its case."""
    taken = _places(matches, ("weak:", "other:"))
    found = [
        Match(at, at + 1, UNKNOWN + text[at].key)
        for at in sorted(_after_slots(text, taken) | _before_nouns(text, taken))
    ]
    if chinese:
        found += _latin_in_chinese(text, taken)
        found += _han_names(text, _places(matches, ("weak:", "other:", "topic:")))
    else:
        found += _capitals(text, taken, original)
        found += _han_in_english(text, _places(matches, ("weak:",)))
    return found


def _places(matches: list[Match], but: tuple[str, ...]) -> set[int]:
    return {
        at
        for match in matches
        if not match.label.startswith(but)
        for at in range(match.start, match.end)
    }


def _after_slots(text: tuple[Token, ...], taken: set[int]) -> set[int]:
    found: set[int] = set()
    for at, token in enumerate(text):
        if token.kind != "word" or token.key not in _SLOTS:
            continue
        here = at + 1
        while here < len(text) and text[here].key in _SKIPPED:
            here += 1
        if here < len(text) and _is_han_name(text, here, taken):
            found.add(here)
        while here < len(text) and _may_be_name(text, here, taken):
            ahead = text[here + 1 : here + 3]
            if any(t.key in _MED_NOUNS for t in ahead):
                break
            found.add(here)
            here += 1
            while here < len(text) and text[here].key in {",", "and", "or", "the", "your"}:
                here += 1
    return found


def _is_han_name(text: tuple[Token, ...], at: int, taken: set[int]) -> bool:
    """Whether an English verb is followed by a Chinese word that may be a name."""
    run = ""
    while at + len(run) < len(text) and text[at + len(run)].kind == "han":
        if at + len(run) in taken:
            return False
        run += text[at + len(run)].text
    return len(run) >= 2 and not _HAN_ORDINARY.match(run)


def _before_nouns(text: tuple[Token, ...], taken: set[int]) -> set[int]:
    return {
        at - 1
        for at, token in enumerate(text)
        if at > 0
        and token.key in _MED_NOUNS
        and _may_be_name(text, at - 1, taken)
        and text[at - 1].key not in _MED_ADJECTIVES
    }


def _may_be_name(text: tuple[Token, ...], at: int, taken: set[int]) -> bool:
    token = text[at]
    return (
        token.kind == "word"
        and at not in taken
        and len(token.text) >= 3
        and token.key not in _COMMON
        and token.key not in _SKIPPED
        and token.key not in _SLOTS
        and not token.text.endswith(("ly", "n't"))
    )


def _capitals(text: tuple[Token, ...], taken: set[int], original: str) -> list[Match]:
    """Words with a capital inside a sentence that is not all capitals."""
    words = [t for t in text if t.kind == "word"]
    raised = [t for t in words if original[t.start].isupper()]
    if len(words) >= 3 and len(raised) * 2 > len(words):
        return []
    found: list[Match] = []
    for at, token in enumerate(text):
        if at == 0 or token.kind != "word" or not original[token.start].isupper():
            continue
        titled = text[at - 1].key in {"mr", "mr.", "mrs", "ms", "dr", "miss", "."}
        if not titled and len(token.text) >= 4 and _may_be_name(text, at, taken):
            found.append(Match(at, at + 1, UNKNOWN + token.key))
    return found


def _latin_in_chinese(text: tuple[Token, ...], taken: set[int]) -> list[Match]:
    return [
        Match(at, at + 1, UNKNOWN + token.key)
        for at, token in enumerate(text)
        if len(token.text) >= 4 and _may_be_name(text, at, taken)
    ]


def _han_in_english(text: tuple[Token, ...], taken: set[int]) -> list[Match]:
    """In an English sentence a Chinese word that is no courtesy and no topic is a name."""
    han = "".join(
        t.text if t.kind == "han" and at not in taken else " " for at, t in enumerate(text)
    )
    return [
        Match(run.start(), run.end(), UNKNOWN + run.group())
        for run in re.finditer(rf"[{HAN}]{{2,}}", _HAN_COURTESY.sub(_blank, han))
        if not _HAN_ORDINARY.match(run.group())
    ]


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _han_names(text: tuple[Token, ...], taken: set[int]) -> list[Match]:
    han = "".join(
        t.text if t.kind == "han" and at not in taken else " " for at, t in enumerate(text)
    )
    found: list[Match] = []
    for match in _HAN_SLOT.finditer(han):
        if not _HAN_ORDINARY.match(match.group(1)):
            found.append(Match(match.start(1), match.end(1), UNKNOWN + match.group(1)))
    for match in (*_HAN_OBJECT.finditer(han), *_HAN_FORM.finditer(han)):
        name = _HAN_LEADING.sub("", match.group(1))
        if len(name) >= 2 and not _HAN_NO_NAME.search(name) and not _HAN_ORDINARY.match(name):
            found.append(Match(match.end(1) - len(name), match.end(1), UNKNOWN + name))
    return found
