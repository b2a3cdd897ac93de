"""What the columns of an export mean: the data dictionary, in both languages.

An empty field is unknown or does not apply, never 0. Times are UTC; `_ms` are milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from physassist_tui.i18n import Message, msg
from physassist_tui.score.causes import CAUSES
from physassist_tui.score.finding import CHECKS

Type = Literal["text", "whole", "number", "yes_no", "time"]


@dataclass(frozen=True)
class Column:
    """A column: its name, the type of its values, and what they say."""

    name: str
    type: Type
    meaning: Message


def _whose() -> tuple[Column, ...]:
    """The columns that each file begins with."""
    return (
        Column("study", "text", msg("id of the study")),
        Column("participant", "text", msg("id of the participant")),
        Column("position", "whole", msg("place of the session in the participant's order, from 1")),
        Column("session", "text", msg("id of the session, empty where it has not begun")),
        Column("scenario", "text", msg("id of the scenario")),
        Column("condition", "text", msg("id of the condition")),
    )


def session_columns() -> tuple[Column, ...]:
    """One row a session that was to be played."""
    return (*_whose(), *_played(), *_time(), *_effort(), *_score())


def _played() -> tuple[Column, ...]:
    return (
        Column("trial", "whole", msg("which trial of that scenario and condition, from 1")),
        Column("player", "text", msg("who sits in the assistant's seat")),
        Column("language", "text", msg("language of the play: en or zh")),
        Column("requests", "text", msg("form of the physician's requests: implicit or explicit")),
        Column("time_limit_s", "number", msg("limit of active time in seconds")),
        Column("seed", "whole", msg("seed of the session")),
        Column("scenario_hash", "text", msg("hash of the scenario and its record as played")),
        Column(
            "state",
            "text",
            msg("planned (not begun), unfinished, or how it ended: completed, time_limit, …"),
        ),
        Column("finished", "yes_no", msg("1 where it was played to its end")),
    )


def _time() -> tuple[Column, ...]:
    return (
        Column("started_at", "time", msg("when the session was opened")),
        Column("last_at", "time", msg("when its last event was")),
        Column(
            "active_ms", "whole", msg("time from the first request shown to the end, less pauses")
        ),
        Column(
            "paused_ms",
            "whole",
            msg("time between a pause, quit or crash and going on; not in the active time"),
        ),
        Column("pauses", "whole", msg("how often it was interrupted")),
        Column(
            "pause_reasons",
            "text",
            msg("why and how often: person (paused), quit (left), provider, step, crash"),
        ),
    )


def _effort() -> tuple[Column, ...]:
    return (
        Column("tool_calls", "whole", msg("calls of tools, patient tools included")),
        Column("patient_questions", "whole", msg("questions put to the patient")),
        Column("model_ms", "whole", msg("time that model calls took")),
        Column("tokens_in", "whole", msg("tokens that models read")),
        Column("tokens_out", "whole", msg("tokens that models wrote")),
        Column("cost_usd", "number", msg("what model calls cost in US dollars")),
    )


def _score() -> tuple[Column, ...]:
    return (
        Column("mrs", "number", msg("mean over turns of passed / graded items, 0 to 1")),
        Column("mrs_lenient", "number", msg("the same with half a point for a partial grade")),
        Column("graded_share", "number", msg("graded items / items, 0 to 1")),
        Column("task_success", "yes_no", msg("1 where every item is graded and passed")),
        *(
            Column(
                f"check_{check}", "whole", msg("findings of the standing check {name}", name=check)
            )
            for check in CHECKS
        ),
        *(
            Column(
                f"cause_{cause}", "whole", msg("how often {name} is a cause of failure", name=cause)
            )
            for cause in CAUSES
        ),
        Column("tlx_raw", "number", msg("mean of the six NASA-TLX subscales, 0 to 100")),
    )


def turn_columns() -> tuple[Column, ...]:
    """One row a turn of each session that has begun."""
    return (
        *_whose(),
        Column("turn", "whole", msg("turn of the scenario, from 1")),
        Column("task_type", "text", msg("what the turn asks for")),
        Column(
            "implicitness",
            "text",
            msg("how the request leans on what was said before: NA, PE, AE, or none"),
        ),
        Column("answered", "yes_no", msg("1 where the turn was answered")),
        Column("active_ms", "whole", msg("active time from the request to the answer")),
        Column("tool_calls", "whole", msg("calls of tools, patient tools included")),
        Column("patient_questions", "whole", msg("questions put to the patient")),
        Column("answer_characters", "whole", msg("length of the answer in characters")),
        Column("items", "whole", msg("rubric items of the turn")),
        Column("graded", "whole", msg("items that a grader decided")),
        Column("passed", "whole", msg("items passed")),
        Column("partial", "whole", msg("items passed in part")),
        Column("failed", "whole", msg("items failed")),
        Column("strict", "number", msg("passed / graded, 0 to 1")),
        Column("lenient", "number", msg("(passed + partial / 2) / graded, 0 to 1")),
    )


def response_columns() -> tuple[Column, ...]:
    """One row a response, in the order in which they were given."""
    return (
        *_whose(),
        Column("at", "time", msg("when it was given")),
        Column(
            "kind",
            "text",
            msg(
                "consented, declined, instructed, interrupted (why a session had been left), "
                "answered, skipped, closed (the questions of a session are done)"
            ),
        ),
        Column("question", "text", msg("id of the question")),
        Column("part", "text", msg("subscale of the NASA-TLX")),
        Column("value", "number", msg("the number given on the question's scale")),
        Column("text", "text", msg("the words given")),
        Column("language", "text", msg("language in which it was asked")),
        Column("study_hash", "text", msg("hash of the study's file as it was then")),
    )


def files() -> Iterator[tuple[str, tuple[Column, ...]]]:
    """Each file of an export but the dictionary, with its columns."""
    yield "sessions.csv", session_columns()
    yield "turns.csv", turn_columns()
    yield "responses.csv", response_columns()
