"""What an EHR store does, whoever implements it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol

from physassist_tui.core.errors import ServiceFailed
from physassist_tui.i18n import Message

Resource = dict[str, Any]
Params = Sequence[tuple[str, str]]


class EhrError(Exception):
    """A request that the EHR refuses. `field` is the parameter or element at fault.

    `allowed` lists the values that would have been taken, where they can be listed.
    """

    def __init__(
        self, message: Message, *, field: str | None = None, allowed: Sequence[str] = ()
    ) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.allowed = tuple(allowed)

    def __str__(self) -> str:
        return self.message.render()


FaultKind = Literal[
    "ehr_unavailable", "ehr_sign_in", "ehr_conflict", "ehr_rejected", "ehr_bad_answer"
]
"""Down, slow or overloaded; not signed in; changed by another; refused; an answer that is none."""


class EhrFault(ServiceFailed):
    """The EHR did not do its part. It is no `EhrError`: it says nothing about the record.

    The message names no host, so that it may be recorded.
    """

    def __init__(self, message: Message, kind: FaultKind) -> None:
        super().__init__(message)
        self.kind = kind


@dataclass(frozen=True)
class Code:
    """A coded value that exists in a store, and how many resources have it.

    `system` and `display` are empty where there is none.
    """

    system: str
    code: str
    display: str
    count: int


class EhrStore(Protocol):
    """A FHIR R4 store, seen at a clock.

    What is asked wrongly or is not there is an `EhrError`; a server that fails an `EhrFault`.
    """

    @property
    def clock(self) -> datetime:
        """The now that the record is seen at; aware."""

    def read(self, resource_type: str, resource_id: str) -> Resource:
        """One resource. An unknown type or id, or one after the clock, is an error."""

    def search(self, resource_type: str, params: Params) -> Resource:
        """A searchset Bundle: `total` is true, `link` has self and next, entries are a page.

        `params` are FHIR search parameters with their modifiers, repeated ones joined by
        AND. An unknown parameter is an error.
        """

    def create(self, resource: Resource) -> Resource:
        """Stores a validated resource in the layer over the record and gives it back."""

    def put(self, resource: Resource) -> None:
        """Stores a new version of a layer's resource, or lays one in again on resume."""

    def restore(self, resources: Sequence[Resource]) -> None:
        """Makes the layer hold `resources` and nothing else, as if they had been put in order."""

    def session_over(self) -> None:
        """The session has ended: a server keeps nothing of it. The layer is still seen here."""

    def codes(self, resource_type: str, param: str, params: Params = ()) -> Sequence[Code]:
        """The values that a token parameter has among what a search finds, commonest first."""
