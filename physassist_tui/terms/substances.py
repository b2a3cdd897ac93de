"""What is given, or makes allergic, beside the drugs we know: classes, foods, materials, saline.

For labels only. English names as US charts write them, Chinese as mainland ones do.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SUBSTANCES: Mapping[str, str] = MappingProxyType(
    {
        "sulfa": "磺胺类",
        "sulfa drugs": "磺胺类药物",
        "sulfa antibiotics": "磺胺类抗生素",
        "sulfonamide": "磺胺类",
        "sulfonamides": "磺胺类",
        "sulfonamide antibiotics": "磺胺类抗生素",
        "penicillin antibiotics": "青霉素类",
        "penicillin class": "青霉素类",
        "cephalosporin": "头孢菌素类",
        "cephalosporins": "头孢菌素类",
        "macrolides": "大环内酯类",
        "fluoroquinolones": "氟喹诺酮类",
        "quinolones": "喹诺酮类",
        "tetracyclines": "四环素类",
        "nsaid": "非甾体抗炎药",
        "nsaids": "非甾体抗炎药",
        "ace inhibitor": "ACE抑制剂",
        "ace inhibitors": "ACE抑制剂",
        "statins": "他汀类",
        "opioids": "阿片类",
        "iodine": "碘",
        "iodine contrast": "含碘造影剂",
        "iodinated contrast": "含碘造影剂",
        "iodinated contrast media": "含碘造影剂",
        "iodinated contrast agent": "含碘造影剂",
        "contrast dye": "造影剂",
        "contrast media": "造影剂",
        "gadolinium": "钆造影剂",
        "sodium chloride 0.9%": "0.9%氯化钠注射液",
        "sodium chloride 9 mg/ml injectable solution": "0.9%氯化钠注射液",
        "normal saline": "生理盐水",
        "ns": "生理盐水",
        "latex": "乳胶",
        "natural rubber latex": "天然橡胶乳胶",
        "adhesive tape": "医用胶带",
        "peanut": "花生",
        "peanuts": "花生",
        "tree nut": "坚果",
        "tree nuts": "坚果",
        "shellfish": "甲壳类海鲜",
        "fish": "鱼",
        "egg": "鸡蛋",
        "eggs": "鸡蛋",
        "milk": "牛奶",
        "cow's milk": "牛奶",
        "wheat": "小麦",
        "soy": "大豆",
        "soya": "大豆",
        "sesame": "芝麻",
        "bee venom": "蜂毒",
        "wasp venom": "黄蜂毒",
        "grass pollen": "草花粉",
        "tree pollen": "树花粉",
        "house dust mite": "屋尘螨",
        "dust mite": "尘螨",
        "mold": "霉菌",
        "mould": "霉菌",
        "animal dander": "动物皮屑",
        "cat dander": "猫皮屑",
        "dog dander": "狗皮屑",
    }
)
