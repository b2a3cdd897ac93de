"""The particular things that a question or a fact is about: habits, abilities, symptoms, sites.

See `lexicon` for the words aspect, tight and site.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from physassist_tui.core.words import Topic
from physassist_tui.patient.lexicon import CC, FN, PAIN, RX, SOC, SX, split


@dataclass(frozen=True)
class Aspect:
    """One thing within `topics`; `words` are phrases of both languages."""

    id: str
    topics: frozenset[Topic]
    words: tuple[str, ...]
    tight: bool = True


ASPECTS: tuple[Aspect, ...] = (
    # Social history
    Aspect(
        "living",
        frozenset({SOC}),
        split(
            "live|lives|living with|alone|roommate|house|apartment|flat|nursing home|stay with"
            "|household|by yourself at home|housing",
            "住|独居|同住|一个人过|跟谁过|养老院|房子|几口人|一个人生活",
        ),
        tight=False,
    ),
    Aspect(
        "alcohol",
        frozenset({SOC}),
        split(
            "alcohol|alcoholic|beer|wine|liquor|whisky|whiskey|vodka|booze|drink|drinker|spirits",
            "喝酒|饮酒|酒|白酒|啤酒|红酒|黄酒|酒量|喝两杯|喝几杯|喝多少酒|戒酒",
        ),
    ),
    Aspect(
        "tobacco",
        frozenset({SOC}),
        split(
            "smoke|smoker|cigarette|tobacco|vape|cigar|nicotine",
            "抽烟|吸烟|烟|香烟|烟龄|戒烟|电子烟|二手烟",
        ),
    ),
    Aspect(
        "recreational",
        frozenset({SOC}),
        split(
            "street drugs|recreational drugs|illicit drugs|illegal drugs|use drugs|do drugs"
            "|using drugs|marijuana|cannabis|weed|cocaine|heroin|substance use",
            "吸毒|毒品|大麻|摇头丸|冰毒",
        ),
        tight=False,
    ),
    Aspect(
        "work",
        frozenset({SOC}),
        split(
            "work|job|occupation|retired|employed|for a living|profession|employer",
            "工作|上班|职业|退休|干什么工作|做什么工作|单位|打工|种地|务农",
        ),
        tight=False,
    ),
    Aspect(
        "support",
        frozenset({SOC, FN}),
        split(
            "wife|husband|son|daughter|children|kids|partner|spouse|married|family support"
            "|caregiver|carer|who helps|relative|neighbor|neighbour|friend|support",
            "老伴|老婆|老公|爱人|妻子|丈夫|儿子|女儿|闺女|孩子|子女|结婚|谁照顾|照顾|家属|家人|亲戚|邻居"
            "|护工|保姆|陪护|谁帮",
        ),
        tight=False,
    ),
    Aspect(
        "diet",
        frozenset({SOC}),
        split(
            "diet|salt|salty|food|meal|eat at home|vegetables|fruit|grapefruit|usually eat"
            "|snack|sweets|coffee|tea",
            "饮食|口味|咸|盐|吃什么饭|吃饭|伙食|油腻|甜食|水果|蔬菜|西柚|忌口|喝茶|咖啡",
        ),
        tight=False,
    ),
    Aspect(
        "money",
        frozenset({SOC, RX}),
        split("afford|cost|money|insurance|expensive|pay for", "钱|报销|医保|费用|太贵|花费|经济"),
        tight=False,
    ),
    Aspect(
        "exercise",
        frozenset({SOC, FN}),
        split("exercise|workout|gym|sport", "锻炼|运动|健身|散步|跳舞"),
        tight=False,
    ),
    Aspect(
        "transport",
        frozenset({SOC, FN}),
        split("transportation|get to appointments|ride to|bus", "怎么来医院|坐车|坐公交|交通"),
        tight=False,
    ),
    Aspect(
        "identity",
        frozenset({SOC}),
        split(
            "your name|your full name|date of birth|how old are you|your age|your birthday",
            "您叫什么|你叫什么|您的名字|姓名|贵姓|怎么称呼|多大年纪|多大岁数|年龄|出生日期|生日|高寿",
        ),
    ),
    Aspect("travel", frozenset({SOC}), split("travel|trip|abroad", "旅游|出差|出国|外地")),
    Aspect("pets", frozenset({SOC}), split("pet|dog|cat|animal", "宠物|养狗|养猫|动物")),
    # Functional status
    Aspect(
        "falls",
        frozenset({FN, SX}),
        split("fall|trip over|tripped|slip|slipped", "摔|跌|跌倒|摔倒|摔跤|滑倒|绊倒"),
        tight=False,
    ),
    Aspect(
        "walking",
        frozenset({FN}),
        split(
            "walk|walker|cane|wheelchair|on your feet|walking stick|how far",
            "走路|走多远|走几步|走动|拐杖|轮椅|助行器|下地|走得动|走不动|腿脚",
        ),
        tight=False,
    ),
    Aspect(
        "stairs", frozenset({FN}), split("stair|steps at home|climb", "上楼|下楼|楼梯|爬楼|几层楼")
    ),
    Aspect(
        "washing",
        frozenset({FN}),
        split("bath|bathe|shower|wash yourself|washing yourself", "洗澡|洗漱|洗脸|擦身"),
    ),
    Aspect(
        "dressing",
        frozenset({FN}),
        split("dress|dressed|clothes|button|shoes", "穿衣|穿脱|穿鞋|系扣子|衣服"),
    ),
    Aspect("toileting", frozenset({FN}), split("toilet|bathroom|commode", "上厕所|如厕|厕所|马桶")),
    Aspect("cooking", frozenset({FN}), split("cook|prepare meals|kitchen", "做饭|烧饭|煮饭|炒菜")),
    Aspect(
        "chores",
        frozenset({FN}),
        split(
            "housework|chores|cleaning|laundry|shopping|groceries|errands",
            "家务|打扫|洗衣服|买菜|购物|收拾",
        ),
        tight=False,
    ),
    Aspect("driving", frozenset({FN}), split("drive|driver", "开车|驾驶")),
    Aspect(
        "transfer",
        frozenset({FN}),
        split(
            "get out of bed|getting out of bed|stand up|out of a chair|get up from",
            "起床|下床|起身|站起来|翻身",
        ),
    ),
    Aspect("feeding", frozenset({FN}), split("feed yourself|feeding yourself", "自己吃饭|喂饭")),
    # Symptoms
    Aspect(
        "dyspnea",
        frozenset({SX, CC}),
        split(
            "short of breath|shortness of breath|breathless|breathing|breathe|out of breath|winded"
            "|dyspnea|wheeze",
            "气短|气促|喘|呼吸困难|憋气|上不来气|喘不上气|呼吸",
        ),
    ),
    Aspect(
        "lying_flat",
        frozenset({SX, CC}),
        split("lie flat|lying flat|lie down|pillows|orthopnea", "平躺|躺平|枕头|高枕|端坐"),
    ),
    Aspect(
        "chest_tightness",
        frozenset({SX, CC, PAIN}),
        split(
            "chest tightness|tight chest|tightness in your chest|chest feels tight|chest feel tight"
            "|tightness in the chest|tight in the chest|chest pressure|pressure in your chest"
            "|chest heaviness",
            "胸闷|胸口闷|胸口发闷|胸口发紧|胸口堵|胸部发闷|胸部压迫",
        ),
    ),
    Aspect(
        "chest_pain",
        frozenset({SX, CC, PAIN}),
        split(
            "chest pain|pain in your chest|pain in the chest|angina|chest hurt|chest ache",
            "胸痛|胸疼|胸口疼|胸口痛|心绞痛|心口疼|心口痛",
        ),
    ),
    Aspect(
        "palpitations",
        frozenset({SX, CC}),
        split(
            "palpitation|heart racing|heart race|heart pounding|heart pound|heartbeat|fluttering"
            "|flutter|irregular heart|heart skip",
            "心慌|心悸|心跳",
        ),
    ),
    Aspect(
        "dizziness",
        frozenset({SX, CC}),
        split(
            "dizzy|dizziness|lightheaded|light headed|lightheadedness|vertigo|woozy|room spin",
            "头晕|眩晕|发晕|天旋地转|头昏|晕不晕",
        ),
    ),
    Aspect(
        "syncope",
        frozenset({SX, CC}),
        split(
            "faint|fainted|pass out|passed out|black out|blackout|collapse|lose consciousness"
            "|lost consciousness",
            "晕倒|昏倒|晕过去|晕厥|失去意识|昏过去",
        ),
    ),
    Aspect(
        "swelling",
        frozenset({SX, CC}),
        split("swell|swelling|swollen|edema|oedema|puffy", "肿|浮肿|水肿"),
    ),
    Aspect("weight", frozenset({SX, CC}), split("weight", "体重|瘦了|胖了|长胖|变瘦")),
    Aspect("appetite", frozenset({SX, CC}), split("appetite|hungry", "胃口|食欲|吃得下|吃不下")),
    Aspect(
        "nausea", frozenset({SX, CC}), split("nausea|nauseous|nauseated|queasy", "恶心|反胃|想吐")
    ),
    Aspect(
        "vomiting",
        frozenset({SX, CC}),
        split("vomit|throw up|threw up|throwing up", "呕吐|吐过|吐了"),
    ),
    Aspect(
        "diarrhea",
        frozenset({SX, CC}),
        split("diarrhea|diarrhoea|loose stool|the runs|runny stool", "拉肚子|腹泻|拉稀|水样便"),
    ),
    Aspect(
        "constipation",
        frozenset({SX, CC}),
        split("constipation|constipated", "便秘|大便干|排便困难"),
    ),
    Aspect(
        "stool",
        frozenset({SX, CC}),
        split("stool|bowel|bowel movement|poop", "大便|排便|黑便|便血|柏油"),
        tight=False,
    ),
    Aspect(
        "bleeding",
        frozenset({SX, CC}),
        split(
            "bleed|blood in|bruise|nosebleed|nose bleed|black stool|coughing blood",
            "出血|流血|便血|黑便|淤青|瘀青|流鼻血|牙龈出血|鼻血|咳血|尿血",
        ),
        tight=False,
    ),
    Aspect("cough", frozenset({SX, CC}), split("cough", "咳嗽|咳")),
    Aspect("sputum", frozenset({SX, CC}), split("phlegm|sputum|mucus", "痰")),
    Aspect(
        "fever",
        frozenset({SX, CC}),
        split("fever|feverish|temperature|chill|shiver", "发烧|发热|体温|发冷|寒战|打冷战"),
        tight=False,
    ),
    Aspect(
        "headache",
        frozenset({SX, CC, PAIN}),
        split("headache|migraine|head hurt|head ache", "头痛|头疼|偏头痛"),
    ),
    Aspect(
        "vision",
        frozenset({SX, CC}),
        split(
            "vision|eyesight|blurry|blurred|see double|double vision", "视力|看不清|眼花|重影|视物"
        ),
    ),
    Aspect(
        "hearing",
        frozenset({SX, CC}),
        split(
            "hard of hearing|hearing loss|trouble hearing|hearing aid|deaf|ringing in",
            "听力|听不清|耳鸣|耳背",
        ),
    ),
    Aspect(
        "weakness",
        frozenset({SX, CC}),
        split("weak|weakness|no strength", "没力气|没劲|无力|乏力|腿软"),
    ),
    Aspect(
        "fatigue",
        frozenset({SX, CC}),
        split(
            "tired|tiredness|fatigue|exhausted|energy|worn out",
            "累|疲劳|疲倦|没精神|乏力|困倦|精神",
        ),
    ),
    Aspect(
        "numbness",
        frozenset({SX, CC}),
        split("numb|numbness|tingle|tingling|pins and needles", "麻木|发麻|麻"),
    ),
    Aspect(
        "memory",
        frozenset({SX, CC, FN}),
        split(
            "memory|confused|confusion|remember things|forgetful", "记性|记忆|健忘|糊涂|记不住事"
        ),
        tight=False,
    ),
    Aspect(
        "sleep",
        frozenset({SX, CC}),
        split("sleep|insomnia|awake at night|snore", "睡|失眠|打呼噜|睡眠|起夜"),
        tight=False,
    ),
    Aspect(
        "mood",
        frozenset({SX, CC, SOC}),
        split(
            "mood|depressed|depression|anxious|anxiety|sad|hopeless|stress|stressed",
            "情绪|心情|抑郁|焦虑|郁闷|烦躁|压力大",
        ),
        tight=False,
    ),
    Aspect(
        "urination",
        frozenset({SX, CC}),
        split("urine|urinate|urination|pee|peeing|pass water", "小便|尿|排尿|夜尿"),
    ),
    Aspect("thirst", frozenset({SX, CC}), split("thirst|thirsty|dry mouth", "口渴|口干")),
    Aspect("sweating", frozenset({SX, CC}), split("sweat|sweaty", "出汗|盗汗|冒汗|冷汗")),
    Aspect(
        "low_sugar",
        frozenset({SX, CC}),
        split("low blood sugar|low sugar|shaky|hypoglycemia|hypo", "低血糖|手抖|心慌手抖"),
        tight=False,
    ),
    Aspect(
        "glucose",
        frozenset({SX}),
        split("blood sugar|sugar level|check your sugar|your sugars|glucose", "血糖"),
        tight=False,
    ),
    Aspect(
        "rash", frozenset({SX, CC}), split("rash|itch|itchy|hives", "皮疹|痒|起疹子|红疹|荨麻疹")
    ),
    Aspect("throat", frozenset({SX, CC}), split("sore throat|hoarse", "嗓子疼|咽痛|嗓子哑|喉咙痛")),
    Aspect(
        "cold",
        frozenset({SX, CC}),
        split(
            "runny nose|stuffy nose|sneeze|common cold|have a cold|the flu",
            "流鼻涕|鼻塞|打喷嚏|感冒",
        ),
        tight=False,
    ),
    Aspect(
        "reflux",
        frozenset({SX, CC}),
        split("heartburn|reflux|indigestion|bloated", "烧心|反酸|胃胀|嗳气"),
        tight=False,
    ),
    Aspect("swallowing", frozenset({SX, CC}), split("swallow|choke", "吞咽|咽不下|呛")),
    Aspect(
        "speech",
        frozenset({SX, CC}),
        split("speech|slurred|face droop", "说话不清|口齿不清|口角歪"),
    ),
    Aspect("seizure", frozenset({SX, CC}), split("seizure|convulsion", "抽搐|抽风|癫痫")),
    Aspect("tremor", frozenset({SX, CC}), split("tremor|tremble", "发抖|颤抖|震颤")),
    # Medicines
    Aspect("allergy", frozenset({RX}), split("allergy|allergic", "过敏")),
)

ASKED_BY_NAME = frozenset({"aspect:identity", "aspect:allergy"})
"""What belongs to no topic at large: who asks how things are at home is not told a name."""

SITES: Mapping[str, tuple[str, ...]] = {
    "chest": split("chest", "胸|胸口|心口|胸部"),
    "abdomen": split("stomach|belly|abdomen|abdominal|tummy", "肚子|腹|胃|小肚子"),
    "back": split(
        "your back|lower back|upper back|back pain|backache|back hurt|back ache", "背|腰|后背"
    ),
    "head": split("head|headache|temple|forehead", "头|脑袋|太阳穴"),
    "neck": split("neck", "脖子|颈"),
    "shoulder": split("shoulder", "肩"),
    "arm": split("arm|elbow", "胳膊|手臂|上肢|肘"),
    "hand": split("hand|wrist|finger", "手|手腕|手指"),
    "hip": split("hip|buttock|groin", "髋|胯|屁股|臀|腹股沟"),
    "leg": split("leg|calf|calves|thigh|shin", "腿|小腿|大腿|下肢"),
    "knee": split("knee", "膝|膝盖"),
    "foot": split("foot|ankle|toe|heel", "脚|脚踝|脚趾|脚后跟|足"),
    "throat": split("throat", "嗓子|喉咙|咽"),
    "eye": split("eye", "眼|眼睛"),
    "ear": split("ear", "耳|耳朵"),
    "mouth": split("mouth|tooth|gum|tongue|jaw", "嘴|牙|牙龈|舌头|下巴"),
    "joint": split("joint", "关节"),
    "skin": split("skin", "皮肤"),
    "side": split("flank|rib|ribs", "肋|侧腰|肋骨"),
}
