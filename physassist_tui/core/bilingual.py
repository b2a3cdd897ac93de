"""Text that an author writes in one or both languages."""

# Annotations that are no text, as in `events`.

from pydantic import BaseModel, ConfigDict

from physassist_tui.i18n import LANGUAGES, Lang


class Bilingual(BaseModel):
    """A string in English, Chinese or both. A language that is absent is `None`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    en: str | None = None
    zh: str | None = None

    def text(self, lang: Lang) -> str:
        """The text in `lang`; the other language where that one is absent; else empty."""
        wanted = getattr(self, lang)
        return wanted or self.en or self.zh or ""

    def languages(self) -> tuple[Lang, ...]:
        """The languages that hold more than white space."""
        return tuple(lang for lang in LANGUAGES if (getattr(self, lang) or "").strip())


class BilingualTerms(BaseModel):
    """Words and phrases that mean the same, per language. Either list may be empty."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    en: tuple[str, ...] = ()
    zh: tuple[str, ...] = ()

    def every(self) -> tuple[str, ...]:
        """All terms of both languages, English first."""
        return self.en + self.zh
