"""The closed sets of words that scenarios, events and scores are written in.

Task types, implicitness and categories are those of PhysAssistBench (arXiv 2606.18613); the
failure kinds of a rubric item are those of PhysicianBench (arXiv 2605.02240) and our two,
communication and safety.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal


class Seat(StrEnum):
    """Who acts. Each seat has one player at a time."""

    PHYSICIAN = "physician"
    ASSISTANT = "assistant"
    PATIENT = "patient"


Requests = Literal["implicit", "explicit"]
"""Which form of a scenario's requests is asked: as clinicians speak, or with all spelled out."""

Ehr = Literal["embedded", "server"]
"""What holds the chart of a session: our own store, or a FHIR server."""


class TaskType(StrEnum):
    """What a turn asks for."""

    INFORMATION_LOOKUP = "information_lookup"
    DATA_GATHERING = "data_gathering"
    CLINICAL_REASONING = "clinical_reasoning"
    WRITE_UPDATE = "write_update"
    LONG_TASK = "long_task"
    """A whole task of PhysicianBench, from retrieval to a deliverable, in one turn."""


class Implicitness(StrEnum):
    """How a request leans on what was said before."""

    NOMINAL_ANAPHORA = "NA"
    PREDICATE_ELLIPSIS = "PE"
    ABSTRACT_EVENT_ANAPHORA = "AE"


class Category(StrEnum):
    """What a scenario is about. The last four are PhysicianBench's workflow types."""

    DIAGNOSTIC_WORKUP = "diagnostic_workup"
    MEDICATION_SAFETY = "medication_safety"
    TREATMENT_RESPONSE = "treatment_response"
    DISCHARGE_PLANNING = "discharge_planning"
    WORKUP_RISK = "workup_risk_stratification"
    TREATMENT_PLANNING = "treatment_planning"
    MEDICATION_PRESCRIBING = "medication_prescribing"
    DIAGNOSIS_INTERPRETATION = "diagnosis_interpretation"


WORKFLOWS = frozenset(
    {
        Category.WORKUP_RISK,
        Category.TREATMENT_PLANNING,
        Category.MEDICATION_PRESCRIBING,
        Category.DIAGNOSIS_INTERPRETATION,
    }
)
"""The categories of long tasks."""


class Specialty(StrEnum):
    """Whose task a long task is."""

    CARDIOLOGY = "cardiology"
    ENDOCRINOLOGY = "endocrinology"
    GASTROENTEROLOGY = "gastroenterology"
    HEMATOLOGY = "hematology"
    HEPATOLOGY = "hepatology"
    INFECTIOUS_DISEASE = "infectious_disease"
    NEPHROLOGY = "nephrology"
    NEUROLOGY = "neurology"
    ONCOLOGY = "oncology"
    PRIMARY_CARE = "primary_care"
    PULMONOLOGY = "pulmonology"
    RHEUMATOLOGY = "rheumatology"


class ItemKind(StrEnum):
    """Which ability a rubric item tests, and so which kind of failure it shows."""

    DATA_RETRIEVAL = "data_retrieval"
    CLINICAL_REASONING = "clinical_reasoning"
    ACTION_EXECUTION = "action_execution"
    DOCUMENTATION = "documentation"
    COMMUNICATION = "communication"
    SAFETY = "safety"


class Verdict(StrEnum):
    """What a grader says of an item."""

    PASS = "pass"
    PARTIAL = "partial"
    FAIL = "fail"
    ABSTAIN = "abstain"


class EndReason(StrEnum):
    """Why a session ended.

    Somebody who leaves a play only pauses it; `QUIT` is for a session that is given up, `CRASHED`
    for one that the program itself cannot go on with. A session that ended is over: it can be
    scored and forked, not resumed.
    """

    COMPLETED = "completed"
    QUIT = "quit"
    TOOL_LIMIT = "tool_limit"
    REPEATED_CALL = "repeated_call"
    TIME_LIMIT = "time_limit"
    TOKEN_LIMIT = "token_limit"
    COST_LIMIT = "cost_limit"
    PROVIDER_FAILED = "provider_failed"
    CONTEXT_FULL = "context_full"
    CRASHED = "crashed"


class Topic(StrEnum):
    """What a patient's fact is about; one typed patient tool asks for each."""

    CHIEF_COMPLAINT = "chief_complaint"
    SYMPTOM_HISTORY = "symptom_history"
    MEDICATION_ADHERENCE = "medication_adherence"
    SOCIAL_HISTORY = "social_history"
    FUNCTIONAL_STATUS = "functional_status"
    PAIN = "pain"
