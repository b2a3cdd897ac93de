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
)
