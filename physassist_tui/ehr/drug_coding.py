"""Which one drug an order is for, where its words leave no doubt."""

from __future__ import annotations

import re
import unicodedata

from physassist_tui import terms

_SALTS = (
    "acetate anhydrous besylate bitartrate bromide calcium carbonate chloride citrate disodium "
    "fumarate gluconate hbr hcl hydrobromide hydrochloride lactate magnesium maleate mesylate "
    "monohydrate mononitrate nitrate phosphate potassium sodium succinate sulfate sulphate "
    "tartrate trihydrate"
)
_FORMS = (
    "tab tabs tablet tablets cap caps capsule capsules oral solution suspension syrup injection "
    "injectable infusion inhaler inhalation hfa nebulizer patch cream ointment gel drops spray "
    "vial pen suppository powder film coated chewable disintegrating sublingual extended delayed "
    "modified sustained release er xr xl sr cr dr ec la ir odt po iv im sc"
)
_UNITS = "mg g mcg ug ng kg ml l iu u unit units meq mmol percent"
_LATIN_EXTRA = frozenset(f"{_SALTS} {_FORMS} {_UNITS}".split())
_CHINESE_EXTRA = re.compile(
    r"盐酸|硫酸|磷酸|酒石酸|琥珀酸|枸橼酸|苯磺酸|马来酸|富马酸|醋酸|甲磺酸|氢溴酸|碳酸|钠|钾|钙|镁"
    r"|缓释|控释|肠溶|速释|分散|咀嚼|口崩|泡腾|薄膜衣|片|胶囊|颗粒|注射液|注射用|注射剂|针剂|针"
    r"|口服液|口服|溶液|混悬液|糖浆|吸入剂|气雾剂|雾化液|贴剂|贴|乳膏|软膏|凝胶|滴眼液|喷雾剂|栓剂|剂"
    r"|毫克|克|微克|毫升|单位|国际单位"
)


def one_drug(text: str) -> terms.Drug | None:
    """The drug that `text` names, if beside its name there are only salts, forms and strengths.

    `lidocaine with epinephrine` names no one drug, though it has the name of one in it.
    """
    whole = terms.drug_for_name(text)
    if whole is not None:
        return whole
    drug = terms.drug_in(text)
    if drug is None:
        return None
    said = unicodedata.normalize("NFKC", text).casefold()
    for name in sorted(drug.names, key=len, reverse=True):
        bare = unicodedata.normalize("NFKC", name).casefold()
        if bare in said:
            rest = said.replace(bare, " ", 1)
            return drug if _is_harmless(rest, drug) else None
    return None


def _is_harmless(rest: str, drug: terms.Drug) -> bool:
    for name in sorted(drug.names, key=len, reverse=True):
        # The brand beside the generic name: apixaban (Eliquis).
        rest = rest.replace(name.casefold(), " ")
    chinese = _CHINESE_EXTRA.sub("", "".join(re.findall(r"[\u3400-\u9fff]+", rest)))
    latin = re.findall(r"[^\W\d_\u3400-\u9fff]+", rest)
    return not chinese and all(word in _LATIN_EXTRA for word in latin)
