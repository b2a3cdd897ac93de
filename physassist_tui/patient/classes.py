"""Groups of medicines as patients call them, and words for medicines at large."""

from __future__ import annotations

from collections.abc import Mapping

from physassist_tui.patient.lexicon import split

CLASSES: Mapping[str, tuple[str, ...]] = {
    "anticoagulant": split(
        "blood thinner|anticoagulant|anticoagulation|clot medicine|clot pill",
        "抗凝药|抗凝|血液稀释|稀释血液|防血栓|抗血栓|化血栓",
    ),
    "antihypertensive": split(
        "blood pressure pill|blood pressure medicine|blood pressure medication|bp pill|bp med"
        "|blood pressure tablet|antihypertensive|blood pressure drug",
        "降压药|血压药|高血压药|高血压的药|降血压的药",
    ),
    "diabetes": split(
        "diabetes pill|diabetes medicine|diabetes medication|sugar pill|sugar medicine"
        "|diabetic medicine|diabetic medication|diabetes drug|blood sugar medicine"
        "|blood sugar medication|blood sugar pill",
        "降糖药|糖尿病药|糖尿病的药|血糖的药|降血糖的药",
    ),
    "analgesic": split(
        "painkiller|pain killer|pain pill|pain medicine|pain medication|pain reliever|pain tablet"
        "|analgesic|nsaid|anti-inflammatory|pain relief|pain drug|pain med",
        "止痛药|止疼药|镇痛药|消炎止痛|止痛片|止疼片|止痛|止疼|镇痛",
    ),
    "lipid": split(
        "statin|cholesterol pill|cholesterol medicine|cholesterol medication",
        "降脂药|他汀|血脂药|胆固醇的药|降血脂",
    ),
    "diuretic": split("water pill|water tablet|diuretic|fluid pill", "利尿药|利尿剂|利尿"),
    "antibiotic": split("antibiotic", "抗生素|消炎药|抗菌药"),
    "sedative": split(
        "sleeping pill|sleep aid|sleep medicine|sedative|sleep tablet",
        "安眠药|助眠药|睡觉药|镇静药",
    ),
    "antidepressant": split(
        "antidepressant|depression medicine|mood medicine", "抗抑郁药|抑郁症的药"
    ),
    "thyroid": split("thyroid pill|thyroid medicine|thyroid medication", "甲状腺药|甲状腺的药"),
    "inhaler": split("inhaler|puffer|nebulizer", "吸入剂|喷雾|吸入器|雾化"),
    "steroid": split("steroid", "激素"),
    "stomach": split(
        "stomach pill|stomach medicine|antacid|heartburn medicine|acid reducer",
        "胃药|抑酸药|护胃药",
    ),
    "heart": split(
        "heart pill|heart medicine|heart medication|heart tablet",
        "心脏药|心脏病的药|治心脏的药|护心药",
    ),
    "antiplatelet": split("antiplatelet|stent medicine", "抗血小板"),
    "herbal": split(
        "herbal|herb|traditional medicine|chinese medicine|home remedy|remedies",
        "中药|中成药|草药|偏方|保健品|汤药",
    ),
    "supplement": split("vitamin|supplement|iron pill|calcium pill", "维生素|补品|钙片|补铁"),
    "otc": split(
        "over the counter|otc|nonprescription|non-prescription|without a prescription"
        "|bought yourself|buy yourself",
        "非处方|自己买的药|自己买药|药店买|自己在药店|自行购买|自己买",
    ),
    "laxative": split("laxative|stool softener", "通便药|泻药"),
    "topical": split("cream|ointment|gel|plaster", "膏药|药膏|外用药|软膏|贴膏|擦的药|抹的药"),
    "eyedrops": split("eye drop", "眼药水|滴眼液"),
    "cold_medicine": split("cold medicine|cold remedy|flu medicine|cough syrup", "感冒药|止咳药"),
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

GENERIC_NAMES: tuple[str, ...] = split(
    "medicine|medication|meds|med|pill|tablet|capsule|drug|dose|prescription|treatment|therapy",
    "药|药物|药品|药片|吃药|服药|用药|处方|胶囊|剂量|治疗",
)
"""Words for medicines at large; they never make a question specific to one fact."""
