"""Text that is not ours, made safe to draw. The one helper that every front end uses.

Patients, models, records and people may send anything. What a terminal would obey (escape
sequences and other controls), what would reorder a line (bidirectional overrides) and what
cannot be seen (zero-width characters) is shown as a sign, never sent and never dropped: a
clinician must see that something stood there.
"""

from __future__ import annotations

import re

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls; the tab and the line feed are text
    "\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"  # invisible, bidirectional
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"  # annotations, lone surrogates, tags
)
_PICTURES = 0x2400  # U+2400..U+241F picture the C0 controls one by one


def visible(text: str) -> str:
    """`text` with every character that must not reach a terminal replaced by a sign for it.

    Line ends become `\\n`. The C0 controls become their pictures (ESC is `␛`), the rest
    `⟨U+202E⟩` and the like. Applying it twice changes nothing.
    """
    return _UNSAFE.sub(_sign, text.replace("\r\n", "\n"))


_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def csv_text(text: str) -> str:
    """`text` on one line, and never what a spreadsheet takes for a formula."""
    safe = one_line(text)
    return "'" + safe if safe.startswith(_FORMULA_STARTS) else safe


def one_line(text: str) -> str:
    """`visible` text with its line ends shown as `⏎`, for places that hold one line."""
    return visible(text).replace("\n", " ⏎ ").replace("\t", " ")


def _sign(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x20:
        return chr(_PICTURES + code)
    if code == 0x7F:
        return "\u2421"
    return f"⟨U+{code:04X}⟩"
