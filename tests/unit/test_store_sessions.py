"""Recording sessions and reading them back: numbers, rows, ids, scores, words."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.core.state import fold
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.store import schema, text_index
from physassist_tui.store.recordings import Recordings, SessionTaken, default_path
from tests.unit.store_samples import (
    REQUEST_ZH,
    START,
    asked,
    call,
    ended,
    every_kind,
    long_session,
    numbered,
    said,
    score,
    short_session,
    started,
)


@pytest.fixture
def recordings(tmp_path: Path) -> Iterator[Recordings]:
    with Recordings.open(tmp_path / "r.db") as opened:
        yield opened


class TestAppend:
    def test_every_kind_comes_back_as_it_was_and_folds_to_the_same_state(
        self, recordings: Recordings
    ) -> None:
        events = every_kind()
        assert {e.kind for e in events} == {
            kind.model_fields["kind"].default for kind in ev.Event.__subclasses__()
        }
        for event in events:
            recordings.append("S", [event])
        assert recordings.events("S") == events
        assert fold(recordings.events("S")) == fold(events)
        assert recordings.verify() == []

    def test_one_commit_or_many_make_the_same_rows(self, tmp_path: Path) -> None:
        rows = []
        for name, size in (("one.db", 1), ("many.db", 7)):
            with Recordings.open(tmp_path / name) as recordings:
                events = every_kind()
                for at in range(0, len(events), size):
                    recordings.append("S", events[at : at + size])
                rows.append(
                    [
                        list(recordings.database.query(f"SELECT * FROM {table} ORDER BY 1"))
                        for table in ("session", "event")
                    ]
                )
        assert rows[0] == rows[1]

    def test_is_seen_by_another_connection_on_return(self, recordings: Recordings) -> None:
        recordings.append("S", short_session()[:2])
        with Recordings.open(recordings.path, readonly=True) as other:
            assert len(other.events("S")) == 2

    def test_nothing_to_append_is_nothing(self, recordings: Recordings) -> None:
        recordings.append("S", [])
        assert recordings.sessions() == []

    @pytest.mark.parametrize("first", [1, 2, 3, 5, 6])
    def test_events_that_do_not_follow_are_taken_and_change_nothing(
        self, recordings: Recordings, first: int
    ) -> None:
        recordings.append("S", short_session()[:3])
        with pytest.raises(SessionTaken) as raised:
            recordings.append("S", numbered([asked(), asked()], first=first))
        assert "S" in str(raised.value)
        assert "\n" not in str(raised.value)
        assert len(recordings.events("S")) == 3
        assert recordings.verify() == []

    def test_another_program_that_played_on_is_noticed(self, recordings: Recordings) -> None:
        events = short_session()
        recordings.append("S", events[:2])
        with Recordings.open(recordings.path) as other:
            other.append("S", events[2:3])
        with pytest.raises(SessionTaken):
            recordings.append("S", events[2:3])
        recordings.append("S", events[3:])
        assert recordings.events("S") == events
        assert recordings.verify() == []

    def test_two_sessions_in_turns(self, recordings: Recordings) -> None:
        events = short_session()
        for event in events:
            recordings.append("A", [event])
            recordings.append("B", [event])
        assert recordings.events("A") == recordings.events("B") == events
        assert recordings.verify() == []

    def test_a_session_begins_with_its_start(self, recordings: Recordings) -> None:
        with pytest.raises(ValueError, match="start"):
            recordings.append("S", numbered([asked()]))
        with pytest.raises(BadInput):
            recordings.append("S", short_session()[1:])
        assert recordings.sessions() == []
        assert recordings.verify() == []

    def test_events_are_numbered_in_a_row(self, recordings: Recordings) -> None:
        events = short_session()
        with pytest.raises(ValueError, match="row"):
            recordings.append("S", [events[0], events[2]])
        assert recordings.sessions() == []

    def test_all_or_none(self, recordings: Recordings) -> None:
        recordings.append("S", short_session()[:2])
        cannot = said("x" * 10)
        bad = numbered([said("fine"), cannot], first=3)
        bad[1] = bad[1].model_copy(update={"active_ms": 2**70})  # more than a column holds
        with pytest.raises(OverflowError):
            recordings.append("S", bad)
        assert len(recordings.events("S")) == 2
        recordings.append("S", short_session()[2:])
        assert recordings.verify() == []

    def test_any_time_zone_is_kept_as_utc(self, recordings: Recordings) -> None:
        east = timezone(timedelta(hours=8))
        event = short_session()[0].model_copy(update={"at": START.astimezone(east)})
        recordings.append("S", [event])
        [row] = recordings.sessions()
        assert row.started_at == START
        assert row.started_at.tzinfo is not None
        with pytest.raises(ValueError, match="time zone"):
            recordings.append("T", [event.model_copy(update={"at": datetime(2026, 3, 4)})])

    @settings(max_examples=30, deadline=None)
    @given(
        texts=st.lists(
            st.text(st.characters(exclude_categories=()), max_size=60), min_size=1, max_size=8
        )
    )
    def test_any_text_comes_back(self, texts: list[str], tmp_path_factory: object) -> None:
        assert isinstance(tmp_path_factory, pytest.TempPathFactory)
        path = tmp_path_factory.mktemp("any") / "r.db"
        events = numbered([started(), *(said(text) for text in texts)])
        with Recordings.open(path) as recordings:
            recordings.append("S", events)
            assert recordings.events("S") == events
            assert recordings.verify() == []

    def test_threads_share_one_instance(self, recordings: Recordings) -> None:
        def play(name: str) -> None:
            for event in long_session(40):
                recordings.append(name, [event])

        threads = [threading.Thread(target=play, args=(f"S{n}",)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [len(recordings.events(f"S{n}")) for n in range(4)] == [40] * 4
        assert recordings.verify() == []


class TestSessions:
    def test_a_row_is_what_the_events_say(self, recordings: Recordings) -> None:
        recordings.append("S", every_kind())
        [row] = recordings.sessions()
        assert (row.id, row.scenario, row.ended) == ("S", "medication-safety/sample", "tool_limit")
        assert row.started_at == START + timedelta(seconds=1, microseconds=1)
        assert row.last_at == START + timedelta(seconds=20, microseconds=20)
        assert row.last_seq == 20
        assert (row.parent_session, row.parent_seq) == ("01PARENT", 3)
        assert json.loads(json.dumps(row.to_json()))["started_at"] == "2026-03-04T14:30:01.000001Z"
        assert row == recordings.session("S")

    def test_a_seat_that_changed_and_a_rewind_that_takes_it_back(
        self, recordings: Recordings
    ) -> None:
        change = ev.SeatChangedData(
            changed=Seat.ASSISTANT, from_player="script:gold", to_player="human", note=""
        )
        events = numbered([started(), asked(), change, ev.RewoundData(to_seq=2)])
        recordings.append("S", events[:3])
        assert recordings.session("S").assistant == "human"
        recordings.append("S", events[3:])
        assert recordings.session("S").assistant == "script:gold"
        assert recordings.verify() == []

    def test_the_newest_comes_first(self, recordings: Recordings) -> None:
        for day, name in ((2, "B"), (1, "A"), (3, "C")):
            recordings.append(name, numbered([started()], start=START + timedelta(days=day)))
        assert [row.id for row in recordings.sessions()] == ["C", "B", "A"]

    def test_by_scenario_and_unfinished(self, recordings: Recordings) -> None:
        recordings.append("A", short_session(scenario="x/one"))
        recordings.append("B", short_session(scenario="x/two")[:3])
        assert [row.id for row in recordings.sessions(scenario="x/one")] == ["A"]
        assert [row.id for row in recordings.sessions(unfinished=True)] == ["B"]

    def test_latest_unfinished_is_the_one_last_played(self, recordings: Recordings) -> None:
        assert recordings.latest_unfinished() is None
        later = START + timedelta(hours=1)
        recordings.append("OLD", numbered([started()]))
        recordings.append("NEW", numbered([started()], start=later))
        recordings.append("OVER", numbered([started(), ended()], start=later + timedelta(hours=9)))
        assert recordings.latest_unfinished() == "NEW"
        recordings.append("OLD", numbered([asked()], first=2, start=later + timedelta(hours=1)))
        assert recordings.latest_unfinished() == "OLD"

    @pytest.mark.parametrize("reason", list(EndReason))
    def test_a_session_that_ended_is_over(self, recordings: Recordings, reason: EndReason) -> None:
        recordings.append("S", numbered([started(), ended(reason)]))
        assert recordings.latest_unfinished() is None
        assert recordings.sessions(unfinished=True) == []
        assert not recordings.session("S").unfinished

    def test_unknown_sessions_are_told(self, recordings: Recordings) -> None:
        for ask in (
            recordings.events,
            recordings.session,
            recordings.scores,
            recordings.verify,
            recordings.resolve,
        ):
            with pytest.raises(BadInput):
                ask("nobody")
        with pytest.raises(BadInput):
            recordings.save_score("nobody", score(), "sha256:x")


class TestResolve:
    @pytest.fixture
    def three(self, recordings: Recordings) -> Recordings:
        for name in ("01JABC", "01JABD", "01KXYZ"):
            recordings.append(name, short_session())
        return recordings

    @pytest.mark.parametrize(
        ("text", "found"),
        [("01K", "01KXYZ"), ("01kx", "01KXYZ"), ("01JABC", "01JABC"), (" 01jabd ", "01JABD")],
    )
    def test_an_id_or_its_beginning(self, three: Recordings, text: str, found: str) -> None:
        assert three.resolve(text) == found

    def test_an_id_that_begins_another(self, three: Recordings) -> None:
        three.append("01JABCDE", short_session())
        assert three.resolve("01JABC") == "01JABC"

    def test_ambiguous(self, three: Recordings) -> None:
        with pytest.raises(BadInput, match="01JABD, 01JABC") as raised:
            three.resolve("01J")
        assert "\n" not in str(raised.value)

    @pytest.mark.parametrize("text", ["01JABX", "JABC", "%", "", "01J_BC", "肌酐", "01K\x00"])
    def test_unknown_with_the_nearest(self, three: Recordings, text: str) -> None:
        with pytest.raises(BadInput, match="01J"):
            three.resolve(text)

    def test_nothing_recorded_yet(self, recordings: Recordings) -> None:
        with pytest.raises(BadInput, match="no sessions"):
            recordings.resolve("01J")


class TestScores:
    def test_scores_stand_beside_each_other(self, recordings: Recordings) -> None:
        recordings.append("S", short_session())
        before = datetime.now(UTC)
        recordings.save_score("S", score("fail"), "sha256:one")
        recordings.save_score("S", score("pass"), "sha256:two")
        first, second = recordings.scores("S")
        assert (first.data, second.data) == (score("fail"), score("pass"))
        assert (first.identity_hash, second.identity_hash) == ("sha256:one", "sha256:two")
        assert first.last_seq == 6
        assert before <= first.scored_at <= second.scored_at
        assert recordings.verify() == []

    def test_columns_and_grades_say_what_the_score_says(self, recordings: Recordings) -> None:
        recordings.append("S", short_session())
        recordings.save_score("S", score("pass") | {"mrs": None}, "sha256:x")
        [row] = recordings.database.query("SELECT mrs, graded_share, task_success FROM score")
        assert row == {"mrs": None, "graded_share": 0.5, "task_success": None}
        grades = list(recordings.database.query("SELECT item, grade, evidence FROM grade"))
        assert grades == [
            {"item": "cites-latest-creatinine", "grade": "pass", "evidence": "[4]"},
            {"item": "judged", "grade": "abstain", "evidence": "[]"},
        ]

    def test_a_score_is_kept_whole_or_not_at_all(self, recordings: Recordings) -> None:
        recordings.append("S", short_session())
        twice = score()
        twice["turns"] = [*twice["turns"], *twice["turns"]]  # the same item of the same turn
        with pytest.raises(sqlite3.IntegrityError):
            recordings.save_score("S", twice, "sha256:x")
        assert recordings.scores("S") == []
        recordings.save_score("S", score(), "sha256:x")
        assert recordings.verify() == []


class TestWords:
    @pytest.fixture
    def spoken(self, recordings: Recordings) -> Recordings:
        recordings.append("EN", short_session())
        recordings.append("ZH", short_session(REQUEST_ZH, language="zh"))
        odd = said('100% "sure" of_it \\ [H] \ud800')
        recordings.append("ODD", numbered([started(), asked("AND OR NOT"), odd]))
        return recordings

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("creatinine", {"EN"}),
            ("CREATININE doing", {"EN"}),
            ("doing nothing", set()),
            ("肌酐怎", {"ZH"}),
            ("肌酐", {"ZH"}),
            ("酐", {"ZH"}),
            ("怎么样 肌", {"ZH"}),
            ("1.9", {"EN", "ZH"}),
            ("100%", {"ODD"}),
            ("%", {"ODD"}),
            ("of_", {"ODD"}),
            ("ofxit", set()),
            ('"sure"', {"ODD"}),
            ("\\", {"ODD"}),
            ("AND", {"ODD"}),
            ("AND OR", {"ODD"}),
            ("NEAR(", set()),
            ("text:creatinine", set()),
            ("", set()),
            ("  ", set()),
        ],
    )
    @pytest.mark.parametrize("indexed", [True, False])
    def test_found_with_and_without_the_index(
        self,
        spoken: Recordings,
        query: str,
        found: set[str],
        indexed: bool,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        if not indexed:
            # What a SQLite without trigrams says, from this one.
            really = text_index.available
            monkeypatch.setattr(text_index, "available", lambda c: really(c, "no_such_tokenizer"))
        assert {hit.session for hit in spoken.search_text(query)} == found

    def test_tool_results_are_not_words(self, spoken: Recordings) -> None:
        assert spoken.search_text("Observation") == []

    def test_the_index_keeps_up(self, recordings: Recordings) -> None:
        for n in range(3):
            recordings.append(f"S{n}", short_session(f"request number{n}"))
            assert [hit.session for hit in recordings.search_text(f"number{n}")] == [f"S{n}"]
        [count] = recordings.database.query("SELECT count(*) AS n FROM spoken_text_docsize")
        assert count["n"] == 6

    def test_closing_brings_the_index_up_to_date(self, tmp_path: Path) -> None:
        with Recordings.open(tmp_path / "r.db") as recordings:
            recordings.append("S", short_session())
        connection = sqlite3.connect(tmp_path / "r.db")
        found = connection.execute(
            "SELECT session FROM spoken JOIN spoken_text ON spoken_text.rowid = spoken.id "
            "WHERE spoken_text MATCH 'creatinine'"
        ).fetchall()
        connection.close()
        assert found == [("S",)]

    def test_limit_takes_the_newest(self, recordings: Recordings) -> None:
        for n in range(5):
            recordings.append(f"S{n}", short_session("the same words"))
        assert [h.session for h in recordings.search_text("same", limit=2)] == ["S4", "S3"]


class TestOpening:
    def test_default_path(self, tmp_path: Path) -> None:
        assert default_path({"PHYSASSIST_DB": str(tmp_path / "x.db")}) == tmp_path / "x.db"
        assert default_path({"PHYSASSIST_DB": "~/x.db"}) == Path.home() / "x.db"
        assert default_path({}).name == default_path({"PHYSASSIST_DB": ""}).name == "physassist.db"
        assert default_path({}).is_absolute()

    def test_settings(self, recordings: Recordings) -> None:
        def pragma(name: str) -> object:
            [row] = recordings.database.query(f"PRAGMA {name}")
            return next(iter(row.values()))

        assert pragma("journal_mode") == "wal"
        assert pragma("synchronous") == 2  # FULL
        assert pragma("foreign_keys") == 1
        assert pragma("busy_timeout") == 5000

    def test_migrations_are_recorded_once(self, tmp_path: Path) -> None:
        for _ in range(2):
            with Recordings.open(tmp_path / "r.db") as recordings:
                rows = list(recordings.database.query("SELECT number, name FROM migration"))
                steps = [{"number": s.number, "name": s.name} for s in schema.MIGRATIONS]
                assert rows == steps
                assert rows[0] == {"number": 1, "name": "sessions, events, scores, grades"}

    def test_closing_twice_and_leaving_nothing_beside_the_file(self, tmp_path: Path) -> None:
        recordings = Recordings.open(tmp_path / "r.db")
        recordings.append("S", short_session())
        recordings.close()
        recordings.close()
        assert [p.name for p in tmp_path.iterdir()] == ["r.db"]

    def test_only_its_owner_may_read_a_new_file(self, tmp_path: Path) -> None:
        Recordings.open(tmp_path / "deep" / "er" / "r.db").close()
        assert (tmp_path / "deep" / "er" / "r.db").stat().st_mode & 0o077 == 0

    def test_readonly_reads_and_does_not_write(self, tmp_path: Path) -> None:
        with Recordings.open(tmp_path / "r.db") as recordings:
            recordings.append("S", short_session())
        before = (tmp_path / "r.db").read_bytes()
        with Recordings.open(tmp_path / "r.db", readonly=True) as recordings:
            assert len(recordings.events("S")) == 6
            assert recordings.verify() == []
            assert recordings.search_text("creatinine")
            with pytest.raises(BadInput, match="cannot be written"):
                recordings.append("T", short_session())
        assert (tmp_path / "r.db").read_bytes() == before

    def test_a_damaged_recording_is_told_when_read(self, tmp_path: Path) -> None:
        with Recordings.open(tmp_path / "r.db") as recordings:
            recordings.append("S", long_session(20))
            raw = sqlite3.connect(tmp_path / "r.db")
            raw.execute("DELETE FROM event WHERE seq = 7")
            raw.commit()
            with pytest.raises(ServiceFailed, match="event 7"):
                recordings.events("S")
            raw.execute("DELETE FROM event WHERE seq > 5")
            raw.commit()
            with pytest.raises(ServiceFailed, match="event 6"):
                recordings.events("S")
            raw.execute("UPDATE event SET data = '{' WHERE seq = 3")
            raw.commit()
            with pytest.raises(ServiceFailed, match="event 3"):
                recordings.events("S")
            raw.execute("UPDATE session SET started_at = 'soon'")
            raw.commit()
            raw.close()
            [row] = recordings.sessions()
            with pytest.raises(ServiceFailed, match="soon"):
                _ = row.started_at

    def test_a_call_whose_data_holds_odd_numbers(self, recordings: Recordings) -> None:
        given = {"a": 1e308, "b": -0.0, "c": 2**80, "d": [None, True, {"": ""}]}
        data = ev.ToolCalledData(call_id="c", tool="t", arguments_given=given, arguments=None)
        events = numbered([started(), data, *call(3)])
        recordings.append("S", events)
        assert recordings.events("S") == events
        assert recordings.verify() == []
