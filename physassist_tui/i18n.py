"""Languages: catalogues, lazy messages, dates and numbers. A leaf: it uses no other room.

A string that a person reads is written in English in the code and translated by the gettext
catalogue of the domain `physassist`. Two ways to write one:

- `_("Turn {n} of {of}", n=1, of=4)` is translated now, into the interface language;
- `msg("No patient has the id {id}.", id=x)` is a `Message`, translated when it is rendered,
  perhaps in another language than the interface's (a tool's error in the session's language,
  a grade's reason in the reader's).

Several things in a row are joined by `several`, with the sign of the language.

Placeholders are named and filled with `str.format`; what is filled in is never translated or
parsed again, so foreign text is safe in them.
"""

from __future__ import annotations

import gettext
import io
import os
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Literal

Lang = Literal["en", "zh"]
LANGUAGES: tuple[Lang, ...] = ("en", "zh")
DOMAIN = "physassist"
_BABEL_LOCALE: Mapping[Lang, str] = {"en": "en_US", "zh": "zh_CN"}


@dataclass
class LanguageChoice:
    """The interface language of a context and of all tasks and threads started from it.

    Changing `lang` changes it for them all, also while they run; a context variable alone
    would change only for the task that sets it.
    """

    lang: Lang


_current: ContextVar[LanguageChoice | None] = ContextVar("physassist_language", default=None)


@dataclass(frozen=True)
class Message:
    """A string that a person will read, not yet in any language.

    `plural` and `n` are set where the wording follows a count. An argument may itself be a
    `Message`; it is rendered in the same language.
    """

    msgid: str
    args: Mapping[str, object] = field(default_factory=dict)
    plural: str | None = None
    n: int = 0

    def render(self, lang: Lang | None = None) -> str:
        """The text in `lang` (the interface language where none is given)."""
        lang = lang or current_language()
        catalogue = _catalogue(lang)
        if self.plural is None:
            template = catalogue.gettext(self.msgid)
        else:
            template = catalogue.ngettext(self.msgid, self.plural, self.n)
        values = {
            key: value.render(lang) if isinstance(value, Message) else value
            for key, value in self.args.items()
        }
        return template.format(**values) if values else template

    def __str__(self) -> str:
        return self.render()


def msg(msgid: str, /, **args: object) -> Message:
    """A message to be translated when it is rendered."""
    return Message(msgid, args)


def nmsg(one: str, many: str, n: int, /, **args: object) -> Message:
    """A message whose wording follows the count `n`, which is also the placeholder `{n}`."""
    return Message(one, {"n": n, **args}, many, n)


@dataclass(frozen=True)
class _Several(Message):
    parts: tuple[object, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.parts)

    def render(self, lang: Lang | None = None) -> str:
        """The parts in `lang`, with the language's own sign between them."""
        lang = lang or current_language()
        each = (one.render(lang) if isinstance(one, Message) else str(one) for one in self.parts)
        return Message(self.msgid).render(lang).join(each)


def several(
    parts: Iterable[object], by: Literal[", ", "; "] = ", ", *, most: int | None = None
) -> Message:
    """Several things one after another, as the language lists them: `a, b` or `a、b`.

    Parts that are messages are rendered in the same language; others are never translated. Of
    more than `most` the first so many are told, and a sign that there are more.
    """
    sign = msg(", ") if by == ", " else msg("; ")
    told = tuple(islice(parts, None if most is None else most + 1))
    if most is not None and len(told) > most:
        told = (*told[:most], "…")
    return _Several(sign.msgid, parts=told)


def _(msgid: str, /, **args: object) -> str:
    """The text in the interface language, now."""
    return Message(msgid, args).render()


def current_language() -> Lang:
    """The interface language."""
    chosen = _current.get()
    return "en" if chosen is None else chosen.lang


def use_language(lang: Lang) -> None:
    """Makes `lang` the interface language of this context."""
    share_language(lang)


def share_language(lang: Lang) -> LanguageChoice:
    """Makes `lang` the interface language of this context, and gives the handle to change it."""
    chosen = LanguageChoice(lang)
    _current.set(chosen)
    return chosen


def choose_language(option: str | None = None, environ: Mapping[str, str] = os.environ) -> Lang:
    """The language to start in: the option, then `PHYSASSIST_LANG`, then the locale.

    Anything that starts with `zh` is Chinese. A wish that is no language of ours leaves the
    choice to the next; a locale that is none is English.
    """
    for wish in (option, environ.get("PHYSASSIST_LANG")):
        if wish and wish.lower().startswith(LANGUAGES):
            return "zh" if wish.lower().startswith("zh") else "en"
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            return "zh" if environ[name].lower().startswith("zh") else "en"
    import locale as system_locale

    guessed = system_locale.getlocale()[0] or ""
    return "zh" if guessed.lower().startswith(("zh", "chinese")) else "en"


@lru_cache(maxsize=len(LANGUAGES))
def _catalogue(lang: Lang) -> gettext.NullTranslations:
    if lang == "en":
        return gettext.NullTranslations()
    for folder in _locale_folders():
        base = folder / lang / "LC_MESSAGES" / DOMAIN
        compiled, source = base.with_suffix(".mo"), base.with_suffix(".po")
        # In a checkout the source is the truth: a stale compiled catalogue would show
        # yesterday's words without a sign.
        if compiled.is_file() and not (
            source.is_file() and source.stat().st_mtime > compiled.stat().st_mtime
        ):
            with compiled.open("rb") as file:
                return gettext.GNUTranslations(file)
        if source.is_file():
            return _compiled_from(source)
    return gettext.NullTranslations()


def _compiled_from(source: Path) -> gettext.GNUTranslations:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with source.open("rb") as file:
        catalogue = read_po(file)
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    buffer.seek(0)
    return gettext.GNUTranslations(buffer)


def _locale_folders() -> tuple[Path, ...]:
    here = Path(__file__).resolve().parent
    return (here / "_data" / "locales", here.parent / "locales")


def format_datetime(when: datetime | date) -> str:
    """A date, or a date with hour and minute, short and unambiguous: `2026-03-04 09:30`.

    ISO order, the same in both languages: clinicians of different countries read 03/04
    differently.
    """
    return when.strftime("%Y-%m-%d %H:%M" if isinstance(when, datetime) else "%Y-%m-%d")


def format_number(value: float | int, lang: Lang | None = None) -> str:
    """A number as the language writes it, with no more digits than it has."""
    from babel.numbers import format_decimal

    where = _BABEL_LOCALE[lang or current_language()]
    return format_decimal(value, format="#,##0.######", locale=where)


def format_percent(share: float, lang: Lang | None = None) -> str:
    """A share between 0 and 1 as a percentage without decimals."""
    from babel.numbers import format_percent as babel_percent

    return babel_percent(share, locale=_BABEL_LOCALE[lang or current_language()])
