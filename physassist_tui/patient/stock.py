"""What the patient says besides its facts: courtesies, not knowing, worry. Data only.

None of it holds a number, a medicine, a symptom, a part of the body or a time, and none of it
says anything about the patient that could be true or false of the record. Whoever changes a
phrase changes what recorded sessions would sound like; give the player a new version then.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from physassist_tui.core.scenario import Level
from physassist_tui.i18n import Lang

Phrases = Mapping[Lang, Mapping[Level, tuple[str, ...]]]

STOCK: Mapping[str, Phrases] = {
    "greeting": {
        "en": {
            "low": ("Hi there.", "Oh, hi.", "Hello, dear."),
            "medium": ("Hello.", "Hi, nice to see you.", "Hello there."),
            "high": ("Hello, good to meet you.", "Hello, how do you do.", "Hello to you too."),
        },
        "zh": {
            "low": ("哎，您好。", "您来啦。", "哎，你好你好。"),
            "medium": ("您好。", "您好，您来了。", "你好，有事您说。"),
            "high": ("您好，请说。", "您好，请问有什么事？", "您好，您请讲。"),
        },
    },
    "thanks": {
        "en": {
            "low": ("Sure thing.", "No trouble.", "That's okay."),
            "medium": ("You're welcome.", "No problem.", "Glad to help."),
            "high": ("You're very welcome.", "Not at all.", "My pleasure."),
        },
        "zh": {
            "low": ("没事儿没事儿。", "谢啥呀。", "客气啥。"),
            "medium": ("不客气。", "没事，应该的。", "是我该谢谢您。"),
            "high": ("不用客气。", "您太客气了。", "应该配合的。"),
        },
    },
    "goodbye": {
        "en": {
            "low": ("Bye.", "Okay, bye.", "All right, bye then."),
            "medium": ("Goodbye.", "Okay, see you.", "All right, goodbye."),
            "high": ("Goodbye, and thank you.", "Thank you for coming by.", "Goodbye then."),
        },
        "zh": {
            "low": ("好嘞，您忙去吧。", "哎，慢走啊。", "行，您忙。"),
            "medium": ("好的，再见。", "您慢走。", "好，您先忙。"),
            "high": ("好的，谢谢您，再见。", "您辛苦了，再见。", "好的，您先忙吧。"),
        },
    },
    "empty": {
        "en": {
            "low": ("Huh? I didn't catch that.", "What? Say that again?", "Hm? You say something?"),
            "medium": (
                "Sorry, did you say something?",
                "Sorry, I didn't catch that.",
                "Pardon? I didn't hear you.",
            ),
            "high": (
                "I'm sorry, I didn't hear the question.",
                "Could you repeat that, please?",
                "I beg your pardon?",
            ),
        },
        "zh": {
            "low": ("啊？您说啥？", "嗯？我没听清。", "您说什么来着？"),
            "medium": ("不好意思，我没听清。", "您说什么？", "嗯？您是在问我吗？"),
            "high": (
                "抱歉，我没听清您的问题。",
                "麻烦您再说一遍，好吗？",
                "不好意思，请您再讲一遍。",
            ),
        },
    },
    "too_long": {
        "en": {
            "low": (
                "Whoa, that's too much for me. Can you say it short?",
                "You lost me there. Can you make it simple?",
                "That's a whole lot of words. What do you want to know?",
            ),
            "medium": (
                "Sorry, that was a lot to take in. Could you keep it short?",
                "I couldn't follow all of that. What would you like to know?",
                "That was rather long. Could you ask me more simply?",
            ),
            "high": (
                "I'm afraid that was too long for me to follow. Could you be brief?",
                "I lost the thread there. What exactly would you like to know?",
                "Could you put that more briefly, please?",
            ),
        },
        "zh": {
            "low": (
                "您说这么一大堆，我哪记得住啊，简单点儿说呗。",
                "哎哟，太长了，我都听蒙了。",
                "您说这么多，到底想问啥呀？",
            ),
            "medium": (
                "您说得太长了，我没记住，能简单说说吗？",
                "这么长我听不过来，您想问什么？",
                "您说的太多了，我跟不上，能说短些吗？",
            ),
            "high": (
                "您说得太长了，我没能跟上，能说得简短些吗？",
                "内容太多了，我没理清，您具体想了解什么？",
                "抱歉，太长了，麻烦您简要地问。",
            ),
        },
    },
    "too_much": {
        "en": {
            "low": (
                "That's a lot of stuff together. What do you want to know?",
                "Slow down, I can't follow all that.",
                "So many things. Ask me little by little, will you?",
            ),
            "medium": (
                "That's a lot to answer together. Where should I begin?",
                "I can't answer all of that together. What matters most to you?",
                "That's rather a lot. Could you ask me bit by bit?",
            ),
            "high": (
                "That covers a great deal. What would you like to know exactly?",
                "I'd rather answer separate questions. Where shall we begin?",
                "That's very broad. Could you be more precise?",
            ),
        },
        "zh": {
            "low": (
                "您问这么多，我都不知道先说哪个了。",
                "慢点儿慢点儿，您挨个儿问。",
                "问这么些，我脑子转不过来呀。",
            ),
            "medium": (
                "您问得太多了，咱们挨个说吧。",
                "这么多我不知道从哪儿说起，您想先知道什么？",
                "您别急，分开问我吧。",
            ),
            "high": (
                "您问的范围太大了，能具体些吗？",
                "这些最好分开来问，您想先了解哪方面？",
                "您问得比较笼统，请您具体问吧。",
            ),
        },
    },
    "order": {
        "en": {
            "low": (
                "I don't get what you mean. I'm just a patient.",
                "Huh? That's beyond me.",
                "I don't know what you're talking about.",
            ),
            "medium": (
                "I don't know what you mean by that. I'm just the patient here.",
                "Sorry, I don't follow you.",
                "I'm not sure what you're talking about. You could just ask me how I am.",
            ),
            "high": (
                "I don't understand what you are referring to. I'm the patient.",
                "I'm afraid that means nothing to me.",
                "I can't follow that. I'm here as a patient.",
            ),
        },
        "zh": {
            "low": (
                "您说的啥呀，我听不懂，我就是个来看病的。",
                "啥意思啊？我没听明白。",
                "您这说的都是啥，我不懂这些。",
            ),
            "medium": (
                "您说的我听不懂，我就是来看病的。",
                "什么意思？我没明白。",
                "这我不懂，您还是问我身体的事吧。",
            ),
            "high": (
                "我不明白您指的是什么，我只是病人。",
                "抱歉，您说的这些我不理解。",
                "我没听懂您的意思，您是要问我病情吗？",
            ),
        },
    },
    "unsure": {
        "en": {
            "low": (
                "Hm, I don't know what to say. What do you want to know?",
                "Don't know where to start. Ask me something.",
                "I don't know, what do you mean?",
            ),
            "medium": (
                "I'm not sure what to tell you. What would you like to know?",
                "Hm, I don't know what to say about that. Could you be more exact?",
                "Hard to say. What do you mean exactly?",
            ),
            "high": (
                "I'm not certain what you would like to hear. Could you be more specific?",
                "That's hard to answer. What exactly would you like to know?",
                "I don't know what to tell you without a more precise question.",
            ),
        },
        "zh": {
            "low": (
                "这……我也不知道咋说，您想问啥？",
                "嗯……不知道从哪儿说起，您问吧。",
                "这个我说不上来，您是想问啥呀？",
            ),
            "medium": (
                "嗯，我不知道怎么说，您具体想问什么？",
                "这个不太好说，您想知道哪方面？",
                "我也说不清，您问具体些吧。",
            ),
            "high": (
                "这个不好回答，您能问得具体些吗？",
                "我不太确定您想了解什么，请您具体说说。",
                "这个问题我不知道怎么回答，您指的是哪方面？",
            ),
        },
    },
    "dont_know": {
        "en": {
            "low": (
                "I don't know about that.",
                "Beats me, sorry.",
                "Not sure about that.",
                "Couldn't tell you.",
            ),
            "medium": (
                "I don't know about that, sorry.",
                "I couldn't tell you.",
                "I really don't know.",
                "I'm not sure about that.",
            ),
            "high": (
                "I'm afraid I don't know.",
                "I couldn't say with any certainty.",
                "I'm not certain about that.",
                "I'm sorry, I don't know.",
            ),
        },
        "zh": {
            "low": ("这我不知道啊。", "不晓得。", "这我说不好。", "说不上来。"),
            "medium": ("这个我不清楚。", "我也不知道。", "这我说不上来。", "这个我说不准。"),
            "high": (
                "这个我不太了解。",
                "抱歉，我不清楚这方面的情况。",
                "不好意思，这个我说不准。",
                "这个我没法确定。",
            ),
        },
    },
    "unnoticed": {
        "en": {
            "low": (
                "Couldn't say, really.",
                "Never paid it any mind.",
                "Hard to say.",
            ),
            "medium": (
                "I haven't really paid attention to that.",
                "I couldn't say either way.",
                "Hard to say, to be honest.",
            ),
            "high": (
                "I haven't paid close attention to that.",
                "I couldn't say with any certainty.",
                "I find that hard to say.",
            ),
        },
        "zh": {
            "low": ("这个我没留心。", "没咋在意，说不好。", "这我可说不准。"),
            "medium": ("这个我没太留意。", "没怎么注意，说不准。", "这个我不好说。"),
            "high": ("这方面我没有特别留意。", "我没太注意，不好说有没有。", "这个我不敢肯定。"),
        },
    },
    "little_to_say": {
        "en": {
            "low": (
                "Not much I can say about that.",
                "Oh, I don't know. Ask me something else.",
                "Don't know what to tell you on that.",
            ),
            "medium": (
                "There's not much I can say about that.",
                "I don't know what to tell you about that.",
                "I can't really say.",
            ),
            "high": (
                "There is little I can say about that.",
                "I'm not sure how to answer that.",
                "I'm afraid I can't tell you much about that.",
            ),
        },
        "zh": {
            "low": ("这个没啥好说的。", "这咋说呢，不好说。", "这个啊，我说不好。"),
            "medium": ("这个没什么好说的。", "这个嘛，不太好说。", "这方面我说不好。"),
            "high": ("这方面没什么可说的。", "这个不太好讲。", "这方面我不知道怎么跟您说。"),
        },
    },
    "nothing_more": {
        "en": {
            "low": (
                "Can't think of anything. You ask me.",
                "Nothing comes to my mind. What do you want to know?",
                "Don't think so. Was there something you wanted to ask?",
            ),
            "medium": (
                "Nothing comes to mind. What did you have in mind?",
                "Not that I can think of. Just ask me.",
                "I can't think of anything. What would you like to know?",
            ),
            "high": (
                "Nothing comes to mind. Is there something in particular?",
                "Not that I can think of, but do ask.",
                "I can't think of anything at present. What are you interested in?",
            ),
        },
        "zh": {
            "low": ("一时想不起来，您问吧。", "没想起来还有啥，您想知道啥就问。", "想不起来了呀。"),
            "medium": (
                "一时想不起来，您问我吧。",
                "暂时没想到别的，您还想知道什么？",
                "没想起别的来，您具体问吧。",
            ),
            "high": (
                "一时没有想起别的，您可以具体问。",
                "暂时没有想到什么，您想了解哪方面？",
                "目前没想到别的，您请问。",
            ),
        },
    },
    "dont_know_medicine": {
        "en": {
            "low": (
                "I don't know them by name. You'd have to look at my list.",
                "That one? Couldn't tell you. Check my list.",
                "Can't keep the names straight, sorry.",
            ),
            "medium": (
                "I'm not good with the names. You'd have to check my list.",
                "I couldn't tell you about that one.",
                "I'm not sure about that one. What does my list say?",
            ),
            "high": (
                "I would have to look at my list for that one.",
                "I couldn't tell you about that one without my list.",
                "I can't place that name, I'm afraid.",
            ),
        },
        "zh": {
            "low": ("药名我记不住，您看看单子吧。", "这药我对不上号。", "那个药名我闹不清。"),
            "medium": (
                "药名我记不太清，您看看单子吧。",
                "这个药我对不上号。",
                "您说的这个药，我说不清，得看单子。",
            ),
            "high": (
                "这个药名我对不上，您看一下用药清单吧。",
                "您说的这种药，我不敢肯定。",
                "这种药得看清单才知道。",
            ),
        },
    },
    "which_medicine": {
        "en": {
            "low": ("Which medicine do you mean?", "What, which medicine?"),
            "medium": (
                "Sorry, which medicine do you mean?",
                "Which medicine are you asking about?",
            ),
            "high": (
                "Could you tell me which medicine you mean?",
                "Which medicine are you referring to?",
            ),
        },
        "zh": {
            "low": ("啥药啊？您说哪个？", "您说的是哪个药呀？"),
            "medium": ("您说的是哪个药？", "哪个药？我没听明白。"),
            "high": ("请问您指的是哪种药？", "您说的具体是哪种药？"),
        },
    },
    "nobody_told": {
        "en": {
            "low": (
                "Nobody told me that.",
                "I don't know, you'd have to ask the doctor.",
                "They don't tell me those things.",
            ),
            "medium": (
                "Nobody has told me that.",
                "You'd have to ask the doctor about that.",
                "I haven't been told, sorry.",
            ),
            "high": (
                "I haven't been informed about that.",
                "That is something the doctor would have to tell you.",
                "Nobody has explained that to me.",
            ),
        },
        "zh": {
            "low": ("没人跟我说啊，您问大夫吧。", "这得问大夫，我不懂。", "人家没告诉我。"),
            "medium": ("没人告诉我这个。", "这个得问医生，我不清楚。", "医生没跟我讲过。"),
            "high": (
                "这个医生没有告诉我。",
                "这个您得问医生，我不了解。",
                "还没有人跟我解释过这个。",
            ),
        },
    },
    "again": {
        "en": {
            "low": ("Like I told you:", "Same as I said:", "Like I was saying:"),
            "medium": ("Like I said:", "As I told you:", "As I was saying:"),
            "high": ("As I mentioned:", "As I have said:", "As I was telling you:"),
        },
        "zh": {
            "low": ("刚才不是说了嘛，", "还是那话，", "我跟您说过，"),
            "medium": ("我跟您说过的，", "还是那句话，", "刚才说了，"),
            "high": ("我前面提到过，", "我前面说过，", "刚才跟您讲过，"),
        },
    },
    "also": {
        "en": {
            "low": ("And, um…", "Oh, and something else."),
            "medium": ("Oh, and another thing.", "And there's this."),
            "high": ("And I should add:", "There is something else."),
        },
        "zh": {
            "low": ("还有啊，", "对了，"),
            "medium": ("还有，", "另外，"),
            "high": ("此外，", "另外，"),
        },
    },
}
"""Phrases by occasion, language and health literacy."""

HEDGES: Mapping[str, Mapping[Lang, tuple[str, ...]]] = {
    "uncertain": {
        "en": ("I think that's right.", "Something like that, I think.", "If I remember right."),
        "zh": ("差不多吧。", "大概就是这样吧。", "我记得是这样。"),
    },
    "poor": {
        "en": ("Well, to be honest…", "Um… if I'm honest…", "Well, you see…"),
        "zh": ("说实话吧，", "不瞒您说，", "唉，怎么说呢，"),
    },
}
"""Said with facts about medicines: after them when uncertain, before them when poor."""

WORRIES: Mapping[str, Mapping[Lang, tuple[str, ...]]] = {
    "medium": {
        "en": ("I hope that's all right.", "Is that okay?", "I do wonder about it."),
        "zh": ("这没什么要紧吧？", "应该没事吧？", "我有点担心。"),
    },
    "high": {
        "en": (
            "Is that bad? I'm really worried.",
            "Please tell me it's nothing serious.",
            "I'm scared something is badly wrong.",
            "Am I going to be okay?",
        ),
        "zh": (
            "这是不是很严重啊？我真的害怕。",
            "大夫，我不会有什么事吧？",
            "我越想越担心，您跟我说实话。",
            "我这心里一直不踏实。",
        ),
    },
}
"""Worry by level of anxiety; `low` has none."""


@lru_cache(maxsize=2)
def every_phrase(lang: Lang) -> tuple[str, ...]:
    """All phrases of a language, the longest first."""
    found = {p for table in STOCK.values() for phrases in table[lang].values() for p in phrases}
    for table in (*HEDGES.values(), *WORRIES.values()):
        found.update(table[lang])
    return tuple(sorted(found, key=lambda phrase: (-len(phrase), phrase)))
