"""What questions to a patient are made of, in both languages.

A *topic word* shows which topic a question is on. A *weak* one does so only when nothing else
in the sentence shows a topic ("start", "home"). An *aspect* is one particular thing within
one or more topics (smoking, falls, cough); a question about one aspect is not about another.
A *tight* aspect is a set of synonyms: who names one names them all. A *site* is a part of the
body. A *class* is a group of medicines as patients call it. A *decoy* hides the shorter
phrases inside it ("drink water" is not about alcohol).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from physassist_tui.core.words import Topic

CC, SX, RX = Topic.CHIEF_COMPLAINT, Topic.SYMPTOM_HISTORY, Topic.MEDICATION_ADHERENCE
SOC, FN, PAIN = Topic.SOCIAL_HISTORY, Topic.FUNCTIONAL_STATUS, Topic.PAIN

CLINICAL = frozenset({CC, SX, PAIN})
"""The topics that body parts and symptoms belong to."""


@dataclass(frozen=True)
class Aspect:
    """One thing within `topics`; `words` are phrases of both languages."""

    id: str
    topics: frozenset[Topic]
    words: tuple[str, ...]
    tight: bool = True


def _split(*texts: str) -> tuple[str, ...]:
    return tuple(word for text in texts for word in text.split("|"))


TOPIC_WORDS: Mapping[Topic, tuple[str, ...]] = {
    CC: _split(
        "bring you in|brought you in|bring you here|brought you here|bring you to|brought you to"
        "|come in|came in|come to the hospital|came to the hospital|come to hospital|come to us"
        "|why are you here|are you here for|here today|main problem|main concern|main complaint"
        "|biggest problem|biggest concern|chief complaint|the matter|what's wrong|what is wrong"
        "|what's going on|what is going on|bother you|bothering you|trouble you|admitted"
        "|how can i help|can i do for you|seems to be the problem|worst symptom",
        "怎么了|怎么啦|咋了|哪里不舒服|哪儿不舒服|哪不舒服|什么不舒服|哪里难受|哪儿难受|为什么来"
        "|为啥来|因为什么来|因为啥来|来医院|来看病|来住院|来就诊|为什么住院|为啥住院|因为什么住院"
        "|怎么住院|住院原因|主要问题|主诉|最主要|出什么事|发生了什么|发生什么|最难受|最不舒服"
        "|什么毛病|怎么不好|哪里不好|哪儿不好|什么原因来|来干什么|来干嘛",
    ),
    SX: _split(
        "symptom|how are you feeling|how do you feel|how have you been feeling|how you feel"
        "|feeling today|feel today|unwell|feel sick|feeling sick|discomfort|symptoms start"
        "|anything else bothering|other problems|any other complaints|bother you|bothering you",
        "症状|不舒服|难受|感觉怎么样|感觉如何|感觉咋样|觉得怎么样|什么感觉|身体怎么样|怎么个难受"
        "|还有什么不好|其他不好|其他不适|不适",
    ),
    RX: _split(
        "medicine|medication|meds|med|pill|tablet|capsule|prescription|prescribed|dose|dosage"
        "|refill|pharmacy|drugstore|pharmacist|inhaler|injection|supplement|adherence|adherent"
        "|compliance|compliant|drug|pillbox|pill box|pill organizer|as directed|side effect"
        "|treatment at home",
        "药|服用|漏服|漏吃|忘吃|停服|减量|加量|剂量|用药|胶囊|药片|打针|按时吃|坚持吃|医嘱",
    ),
    SOC: _split(
        "social history|social situation|social|home life|home situation|living situation"
        "|lifestyle|habit|tell me about yourself|personal life|life at home|background",
        "社会史|个人史|生活习惯|生活情况|生活状况|家庭情况|家里情况|家里的情况|个人情况|生活环境"
        "|嗜好|习惯|平时生活",
    ),
    FN: _split(
        "functional status|functioning|daily activities|everyday activities|day to day"
        "|activities of daily living|adl|adls|get around|getting around|mobility|mobile"
        "|look after yourself|take care of yourself|self care|care for yourself"
        "|do things yourself|do things for yourself|need help with|independent|independently",
        "自理|日常生活|日常活动|生活起居|活动能力|行动方便|行动不便|行动|自己能做|能自己做|活动情况"
        "|干活|活动量|要人帮|需要人帮|需要帮忙",
    ),
    PAIN: _split(
        "pain|painful|hurt|ache|achy|sore|soreness|tender|throbbing|stabbing|scale of"
        "|out of ten|out of 10|0 to 10|zero to ten|pain score",
        "疼|痛|几分|疼痛|酸痛|刺痛|绞痛|胀痛|钝痛",
    ),
}

WEAK_WORDS: Mapping[Topic, tuple[str, ...]] = {
    CC: _split("problem|complain|concern|happen", "问题|毛病|担心"),
    SX: _split(
        "feel|problem|complain|worse|better|start|begin|onset|how long|happen|notice|trouble",
        "感觉|觉得|多久|多长时间|什么时候|厉害|好转|怎么样|加重|缓解|发作",
    ),
    RX: _split(
        "take|miss|skip|stop|forget|run out|cut back|cut down|quit taking|on anything",
        "漏|停|忘记|忘了|规律|按时|落下",
    ),
    SOC: _split("home|family|life|house|help you", "家里|家人|平时|平常"),
    FN: _split(
        "manage|cope|able to|help you|by yourself|on your own|without help|need help|activity",
        "自己|能不能自己|帮忙|帮助|活动|动",
    ),
    PAIN: _split("bad is it|does it spread|radiate", "什么位置|放射"),
}

_ = frozenset

ASPECTS: tuple[Aspect, ...] = (
    # Social history
    Aspect(
        "living",
        _({SOC}),
        _split(
            "live|lives|living with|alone|roommate|house|apartment|flat|nursing home|stay with"
            "|household|by yourself at home|housing",
            "住|独居|同住|一个人过|跟谁过|养老院|房子|几口人|一个人生活",
        ),
        tight=False,
    ),
    Aspect(
        "alcohol",
        _({SOC}),
        _split(
            "alcohol|alcoholic|beer|wine|liquor|whisky|whiskey|vodka|booze|drink|drinker|spirits",
            "喝酒|饮酒|酒|白酒|啤酒|红酒|黄酒|酒量|喝两杯|喝几杯|喝多少酒|戒酒",
        ),
    ),
    Aspect(
        "tobacco",
        _({SOC}),
        _split(
            "smoke|smoker|cigarette|tobacco|vape|cigar|nicotine",
            "抽烟|吸烟|烟|香烟|烟龄|戒烟|电子烟|二手烟",
        ),
    ),
    Aspect(
        "recreational",
        _({SOC}),
        _split(
            "street drugs|recreational drugs|illicit drugs|illegal drugs|use drugs|do drugs"
            "|using drugs|marijuana|cannabis|weed|cocaine|heroin|substance use",
            "吸毒|毒品|大麻|摇头丸|冰毒",
        ),
    ),
    Aspect(
        "work",
        _({SOC}),
        _split(
            "work|job|occupation|retired|employed|for a living|profession|employer",
            "工作|上班|职业|退休|干什么工作|做什么工作|单位|打工|种地|务农",
        ),
        tight=False,
    ),
    Aspect(
        "support",
        _({SOC, FN}),
        _split(
            "wife|husband|son|daughter|children|kids|partner|spouse|married|family support"
            "|caregiver|carer|who helps|relative|neighbor|neighbour|friend|support",
            "老伴|老婆|老公|爱人|妻子|丈夫|儿子|女儿|孩子|子女|结婚|谁照顾|照顾|家属|家人|亲戚|邻居"
            "|护工|保姆|陪护|谁帮",
        ),
        tight=False,
    ),
    Aspect(
        "diet",
        _({SOC}),
        _split(
            "diet|salt|salty|food|meal|eat at home|vegetables|fruit|grapefruit|usually eat"
            "|snack|sweets|coffee|tea",
            "饮食|口味|咸|盐|吃什么饭|吃饭|伙食|油腻|甜食|水果|蔬菜|西柚|忌口|喝茶|咖啡",
        ),
        tight=False,
    ),
    Aspect(
        "money",
        _({SOC, RX}),
        _split("afford|cost|money|insurance|expensive|pay for", "钱|报销|医保|费用|太贵|花费|经济"),
        tight=False,
    ),
    Aspect(
        "exercise", _({SOC, FN}), _split("exercise|workout|gym|sport", "锻炼|运动|健身|散步|跳舞")
    ),
    Aspect(
        "transport",
        _({SOC, FN}),
        _split("transportation|get to appointments|ride to|bus", "怎么来医院|坐车|坐公交|交通"),
        tight=False,
    ),
    Aspect("travel", _({SOC}), _split("travel|trip|abroad", "旅游|出差|出国|外地")),
    Aspect("pets", _({SOC}), _split("pet|dog|cat|animal", "宠物|养狗|养猫|动物")),
    # Functional status
    Aspect(
        "falls",
        _({FN, SX}),
        _split("fall|trip over|tripped|slip|slipped", "摔|跌|跌倒|摔倒|摔跤|滑倒|绊倒"),
    ),
    Aspect(
        "walking",
        _({FN}),
        _split(
            "walk|walker|cane|wheelchair|on your feet|walking stick|how far",
            "走路|走多远|走几步|走动|拐杖|轮椅|助行器|下地|走得动|走不动|腿脚",
        ),
        tight=False,
    ),
    Aspect("stairs", _({FN}), _split("stair|steps at home|climb", "上楼|下楼|楼梯|爬楼|几层楼")),
    Aspect(
        "washing",
        _({FN}),
        _split("bath|bathe|shower|wash yourself|washing yourself", "洗澡|洗漱|洗脸|擦身"),
    ),
    Aspect(
        "dressing",
        _({FN}),
        _split("dress|dressed|clothes|button|shoes", "穿衣|穿脱|穿鞋|系扣子|衣服"),
    ),
    Aspect("toileting", _({FN}), _split("toilet|bathroom|commode", "上厕所|如厕|厕所|马桶")),
    Aspect("cooking", _({FN}), _split("cook|prepare meals|kitchen", "做饭|烧饭|煮饭|炒菜")),
    Aspect(
        "chores",
        _({FN}),
        _split(
            "housework|chores|cleaning|laundry|shopping|groceries|errands",
            "家务|打扫|洗衣服|买菜|购物|收拾",
        ),
    ),
    Aspect("driving", _({FN}), _split("drive|driver", "开车|驾驶")),
    Aspect(
        "transfer",
        _({FN}),
        _split(
            "get out of bed|getting out of bed|stand up|out of a chair|get up from",
            "起床|下床|起身|站起来|翻身",
        ),
    ),
    Aspect("feeding", _({FN}), _split("feed yourself|feeding yourself", "自己吃饭|喂饭")),
    # Symptoms
    Aspect(
        "dyspnea",
        _({SX, CC}),
        _split(
            "short of breath|shortness of breath|breathless|breathing|breathe|out of breath|winded"
            "|dyspnea|wheeze",
            "气短|气促|喘|呼吸困难|憋气|上不来气|喘不上气|呼吸",
        ),
    ),
    Aspect(
        "lying_flat",
        _({SX, CC}),
        _split("lie flat|lying flat|lie down|pillows|orthopnea", "平躺|躺平|枕头|高枕|端坐"),
    ),
    Aspect(
        "chest_tightness",
        _({SX, CC, PAIN}),
        _split(
            "chest tightness|tight chest|tightness in your chest|chest feels tight|chest feel tight"
            "|tightness in the chest|tight in the chest|chest pressure|pressure in your chest"
            "|chest heaviness",
            "胸闷|胸口闷|胸口发闷|胸口发紧|胸口堵|胸部发闷|胸部压迫",
        ),
    ),
    Aspect(
        "chest_pain",
        _({SX, CC, PAIN}),
        _split(
            "chest pain|pain in your chest|pain in the chest|angina|chest hurt|chest ache",
            "胸痛|胸疼|胸口疼|胸口痛|心绞痛|心口疼|心口痛",
        ),
    ),
    Aspect(
        "palpitations",
        _({SX, CC}),
        _split(
            "palpitation|heart racing|heart race|heart pounding|heart pound|heartbeat|fluttering"
            "|flutter|irregular heart|heart skip",
            "心慌|心悸|心跳",
        ),
    ),
    Aspect(
        "dizziness",
        _({SX, CC}),
        _split(
            "dizzy|dizziness|lightheaded|light headed|lightheadedness|vertigo|woozy|room spin",
            "头晕|眩晕|发晕|天旋地转|头昏|晕不晕",
        ),
    ),
    Aspect(
        "syncope",
        _({SX, CC}),
        _split(
            "faint|fainted|pass out|passed out|black out|blackout|collapse|lose consciousness"
            "|lost consciousness",
            "晕倒|昏倒|晕过去|晕厥|失去意识|昏过去",
        ),
    ),
    Aspect(
        "swelling", _({SX, CC}), _split("swell|swelling|swollen|edema|oedema|puffy", "肿|浮肿|水肿")
    ),
    Aspect("weight", _({SX, CC}), _split("weight", "体重|瘦了|胖了|长胖|变瘦")),
    Aspect("appetite", _({SX, CC}), _split("appetite|hungry", "胃口|食欲|吃得下|吃不下")),
    Aspect("nausea", _({SX, CC}), _split("nausea|nauseous|nauseated|queasy", "恶心|反胃|想吐")),
    Aspect(
        "vomiting", _({SX, CC}), _split("vomit|throw up|threw up|throwing up", "呕吐|吐过|吐了")
    ),
    Aspect(
        "diarrhea",
        _({SX, CC}),
        _split("diarrhea|diarrhoea|loose stool|the runs|runny stool", "拉肚子|腹泻|拉稀|水样便"),
    ),
    Aspect("constipation", _({SX, CC}), _split("constipation|constipated", "便秘|大便干|排便困难")),
    Aspect(
        "stool", _({SX, CC}), _split("stool|bowel|bowel movement|poop", "大便|排便|黑便|便血|柏油")
    ),
    Aspect(
        "bleeding",
        _({SX, CC}),
        _split(
            "bleed|blood in|bruise|nosebleed|nose bleed|black stool|coughing blood",
            "出血|流血|便血|黑便|淤青|瘀青|流鼻血|牙龈出血|鼻血|咳血|尿血",
        ),
    ),
    Aspect("cough", _({SX, CC}), _split("cough", "咳嗽|咳")),
    Aspect("sputum", _({SX, CC}), _split("phlegm|sputum|mucus", "痰")),
    Aspect(
        "fever",
        _({SX, CC}),
        _split("fever|feverish|temperature|chill|shiver", "发烧|发热|体温|发冷|寒战|打冷战"),
    ),
    Aspect(
        "headache",
        _({SX, CC, PAIN}),
        _split("headache|migraine|head hurt|head ache", "头痛|头疼|偏头痛"),
    ),
    Aspect(
        "vision",
        _({SX, CC}),
        _split(
            "vision|eyesight|blurry|blurred|see double|double vision", "视力|看不清|眼花|重影|视物"
        ),
    ),
    Aspect("hearing", _({SX, CC}), _split("hearing|deaf|ringing in", "听力|听不清|耳鸣|耳背")),
    Aspect(
        "weakness", _({SX, CC}), _split("weak|weakness|no strength", "没力气|没劲|无力|乏力|腿软")
    ),
    Aspect(
        "fatigue",
        _({SX, CC}),
        _split(
            "tired|tiredness|fatigue|exhausted|energy|worn out",
            "累|疲劳|疲倦|没精神|乏力|困倦|精神",
        ),
    ),
    Aspect(
        "numbness",
        _({SX, CC}),
        _split("numb|numbness|tingle|tingling|pins and needles", "麻木|发麻|麻"),
    ),
    Aspect(
        "memory",
        _({SX, CC, FN}),
        _split(
            "memory|confused|confusion|remember things|forgetful", "记性|记忆|健忘|糊涂|记不住事"
        ),
    ),
    Aspect(
        "sleep",
        _({SX, CC}),
        _split("sleep|insomnia|awake at night|snore", "睡|失眠|打呼噜|睡眠|起夜"),
    ),
    Aspect(
        "mood",
        _({SX, CC, SOC}),
        _split(
            "mood|depressed|depression|anxious|anxiety|sad|hopeless|stress|stressed",
            "情绪|心情|抑郁|焦虑|郁闷|烦躁|压力大",
        ),
    ),
    Aspect(
        "urination",
        _({SX, CC}),
        _split("urine|urinate|urination|pee|peeing|pass water", "小便|尿|排尿|夜尿"),
    ),
    Aspect("thirst", _({SX, CC}), _split("thirst|thirsty|dry mouth", "口渴|口干")),
    Aspect("sweating", _({SX, CC}), _split("sweat|sweaty", "出汗|盗汗|冒汗|冷汗")),
    Aspect(
        "low_sugar",
        _({SX, CC}),
        _split("low blood sugar|low sugar|shaky|hypoglycemia|hypo", "低血糖|手抖|心慌手抖"),
    ),
    Aspect("rash", _({SX, CC}), _split("rash|itch|itchy|hives", "皮疹|痒|起疹子|红疹|荨麻疹")),
    Aspect("throat", _({SX, CC}), _split("sore throat|hoarse", "嗓子疼|咽痛|嗓子哑|喉咙痛")),
    Aspect(
        "cold",
        _({SX, CC}),
        _split(
            "runny nose|stuffy nose|sneeze|common cold|have a cold|the flu",
            "流鼻涕|鼻塞|打喷嚏|感冒",
        ),
    ),
    Aspect(
        "reflux", _({SX, CC}), _split("heartburn|reflux|indigestion|bloated", "烧心|反酸|胃胀|嗳气")
    ),
    Aspect("swallowing", _({SX, CC}), _split("swallow|choke", "吞咽|咽不下|呛")),
    Aspect("speech", _({SX, CC}), _split("speech|slurred|face droop", "说话不清|口齿不清|口角歪")),
    Aspect("seizure", _({SX, CC}), _split("seizure|convulsion|fit", "抽搐|抽风|癫痫")),
    Aspect("tremor", _({SX, CC}), _split("tremor|tremble", "发抖|颤抖|震颤")),
    # Medicines
    Aspect("allergy", _({RX}), _split("allergy|allergic", "过敏")),
)

SITES: Mapping[str, tuple[str, ...]] = {
    "chest": _split("chest", "胸|胸口|心口|胸部"),
    "abdomen": _split("stomach|belly|abdomen|abdominal|tummy", "肚子|腹|胃|小肚子"),
    "back": _split(
        "your back|lower back|upper back|back pain|backache|back hurt|back ache", "背|腰|后背"
    ),
    "head": _split("head|headache|temple|forehead", "头|脑袋|太阳穴"),
    "neck": _split("neck", "脖子|颈"),
    "shoulder": _split("shoulder", "肩"),
    "arm": _split("arm|elbow", "胳膊|手臂|上肢|肘"),
    "hand": _split("hand|wrist|finger", "手|手腕|手指"),
    "hip": _split("hip|buttock|groin", "髋|胯|屁股|臀|腹股沟"),
    "leg": _split("leg|calf|calves|thigh|shin", "腿|小腿|大腿|下肢"),
    "knee": _split("knee", "膝|膝盖"),
    "foot": _split("foot|ankle|toe|heel", "脚|脚踝|脚趾|脚后跟|足"),
    "throat": _split("throat", "嗓子|喉咙|咽"),
    "eye": _split("eye", "眼|眼睛"),
    "ear": _split("ear", "耳|耳朵"),
    "mouth": _split("mouth|tooth|gum|tongue|jaw", "嘴|牙|牙龈|舌头|下巴"),
    "joint": _split("joint", "关节"),
    "skin": _split("skin", "皮肤"),
    "side": _split("flank|rib|ribs", "肋|侧腰|肋骨"),
}

CLASSES: Mapping[str, tuple[str, ...]] = {
    "anticoagulant": _split(
        "blood thinner|anticoagulant|anticoagulation|clot medicine|clot pill",
        "抗凝药|抗凝|血液稀释|稀释血液|防血栓|抗血栓|化血栓",
    ),
    "antihypertensive": _split(
        "blood pressure pill|blood pressure medicine|blood pressure medication|bp pill|bp med"
        "|blood pressure tablet|antihypertensive|blood pressure drug",
        "降压药|血压药|高血压药|高血压的药|降血压的药",
    ),
    "diabetes": _split(
        "diabetes pill|diabetes medicine|diabetes medication|sugar pill|sugar medicine"
        "|diabetic medicine|diabetic medication|diabetes drug|blood sugar medicine"
        "|blood sugar medication|blood sugar pill",
        "降糖药|糖尿病药|糖尿病的药|血糖的药|降血糖的药",
    ),
    "analgesic": _split(
        "painkiller|pain killer|pain pill|pain medicine|pain medication|pain reliever|pain tablet"
        "|analgesic|nsaid|anti-inflammatory|pain relief|pain drug|pain med",
        "止痛药|止疼药|镇痛药|消炎止痛|止痛片|止疼片|止痛|止疼|镇痛",
    ),
    "lipid": _split(
        "statin|cholesterol pill|cholesterol medicine|cholesterol medication",
        "降脂药|他汀|血脂药|胆固醇的药|降血脂",
    ),
    "diuretic": _split("water pill|water tablet|diuretic|fluid pill", "利尿药|利尿剂|利尿"),
    "antibiotic": _split("antibiotic", "抗生素|消炎药|抗菌药"),
    "sedative": _split(
        "sleeping pill|sleep aid|sleep medicine|sedative|sleep tablet",
        "安眠药|助眠药|睡觉药|镇静药",
    ),
    "antidepressant": _split(
        "antidepressant|depression medicine|mood medicine", "抗抑郁药|抑郁症的药"
    ),
    "thyroid": _split("thyroid pill|thyroid medicine|thyroid medication", "甲状腺药|甲状腺的药"),
    "inhaler": _split("inhaler|puffer|nebulizer", "吸入剂|喷雾|吸入器|雾化"),
    "steroid": _split("steroid", "激素"),
    "stomach": _split(
        "stomach pill|stomach medicine|antacid|heartburn medicine|acid reducer",
        "胃药|抑酸药|护胃药",
    ),
    "heart": _split(
        "heart pill|heart medicine|heart medication|heart tablet",
        "心脏药|心脏病的药|治心脏的药|护心药",
    ),
    "antiplatelet": _split("antiplatelet|stent medicine", "抗血小板"),
    "herbal": _split(
        "herbal|herb|traditional medicine|chinese medicine|home remedy|remedies",
        "中药|中成药|草药|偏方|保健品|汤药",
    ),
    "supplement": _split("vitamin|supplement|iron pill|calcium pill", "维生素|补品|钙片|补铁"),
    "otc": _split(
        "over the counter|otc|nonprescription|non-prescription|without a prescription"
        "|bought yourself|buy yourself",
        "非处方|自己买的药|自己买药|药店买|自己在药店|自行购买|自己买",
    ),
    "laxative": _split("laxative|stool softener", "通便药|泻药"),
    "eyedrops": _split("eye drop", "眼药水|滴眼液"),
    "cold_medicine": _split("cold medicine|cold remedy|flu medicine|cough syrup", "感冒药|止咳药"),
}

CLASS_MEMBERS: Mapping[str, tuple[str, ...]] = {
    "anticoagulant": ("xaban", "warfarin", "dabigatran", "heparin", "enoxaparin"),
    "antihypertensive": (
        "pril",
        "sartan",
        "olol",
        "dipine",
        "thiazide",
        "hydralazine",
        "clonidine",
        "carvedilol",
        "spironolactone",
        "diltiazem",
    ),
    "diabetes": (
        "metformin",
        "gliptin",
        "gliflozin",
        "glutide",
        "glipizide",
        "glimepiride",
        "glyburide",
        "gliclazide",
        "insulin",
        "acarbose",
        "glitazone",
    ),
    "analgesic": (
        "ibuprofen",
        "naproxen",
        "diclofenac",
        "celecoxib",
        "meloxicam",
        "acetaminophen",
        "paracetamol",
        "tramadol",
        "codeine",
        "morphine",
        "oxycodone",
        "hydrocodone",
        "aspirin",
        "ketoprofen",
        "etoricoxib",
    ),
    "lipid": ("statin", "ezetimibe", "fenofibrate"),
    "diuretic": (
        "furosemide",
        "torsemide",
        "bumetanide",
        "thiazide",
        "spironolactone",
        "indapamide",
        "chlorthalidone",
    ),
    "antiplatelet": ("aspirin", "clopidogrel", "ticagrelor", "prasugrel"),
    "steroid": ("prednisone", "prednisolone", "dexamethasone", "cortisone"),
    "stomach": ("prazole", "tidine"),
    "thyroid": ("thyroxine", "methimazole", "propylthiouracil"),
    "antibiotic": ("cillin", "mycin", "floxacin", "cycline", "cef"),
    "inhaler": ("albuterol", "salbutamol", "tiotropium", "salmeterol", "budesonide"),
    "heart": ("digoxin", "amiodarone", "olol", "xaban", "sacubitril", "nitroglycerin"),
    "antidepressant": ("oxetine", "sertraline", "citalopram", "venlafaxine", "mirtazapine"),
    "sedative": ("zolpidem", "azepam", "zolam", "melatonin"),
}
"""English generic names, or parts of them that mark a group, per class."""

DECOYS: tuple[str, ...] = _split(
    "drink water|drinking water|drink enough|drink plenty|drink fluid|drink tea|drink coffee"
    "|drink milk|drink juice|something to drink|drink more water|eat and drink|eat or drink"
    "|food and drink|fall asleep|falling asleep|in the fall|last fall|fall in blood|go to sleep"
    "|on the other hand|on hand|hand over|heads up|ahead|fit in|take care of yourself"
    "|work out how|does it work|dressing on|wound dressing|sorry|pain in the neck"
    "|no pain no gain|live chat|to be sore about|house call|stop by|take your time|take a seat"
    "|take a moment|take a look|take notes|take your blood pressure|take your temperature",
    "喝水|喝汤|喝粥|喝奶|摔东西|痛快|疼爱|痛苦|手术|手机|手续|里头|回头|念头|前头|后头|头孢|头一|"
    "背景|背后|跌价|对手|住院|拿手|住址|记住|不住|足够|满足|不足|关节炎|累计|精神科|麻烦|麻醉|烟花",
)

GENERIC_NAMES: tuple[str, ...] = _split(
    "medicine|medication|meds|med|pill|tablet|capsule|drug|dose|prescription|treatment|therapy",
    "药|药物|药品|药片|吃药|服药|用药|处方|胶囊|剂量|治疗",
)
"""Words for medicines at large; they never make a question specific to one fact."""

OTHER_WORDS: tuple[str, ...] = _split(
    "other|else|another|besides|in general|overall|all of your|all your",
    "其他|其它|别的|另外|除此|还有什么|还有啥|所有的",
)
"""Words that lead away from a thing named in the sentence before."""

RESULT_WORDS: tuple[str, ...] = _split(
    "lab|blood test|test result|result|creatinine|potassium|sodium|hemoglobin|x-ray|scan|mri|ct"
    "|ultrasound|ecg|ekg|diagnosis|diagnosed|inr|a1c|hba1c|egfr|white count|blood count"
    "|your chart|your record|care plan|discharge date|surgery planned|what did the doctor say",
    "化验|检查结果|结果|肌酐|血钾|血钠|血红蛋白|片子|拍片|核磁|彩超|心电图|诊断|血常规|指标|病历"
    "|医生怎么说|医生说|治疗方案|糖化|什么时候出院|几号出院|报告",
)
"""Words for what staff know and a patient has to be told."""
