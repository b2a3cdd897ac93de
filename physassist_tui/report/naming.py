"""The figures, slices and keys of a report as a person reads them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from physassist_tui.core.names import category_name, end_name
from physassist_tui.core.words import Category, EndReason
from physassist_tui.i18n import Message, msg
from physassist_tui.report.dimensions import Dimension
from physassist_tui.report.slices import UNKNOWN
from physassist_tui.score.differing import MIX


def figure_name(key: str, k: int = 0) -> Message:
    """A figure; `k` is that of pass@k and pass^k."""
    stem, _, threshold = key.rpartition("_")
    if threshold.startswith("0."):
        return _threshold_name(stem, threshold)
    return {
        "mrs": msg("mRS"),
        "mrs_lenient": msg("mRS, lenient"),
        "checkpoint_rate": msg("Checkpoint rate"),
        "task_success": msg("Task success"),
        "graded_share": msg("Graded share"),
        "implicit_gap": msg("Implicit − explicit"),
        "pass_at_k": msg("pass@{k}", k=k),
        "pass_hat_k": msg("pass^{k}", k=k),
        "plugin_pass_at_k": msg("pass@{k}, plug-in", k=k),
        "plugin_pass_hat_k": msg("pass^{k}, plug-in", k=k),
    }[key]


def _threshold_name(stem: str, threshold: str) -> Message:
    return {
        "pass_turn": msg("Pass@Turn({threshold})", threshold=threshold),
        "pass_turn_lenient": msg("Pass@Turn({threshold}), lenient", threshold=threshold),
        "pass_session": msg("Pass@Session({threshold})", threshold=threshold),
        "pass_session_lenient": msg("Pass@Session({threshold}), lenient", threshold=threshold),
    }[stem]


def formula(key: str) -> Message:
    """How a figure is made."""
    stem = key.rpartition("_")[0] if key.rpartition("_")[2].startswith("0.") else key
    return {
        "mrs": msg("mean over sessions of the mean turn score; turn score = passed / graded items"),
        "mrs_lenient": msg(
            "mean over sessions of the mean turn score; "
            "turn score = (passed + ½ partial) / graded items"
        ),
        "pass_turn": msg("graded turns with a turn score of at least that / graded turns"),
        "pass_turn_lenient": msg(
            "graded turns with a lenient turn score of at least that / graded turns"
        ),
        "pass_session": msg(
            "sessions in which every turn scores at least that / sessions without ungraded turn"
        ),
        "pass_session_lenient": msg(
            "sessions in which every turn's lenient score is at least that / "
            "sessions without ungraded turn"
        ),
        "checkpoint_rate": msg("passed / graded items, over all sessions"),
        "task_success": msg("sessions in which every item passes / decided sessions"),
        "graded_share": msg("graded / all items"),
        "implicit_gap": msg(
            "mean over sessions of: mean score of the implicit turns − of the explicit turns"
        ),
        "pass_at_k": msg("1 − C(n−c,k) / C(n,k), mean over tasks; c of n planned trials succeed"),
        "pass_hat_k": msg("C(c,k) / C(n,k), mean over tasks; c of n planned trials succeed"),
        "plugin_pass_at_k": msg("1 − (1−c/n)^k, mean over tasks; c of n planned trials succeed"),
        "plugin_pass_hat_k": msg("(c/n)^k, mean over tasks; c of n planned trials succeed"),
        "missed": msg("failed or partial / graded items of the kind"),
        "cause": msg("sessions with that cause / scored sessions; a session may have several"),
        "check": msg("sessions with a finding / scored sessions"),
        "effort": msg("mean over the sessions in which it is known"),
    }[stem]


def effort_name(name: str) -> Message:
    """A kind of effort, with its unit."""
    return {
        "tool_calls": msg("tool calls"),
        "patient_questions": msg("questions to the patient"),
        "active_ms": msg("active time, seconds"),
        "model_ms": msg("model time, seconds"),
        "tokens_in": msg("tokens in"),
        "tokens_out": msg("tokens out"),
        "cost_usd": msg("cost, US dollars"),
    }[name]


def dimension_name(dimension: Dimension) -> Message:
    """What a report is broken down by."""
    return {
        "category": msg("By category"),
        "difficulty": msg("By difficulty"),
        "language": msg("By language"),
        "scenario": msg("By scenario"),
        "task_type": msg("By task type"),
        "implicitness": msg("By implicitness"),
        "leaning": msg("Implicit against explicit"),
        "turn": msg("By turn"),
    }[dimension]


def value_name(dimension: Dimension, value: str) -> Message | str:
    """A value of a dimension. What is not ours (a scenario's id) is given as it is."""
    if value == UNKNOWN:
        return msg("unknown")
    if dimension == "category" and value in set(Category):
        return category_name(Category(value))
    if dimension == "difficulty":
        return msg("level {n}", n=value)
    if dimension == "turn":
        return msg("turn {n}", n=value)
    return _WORDS.get(value, value) if dimension != "scenario" else value


_WORDS: Mapping[str, Message] = MappingProxyType(
    {
        "en": msg("English"),
        "zh": msg("Chinese"),
        "information_lookup": msg("information lookup"),
        "data_gathering": msg("data gathering"),
        "clinical_reasoning": msg("clinical reasoning"),
        "write_update": msg("write or update"),
        "NA": msg("nominal anaphora (NA)"),
        "PE": msg("predicate ellipsis (PE)"),
        "AE": msg("abstract-event anaphora (AE)"),
        "none": msg("none (explicit)"),
        "implicit": msg("implicit"),
        "explicit": msg("explicit"),
    }
)


def ending_name(ended: str) -> Message | str:
    """How a session ended; `unfinished` is under way."""
    if ended == "unfinished":
        return msg("unfinished")
    known = {reason.value for reason in EndReason}
    return end_name(EndReason(ended)) if ended in known else ended


def key_name(key: str) -> Message | str:
    """A key of a score's identity."""
    head, _, tail = key.partition(".")
    if head == "graders":
        return msg("version of the grader {name}", name=tail)
    if head == "limits":
        return msg("limit {name}", name=tail)
    names = {
        "scenario": msg("scenario"),
        "rubric": msg("rubric"),
        "toolset": msg("toolset"),
        "patient": msg("who spoke for the patient"),
        "patient_version": msg("version of the patient"),
        "physician": msg("who spoke for the physician"),
        "language": msg("language"),
        "checks": msg("version of the standing checks"),
        "judge": msg("judge"),
        "people": msg("version of the rule by which people decide"),
        "played": msg("version of the scenario that was played"),
        "score": msg("sessions without a score"),
        "graded_items": msg("items graded for one of them only"),
        MIX: msg("how often each scenario was played, or under what"),
    }
    return names.get(key, key)
