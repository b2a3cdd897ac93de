"""What an EHR store does, whoever implements it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

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


class EhrStore(Protocol):
    """A FHIR R4 store, seen at a clock. All errors are `EhrError`."""

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
