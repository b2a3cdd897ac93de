"""The closed sets of words as a person reads them."""

from __future__ import annotations

from physassist_tui.core.words import Category, EndReason, ItemKind, Seat, Specialty, Verdict
from physassist_tui.i18n import Message, msg


def seat_name(seat: Seat) -> Message:
    """A seat, at the head of a line."""
    return {
        Seat.PHYSICIAN: msg("Physician"),
        Seat.ASSISTANT: msg("Assistant"),
        Seat.PATIENT: msg("Patient"),
    }[seat]


def category_name(category: Category) -> Message:
    """What a scenario is about."""
    return {
        Category.DIAGNOSTIC_WORKUP: msg("diagnostic workup"),
        Category.MEDICATION_SAFETY: msg("medication safety"),
        Category.TREATMENT_RESPONSE: msg("treatment response"),
        Category.DISCHARGE_PLANNING: msg("discharge planning"),
        Category.WORKUP_RISK: msg("workup and risk stratification"),
        Category.TREATMENT_PLANNING: msg("treatment planning"),
        Category.MEDICATION_PRESCRIBING: msg("medication prescribing"),
        Category.DIAGNOSIS_INTERPRETATION: msg("diagnosis and interpretation"),
    }[category]


def specialty_name(specialty: Specialty) -> Message:
    """Whose task a long task is."""
    return {
        Specialty.CARDIOLOGY: msg("cardiology"),
        Specialty.ENDOCRINOLOGY: msg("endocrinology"),
        Specialty.GASTROENTEROLOGY: msg("gastroenterology"),
        Specialty.HEMATOLOGY: msg("hematology"),
        Specialty.HEPATOLOGY: msg("hepatology"),
        Specialty.INFECTIOUS_DISEASE: msg("infectious disease"),
        Specialty.NEPHROLOGY: msg("nephrology"),
        Specialty.NEUROLOGY: msg("neurology"),
        Specialty.ONCOLOGY: msg("oncology"),
        Specialty.PRIMARY_CARE: msg("primary care"),
        Specialty.PULMONOLOGY: msg("pulmonology"),
        Specialty.RHEUMATOLOGY: msg("rheumatology"),
    }[specialty]


def verdict_name(verdict: Verdict) -> Message:
    """What a grader says of an item."""
    return {
        Verdict.PASS: msg("PASS"),
        Verdict.PARTIAL: msg("PARTIAL"),
        Verdict.FAIL: msg("FAIL"),
        Verdict.ABSTAIN: msg("NOT GRADED"),
    }[verdict]


def kind_name(kind: ItemKind) -> Message:
    """Which ability an item tests."""
    return {
        ItemKind.DATA_RETRIEVAL: msg("data retrieval"),
        ItemKind.CLINICAL_REASONING: msg("clinical reasoning"),
        ItemKind.ACTION_EXECUTION: msg("action"),
        ItemKind.DOCUMENTATION: msg("documentation"),
        ItemKind.COMMUNICATION: msg("communication"),
        ItemKind.SAFETY: msg("safety"),
    }[kind]


def end_name(reason: EndReason) -> Message:
    """Why a session ended."""
    return {
        EndReason.COMPLETED: msg("completed"),
        EndReason.QUIT: msg("left"),
        EndReason.TOOL_LIMIT: msg("all tool calls used"),
        EndReason.REPEATED_CALL: msg("the same call repeated"),
        EndReason.TIME_LIMIT: msg("out of time"),
        EndReason.TOKEN_LIMIT: msg("out of tokens"),
        EndReason.COST_LIMIT: msg("out of money"),
        EndReason.PROVIDER_FAILED: msg("the model's provider failed"),
        EndReason.CONTEXT_FULL: msg("the model's context was full"),
        EndReason.CRASHED: msg("crashed"),
    }[reason]


def mark_name(label: str) -> Message | str:
    """A mark's label: a word of ours in the reader's language, any other as it is."""
    ours = {
        "unsafe": msg("unsafe"),
        "wrong": msg("wrong"),
        "good": msg("good"),
        "note": msg("note"),
    }
    return ours.get(label, label)


def cause_name(cause: str) -> Message | str:
    """Why a session failed, as far as its events tell."""
    names = {
        "guessed_code_empty": msg("a guessed code taken for an empty chart"),
        "decided_not_ordered": msg("decided, not ordered"),
        "no_file": msg("no deliverable"),
        "misplaced_file": msg("deliverable in the wrong place"),
        "loop": msg("ended in a loop"),
        "out_of_steps": msg("out of steps"),
    }
    return names.get(cause, cause)


def check_name(check: str) -> Message | str:
    """A standing check."""
    names = {
        "said_not_done": msg("said but not done"),
        "done_not_said": msg("done but not said"),
        "unsupported_numbers": msg("numbers that nothing shown supports"),
        "wrong_patient_writes": msg("orders for another patient"),
        "duplicate_orders": msg("duplicate or contradictory orders"),
        "allergy_conflicts": msg("orders against a recorded allergy"),
    }
    return names.get(check, check)
