"""A scenario under check, with what the checks share: its record, and the standing plays."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cached_property, lru_cache

from physassist_tui.core.events import AnyEvent
from physassist_tui.core.scenario import Scenario
from physassist_tui.core.state import SessionState, fold
from physassist_tui.core.tools import Toolset
from physassist_tui.ehr.presence import there
from physassist_tui.ehr.protocol import EhrStore, Resource
from physassist_tui.ehr.record import Record, open_record
from physassist_tui.ehr.toolsets import toolset
from physassist_tui.i18n import Lang, Message
from physassist_tui.library import FieldPath, Loaded, Problem
from physassist_tui.score.recall import Recall
from physassist_tui.score.report import TurnScore

_AFTER_EVERYTHING = datetime(9999, 1, 1, tzinfo=UTC)


class Case:
    """What a check is given. Opens the record and plays the plays once, when first wanted.

    Raises `BadInput` or `ServiceFailed` where the record cannot be opened.
    """

    def __init__(self, loaded: Loaded, record: Record | None = None) -> None:
        self.loaded = loaded
        self.scenario: Scenario = loaded.scenario
        self.record = record or open_record(loaded.record_path)
        self.recall = Recall()
        self._events = lru_cache(maxsize=None)(self._played)
        self._state = lru_cache(maxsize=None)(self._folded)
        self._turns = lru_cache(maxsize=None)(self._graded)

    def problem(self, path: FieldPath, problem: Message) -> Problem:
        """A problem at a field of the scenario's file."""
        return self.loaded.problem(path, problem)

    @cached_property
    def at_clock(self) -> EhrStore:
        """The record at the scenario's clock, without anybody's writes."""
        return self.record.at(self.scenario.clock)

    @cached_property
    def whenever(self) -> EhrStore:
        """The record as if everything in it had happened already."""
        return self.record.at(_AFTER_EVERYTHING)

    @cached_property
    def resources(self) -> dict[str, Resource]:
        """Every resource of the record by `Type/id`, whatever the clock."""
        return self._all(self.whenever)

    @cached_property
    def visible(self) -> dict[str, Resource]:
        """Every resource that exists at the clock, by `Type/id`, as it is seen then."""
        return self._all(self.at_clock)

    @cached_property
    def invalid(self) -> list[tuple[str, str, str]]:
        """What is not FHIR R4 in the record: (`Type/id`, the element, the reason)."""
        from physassist_tui.ehr.validate import validate_resource

        found = []
        for reference, resource in self.resources.items():
            for fault in validate_resource(resource):
                element, _colon, reason = fault.partition(": ")
                found.append((reference, element, reason))
        return found

    def _all(self, store: EhrStore) -> dict[str, Resource]:
        from physassist_tui.ehr.search_url import search_all

        return {
            f"{kind}/{resource['id']}": resource
            for kind in self.record.types()
            for resource in search_all(store, kind)
        }

    @property
    def toolset(self) -> Toolset:
        """The tools that the scenario gives its assistant."""
        return toolset(self.scenario.toolset, writes=self.scenario.has_write_turn)

    def exists(self, reference: str, store: EhrStore) -> Resource | None:
        """The resource at `Type/id` in a view of the record; `None` where there is none."""
        return there(store, reference)

    def events(self, player: str, lang: Lang) -> Sequence[AnyEvent]:
        """The whole play of `script:…` in a language."""
        return self._events(player, lang)

    def state(self, player: str, lang: Lang) -> SessionState:
        """What that play came to."""
        return self._state(player, lang)

    def turns(self, player: str, lang: Lang) -> tuple[TurnScore, ...]:
        """How the rubric grades that play, turn by turn."""
        return self._turns(player, lang)

    def _played(self, player: str, lang: Lang) -> Sequence[AnyEvent]:
        from physassist_tui.play.headless import play_script

        return play_script(self.loaded, player, lang, record=self.record)

    def _folded(self, player: str, lang: Lang) -> SessionState:
        return fold(self.events(player, lang))

    def _graded(self, player: str, lang: Lang) -> tuple[TurnScore, ...]:
        from physassist_tui.score.session import graded_turns

        events = self.events(player, lang)
        return graded_turns(events, self.scenario, self.at_clock, self.recall)
