"""What a server says that it can do: its CapabilityStatement, read as it comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from physassist_tui.ehr.fhirtext import nodes
from physassist_tui.ehr.server.connection import Connection
from physassist_tui.i18n import msg


@dataclass(frozen=True)
class TypeSupport:
    """What is declared for a type. `does` is `None` where its interactions are not listed."""

    does: frozenset[str] | None
    params: frozenset[str]
    update_create: bool

    def can(self, interaction: str) -> bool:
        """Whether an interaction is declared; what lists none is taken to do all."""
        return self.does is None or interaction in self.does


@dataclass(frozen=True)
class Capabilities:
    """What a server declares. `own` is the address that it calls itself by."""

    version: str
    types: Mapping[str, TypeSupport]
    transaction: bool
    own: str = ""
    software: str = ""

    def declares(self, resource_type: str, param: str) -> bool:
        """Whether the type can be searched by `param`."""
        support = self.types.get(resource_type)
        return support is not None and param in support.params

    def searchable(self) -> list[str]:
        """The types that can be searched, sorted."""
        return sorted(kind for kind, one in self.types.items() if one.can("search-type"))


def read_capabilities(connection: Connection) -> Capabilities:
    """The server's statement. Raises `EhrFault` where it is no FHIR R4 server."""
    address = connection.address("metadata")
    told = connection.get(address)
    if not isinstance(told, dict) or told.get("resourceType") != "CapabilityStatement":
        raise connection.fault("GET", address, msg("is no FHIR server"), "ehr_bad_answer")
    version = str(told.get("fhirVersion", ""))
    if not version.startswith("4."):
        what = msg("speaks FHIR {version}, not R4", version=version[:20] or "?")
        raise connection.fault("GET", address, what, "ehr_bad_answer")
    rests = nodes(told.get("rest"))
    rest = next((one for one in rests if one.get("mode") == "server"), rests[0] if rests else {})
    implementation, software = told.get("implementation"), told.get("software")
    return Capabilities(
        version,
        {str(one["type"]): _support(one) for one in nodes(rest.get("resource")) if one.get("type")},
        "transaction" in _codes(rest.get("interaction")),
        str(implementation.get("url") or "") if isinstance(implementation, dict) else "",
        str(software.get("name") or "") if isinstance(software, dict) else "",
    )


def _support(one: dict[str, Any]) -> TypeSupport:
    listed = one.get("interaction")
    params = frozenset(str(each.get("name")) for each in nodes(one.get("searchParam")))
    return TypeSupport(
        _codes(listed) if isinstance(listed, list) and listed else None,
        params,
        one.get("updateCreate") is True,
    )


def _codes(listed: Any) -> frozenset[str]:
    return frozenset(str(one.get("code")) for one in nodes(listed))
