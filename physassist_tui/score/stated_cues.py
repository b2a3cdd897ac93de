"""The words around a number that say in which role it stands there, in both languages."""

from __future__ import annotations

import re

_I = re.IGNORECASE

_LIGHT_WORDS = (
    "is|was|are|were|of|at|to|a|an|the|her|his|their|now|today|value|level|result|reading"
    "|measured|came|back|as"
    "|reported|remains?|still|has|have|had|been|risen|rose|rising|fallen|fell|up|down|increased"
    "|decreased|climbed"
    "|dropped|improved|worsened|reached|from|and|latest|current|currently|serum|plasma|blood"
    "|about|around|approx"
    "|approximately|roughly|nearly|almost|by|on|in|it|its|this|that|which|last|most|recent|just"
    "|only|high|low"
    "|elevated|stable|normal|slightly|mildly|estimated|calculated|with|peak(?:ed)?|nadir"
    "|trend(?:ed|ing)?|again"
    "|then|later|noted|found|stands?|sits?|total|unchanged|morning|afternoon|evening|level's"
    "|mean|average|so|since"
    "|either|between|went|gone|moved|also|check(?:ed)?|repeat(?:ed)?|shows?|showed|lab|labs|both"
    "|respectively|score"
)
_LIGHT_ZH = (
    r"为|是|约|大约|升至|升高至|升高到|上升至|上升到|降至|降低至|下降至|下降到|升到|降到|增至"
    r"|涨至|涨到|值|水平|结果"
    r"|目前|现在|现|达到|达|高达|仅|报告|报|测得|测量|复查|今日|今晨|今天|最新|最近|一次|浓度|已"
    r"|了|的|在|仍|又|由|从"
    r"|较|前|后|升高|下降|降低|上升|偏高|偏低|稳定|正常|提示|显示|检验|化验|回报|示|分别|均|时"
    r"|于|到|至|有|其|患者|血"
    r"|进行性|逐渐|持续|清|总|估算|计算|出|也|再|进一步|略|稍|轻度|明显|波动|维持|平均|峰值|最高"
    r"|最低|评分|计|得"
    r"|和|与|及"
)
LIGHT = re.compile(
    rf"(?:[\s:=,，、：()\[\]|*_~≈→>\-\"'+/]|\b(?:{_LIGHT_WORDS})\b|{_LIGHT_ZH})*", _I
)
"""What may stand between a name and its number when the number has no unit."""

DECOY = re.compile(
    r"\b(?:ratio|score|index|doses?|dosage|factor|risk|probability|odds"
    r"|hazard|times|fold"
    r"|stage|grade|infusion rate|dosed)\b|比值|评分|指数|剂量|风险|概率|倍|分期",
    _I,
)
"""Words that give a number another meaning than the name before them."""

FOLLOWING_NAME = re.compile(
    r"\s*\(?\s*(?:for|of|as|(?:is|was) (?:an?|the|her|his|(?:this morning|today|yesterday)'s)"
    r"|的|是)?\s*(?:the|her|his|today's|this morning's|current|latest)?\s*",
    _I,
)
IMPLIED_LINK = re.compile(
    r"\s*(?:with a|to|at|of|up to|down to|[(:,=，]|为|至|达|到)?\s*(?:about|around|~|a|为|约)?\s*",
    _I,
)
"""Between a finding and the number that it speaks of."""

NOT_BACK = re.compile(
    r"\s*(?:is |was |are )?(?:still )?(?:pending|awaited|outstanding|unavailable|unknown"
    r"|not (?:yet )?(?:back|available|done|resulted|drawn|checked)|待回报?|未回报?|未出)",
    _I,
)
"""After a name whose result is not there."""

SERIES = re.compile(
    r"(?:[\s,，、/;→>~]|->|\(\s*\)|\b(?:and|or|then|to|now)\b|和|或|及|至|到"
    r"|\(?\s*(?:\b(?:some|others|someone) (?:would )?says?\b|也?有(?:人|的)说))+",
    _I,
)
"""What stands between the numbers of one list; brackets only where a date stood in them."""

TREND = re.compile(
    r"\b(?:trend|course|serial(?:ly)?|sequence|has gone|have gone|went)\b(?:[^.;\n]|\.(?=\d))*$"
    r"|(?:趋势|这几天|近几天|几天来|连日|依次"
    r"|先后)[^。；\n]*$",
    _I,
)

OPENING = re.compile(r"\s*(?:at|with|given)\s*(?:a|an|about|around|~)?\s*", _I)
OPENED_BY_COLON = re.compile(r"\s*(?:[:：]|\s[-–—]{1,2}\s)\s*(?:the|her|his)?\s*", _I)
"""\"5.4: K is climbing\": the name that explains a number at the head of a sentence."""
OPENED_NAME = re.compile(r"\s*,\s*(?:the|her|his|this|today's)?\s*(?:serum|latest|current)?\s*", _I)
"""\"At 1.9 mg/dL, her creatinine …\": the name that follows a number at the beginning."""

UPWARD = re.compile(
    r"\b(?:rose|ris(?:e|en|ing)|increas\w+|higher|up|gain(?:ed)?|climb\w*|more)\b|升|增|上涨|[+]$",
    _I,
)
DOWNWARD = re.compile(
    r"\b(?:fell|fall(?:en|ing)?|drop\w*|decreas\w+|declin\w+|lower|down|reduc\w+|less|loss|lost)\b"
    r"|降|减|下落",
    _I,
)

_ARTICLE = (
    r"(?:\s*\b(?:a|an|the|her|his|about|around|approximately|value|level|of)\b)*"
    r"\s*[~≈约]?\s*"
)
BEFORE_EARLIER = re.compile(
    rf"(?:[(,]\s*was\s*|\b(?:from|versus|vs\.?|compared (?:to|with)|against|than|over"
    rf"|was previously"
    rf"|used to be){_ARTICLE}"
    r"|(?:由|从|自|较|比|对比|相比|高于|低于|原为|原|既往为|此前为"
    r"|为)?(?<=[由从自较比原])(?!值|例|重)(?<![素白抗糖肽胶]原)\s*(?:的)?[^\W\d_a-zA-Z升降增高低涨前今现]{0,3}\s*)$",
    _I,
)
ARROW = re.compile(
    r"\s*[\)）]?\s*(?:→|->|=>|-{1,2}>|>|[,，]?\s*(?:逐渐|逐步|明显|迅速|渐|继续|进一步)?(?:升至"
    r"|升高至|升高到|上升至|上升到|降至|降低至"
    r"|下降至|下降到|增至|增加至|涨至|涨到|升到|降到|变为|恶化至|好转至)|\bto\b|\bthen\b"
    r"|[,，]?\s*(?:now|and now|then)\b)"
    r"\s*(?:的|目前|现在)?\s*(?:a|the|now|~)?\s*\(?",
    _I,
)

BEFORE_DENIED = re.compile(
    r"(?:\b(?:not|never|no longer|rather than|instead of)\b|n't\b|并非|并不是|不是"
    r"|而非|不为|没有|并无|没到"
    r"|(?<![\u3400-\u9fff])非)"
    r"(?:\s*\b(?:a|an|the|her|his|at|of|is|about|around|approximately|really|actually|equal to"
    r"|level|value"
    r"|creatinine|potassium|sodium|glucose|hemoglobin|INR)\b|为|是|约|肌酐|血钾|血糖"
    r"|血钠)*\s*[~≈=:]?\s*$",
    _I,
)
CLAUSE_DENIED = re.compile(
    r"(?:\b(?:not (?:true|so|the case|correct)|untrue|false|incorrect) that\b|并非|并不是)"
    r"[^,，、;；。而]*$",
    _I,
)
"""Denies its whole clause: "it is not true that the creatinine is 1.9"."""

AFTER_WRONG = re.compile(
    r"\s*(?:\)\s*)?(?:(?:is|was|would be|seems?)\s+(?:wrong|spurious"
    r"|an artifact|artefactual|incorrect|erroneous|inaccurate"
    r"|an? (?:error|mistake)"
    r"|not\s+(?:right|correct|accurate|the|her|his|real|true|today|current))"
    r"|(?:is|was)n't\s+(?:right|correct|accurate|the|her|his|true)|是?(?:不对|有误|错误|不正确"
    r"|错的)|不是(?:她|他|患者|今))",
    _I,
)
_SPOILT = r"(?:h(?:a)?emoly[sz]ed|contaminated|clotted|spurious(?:ly)?|artefactual(?:ly)?)"
BEFORE_SPOILT = re.compile(
    rf"(?<!\bnot )(?<!non-)(?<!\bnon )\b{_SPOILT}(?:\s+(?:sample|specimen|draw|tube))?"
    r"[\s:,(]*(?:(?:with|an?|the|high|elevated|of|at|is|was)\s+)*$"
    r"|(?<![非未无])(?:溶血|假性)(?:标本|样本)?(?:[\s，,：:（(]|的|升高|示|为|测得)*$",
    _I,
)
AFTER_SPOILT = re.compile(
    r"\s*[,，(（]?\s*(?:(?:but|which was|from|on|in|the|an?|is|was|sample|specimen|tube|draw"
    r"|grossly|moderately|slightly|markedly)\s+)*"
    rf"{_SPOILT}\b|\s*[,，(（]?\s*(?:但|为|系|是|由于|因)*(?:该|此)?(?:标本|样本)?"
    r"(?:有|为|系|发生|明显|重度|中度|轻度)*(?:溶血|假性)",
    _I,
)
"""Around a number from a sample that was spoilt: it is not the patient's value."""

BEFORE_REFERENCE = re.compile(
    r"(?:\b(?:targets?|goals?|thresholds?|cut-?offs?|criteri(?:on|a)|normal(?: is)?|reference"
    r"|ref\.?|upper limit|lower limit"
    r"|limits?|ULN|LLN|ceiling|cap|maximum|minimum|max|min)\b|目标值?|阈值|参考(?:值|范围)?"
    r"|正常值?|上限|下限|标准|界值|切点|界限)"
    r"(?:\s*\b(?:values?|levels?|ranges?|of|is|was|normal|for|the|interval|at|to|be)\b|为|是|值"
    r"|范围|的|在)*[\s:=(~<>≤≥约]*$",
    _I,
)
AFTER_REFERENCE = re.compile(
    r"\s*\)?\s*\(?\s*(?:(?:is|as|was|being)?\s*(?:the|a|an|our|its)?\s*(?:upper limit"
    r"|lower limit|cut-?off|threshold"
    r"|normal limit|limit|goal|target|criterion|ceiling)\b|(?:为|是|的)?(?:目标|上限|下限|阈值"
    r"|界值|界限|标准|切点))(?![^.;,)。；，]{0,12}\d)",
    _I,
)
BEFORE_CHANGE = re.compile(
    r"(?:\b(?:by|(?:an? )?(?:increase|rise|fall|drop|decrease|decline|change|gain|loss"
    r"|difference|reduction) of|delta"
    r"|rose|fell|dropped|increased|decreased|up|down)\b|Δ|Δ"
    r"|(?:升高|上升|下降|降低|增加|减少|增高|减轻|变化|升|降|增|减)了?|幅度|差值|增幅|降幅|相差|差)"
    r"\s*(?:of|about|around|approximately|~|约|为|达|了|仅|[:：])*\s*(?:by\s*)?$",
    _I,
)
AFTER_CHANGE = re.compile(
    r"\s*(?:mg/dL |mmol/L |% |points? )?(?:\b(?:rise|increase|drop|fall|decrease|decline"
    r"|reduction|change|gain|difference)\b"
    r"|(?:higher|lower|more|less) than|的?(?:升幅|降幅|增幅|变化|差))",
    _I,
)
BEFORE_PLANNED = re.compile(
    r"(?:\b(?:when|once|until)\b[^.;,]{0,30}\b(?:hits?|reach(?:es)?|exceeds?"
    r"|(?:goes|rises?|falls?|drops?|gets?) (?:up |down )?(?:to|above|below))"
    r"|\b(?:expects?|anticipates?|predicts?|projects?|hopes?|wants?|assum(?:e|es|ing)|suppose"
    r"|imagine)\b[^.;:,]{0,40}|(?:预计|预期|希望|假设|假定)[^，。；]{0,12}|\b(?:would|could|might"
    r"|may|will|should|can) (?:be|reach|rise to|fall to|drop to)"
    r"|\bexpect(?:ed)? to (?:be|reach)"
    r"|\bprojected(?: at| to be)?|\bpredict(?:ed)?(?: to be)?|\bunless it is|预计(?:为|将|达)?"
    r"|将升?至?|可能(?:为|是|达)|假设为?)\s*"
    r"(?:about|around|~|约)?\s*$",
    _I,
)

_GAP = r"[^\S\n]"
"""White space within a line: a sign at the beginning of the next is the mark of a list."""
OPERATOR_AFTER = re.compile(
    rf"{_GAP}*\)?(?:{_GAP}?[+×x*÷]\s?|{_GAP}-\s|-(?!>))\s*\(?\s*\d|\s*/\s*\(", _I
)
OPERATOR_BEFORE = re.compile(
    rf"\d[^\s\d]{{0,12}}{_GAP}*\)?(?:{_GAP}?[+×x*÷]\s?|{_GAP}-\s|-|\s?/\s?(?=\())\s*\(?\s*$", _I
)
"""Around a number that is a term of a calculation: 131 - (98 + 19)."""

OF_DENIED = re.compile(r"\s*(?:value|level|result)?\s*(?:of|at|as|为|是|达|=)?\s*", _I)
"""Between a denied name and its number: "no creatinine of 1.9"."""

BEFORE_HEDGED = re.compile(
    r"(?:\b(?:guess(?:ing|ed)?|at a guess|for example|for instance|e\.g\.)[\s:,]*"
    r"|\b(?:probably|presumably|maybe|perhaps"
    r"|possibly|likely)\b|可能|也许|或许|猜测?)"
    r"\s*(?:(?:it'?s|is|was|be|about|around|at|of|approximately)\s*)*(?:为|是|在)?\s*~?\s*$",
    _I,
)
AFTER_HEDGED = re.compile(
    r"\s*\)?\s*(?:(?:would|could|might)\s+(?:meet|qualify|count|satisfy|fulfil+|trigger"
    r"|call for|warrant)|would\s+(?:be|make|put))\b|\s*才(?:符合|达到|满足|算)|"
    r"\s*时(?=应|需|须|减|停|建议|可|就|则|才|考虑|给)|"
    r"\s*[,(，]?\s*(?:presumably|probably|maybe|perhaps|i(?:'m| am) (?:just )?guessing|i guess"
    r"|at a guess|a guess|(?:but )?(?:i(?:'m| am) )?not (?:entirely |completely )?(?:sure|certain)"
    r"|不确定|不太确定|我猜|猜的|吧|by tomorrow|tomorrow|next week)(?=\s*(?:[).,;，。；！!]|$))",
    _I,
)
"""A number that its writer does not stand by: "probably 1.9", "1.9, I guess", 可能1.9."""

NAMED_REFERENCE = re.compile(
    r"(?:^|[^\w])(?P<how>(?:at|below|above|over|under|exceed(?:s|ed|ing)?|past|meet(?:s|ing)?"
    r"|within|reach(?:es|ed)?|beyond|than|crosse[sd]|off)\s+(?:the |her |his |our |its )?)?"
    r"(?:targets?|goals?|threshold|cut-?offs?|ceiling|(?:upper|lower) limits?)"
    r"(?:\s+(?:for|of)\s+[\w\s\-]{1,30}?)?"
    r"\s*(?:[:=]|for|of|is)?\s*(?:an?|the|her|his)?\s*$"
    r"|(?P<how_zh>[达低高超过未]\S{0,2})?(?:目标|阈值|界值|切点)(?:值|为|是|[:：])*\s*$",
    _I,
)
"""Before a name that has a target or threshold, not a value: "goal SBP 92", 目标血钾4.5."""

TARGETS_LISTED = re.compile(r"\W*(?:targets?|goals?|目标值?)\s*[:：]", _I)
"""At the head of a sentence whose numbers are all aimed at."""
