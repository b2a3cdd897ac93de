"""Brings a record in: from a source, through one pass, into a file of the user's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from physassist_tui import __version__
from physassist_tui.core.errors import BadInput
from physassist_tui.ehr.imports.building import Building, counts_in_order, new_file
from physassist_tui.ehr.imports.kept import SUFFIX, records_folder
from physassist_tui.ehr.imports.manifest import Labs, Manifest, check_name, name_from
from physassist_tui.ehr.imports.reading import Done, Files, Source
from physassist_tui.ehr.json_input import bad
from physassist_tui.i18n import msg


@dataclass(frozen=True)
class Wish:
    """What an import is asked for beside its source. Empty: as the source says."""

    name: str = ""
    licence: str = ""
    labs: Path | None = None
    terminology: Path | None = None
    replace: bool = False


def source_at(place: str) -> Source:
    """The source at a path, or at the address of a FHIR server. Raises `BadInput`."""
    if place.startswith(("http://", "https://")):
        from physassist_tui.ehr.imports.server import Server

        return Server(place)
    return Files(Path(place).expanduser())


def import_record(
    source: Source,
    wish: Wish,
    *,
    folder: Path | None = None,
    done: Done = lambda _at, _of: None,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Manifest:
    """Imports `source` into `folder` (the user's records); gives what was written beside it.

    It is imported whole, or nothing is: a fault, a kill or a full disk leaves no record. Lines
    that are no resource are left out, counted and told in the manifest. Raises `BadInput` and
    `ServiceFailed`.
    """
    name = check_name(wish.name or name_from(source.told))
    target = (folder or records_folder()) / f"{name}{SUFFIX}"
    if target.exists() and not wish.replace:
        raise bad(
            name, msg("there is a record of that name; --replace puts this one in its place.")
        )
    if wish.labs is not None:
        from physassist_tui.ehr.imports.meds import check_reader

        check_reader(wish.labs)
    with new_file(target, replace=wish.replace) as building:
        for item in source.read(done):
            building.add(item)
        labs = _put_back(building, wish)
        manifest = _closed(building, source, wish, name, labs, now())
        building.finish(manifest)
    return manifest


def _put_back(building: Building, wish: Wish) -> Labs | None:
    if wish.labs is None:
        if wish.terminology is not None:
            raise BadInput(msg("--terminology names the items of --labs; give that too."))
        return None
    from physassist_tui.ehr.imports.meds import labs_of

    return labs_of(building, wish.labs, wish.terminology)


def _closed(
    building: Building, source: Source, wish: Wish, name: str, labs: Labs | None, at: datetime
) -> Manifest:
    patients, first, last = building.close_patients()
    counts = counts_in_order(building.counts)
    if not any(count.kept for count in counts.values()):
        why = f" {building.told[0]}" if building.told else ""
        raise bad(source.told, msg("holds no resources.{why}", why=why))
    return Manifest(
        name=name,
        source=source.told,
        licence=wish.licence or source.licence,
        imported_at=at.isoformat(timespec="seconds"),
        app_version=__version__,
        counts=counts,
        unreadable=building.unreadable,
        told=tuple(building.told),
        aside=source.aside,
        announced=source.announced,
        patients=patients,
        first=first,
        last=last,
        labs=labs,
    )
