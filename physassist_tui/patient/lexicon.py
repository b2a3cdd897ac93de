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

from physassist_tui.core.words import Topic

CC, SX, RX = Topic.CHIEF_COMPLAINT, Topic.SYMPTOM_HISTORY, Topic.MEDICATION_ADHERENCE
SOC, FN, PAIN = Topic.SOCIAL_HISTORY, Topic.FUNCTIONAL_STATUS, Topic.PAIN

CLINICAL = frozenset({CC, SX, PAIN})
"""The topics that body parts and symptoms belong to."""


def split(*texts: str) -> tuple[str, ...]:
    """The phrases of texts that join them by `|`."""
    return tuple(word for text in texts for word in text.split("|"))


TOPIC_WORDS: Mapping[Topic, tuple[str, ...]] = {
    CC: split(
        "bring you in|brought you in|bring you here|brought you here|bring you to|brought you to"
        "|come in|came in|come to the hospital|came to the hospital|come to hospital|come to us"
        "|why are you here|are you here for|here today|main problem|main concern|main complaint"
        "|biggest problem|biggest concern|chief complaint|the matter|what's wrong|what is wrong"
        "|what's going on|what is going on|bother you|bothering you|trouble you|admitted"
        "|how can i help|can i do for you|seems to be the problem|worst symptom"
        "|how are you feeling|how do you feel|how have you been|how you feel|feeling today"
        "|feel today|feeling now|feeling this morning|how are things",
        "怎么了|怎么啦|咋了|哪里不舒服|哪儿不舒服|哪不舒服|什么不舒服|哪里难受|哪儿难受|为什么来"
        "|为啥来|因为什么来|因为啥来|来医院|来看病|来住院|来就诊|为什么住院|为啥住院|因为什么住院"
        "|怎么住院|住院原因|主要问题|主诉|最主要|出什么事|发生了什么|发生什么|最难受|最不舒服"
        "|什么毛病|怎么不好|哪里不好|哪儿不好|什么原因来|来干什么|来干嘛"
        "|感觉怎么样|感觉如何|感觉咋样|感觉好|觉得怎么样|身体怎么样|身体好吗|最近怎么样|最近咋样|最近还好"
        "|最近好吗|这几天怎么样|这两天怎么样|好点了吗|好些了吗|好点儿",
    ),
    SX: split(
        "symptom|unwell|feel sick|feeling sick|discomfort|symptoms start"
        "|anything else bothering|other problems|any other complaints|bother you|bothering you",
        "症状|不舒服|难受|什么感觉|怎么个难受|还有什么不好|其他不好|其他不适|不适",
    ),
    RX: split(
        "medicine|medication|meds|med|pill|tablet|capsule|prescription|prescribed|dose|dosage"
        "|refill|pharmacy|drugstore|pharmacist|inhaler|injection|supplement|adherence|adherent"
        "|compliance|compliant|drug|pillbox|pill box|pill organizer|as directed|side effect"
        "|treatment at home",
        "药|服用|漏服|漏吃|忘吃|停服|减量|加量|剂量|用药|胶囊|药片|打针|按时吃|坚持吃|医嘱",
    ),
    SOC: split(
        "social history|social situation|social|home life|home situation|living situation"
        "|lifestyle|habit|tell me about yourself|personal life|life at home|background",
        "社会史|个人史|生活习惯|生活情况|生活状况|家庭情况|家里情况|家里的情况|个人情况|生活环境"
        "|嗜好|习惯|平时生活",
    ),
    FN: split(
        "functional status|functioning|daily activities|everyday activities|day to day"
        "|activities of daily living|adl|adls|get around|getting around|mobility|mobile"
        "|look after yourself|take care of yourself|self care|care for yourself"
        "|do things yourself|do things for yourself|need help with|independent|independently",
        "自理|日常生活|日常活动|生活起居|活动能力|行动方便|行动不便|行动|自己能做|能自己做|活动情况"
        "|干活|活动量|要人帮|需要人帮|需要帮忙",
    ),
    PAIN: split(
        "pain|painful|hurt|ache|achy|sore|soreness|tender|throbbing|stabbing|scale of"
        "|out of ten|out of 10|0 to 10|zero to ten|pain score",
        "疼|痛|几分|疼痛|酸痛|刺痛|绞痛|胀痛|钝痛",
    ),
}

WEAK_WORDS: Mapping[Topic, tuple[str, ...]] = {
    CC: split("problem|complain|happen", "问题|毛病"),
    SX: split(
        "feel|problem|complain|worse|better|start|begin|onset|happen|notice|trouble",
        "感觉|厉害|好转|加重|缓解|发作",
    ),
    RX: split(
        "take|miss|skip|stop|forget|run out|cut back|cut down|quit taking|on anything",
        "漏|停|忘|规律|按时|落下",
    ),
    SOC: split("at home|your home|home like|family|your life|house|help you", "家里|家人"),
    FN: split(
        "manage|cope|able to|help you|by yourself|on your own|without help|need help|activity",
        "自己|能不能自己|帮忙|帮助|活动|动",
    ),
    PAIN: split("bad is it|does it spread|radiate", "什么位置|放射"),
}

DECOYS: tuple[str, ...] = split(
    "drink water|drinking water|drink enough|drink plenty|drink fluid|drink tea|drink coffee"
    "|drink milk|drink juice|something to drink|drink more water|eat and drink|eat or drink"
    "|food and drink|fall asleep|falling asleep|in the fall|last fall|fall in blood|go to sleep"
    "|on the other hand|on hand|hand over|heads up|ahead|fit in|take care of yourself"
    "|work out how|does it work|dressing on|wound dressing|sorry|pain in the neck"
    "|walk me through|walk us through"
    "|over my head"
    "|in my head"
    "|no pain no gain|live chat|to be sore about|house call|stop by|take your time|take a seat"
    "|flu shot|covid shot|tetanus shot|insulin drip|insulin infusion|insulin pump|flu season"
    "|this season|holiday season|take a moment|take a look|take notes|take your blood pressure"
    "|take your temperature",
    "住过院|住过一次院|盐水|盐酸|贵姓|静脉胰岛素|胰岛素泵|打针疼|喝水|喝汤|喝粥|喝奶|摔东西|痛快|疼爱|痛苦|手术|手机|手续|里头|回头|念头|前头|后头|头孢|头一|"
    "背景|背后|跌价|对手|住院|拿手|住址|记住|得住|不住|足够|满足|不足|关节炎|累计|精神科|麻烦|麻醉|烟花",
)

OTHER_WORDS: tuple[str, ...] = split(
    "other|else|another|besides|in general|overall|all of your|all your|not on your list"
    "|not on the list|not listed",
    "其他|其它|别的|另外|除此|还有什么|还有啥|还吃什么|还吃啥|还用什么|单子以外|清单以外|单子上没有|清单上没有|所有的",
)
"""Words that lead away from a thing named in the sentence before."""

RESULT_WORDS: tuple[str, ...] = split(
    "lab|blood test|test result|result|creatinine|potassium|sodium|hemoglobin|x-ray|scan|mri|ct"
    "|ultrasound|ecg|ekg|diagnosis|diagnosed|inr|a1c|hba1c|egfr|white count|blood count"
    "|kidney function|renal function|liver function|heart function|thyroid function"
    "|ejection fraction|your chart|your record|care plan|discharge date|surgery planned"
    "|what did the doctor say",
    "化验|肾功|肝功|心功能|甲功|射血分数|检查结果|结果|肌酐|血钾|血钠|血红蛋白|片子|拍片|核磁|彩超|心电图|诊断|血常规|指标|病历"
    "|医生怎么说|医生说|治疗方案|糖化|什么时候出院|几号出院|报告",
)
"""Words for what staff know and a patient has to be told."""
