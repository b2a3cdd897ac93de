"""What the terms room knows about one analyte and one drug."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Analyte:
    """Something that is measured. The first name of each language is the preferred one.

    `unit` is UCUM. `molar_mass` is in g/mol and present where laboratories report the
    analyte both as mass and as amount; `valence` is the charge number for mEq.
    """

    id: str
    loinc: tuple[str, ...]
    en: tuple[str, ...]
    zh: tuple[str, ...]
    unit: str
    molar_mass: float | None = None
    valence: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """All names, English first."""
        return self.en + self.zh


@dataclass(frozen=True)
class Drug:
    """A drug by its ingredient. `en` and `zh` begin with the generic name; brands follow.

    `rxnorm` is the RxNorm ingredient code (RXCUI), or `None` where we are not sure of it.
    """

    id: str
    en: tuple[str, ...]
    zh: tuple[str, ...]
    rxnorm: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """All names, English first."""
        return self.en + self.zh


Row = tuple[str, str, str, str, str, float | None, int | None]
"""id, LOINC codes, English names, Chinese names (each joined by `|`), unit, g/mol, valence."""


def analytes_of(rows: tuple[Row, ...]) -> tuple[Analyte, ...]:
    """The analytes of a table."""
    return tuple(
        Analyte(
            id=row_id,
            loinc=tuple(codes.split()),
            en=tuple(en.split("|")),
            zh=tuple(zh.split("|")),
            unit=unit,
            molar_mass=mass,
            valence=valence,
        )
        for row_id, codes, en, zh, unit, mass, valence in rows
    )
