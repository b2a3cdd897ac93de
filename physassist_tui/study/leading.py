"""What a participant has to do next. It follows from what is recorded, so anybody can go on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ulid import ULID

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.errors import BadInput
from physassist_tui.core.studying import Assignment, Response, ResponseKind
from physassist_tui.i18n import Lang, Message, current_language, msg
from physassist_tui.study import workload
from physassist_tui.study.load import LoadedStudy
from physassist_tui.study.model import Participant, Question
from physassist_tui.study.order import Planned, plan

if TYPE_CHECKING:
    from physassist_tui.store.recordings import Recordings


@dataclass(frozen=True)
class Consent:
    """The person is to agree before anything is played."""

    text: str


@dataclass(frozen=True)
class Instructions:
    """The person is to read what this is about."""

    text: str


@dataclass(frozen=True)
class Play:
    """A session is to be played, or gone on with where it is `begun`. `number` is of `of`."""

    assignment: Assignment
    of: int
    begun: bool


@dataclass(frozen=True)
class Asked:
    """One thing to be answered after a session: with a number on a scale, or in words.

    A scale goes from `lowest` to `highest` in steps of `step`; words may be left out.
    """

    question: str
    part: str
    text: str
    low: str = ""
    high: str = ""
    lowest: int = 0
    highest: int = 0
    step: int = 1

    @property
    def in_words(self) -> bool:
        """Whether it is answered in free words."""
        return self.lowest == self.highest


@dataclass(frozen=True)
class Questions:
    """A session is over; these questions about it are open."""

    assignment: Assignment
    asked: tuple[Asked, ...]


@dataclass(frozen=True)
class Done:
    """The participant has played everything."""

    sessions: int


Step = Consent | Instructions | Play | Questions | Done


class Leading:
    """One participant, led through a study. Everything that is said is kept at once."""

    def __init__(self, loaded: LoadedStudy, recordings: Recordings, participant: str) -> None:
        self.loaded = loaded
        self.study = loaded.study
        self.participant: Participant = loaded.participant(participant)
        self._recordings = recordings
        self._hash = ""

    @property
    def language(self) -> Lang:
        """The language in which the person reads."""
        return self.participant.language or current_language()

    def step(self) -> Step:
        """What comes next. Gives the participant an order when it is first needed.

        Raises `BadInput` where the file no longer gives the order that the participant has.
        """
        said = self._recordings.studies.responses(self.study.id, self.participant.id)
        if self.participant.is_person:
            step = self._before(said)
            if step is not None:
                return step
        order = self.order()
        ends = {row.id: row.ended for row in self._recordings.sessions()}
        for assignment in order:
            ended = ends.get(assignment.session)
            if ended is None:
                return Play(assignment, len(order), assignment.session in ends)
            asked = self._open_questions(assignment, said)
            if asked is not None:
                return Questions(assignment, asked)
        return Done(len(order))

    def order(self) -> list[Assignment]:
        """The participant's order, kept at the first call and from then on what it was."""
        studies = self._recordings.studies
        planned = plan(self.study, self.participant)
        kept = studies.assignments(self.study.id, self.participant.id)
        if not kept:
            hashed = self._version()
            kept = [self._assignment(one, hashed) for one in planned]
            studies.assign(kept)
        elif [self._assignment(one, "") for one in planned] != [_bare(row) for row in kept]:
            raise BadInput(
                msg(
                    "{file} gives participant {participant} another order than the one begun: "
                    "put the study's scenarios, conditions, participants and seed back as they "
                    "were, or give the changed study another id.",
                    file=str(self.loaded.file),
                    participant=self.participant.id,
                )
            )
        return kept

    def expected(self) -> list[Assignment]:
        """The order as it was assigned; before that as the file gives it, without sessions."""
        kept = self._recordings.studies.assignments(self.study.id, self.participant.id)
        planned = plan(self.study, self.participant)
        return kept or [self._assignment(one, "") for one in planned]

    # What the person says

    def consent(self, *, agreed: bool) -> None:
        """The person agrees, or does not."""
        self._keep("consented" if agreed else "declined")

    def instructed(self) -> None:
        """The person has read the instructions."""
        self._keep("instructed")

    def interrupted(self, assignment: Assignment, text: str) -> None:
        """Why the person had left the session that is now gone on with."""
        self._keep("interrupted", assignment.session, text=text)

    def answer(self, assignment: Assignment, asked: Asked, given: float | str) -> None:
        """An answer: a number on the scale, else words; empty words leave the question out.

        Raises `BadInput` for a number that is not on the scale.
        """
        about = {"question": asked.question, "part": asked.part}
        if asked.in_words:
            words = str(given).strip()
            kind: ResponseKind = "answered" if words else "skipped"
            self._keep(kind, assignment.session, text=words, **about)
            return
        self._keep("answered", assignment.session, value=on_scale(asked, given), **about)

    def close(self, assignment: Assignment) -> None:
        """The questions about a session are done."""
        self._keep("closed", assignment.session)

    # Behind it

    def _before(self, said: Sequence[Response]) -> Step | None:
        """Consent to the present text, and instructions, where either is missing."""
        consent = self._text(self.study.consent)
        agreed = [row for row in said if row.kind in ("consented", "declined")]
        if consent and not (
            agreed and agreed[-1].kind == "consented" and self._same_consent(agreed[-1])
        ):
            return Consent(consent)
        instructions = self._text(self.study.instructions)
        if instructions and not any(row.kind == "instructed" for row in said):
            return Instructions(instructions)
        return None

    def _same_consent(self, row: Response) -> bool:
        versions = self._recordings.studies.versions(self.study.id)
        read = next((one.data for one in versions if one.hash == row.study_hash), {})
        return bool(read.get("consent") == self.loaded.data["consent"])

    def _open_questions(
        self, assignment: Assignment, said: Sequence[Response]
    ) -> tuple[Asked, ...] | None:
        """What is still to be asked about a session; `None` where that is done."""
        about = [row for row in said if row.session == assignment.session]
        closed = any(row.kind == "closed" for row in about)
        if closed or not self.study.questions or not self.participant.is_person:
            return None
        known = {(row.question, row.part) for row in about}
        every = asked_of(self.study.questions, self.language)
        return tuple(one for one in every if (one.question, one.part) not in known)

    def _assignment(self, planned: Planned, hashed: str) -> Assignment:
        scenario = self.loaded.scenarios[planned.scenario].scenario
        return Assignment(
            study=self.study.id,
            participant=self.participant.id,
            position=planned.position,
            trial=planned.trial,
            scenario=scenario.id,
            condition=planned.condition,
            language=planned.language or scenario.languages[0],
            requests=planned.requests,
            seconds=planned.seconds,
            player=planned.player,
            seed=planned.seed,
            session=str(ULID()) if hashed else "",
            study_hash=hashed,
            at=datetime.now(UTC) if hashed else datetime.min.replace(tzinfo=UTC),
        )

    def _keep(self, kind: ResponseKind, session: str | None = None, **said: object) -> None:
        given: dict[str, object] = {
            "study": self.study.id,
            "participant": self.participant.id,
            "session": session,
            "at": datetime.now(UTC),
            "kind": kind,
            "language": self.language,
            "study_hash": self._version(),
        }
        self._recordings.studies.respond([Response(**(given | said))])  # type: ignore[arg-type]

    def _version(self) -> str:
        if not self._hash:
            self._hash = self._recordings.studies.keep(self.study.id, self.loaded.data)
        return self._hash

    def _text(self, text: Bilingual | None) -> str:
        return "" if text is None else text.text(self.language).strip()


def _bare(row: Assignment) -> Assignment:
    return replace(row, session="", study_hash="", at=datetime.min.replace(tzinfo=UTC))


def asked_of(questions: Sequence[Question], lang: Lang) -> Iterator[Asked]:
    """What is asked, one thing after the other, in a language."""
    for question in questions:
        if question.kind == "tlx":
            yield from _workload(question.id, lang)
            continue
        text = "" if question.text is None else question.text.text(lang)
        if question.kind == "text":
            yield Asked(question.id, "", text)
            continue
        low, high = (end.text(lang) if end else "" for end in (question.low, question.high))
        lowest, highest = question.lowest or 0, question.highest or 0
        yield Asked(question.id, "", text, low, high, lowest, highest)


def _workload(question: str, lang: Lang) -> Iterator[Asked]:
    for scale in workload.subscales():
        name: Message = msg("{head}: {value}", head=scale.name, value=scale.text)
        yield Asked(
            question,
            scale.id,
            name.render(lang),
            scale.low.render(lang),
            scale.high.render(lang),
            workload.LOWEST,
            workload.HIGHEST,
            workload.STEP,
        )


def on_scale(asked: Asked, given: float | str) -> float:
    """What was given, as a number of the scale. Raises `BadInput` with what can be given."""
    try:
        value = float(str(given).strip())
    except ValueError:
        value = float("nan")
    fits = asked.lowest <= value <= asked.highest and (value - asked.lowest) % asked.step == 0
    if fits:
        return value
    if asked.step == 1:
        raise BadInput(
            msg("Give a whole number from {low} to {high}.", low=asked.lowest, high=asked.highest)
        )
    raise BadInput(
        msg(
            "Give a number from {low} to {high} in steps of {step}.",
            low=asked.lowest,
            high=asked.highest,
            step=asked.step,
        )
    )
