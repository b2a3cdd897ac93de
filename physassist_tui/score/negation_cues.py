"""The words of both languages that deny, doubt, suppose or speak of somebody else.

After the idea of ConText (Harkema 2009) and NegEx (Chapman 2001): a cue has a scope that runs
forwards or backwards to the end of the clause or to a terminator. The lists are our own.
"""

from __future__ import annotations

import re

_I = re.IGNORECASE


def _words(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(alternatives), _I)


# Look like denials and are none; blanked before anything else is read.
PSEUDO_EN = _words(
    # The "no" that answers a question denies nothing of what follows it.
    r"(?:^\W*|\banswer:?\s+)(?:no|nope|nah|not (?:yet|today|now))(?=\s*(?:[,:;]|\s-{1,2}\s|--\s?"
    r"|[–—]))|\bno(?=\s+-{1,2}\s)",
    r"^\W*no(?=\s+(?:i|we)(?:'d|'ll| would| will| think| recommend| suggest)\b)",
    r"\bnot (?:only|just|merely|simply|solely)\b",
    r"\bno (?:doubt|question|change|changes|significant change|interval change)\b(?: (?:in|to"
    r"|that))?",
    r"\bno (?:contraindications?|objections?|problems?|issues?|reason not) (?:to|for|with)\b",
    r"\bno (?:more|less|fewer|later|sooner) than\b",
    r"\bnot (?:change[ds]?|changing|uncommon|unusual|to mention|surprising(?:ly)?"
    r"|well[- ]controlled)\b",
    r"\bwithout (?:doubt|question|interruption|incident|change|delay|exception)\b",
    r"\bnot (?:the |her |his |their )?(?:first|same)\b",
    r"\bno\.(?=\s?\d)",
    r"\bnon-?(?:valvular|ischemic|ischaemic|steroidal|alcoholic|sustained|specific|hdl|insulin"
    r"|small)\b",
    r"\bnotwithstanding\b",
)
PSEUDO_ZH = _words(
    r"^\W*(?:不|不是|没有|不用|不行|不可以?|不能|不要|不必|不需要|不建议|暂不|别)"
    r"(?=\s*(?:[，,:：]|-|—))",
    r"毫?无疑(?:问|义)?|无(?:明显|显著)?(?:变化|改变)|无论|无力|无症状|无关紧要|无名",
    r"不(?:仅|但|只|单|光|管|论|适|良|全|足|齐|久|过|断|同|明|变|清|详|等|少|错|便|慎|稳定?|耐受"
    r"|规则)",
    r"不得不|不可避免|不可或缺|必不可少|不外乎|没关系|没问题|除非",
    r"(?:他达拉|西地那|伐地那|阿伐那)非|非(?:诺贝特|布司他|那雄胺|奈利酮|洛地平)",
    r"未来|未婚|未定|非(?:常|甾体|瓣膜性?|酒精性|ST段|小细胞|持续性|特异性?|典型|糖尿病)",
)

# Leave the matter open: neither affirmed nor denied, whatever follows or precedes.
OPEN_EN = _words(
    r"\b(?:can ?not|can't|could ?n[o']t|unable to|do(?:es)? not|not|never|yet to|hard to"
    r"|difficult to)"
    r"\s+(?:be\s+|been\s+|entirely\s+|fully\s+|completely\s+|yet\s+)*(?:rul\w+ out|exclud\w+|r/o)",
    r"\b(?:to|please|should|must|need to) (?:rule out|exclude)\b",
    r"\br/o\b|\brule[- ]out\b",
    r"\b(?:possible|possibly|suspected|suspect|suspicion (?:of|for)|suspicious for"
    r"|concern(?:ing)? for|doubt(?:s|ed|ful)?)\b",
    r"\b(?:question of|questionable|query|maybe|perhaps|might|presumably|conceivably)\b",
    r"\?(?=[A-Za-z]|$)",
)
OPEN_ZH = _words(
    r"(?:不能|无法|不可|尚不能|未能|难以|不|未|尚未|没有|没)(?:完全)?(?:排除|除外)",
    r"(?:需|待|以|为|进一步|注意|请|应)(?:进一步)?(?:排除|除外)|待(?:查|排)",
    r"疑似|可疑|怀疑|疑诊|拟诊|也许|或许|说不定|未必|不一定|不确定",
)
OPEN_AFTER_EN = re.compile(
    r"^(?:\s+(?:screening|screen|work-?up)\b(?!\s+(?:was|is)?\s*(?:positive|done))"
    r"|\s+(?:is|was) (?:worth considering|(?:being|to be) considered)\b)"
    r"|^[^,;:]{0,30}?(?:\b(?:can ?not|can't|could not|has not been|is not"
    r"|not)\s+(?:yet\s+)?(?:be\s+|been\s+)?"
    r"(?:ruled out|excluded)|\b(?:is|was|remains?) (?:possible|suspected|unclear|uncertain"
    r"|questionable)|\bunclear(?=\s*(?:[.;,)]|$)))",
    _I,
)
OPEN_AFTER_ZH = re.compile(
    r"^的?(?:筛查|排查)(?!阳性|发现|提示|示)|^.{0,8}?(?:(?:不能|无法|尚不能|未能|未|尚未|待|需)(?:完全)?(?:排除|除外)|待(?:查|排)"
    r"|不(?:除外|排除)|未除外|可能性?不能排除|不确定)"
)

CONSIDER = re.compile(
    r"\b(?:consider|(?:screen(?:ed|ing|s)?|work(?:ed|ing)?[- ]?up|evaluat(?:e|ed|ing|ion)"
    r"|assess(?:ed|ing|ment)?|look(?:ed|ing)?(?: out)?|search(?:ed|ing)?|monitor(?:ed|ing)?"
    r"|check(?:ed|ing)?|watch(?:ed|ing)?) for)\s+"
    r"(?:[\w\-]+(?:\s+[\w\-]+){0,2}?\s*(?:,|,?\s*\b(?:and|or)(?: for)?\b)\s*)*"
    r"(?:(?:the|a|an|her|his|any|(?:signs|symptoms|evidence|use) of"
    r"|possible|new|new-onset|occult|paroxysmal|underlying|acute|early|also)\s+)*$"
    r"|(?:筛查|排查|警惕)(?:是否|有无|有没有|新发|无症状|阵发性|使用|服用|吃|用过?)*$",
    _I,
)
"""Right before what is only thought of or looked for: "consider AF", "monitor for bleeding"."""
AN_ACT = re.compile(
    r"\w+ing\b|\d|\b(?:dos(?:e|es|age)|reduc\w+|stop|hold|start|switch|resum\w+|restart"
    r"|give|add|increas\w+|decreas\w+|discontinu\w+|consult\w*|referral|transfusion|dialysis"
    r"|monitor|check|repeat|recheck)\b",
    _I,
)
"""What one may consider doing: that is advice, if a soft one."""

SUPPOSE_EN = _words(
    r"\b(?:if|in case(?: of)?|unless|whether|suppose|supposing|assuming|provided(?: that)?"
    r"|in the event (?:of|that))\b",
    r"\bshould (?=(?:\w+ ){1,3}(?:develop|occur|recur|appear|arise|worsen|return|rise|fall"
    r"|become|have)\b)",
    r"\bwere (?:he|she|it|they) to\b",
    r"^\W*had (?=(?:the |her |his )?\w+ (?:been|gone|risen|fallen)\b)",
)
SUPPOSE_ZH = _words(
    r"如果|假如|假设|倘若|万一|一旦|若(?!干)|如(?=出现|有|发生|再|需|后续|其|患者|合并|肌酐|血"
    r"|果|为)",
    r"是否|有无|有没有|是不是|能否|会不会|要不要|可否",
)
SUPPOSE_END = re.compile(r"[,，;；:：]|\bthen\b|则|那么|就", _I)

DENY_EN = _words(
    r"\bnon-?$|\bno longer\b|\bno\b|\bcan ?not\b|\bnot\b|n't\b|\bnever\b|\bwithout\b",
    r"\bden(?:y|ies|ied|ying)\b|\bnegative for\b|\babsence of\b|\black(?:s|ed|ing)?(?: of)?\b",
    r"\bfree (?:of|from)\b|\bneither\b|\bnor\b|\bnone of\b|\brul(?:ed|es|ing) out\b",
    r"\bfar from\b|\bexclud(?:ed|es|ing)\b|\brather than\b|\binstead of\b",
    r"\bas opposed to\b|\bunlikely\b",
    r"\b(?:argues?|evidence|weighs?|speaks?) against\b|\bfail(?:s|ed)? to\b|\brefut(?:es?|ed)\b",
)
DENY_ZH = _words(
    r"不(?:伴有?|存在|合并|考虑|提示|支持|诊断|建议|应当?该?|宜|需要?|须|必|能|(?:太|大)?可能是?|可以?|要|会|属于"
    r"|是|认为|符合|再)",
    r"未(?:合并|伴有?|提示|诊断|予|见到?(?:明显|明确)?|发现|出现|诉|闻及|检出|查见|继续|再|曾|有)",
    r"没有(?:明显|明确)?|没|无(?:明显|明确|需|须|任何)?(?!需|须)|否认(?:有|存在|曾有?)?|排除|除外",
    r"而?并?非|而?不是|不|未|勿|切勿|莫",
)

STOP_EN = re.compile(
    r"[;:]|\b(?:but|however|although|though|(?<=, )yet|(?<=and )yet|except"
    r"|because|since|so|therefore|thus|hence|which"
    r"|who|while|whereas|despite|until|till|unless|before|due to|secondary to|given|then"
    r"|instead(?! of)|still|although"
    r"|and (?:is|was|are|has|have|had|does|should|will|would|remains|continues|now|we|he|she|it"
    r"|they|the patient)"
    r"|(?:switched|changed|converted) to|and therefore)\b",
    _I,
)
STOP_ZH = re.compile(
    r"[；;：:。]|但|而(?!且不|非)|却|然而|仅|只有|只是|改用|改为|换用|换成|故(?!障)|因此|所以|遂"
    r"|需|应(?!用)|建议"
    r"|直到|直至|才能|才可|继续|给予|予以|因|由于|提示|考虑|诊断|存在|合并|伴有|有(?!关)|系|(?<![减降增升])为(?!止)|是|目前|现"
)
LIST_VERB_EN = re.compile(
    r"\b(?:is|are|was|were|be|has|have|had|shows?|showed|remains?|persists?|confirmed|presents?"
    r"|present|noted"
    r"|seen|with|on|takes?|taking|took|started|continues?|gives?|needs?|should|will|requires?"
    r"|develops?|developed"
    r"|found|diagnosed|known|plan|recommend|suggests?|started|resume|hold|stop|reduce)\b",
    _I,
)

_PREDICATE = (
    r"(?:the|a|an|any|present|seen|found|detected|noted|documented|confirmed|likely|supported"
    r"|evident|needed"
    r"|required|indicated|recommended|appropriate|advised|given|started|there|true|correct"
    r"|identified|observed"
    r"|demonstrated|on|taken|taking|been|due|caused|reported|why|what|recorded|listed|warranted"
    r"|necessary"
    r"|necessarily|advisable|safe|suitable|suspected|shown|visible|diagnosed|known|part|her|his"
    r"|for|be (?:given|used|started)|used)"
)
DENY_AFTER_EN = re.compile(
    r"^(?:\s+(?!and\b|or\b|but\b|with\b|because\b)[\w\-/%]+){0,4}?\s*"
    r"(?:(?:\b(?:is|are|was|were|be|been|being|has been|have been|had been|seems?|appears?"
    r"|looks?|can be|should be"
    r"|could be|would be|will be|must be|should|would)\b)"
    r"\s*(?:now |already |clinically |also |effectively |very |highly |therefore )*"
    r"(?:ruled out|excluded|absent|unlikely|negative|denied|refuted|incorrect|wrong|(?:not"
    r"|never)\s+" + _PREDICATE + r"\b)"
    r"|\b(?:is|are|was|were|should|would|could)n't\s+" + _PREDICATE + r"\b"
    r"|\b(?:do|does|did|has|have|had)(?:\s+not|n't)\s+(?:exist|apply|explain|cause|account|fit"
    r"|occur|appear|happen|been))"
    r"|^\s*(?:ruled out|excluded|unlikely|absent|denied|not (?:seen|present|found|detected"
    r"|documented|noted))\b"
    r"|^\s*(?:[:=]\s*|\(\s*|-\s+|\?\s*)(?:no|none|negative|absent|neg|denied|denies|not present"
    r"|-)(?=\s*(?:[).,;\n]|$))",
    _I,
)
DENY_AFTER_ZH = re.compile(
    r"^(?:的?(?:诊断|可能性?|证据|依据|病史)?)(?:并|也|已|均|都|目前|暂|尚|基本|可|已经|可以|被"
    r"|予以|给予)*"
    r"(?:不是|并非|不成立|不存在|不支持|不考虑|阴性|(?<!待)排除|除外|未见|未发现|未检出|未提示"
    r"|未出现|不明确"
    r"|(?:可能性?)?(?:很?小|较?低|不大)(?=[，。；,;]|$)|依据不足|证据不足|不需要?|不必|不宜|不应"
    r"|没有(?=[，。；,;]|$)"
    r"|无(?=[，。；,;]|$)|[:：]\s*(?:无|否|没有|阴性)|[(（]\s*(?:-|阴性|无)\s*[)）])"
)

OTHERS_EN = re.compile(
    r"\bfamily history(?: is (?:positive|notable|significant))?(?: of| for)?\b|\bfhx\b"
    r"|\b(?:his|her|their|my|the patient's|[a-z]+['’]s|maternal|paternal)\s+"
    r"(?:mother|father|brother|sister|son|daughter|wife|husband|uncle|aunt|parents?|grandmother|grandfather|roommate|neighbo[u]?r)\b"
    r"(?!\s+(?:say|said|states?|stated|reports?|reported|tells?|told|confirms?|confirmed|brought"
    r"|helps?|manages?))"
    r"|\b(?:another|other|different|wrong) patient\b",
    _I,
)
OTHERS_ZH = re.compile(
    r"家族史|家族中|(?:其|患者的?|她的?|他的?)?(?:父亲?|母亲?|兄弟|姐姐|哥哥|弟弟|妹妹|儿子|女儿"
    r"|妻子|丈夫|祖父|祖母|外公|外婆)"
    r"(?!代|诉|说|陈述|表示|告知|反映|证实|陪|协助|帮|亲|名|级)(?=有|患|曾|的|死|因|存在|既往"
    r"|确诊|肌酐|血)"
    r"|家属(?=的?(?:血|肌酐|尿|体温))|另一(?:名|位|个)?(?:患者|病人)|其他(?:患者|病人)|邻床|同病房"
)

PARTLY = re.compile(
    r"(?:\b(?:nearly|almost|partially|partly|incompletely|not quite)|部分|接近|即将|有望|尚待)\s*$",
    _I,
)
"""Right before a state that is not reached yet: "nearly resolved", 部分缓解."""

UNTIL_STATE = re.compile(
    r"\b(?:once|when|until|after)\s+(?:(?:the|her|his|this)\s+)?(?:[\w\-]+\s+){0,2}?"
    r"(?:(?:has|have|is|are)\s+)?(?:fully |completely )?$|(?:待|等到?|直到)[^，。；]{0,8}$",
    _I,
)
STATE = re.compile(r".*ed|.*(?:缓解|消失|恢复|好转|纠正|转阴|正常)", _I | re.DOTALL)
STATE_FIRST_ZH = re.compile(r"后(?:再|才)")
"""A state that is waited for: "once resolved", 待缓解, 缓解后再停."""

LEFT_OFF = re.compile(
    r"^\s*(?:(?:to|her|his|the|any|having|taking)\s+)*(?:stop\w*|discontinu\w+|hold(?:ing)?|held"
    r"|miss\w*|skip\w*|forg\w+|omit\w*|quit\w*|halt\w*|mention\w*)\b(?!.*(?:,|\bor\b|\band\b))"
    r"|^[^，,、或和]{0,2}(?:停|漏|忘|断|提及)[^，,、或和]*$",
    _I,
)
"""After a denial: it denies that something was left off, not the thing."""
