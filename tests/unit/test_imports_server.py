"""Records from a FHIR server over real HTTP: pages, exports, and each fault as one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.errors import BadInput, PhysassistError, ServiceFailed
from physassist_tui.ehr.imports.importing import Wish, import_record
from physassist_tui.ehr.imports.manifest import Manifest
from physassist_tui.ehr.imports.server import Server
from tests.fhir_server.server import FhirServer, Reply, outcome
from tests.unit.records_world import RESOURCES, lab

OF_TYPE = Counter(one["resourceType"] for one in RESOURCES)
HTML = Reply(200, b"<html>Please sign in</html>", "text/html")


def fetched(
    server: FhirServer, folder: Path, waited: list[float] | None = None, token: str = ""
) -> Manifest:
    waits: list[float] = [] if waited is None else waited
    environ = {"PHYSASSIST_FHIR_TOKEN": token} if token else {}
    source = Server(server.base, environ, waits.append)
    return import_record(source, Wish(name="r"), folder=folder)


@pytest.mark.parametrize("export", [False, True])
@pytest.mark.parametrize("page", [1, 3, 100])
def test_every_resource_comes_over_whatever_the_pages(
    tmp_path: Path, page: int, export: bool
) -> None:
    with FhirServer(RESOURCES, page=page, export=export) as server:
        manifest = fetched(server, tmp_path)
    assert {kind: count.kept for kind, count in manifest.counts.items()} == OF_TYPE
    assert manifest.source == server.base
    for kind, said in manifest.announced.items():
        assert said == OF_TYPE[kind]
    paths = [path for path, _headers in server.asked]
    assert any("$export" in path for path in paths) is export
    assert not any("ValueSet" in path for path in paths)


def test_an_export_that_is_not_begun_is_searched_for_instead(tmp_path: Path) -> None:
    refusal = Reply.of(outcome("no export here"), 403)
    with FhirServer(RESOURCES, export=True, faults={"$export": [refusal]}) as server:
        assert fetched(server, tmp_path).resources == len(RESOURCES)


def test_an_export_is_waited_for_as_the_server_says(tmp_path: Path) -> None:
    waited: list[float] = []
    still = Reply(202, headers={"Retry-After": "7"})
    faults = {"job/1": [still, Reply(202), Reply(503)]}
    with FhirServer(RESOURCES, export=True, faults=faults) as server:
        assert fetched(server, tmp_path, waited).resources == len(RESOURCES)
    assert waited == [7.0, 1.0, 0.25]


def test_what_may_pass_is_tried_again(tmp_path: Path) -> None:
    waited: list[float] = []
    faults = {
        "metadata": [Reply(503)],
        "Observation": [Reply(429, headers={"Retry-After": "2"}), Reply(500), Reply(502)],
        "Patient": [Reply(200, b'{"resourceType": "Bun', length=5000)],
    }
    with FhirServer(RESOURCES, faults=faults) as server:
        assert fetched(server, tmp_path, waited).resources == len(RESOURCES)
    assert sorted(waited) == [0.25, 0.25, 0.5, 1.0, 2.0]


def again(reply: Reply) -> Sequence[Reply]:
    return [reply] * 4


FAULTS: dict[str, tuple[dict[str, Sequence[Reply]], str]] = {
    "no server": ({"metadata": again(Reply(500))}, "refuses with 500"),
    "html": ({"metadata": [HTML]}, "text/html"),
    "html page": ({"Observation": [HTML]}, "text/html"),
    "401": ({"Observation": [Reply(401)]}, "PHYSASSIST_FHIR_TOKEN"),
    "403": ({"metadata": [Reply(403)]}, "asks for a sign-in"),
    "half a page": (
        {"Observation": again(Reply(200, b'{"resourceType": "Bundle", "ent', length=9000))},
        "breaks off",
    ),
    "half JSON": ({"Observation": [Reply(200, b'{"resourceType": "Bundle", "ent')]}, "cut off"),
    "no bundle": ({"Observation": [Reply.of(outcome("x"))]}, "gives no Bundle"),
    "no FHIR": ({"metadata": [Reply.of({"hello": 1})]}, "is no FHIR server"),
    "R5": (
        {"metadata": [Reply.of({"resourceType": "CapabilityStatement", "fhirVersion": "5.0.0"})]},
        "speaks FHIR 5.0.0",
    ),
    "moved": ({"metadata": [Reply(302, headers={"Location": "http://x/y"})]}, "http://x/y"),
    "words": ({"Observation": [Reply.of(outcome("no such param"), 400)]}, "no such param"),
    "busy": ({"Patient": again(Reply(429))}, "refuses with 429"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_server_that_fails_leaves_nothing_and_one_line(tmp_path: Path, name: str) -> None:
    faults, words = FAULTS[name]
    with FhirServer(RESOURCES, faults=faults) as server, pytest.raises(ServiceFailed) as fault:
        fetched(server, tmp_path / "kept")
    told = str(fault.value)
    assert words in told, told
    assert "\n" not in told
    assert server.base in told
    assert list((tmp_path / "kept").iterdir()) == []


def page_to(address: str) -> Reply:
    link = [{"relation": "next", "url": address}]
    return Reply.of({"resourceType": "Bundle", "type": "searchset", "link": link})


@pytest.mark.parametrize(
    ("address", "words"),
    [("http://127.0.0.1:1/fhir/Patient?from=3", "another server"), ("?_count=200", "in a circle")],
)
def test_pages_that_lead_astray_are_not_followed(tmp_path: Path, address: str, words: str) -> None:
    faults = {"Patient": [page_to(address)]}
    with FhirServer(RESOURCES, faults=faults) as server, pytest.raises(ServiceFailed, match=words):
        fetched(server, tmp_path)


def test_nobody_listens(tmp_path: Path) -> None:
    waited: list[float] = []
    with pytest.raises(ServiceFailed, match="breaks off"):
        import_record(Server("http://127.0.0.1:1/fhir", {}, waited.append), Wish(), folder=tmp_path)
    assert len(waited) == 3


def test_the_token_goes_to_the_server_itself_and_is_kept_nowhere(tmp_path: Path) -> None:
    with (
        FhirServer(RESOURCES) as elsewhere,
        FhirServer(RESOURCES, export=True) as server,
    ):
        note: dict[str, Any] = {"requiresAccessToken": True, "output": [
            {"type": "Patient", "url": f"{elsewhere.base}/files/Patient", "count": 2},
            {"type": "Organization", "url": f"{server.base}/files/Organization"},
        ]}  # fmt: skip
        server.faults["job/1"] = [Reply.of(note)]
        manifest = fetched(server, tmp_path, token="secret-7")
        assert manifest.resources == 4
        assert all(h.get("authorization") == "Bearer secret-7" for _p, h in server.asked)
        assert [h.get("authorization") for _p, h in elsewhere.asked] == [None]
    assert b"secret-7" not in (tmp_path / "r.record").read_bytes()


def test_what_is_no_resource_in_a_page_or_a_file_is_told(tmp_path: Path) -> None:
    rows = [
        {"resource": lab("o", "ada", "2026", 1)},
        {"resource": {"resourceType": "X"}},
        7,
        {"fullUrl": "x"},
        {"resource": outcome("note"), "search": {"mode": "outcome"}},
    ]
    page = Reply.of({"resourceType": "Bundle", "type": "searchset", "total": 9, "entry": rows})
    with FhirServer(RESOURCES, faults={"Observation": [page]}) as server:
        manifest = fetched(server, tmp_path / "a")
    assert manifest.unreadable == 3
    assert manifest.announced["Observation"] == 9
    assert manifest.counts["Observation"].read == 1
    lines = Reply(200, b'{"resourceType": "Patient", "id": "a"}\n{half', "application/fhir+ndjson")
    with FhirServer(RESOURCES, export=True, faults={"files/Patient": [lines]}) as server:
        manifest = fetched(server, tmp_path / "b")
    assert manifest.unreadable == 1
    assert "files/Patient:2" in manifest.told[0]


def test_a_missing_attachment_is_told_and_the_rest_is_kept(tmp_path: Path) -> None:
    rows = [one for one in RESOURCES if one["resourceType"] != "Binary"]
    with FhirServer(rows) as server:
        manifest = fetched(server, tmp_path)
    assert manifest.resources == len(rows)
    assert "Binary/b1" in manifest.told[0]


def test_an_export_that_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    half = Reply(200, b'{"resourceType": "Patient", "id": "a"}\n', "application/fhir+ndjson",
                 length=9000)  # fmt: skip
    for reply, words in ((half, "breaks off"), (Reply(404), "404"), (Reply(401), "sign-in")):
        with (
            FhirServer(RESOURCES, export=True, faults={"files/Patient": [reply]}) as server,
            pytest.raises(ServiceFailed, match=words),
        ):
            fetched(server, tmp_path / "kept")
        assert list((tmp_path / "kept").iterdir()) == []


@pytest.mark.parametrize("address", ["http://", "https://user:pw@example.org/fhir", "http://[x"])
def test_what_is_no_address_is_told_before_anything_is_asked(address: str) -> None:
    with pytest.raises(PhysassistError) as fault:
        Server(address)
    assert isinstance(fault.value, BadInput)
    assert "pw" not in str(fault.value)
