"""Tests, studies, consultations and other services, as clinicians of both languages name them.

The same id stands for names that order the same thing. A single analyte is not here: the terms
room knows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType


def _service(service: str, en: str, zh: str) -> tuple[str, tuple[str, ...]]:
    return service, (*en.split("|"), *zh.split("|"))


SERVICES: tuple[tuple[str, tuple[str, ...]], ...] = (
    _service(
        "bmp", "basic metabolic panel|BMP|chem 7|chem-7|Chem7", "基础代谢组合|基础代谢检查|基础代谢"
    ),
    _service(
        "cmp",
        "comprehensive metabolic panel|CMP|chem 14|chem-14",
        "综合代谢组合|全套生化|生化全项|生化全套",
    ),
    _service("renal-function", "renal function|kidney function|renal panel|RFP", "肾功能|肾功"),
    _service("electrolytes", "electrolyte panel|electrolytes|lytes", "电解质"),
    _service(
        "cbc",
        "complete blood count|full blood count|CBC|FBC|hemogram",
        "全血细胞计数|血常规|全血细胞分析|血细胞分析",
    ),
    _service(
        "liver-function",
        "liver function|hepatic panel|liver panel|hepatic function|LFT|liver enzymes|transaminases",
        "肝功能|肝功|肝酶|转氨酶",
    ),
    _service(
        "glucose-tolerance",
        "oral glucose tolerance test|glucose tolerance test|OGTT",
        "葡萄糖耐量试验|糖耐量试验|糖耐量",
    ),
    _service(
        "hemoglobin-electrophoresis",
        "hemoglobin electrophoresis|haemoglobin electrophoresis",
        "血红蛋白电泳",
    ),
    _service(
        "coagulation", "coagulation panel|coagulation studies|coags", "凝血功能|凝血四项|凝血"
    ),
    _service("lipid-panel", "lipid panel|lipid profile|lipids", "血脂全套|血脂四项|血脂"),
    _service("thyroid-function", "thyroid function|thyroid panel|TFT", "甲状腺功能|甲功"),
    _service("blood-gas", "arterial blood gas|venous blood gas|blood gas|ABG|VBG", "血气分析|血气"),
    _service("urinalysis", "urinalysis|UA", "尿常规|尿液分析"),
    _service("urine-culture", "urine culture", "尿培养"),
    _service("blood-culture", "blood culture|blood cultures", "血培养"),
    _service("sputum-culture", "sputum culture", "痰培养"),
    _service("stool-occult", "fecal occult blood|FOBT|stool guaiac", "粪便隐血|大便隐血|便潜血"),
    _service(
        "ecg",
        "electrocardiogram|12-lead ECG|ECG|EKG|12-lead EKG",
        "心电图|十二导联心电图|12导联心电图",
    ),
    _service("holter", "Holter|Holter monitor|ambulatory ECG", "动态心电图"),
    _service(
        "echo",
        "echocardiogram|echocardiography|transthoracic echocardiogram|TTE|echo",
        "超声心动图|心脏超声|心脏彩超|心脏彩色多普勒超声|心超",
    ),
    _service(
        "transesophageal-echo",
        "transesophageal echocardiogram|transesophageal echocardiography|transesophageal echo|TEE"
        "|transoesophageal echocardiogram|transoesophageal echocardiography|transoesophageal echo",
        "经食管超声心动图|经食道超声心动图|经食管超声|经食道超声|食管超声心动图",
    ),
    _service(
        "stress-echo",
        "stress echocardiogram|stress echocardiography|stress echo",
        "负荷超声心动图|负荷超声",
    ),
    _service("chest-x-ray", "chest x-ray|chest xray|chest radiograph|CXR", "胸片|胸部X线|X线胸片"),
    _service(
        "renal-ultrasound",
        "renal ultrasound|kidney ultrasound|ultrasound of the kidneys",
        "肾脏超声|肾脏B超|双肾超声|肾超声|泌尿系超声",
    ),
    _service(
        "leg-doppler",
        "lower extremity duplex|lower extremity doppler|leg doppler|venous duplex",
        "下肢静脉超声|下肢血管超声|下肢静脉彩超",
    ),
    _service(
        "head-ct", "head CT|CT head|CT of the head|CT brain|brain CT", "头颅CT|头部CT|颅脑CT|脑CT"
    ),
    _service("chest-ct", "chest CT|CT chest|CT of the chest", "胸部CT|肺部CT|肺CT"),
    _service("ctpa", "CT pulmonary angiogram|CTPA|CTA chest", "肺动脉CTA|肺动脉造影"),
    _service("abdomen-ct", "abdominal CT|CT abdomen|CT of the abdomen", "腹部CT"),
    _service(
        "brain-mri", "brain MRI|MRI brain|MRI of the brain|head MRI", "头颅MRI|头颅磁共振|脑MRI"
    ),
    _service("endoscopy", "upper endoscopy|EGD|esophagogastroduodenoscopy", "胃镜"),
    _service("colonoscopy", "colonoscopy", "肠镜|结肠镜"),
    _service(
        "nephrology", "nephrology|nephrologist|renal consult|renal medicine", "肾内科|肾脏科|肾病科"
    ),
    _service("cardiology", "cardiology|cardiologist", "心内科|心血管内科|心脏科|心血管科"),
    _service("neurology", "neurology|neurologist", "神经内科"),
    _service(
        "gastroenterology", "gastroenterology|gastroenterologist|GI consult", "消化内科|消化科"
    ),
    _service(
        "pulmonology",
        "pulmonology|pulmonary consult|pulmonologist",
        "呼吸内科|呼吸科|呼吸与危重症医学科",
    ),
    _service("endocrinology", "endocrinology|endocrinologist", "内分泌科|内分泌"),
    _service(
        "infectious-diseases",
        "infectious diseases|infectious disease|ID consult",
        "感染科|感染内科",
    ),
    _service("hematology", "hematology|haematology|hematologist", "血液内科|血液科"),
    _service("oncology", "oncology|oncologist", "肿瘤内科|肿瘤科"),
    _service("psychiatry", "psychiatry|psychiatrist", "精神科|精神心理科"),
    _service("palliative-care", "palliative care", "安宁疗护|姑息治疗|缓和医疗"),
    _service("surgery", "general surgery|surgical consult", "普外科|普通外科"),
    _service(
        "physical-therapy",
        "physical therapy|physiotherapy|PT evaluation",
        "物理治疗|康复治疗|康复科",
    ),
    _service("occupational-therapy", "occupational therapy", "作业治疗"),
    _service(
        "speech-therapy",
        "speech therapy|swallow evaluation|swallowing evaluation",
        "言语治疗|吞咽评估|吞咽功能评估",
    ),
    _service("nutrition", "dietitian|nutrition consult|dietician", "营养科|营养会诊|营养评估"),
    _service("social-work", "social work|case management|social worker", "社工|社会工作"),
    _service(
        "pharmacy", "pharmacy consult|clinical pharmacist|pharmacist", "临床药师|药学会诊|药师"
    ),
    _service("wound-care", "wound care", "伤口护理|伤口换药"),
    _service(
        "home-health", "home health|home nursing|visiting nurse", "居家护理|家庭护理|上门护理"
    ),
    _service("home-oxygen", "home oxygen", "家庭氧疗|居家氧疗"),
    _service("dialysis", "hemodialysis|haemodialysis|dialysis", "血液透析|透析"),
    _service("transfusion", "transfusion|packed red cells|PRBC", "输血|红细胞悬液"),
    _service(
        "primary-care",
        "primary care|PCP|family medicine|general practitioner",
        "全科门诊|全科医生|社区医院|家庭医生|初级保健",
    ),
    _service(
        "follow-up",
        "follow-up appointment|follow-up visit|clinic follow-up|outpatient follow-up",
        "门诊随访|门诊复诊|随访门诊|复诊",
    ),
    _service(
        "heart-failure-clinic",
        "heart failure clinic|HF clinic|heart failure follow-up|HF follow-up|heart failure visit"
        "|HF visit",
        "心衰门诊|心力衰竭门诊|心衰随访|心衰专病门诊|心衰复诊",
    ),
    _service("daily-weights", "daily weights|daily weight", "每日体重|每日称重"),
    _service("fluid-balance", "intake and output|strict I&O|fluid balance", "出入量|记出入量"),
    _service("telemetry", "telemetry", "心电监护|遥测"),
)


def _panel(analytes: str) -> frozenset[str]:
    return frozenset(f"analyte:{analyte}" for analyte in analytes.split())


_BASIC = "sodium potassium chloride bicarbonate urea-nitrogen urea creatinine glucose calcium egfr"

PANELS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "service:bmp": _panel(_BASIC),
        "service:cmp": _panel(f"{_BASIC} albumin total-protein alt ast alp bilirubin-total"),
        "service:renal-function": _panel("creatinine urea-nitrogen urea egfr potassium urate"),
        "service:electrolytes": _panel(
            "sodium potassium chloride bicarbonate calcium magnesium phosphate"
        ),
        "service:cbc": _panel("hemoglobin hematocrit wbc rbc platelets mcv neutrophils"),
        "service:liver-function": _panel(
            "alt ast alp ggt bilirubin-total bilirubin-direct albumin"
        ),
        "service:coagulation": _panel("inr pt aptt fibrinogen d-dimer"),
        "service:lipid-panel": _panel("cholesterol ldl hdl triglycerides"),
        "service:thyroid-function": _panel("tsh t4-free t3-free t4-total t3-total"),
        "service:blood-gas": _panel("ph pco2 po2 lactate bicarbonate base-excess"),
    }
)
"""The usual panels and what they measure: an order for one is an order for its parts."""
