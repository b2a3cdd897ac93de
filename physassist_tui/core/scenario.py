"""The scenario file: what an author writes, as types. `library` loads and explains it."""

# Annotations that are no text, as in `events`.

from contextlib import suppress
from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    StringConstraints,
    Tag,
    field_validator,
    model_validator,
)

from physassist_tui.core.bilingual import Bilingual, BilingualTerms
from physassist_tui.core.errors import Misfit
from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.words import (
    WORKFLOWS,
    Category,
    Implicitness,
    ItemKind,
    Requests,
    Specialty,
    TaskType,
    Topic,
)
from physassist_tui.i18n import Lang, msg, several

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$")]
Reference = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Za-z]+/[A-Za-z0-9.\-]{1,64}$")]
Level = Literal["low", "medium", "high"]
WorkspacePath = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$"),
]
"""A file of the session's workspace, as output/note.md."""

LONG_TASK_CALLS = 100
"""Tool calls of a long task, where its file does not say (PhysicianBench, arXiv 2605.02240)."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Source(_Part):
    """Where the record comes from, under which licence, and who has signed the case off."""

    record: str
    licence: str
    recipe: str | None = None
    reviewed_by: tuple[str, ...] = ()


class Citation(_Part):
    """A guideline or label that a decisive rule rests on."""

    id: Slug
    cite: str
    year: int = Field(ge=1950, le=2100)


class Limits(_Part):
    """What stops a session. `shown_characters` is how much of a result a model is shown."""

    tool_calls_per_turn: int = Field(16, ge=1)
    tool_calls: int | None = Field(None, ge=1)
    repeated_calls: int = Field(5, ge=2)
    shown_characters: int = Field(10_000, ge=500)

    def of_a_long_task(self) -> Self:
        """With the calls of a whole task where none are given, and no other bound on its turn."""
        calls = self.tool_calls or LONG_TASK_CALLS
        per_turn = (
            self.tool_calls_per_turn if "tool_calls_per_turn" in self.model_fields_set else calls
        )
        return self.model_copy(update={"tool_calls": calls, "tool_calls_per_turn": per_turn})


class Persona(_Part):
    """How the patient speaks and what it holds back. Adds no facts."""

    health_literacy: Level = "medium"
    adherence: Literal["good", "uncertain", "poor"] = "good"
    anxiety: Level = "low"
    disclosure: Literal["full", "partial", "critical_withheld"] = "full"


class Wording(_Part):
    """One fact in one language, per health literacy."""

    low: str
    medium: str
    high: str


class Say(_Part):
    """One fact in the patient's words."""

    en: Wording | None = None
    zh: Wording | None = None


class About(_Part):
    """What a question must name to be specific to a fact.

    `medication` is a generic drug name that the terms room may know; `names` are words and
    synonyms of the thing (a drug, a symptom, a habit) that a question may use.
    """

    medication: str | None = None
    names: BilingualTerms = BilingualTerms()


class Fact(_Part):
    """One thing that the patient knows, grounded in resources of the record."""

    id: Slug
    topic: Topic
    about: About | None = None
    grounded_in: tuple[Reference, ...] = Field(min_length=1)
    critical: bool = False
    say: Say


class GoldCall(_Part):
    """Gold: a tool call. A value that is a map of `en` and `zh` stands for the one of the play."""

    call: str
    with_: dict[str, Any] = Field(default_factory=dict, alias="with")

    def arguments(self, lang: Lang) -> dict[str, Any]:
        """The arguments in a play in `lang`."""
        return {name: _in_language(value, lang) for name, value in self.with_.items()}


def _in_language(value: Any, lang: Lang) -> Any:
    if isinstance(value, dict) and value and set(value) <= {"en", "zh"}:
        return Bilingual.model_validate(value).text(lang)
    return value


class GoldAsk(_Part):
    """Gold: a free question to the patient."""

    ask: Bilingual


class GoldAnswer(_Part):
    """Gold: the answer that ends the turn."""

    answer: Bilingual


GOLD_KINDS = ("call", "ask", "answer")
"""The keys that tell the kinds of gold steps apart."""


def _gold_kind(step: object) -> str | None:
    if isinstance(step, dict):
        keys = set(step)
    else:
        keys = set(type(step).model_fields) if isinstance(step, BaseModel) else set()
    return next((kind for kind in GOLD_KINDS if kind in keys), None)


GoldStep = Annotated[
    Annotated[GoldCall, Tag("call")]
    | Annotated[GoldAsk, Tag("ask")]
    | Annotated[GoldAnswer, Tag("answer")],
    Discriminator(
        _gold_kind,
        custom_error_type="gold_step",
        custom_error_message="a gold step is one of 'call', 'ask' and 'answer'",
    ),
]


class RefersTo(_Part):
    """What an implicit request leans on: an earlier turn and the words it introduced."""

    turn: int = Field(ge=1)
    antecedent: Bilingual


class RubricItem(_Part):
    """One criterion of a turn. `basis` is the id of the citation it rests on.

    With `in_file` its graders read that file of the workspace in place of the answer; where
    there is no such file the item fails.
    """

    id: Slug
    text: Bilingual
    kind: ItemKind
    grader: GraderSpec
    basis: Slug | None = None
    in_file: WorkspacePath | None = None


class Turn(_Part):
    """One physician request, a perfect play of it, and what a play is graded by."""

    request: Bilingual
    explicit: Bilingual
    task_type: TaskType
    implicitness: Implicitness | None = None
    refers_to: RefersTo | None = None
    answer_format: Bilingual | None = None
    gold: tuple[GoldStep, ...] = Field(min_length=1)
    rubric: tuple[RubricItem, ...] = Field(min_length=1)

    def asked(self, requests: Requests) -> Bilingual:
        """The request in the form in which it is asked."""
        return self.explicit if requests == "explicit" else self.request

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if (self.implicitness is None) != (self.refers_to is None):
            raise Misfit(msg("'implicitness' and 'refers_to' go together"))
        if not isinstance(self.gold[-1], GoldAnswer):
            raise Misfit(msg("the last gold step must be the answer"))
        ids = [item.id for item in self.rubric]
        if len(set(ids)) != len(ids):
            raise Misfit(msg("two rubric items of a turn have the same id"))
        return self


class Scenario(_Part):
    """A playable case; with `toolset: physicianbench` a long task.

    A long task has one turn, of `task_type: long_task`, whose request names what is to be done
    in numbered steps and where its `deliverables` are to be put.
    """

    schema_: Literal[1] = Field(alias="schema")
    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+/[a-z0-9-]+$")]
    title: Bilingual
    category: Category
    difficulty: Literal[1, 2, 3]
    languages: tuple[Lang, ...] = Field(min_length=1)
    record: str = "record.json"
    source: Source
    references: tuple[Citation, ...] = ()
    clock: AwareDatetime
    patient: Reference
    encounter: Reference | None = None
    toolset: Literal["physassist", "physassist-paper", "physicianbench"] = "physassist"
    specialty: Specialty | None = None
    limits: Limits = Limits()
    deliverables: tuple[WorkspacePath, ...] = ()
    persona: Persona = Persona()
    facts: tuple[Fact, ...] = ()
    turns: tuple[Turn, ...] = Field(min_length=1)

    @field_validator("clock", mode="before")
    @classmethod
    def _clock_from_yaml(cls, value: object) -> object:
        # The loader keeps dates as text, so that the clock keeps the offset it was written with.
        if isinstance(value, datetime):
            return value
        if isinstance(value, str):
            with suppress(ValueError):
                return datetime.fromisoformat(value)
        raise Misfit(msg("a date and time with its offset, as 2026-03-04T09:30:00-05:00"))

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        ids = [fact.id for fact in self.facts]
        if len(set(ids)) != len(ids):
            raise Misfit(msg("two facts have the same id"))
        for number, turn in enumerate(self.turns, start=1):
            if turn.refers_to is not None and turn.refers_to.turn >= number:
                raise Misfit(
                    msg(
                        "turn {turn} refers to turn {other}, which is not earlier",
                        turn=number,
                        other=turn.refers_to.turn,
                    )
                )
        self._check_long_task()
        if self.long_task:
            # The file is read as JSON, which no validator may touch before its types are known.
            object.__setattr__(self, "limits", self.limits.of_a_long_task())
        return self

    def _check_long_task(self) -> None:
        kinds = {turn.task_type is TaskType.LONG_TASK for turn in self.turns}
        parts = (kinds == {True}, self.category in WORKFLOWS, self.long_task)
        if self.free:
            return
        if len(set(parts)) != 1:
            raise Misfit(
                msg(
                    "the toolset physicianbench, the task type long_task and a category of long "
                    "tasks ({categories}) go together",
                    categories=several(sorted(WORKFLOWS)),
                )
            )
        if self.long_task and len(self.turns) != 1:
            raise Misfit(msg("a long task has one turn"))
        if self.deliverables and not self.long_task:
            raise Misfit(msg("only the toolset physicianbench can write deliverables"))

    def fact(self, fact_id: str) -> Fact:
        """The fact with that id; `KeyError` where there is none."""
        for fact in self.facts:
            if fact.id == fact_id:
                return fact
        raise KeyError(fact_id)

    @property
    def long_task(self) -> bool:
        """Whether it is played with the tools of PhysicianBench."""
        return self.toolset == "physicianbench"

    @property
    def free(self) -> bool:
        """Whether it asks for nothing and grades nothing: a free session on a record."""
        return False

    @property
    def has_write_turn(self) -> bool:
        """Whether any turn asks for a write; the paper's toolset offers writes only then."""
        return any(turn.task_type is TaskType.WRITE_UPDATE for turn in self.turns)
