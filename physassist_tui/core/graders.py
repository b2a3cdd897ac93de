"""What a rubric item's grader is told. How it decides is in `score`.

A grader is written as a map with one key, its name:

    grader: {evidence: {search: "Observation?code=http://loinc.org|2160-0"}}

`all` joins several: each must pass.
"""

# Annotations that are no text, as in `events`.

from builtins import all as builtins_all
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from physassist_tui.core.bilingual import BilingualTerms
from physassist_tui.core.errors import Misfit
from physassist_tui.i18n import msg, several


class _Spec(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Found(_Spec):
    """One value derived from the record: a FHIR search, then a FHIRPath on its first result.

    The search runs at the scenario's clock and for the scenario's patient unless it names
    another. `path` may be the short `value` (an Observation's quantity).
    """

    search: str
    path: str = "value"


class Formula(_Spec):
    """A named formula of `score/formulas.py` over values of the record or constants."""

    name: str
    inputs: dict[str, Found | float | str] = Field(default_factory=dict)


class StateGrader(_Spec):
    """Resources this session wrote. Cancelled ones do not count, unless `cancelled`.

    `where` is a FHIRPath that is true of a resource that counts (empty: any). Passes when the
    number of those lies in `at_least`..`at_most`. Only resources for the scenario's patient
    count, unless `any_patient`.
    """

    resource: str
    where: str = ""
    at_least: int = Field(1, ge=0)
    at_most: int | None = Field(None, ge=0)
    any_patient: bool = False
    cancelled: bool = False


class EvidenceGrader(_Spec):
    """What the player was shown before answering, by any tool and in any order.

    Passes when at least `at_least` of the resources that `search` finds in the record were
    shown whole in this turn or an earlier one (0 means: every one it finds).
    """

    search: str
    at_least: int = Field(1, ge=0)


class ValueGrader(_Spec):
    """A number with its unit and meaning in the answer, against one derived from the record.

    `unit` is UCUM. `tolerance` is absolute, in `unit`; `tolerance_percent` is of the expected
    value; the larger allowance counts. `names` are further names of what is measured, beside
    those the terms room knows for the found resource's code. `day_matters`: the number must
    not be given for another day than the found resource's.
    """

    from_: Found | None = Field(None, alias="from")
    formula: Formula | None = None
    unit: str
    tolerance: float = Field(0.0, ge=0)
    tolerance_percent: float = Field(0.0, ge=0)
    names: BilingualTerms = BilingualTerms()
    day_matters: bool = True

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        if (self.from_ is None) == (self.formula is None):
            raise Misfit(msg("give one of 'from' and 'formula'"))
        return self


class Range(_Spec):
    """A closed range; an end that is left out is open. `unit` is UCUM, empty for a bare number."""

    low: float | None = None
    high: float | None = None
    unit: str = ""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.low is None and self.high is None:
            raise Misfit(msg("give 'low', 'high' or both"))
        if self.low is not None and self.high is not None and self.low > self.high:
            raise Misfit(msg("'low' is above 'high'"))
        return self


class OrderGrader(_Spec):
    """Orders that this session wrote, by what a prescriber means and not by how it was put down.

    Told apart from what was in the chart by the session's own events, never by date. Every
    matching resource is looked at. `names` (any of them, as the terms room knows their synonyms)
    and `codes` (`system|code`, any) say what was ordered, either being enough; empty: anything.
    `dose` is one dose, `daily_dose` the sum of a day, both converted to `unit`; `frequency` are
    texts of which one must mean the same as the order's (BID, q12h, 每日两次); `route` likewise.
    Every instruction of an order must fit. `reason` must be named in reason, note or description.
    Only orders in force count, unless `status` or `intent` say otherwise: no draft, proposal,
    cancelled or stopped one, nor one not to do it. Only the scenario's patient's count, unless
    `any_patient`. A priority that is left out is routine, refills that are left out are none.

    Passes when between `at_least` and `at_most` of `resource` match on all that is given; and,
    unless `others_allowed`, when no order in force of the same `names` or `codes` fails to match
    (a wrong dose beside the right one) and, where `at_most` is not given, no two of those that
    match are the same order twice. With `at_most: 0` it forbids what matches and nothing else.
    """

    resource: Literal["MedicationRequest", "ServiceRequest", "Appointment", "Communication"]
    names: BilingualTerms = BilingualTerms()
    codes: tuple[str, ...] = ()
    dose: Range | None = None
    daily_dose: Range | None = None
    route: tuple[str, ...] = ()
    frequency: tuple[str, ...] = ()
    duration_days: Range | None = None
    quantity: Range | None = None
    refills: Range | None = None
    category: tuple[str, ...] = ()
    priority: tuple[str, ...] = ()
    status: tuple[str, ...] = ()
    intent: tuple[str, ...] = ()
    reason: BilingualTerms = BilingualTerms()
    where: str = ""
    at_least: int = Field(1, ge=0)
    at_most: int | None = Field(None, ge=0)
    others_allowed: bool = False
    any_patient: bool = False


class FileGrader(_Spec):
    """A file of the workspace stands at `path` with at least `at_least` characters of text.

    White space does not count.
    """

    path: str
    at_least: int = Field(1, ge=1)


class ExchangeGrader(_Spec):
    """Patient facts that were elicited before the answer (all of them)."""

    facts: tuple[str, ...] = Field(min_length=1)


class SaysGrader(_Spec):
    """A short closed statement: one term of each group of `each`, none of `none`.

    A term counts only where it is affirmed, unless `negated`, when it counts only where it
    is denied. With `together` the terms must stand in one passage: one item or paragraph, with
    its heading. For closed statements; anything that needs judgement is for `judge`.
    """

    each: tuple[BilingualTerms, ...] = Field(min_length=1)
    none: BilingualTerms = BilingualTerms()
    negated: bool = False
    together: bool = False


class JudgeGrader(_Spec):
    """A model rater, with the item's text and the true evidence. Abstains without a judge."""

    guidance: str = ""


class HumanGrader(_Spec):
    """A person in the review. Abstains until somebody has rated."""

    guidance: str = ""


class GraderSpec(_Spec):
    """Exactly one grader."""

    state: StateGrader | None = None
    order: OrderGrader | None = None
    file: FileGrader | None = None
    evidence: EvidenceGrader | None = None
    value: ValueGrader | None = None
    exchange: ExchangeGrader | None = None
    says: SaysGrader | None = None
    judge: JudgeGrader | None = None
    human: HumanGrader | None = None
    all: tuple["GraderSpec", ...] | None = Field(None, min_length=1)

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        if len(self._given()) != 1:
            names = several(type(self).model_fields)
            raise Misfit(msg("give exactly one grader of: {names}", names=names))
        return self

    def _given(self) -> list[str]:
        return [name for name in type(self).model_fields if getattr(self, name) is not None]

    @property
    def name(self) -> str:
        """The grader's name, as in the file."""
        return self._given()[0]

    def leaves(self) -> tuple["GraderSpec", ...]:
        """The graders that decide: this one, or those that `all` joins, all the way down."""
        if self.all is None:
            return (self,)
        return tuple(leaf for part in self.all for leaf in part.leaves())

    @property
    def by_rule(self) -> bool:
        """Whether it is decided without a model or a person."""
        return builtins_all(leaf.name not in ("judge", "human") for leaf in self.leaves())
