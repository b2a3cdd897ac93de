"""More drugs by ingredient; the columns are those of `drug_names`."""

from __future__ import annotations

from physassist_tui.terms.drug_names import DrugRow

MORE_DRUGS: tuple[DrugRow, ...] = (
    ("sildenafil", "sildenafil|Viagra|Revatio", "西地那非|万艾可|伟哥|金戈", "136411"),
    ("tadalafil", "tadalafil|Cialis|Adcirca", "他达拉非|希爱力", "358263"),
    ("vardenafil", "vardenafil|Levitra", "伐地那非|艾力达", "306674"),
    ("ertapenem", "ertapenem|Invanz", "厄他培南|怡万之", "325642"),
    ("imipenem", "imipenem|imipenem-cilastatin|Primaxin", "亚胺培南|亚胺培南西司他丁|泰能", None),
    ("cefpodoxime", "cefpodoxime|Vantin", "头孢泊肟|头孢泊肟酯", "20489"),
    ("cefdinir", "cefdinir|Omnicef", "头孢地尼", "25037"),
    ("fosfomycin", "fosfomycin|Monurol", "磷霉素|磷霉素氨丁三醇", None),
    ("temazepam", "temazepam|Restoril", "替马西泮", None),
    ("estazolam", "estazolam", "艾司唑仑|舒乐安定", None),
    ("zopiclone", "zopiclone", "佐匹克隆", None),
    ("eszopiclone", "eszopiclone|Lunesta", "右佐匹克隆", None),
    ("bismuth-subsalicylate", "bismuth subsalicylate|Pepto-Bismol", "次水杨酸铋", None),
    ("iron-sucrose", "iron sucrose|Venofer", "蔗糖铁", None),
    ("iron-dextran", "iron dextran|INFeD|CosmoFer", "右旋糖酐铁", None),
    ("entecavir", "entecavir|Baraclude", "恩替卡韦|博路定", "306266"),
    ("adalimumab", "adalimumab|Humira", "阿达木单抗|修美乐", "327361"),
    ("rituximab", "rituximab|Rituxan|MabThera", "利妥昔单抗|美罗华", "121191"),
    ("anastrozole", "anastrozole|Arimidex", "阿那曲唑|瑞宁得", "84857"),
    ("fluorouracil", "fluorouracil|5-fluorouracil|5-FU", "氟尿嘧啶|5-氟尿嘧啶", "4492"),
    ("oxaliplatin", "oxaliplatin|Eloxatin", "奥沙利铂|乐沙定", "32592"),
    (
        "leucovorin",
        "leucovorin|leucovorin calcium|calcium folinate|folinic acid",
        "亚叶酸钙|亚叶酸|甲酰四氢叶酸钙",
        "6313",
    ),
    ("estradiol", "estradiol|oestradiol", "雌二醇", "4083"),
    (
        "progesterone",
        "progesterone|micronized progesterone|micronised progesterone|Prometrium|Utrogestan",
        "黄体酮|微粒化黄体酮",
        "8727",
    ),
    (
        "epoetin-alfa",
        "epoetin alfa|epoetin|Epogen|Procrit|Eprex",
        "重组人促红素|人促红素|促红素|重组人促红细胞生成素",
        "105694",
    ),
    ("darbepoetin-alfa", "darbepoetin alfa|darbepoetin|Aranesp", "达依泊汀α|达依泊汀", None),
    ("indomethacin", "indomethacin|indometacin|Indocin", "吲哚美辛|消炎痛", "5781"),
    ("dalteparin", "dalteparin|dalteparin sodium|Fragmin", "达肝素钠|达肝素|法安明", "67109"),
    (
        "fondaparinux",
        "fondaparinux|fondaparinux sodium|Arixtra",
        "磺达肝癸钠",
        "321208",
    ),
    ("finerenone", "finerenone|Kerendia", "非奈利酮|可申达", None),
    ("lacosamide", "lacosamide|Vimpat", "拉考沙胺", "623400"),
    ("oxcarbazepine", "oxcarbazepine|Trileptal", "奥卡西平|曲莱", "32624"),
    ("amiloride", "amiloride", "阿米洛利", "644"),
    ("triamterene", "triamterene", "氨苯蝶啶", "10763"),
    ("ampicillin", "ampicillin", "氨苄西林|氨苄青霉素", "733"),
)
