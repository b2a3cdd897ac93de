"""What is measured in a chart over the years: courses, noise, and values that others give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from long_parts import between, ckd_epi_2021, day_of, noisy, rounded
from panels import (
    BODY_MASS, CHOLESTEROL, CREATININE, EGFR, HDL, HEIGHT, HEMATOCRIT, HEMOGLOBIN, IRON,
    IRON_SATURATION, LDL, SATURATION, TEMPERATURE, TIBC, TRIGLYCERIDE, WEIGHT, Analyte,
)  # fmt: skip


@dataclass
class Courses:
    """The courses of one person's analytes and vital signs."""

    sex: str
    born: str
    seed: int
    courses: dict[str, tuple[Mapping[str, float], float]] = field(default_factory=dict)

    def value(self, test: Analyte, at: str, known: Mapping[Analyte, float | str]) -> float | str:
        """What the test gives at that time: pinned, worked out from others, or of its course."""
        if test in known:
            return known[test]
        if test.slug not in self.courses and (worked_out := self._derived(test, at, known)):
            return worked_out
        if test.normal:
            return test.normal
        still = 0.0 if test is HEIGHT else 0.004 if test in (TEMPERATURE, SATURATION) else 0.03
        anchors, noise = self.courses.get(test.slug, ({at: test.usual}, still))
        key = f"{self.seed}:{test.slug}:{at[:16]}"
        value = noisy(between(anchors, day_of(at)), noise, key)
        return rounded(min(value, 100) if test is SATURATION else value, test.digits)

    def _derived(self, test: Analyte, at: str, known: Mapping[Analyte, float | str]) -> float:
        """A value that others of the same moment give, or 0 where the test is none such."""

        def of(other: Analyte) -> float:
            return float(self.value(other, at, known))

        if test is EGFR:
            born, day = day_of(self.born), day_of(at)
            age = day.year - born.year - ((day.month, day.day) < (born.month, born.day))
            return round(ckd_epi_2021(of(CREATININE), age, self.sex))
        if test is LDL:
            return round(of(CHOLESTEROL) - of(HDL) - of(TRIGLYCERIDE) / 5)
        if test is HEMATOCRIT:
            return round(of(HEMOGLOBIN) * 3, 1)
        if test is IRON_SATURATION:
            return round(100 * of(IRON) / of(TIBC))
        if test is BODY_MASS:
            return round(of(WEIGHT) / (of(HEIGHT) / 100) ** 2, 1)
        return 0
