"""The text of attachments: decoded from base64 in their charset, HTML made plain."""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections.abc import Mapping
from typing import Any

from physassist_tui.ehr.fhirtext import References, items
from physassist_tui.ehr.protocol import Resource
from physassist_tui.i18n import _

_CHARSET = re.compile(r"charset\s*=\s*\"?([\w\-:.]+)", re.IGNORECASE)
_BREAKS = re.compile(r"<\s*(?:br|/p|/div|/li|/tr|/h[1-6])\b[^>]*>", re.IGNORECASE)
_HIDDEN = re.compile(r"<(script|style|head)\b.*?</\1\s*>", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_TEXT_TYPES = ("text/", "application/json", "application/xml", "application/xhtml", "")


def attachments_text(attachments: object, refs: References, owner: Resource) -> str:
    """All attachments as text, one after the other. One that is no text is named instead."""
    texts = [_one(a, refs, owner) for a in items(attachments) if isinstance(a, dict)]
    kept: list[str] = []
    for text in texts:
        # A note often comes twice, as plain text and as HTML.
        if text and _bare(text) not in {_bare(other) for other in kept}:
            kept.append(text)
    return "\n\n".join(kept)


def document_text(document: Resource, refs: References) -> str:
    """The text of a DocumentReference's contents."""
    parts = [
        content.get("attachment")
        for content in items(document.get("content"))
        if isinstance(content, dict)
    ]
    return attachments_text(parts, refs, document)


def narrative_text(resource: Resource) -> str:
    """A resource's own narrative, as plain text."""
    narrative = resource.get("text")
    div = narrative.get("div") if isinstance(narrative, dict) else None
    return plain_text(div) if isinstance(div, str) else ""


def plain_text(markup: str) -> str:
    """HTML without its tags, with line breaks where blocks end."""
    text = _TAG.sub("", _BREAKS.sub("\n", _HIDDEN.sub("", markup)))
    lines = [line.strip() for line in html.unescape(text).splitlines()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def _one(attachment: Mapping[str, Any], refs: References, owner: Resource) -> str:
    data, kind = attachment.get("data"), str(attachment.get("contentType", ""))
    if not data and isinstance(attachment.get("url"), str):
        binary = refs.get({"reference": attachment["url"]}, owner)
        if binary is not None and binary.get("resourceType") == "Binary":
            data, kind = binary.get("data"), str(binary.get("contentType", kind))
    title = str(attachment.get("title") or attachment.get("url") or "")
    unnamed = _("attachment")
    if not data:
        if not attachment:
            return ""
        return _("[{attachment}: no text in this record]", attachment=title or kind or unnamed)
    try:
        raw = base64.b64decode("".join(str(data).split()), validate=True)
    except (binascii.Error, ValueError):
        return _("[{attachment}: unreadable]", attachment=title or kind or unnamed)
    if not kind.lower().startswith(_TEXT_TYPES[:-1]) and kind:
        return _(
            "[{attachment}: {kind}, {size} bytes]",
            attachment=title or unnamed,
            kind=kind,
            size=len(raw),
        )
    text = _decoded(raw, kind).replace("\r\n", "\n").replace("\r", "\n")
    if "html" in kind.lower():
        text = plain_text(text)
    return text.strip("\n")


def _decoded(raw: bytes, kind: str) -> str:
    stated = _CHARSET.search(kind)
    # GB 18030 reads every GBK note; UTF-8 comes first because it hardly ever reads by chance.
    for charset in (*((stated.group(1),) if stated else ()), "utf-8-sig", "gb18030"):
        try:
            return raw.decode(charset)
        except (UnicodeDecodeError, LookupError):
            continue
    return raw.decode("latin-1")


def _bare(text: str) -> str:
    return "".join(text.split())
