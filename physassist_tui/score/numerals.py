"""Chinese numerals as numbers: 一点九, 一百二十, 百分之三十, 半, 两.

`parse` reads a run of numeral characters; `NUMERAL` finds such runs. Which runs in a text are
numbers at all (一般 is none, 三片 is one) is decided in `quantities`.
"""

from __future__ import annotations

import re
from decimal import Decimal

_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_PLACES = {"十": 10, "百": 100, "千": 1000}
_WHOLE = "零〇一二两三四五六七八九十百千万"
_FRACTION = "零〇一二三四五六七八九"

NUMERAL = re.compile(f"[{_WHOLE}]+(?:点[{_FRACTION}]+(?![{_WHOLE}]))?|半")


def parse(run: str) -> Decimal | None:
    """The number that a run of numeral characters writes; `None` where it writes none."""
    if run == "半":
        return Decimal("0.5")
    whole, _, fraction = run.partition("点")
    value = _whole(whole)
    if value is None:
        return None
    if fraction:
        return Decimal(f"{value}." + "".join(str(_DIGITS[c]) for c in fraction))
    return Decimal(value)


def _whole(run: str) -> int | None:
    if not run:
        return None
    if all(c in _DIGITS for c in run):
        # Digit by digit, as in 二〇二六.
        return int("".join(str(_DIGITS[c]) for c in run)) if len(run) <= 12 else None
    if run.startswith("万"):
        return None
    high, ten_thousand, low = run.partition("万")
    if ten_thousand:
        upper = _below_ten_thousand(high)
        lower = _below_ten_thousand(low) if low else 0
        return None if upper is None or lower is None else upper * 10_000 + lower
    return _below_ten_thousand(run)


def _below_ten_thousand(run: str) -> int | None:
    """一百二十 is 120, 一百二 is 120 too, 一百零二 is 102, 十五 is 15."""
    total = 0
    digit: int | None = None
    last_place = 10_000
    zero = False
    for char in run:
        if char in _PLACES:
            place = _PLACES[char]
            if place >= last_place:
                return None
            total += (1 if digit is None else digit) * place
            digit, last_place, zero = None, place, False
        elif char in _DIGITS:
            if _DIGITS[char] == 0:
                zero = True
                continue
            if digit is not None:
                return None
            digit = _DIGITS[char]
        else:
            return None
    if digit is not None:
        implied = last_place // 10 if last_place < 10_000 and last_place >= 100 and not zero else 1
        total += digit * implied
    return total
