"""The report as JSON: stable keys, exact counts; described in docs/figures.md."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from physassist_tui.i18n import Lang
from physassist_tui.report.extras import CheckFigures, EffortFigures, KindFigures, TrialsOf
from physassist_tui.report.figure import Figure
from physassist_tui.report.played import Played
from physassist_tui.report.ranking import Ranking
from physassist_tui.report.sheet import PlayerSheet, Report, SliceRow
from physassist_tui.score.agreement import Disputed, disputed_items, rater_efforts
from physassist_tui.score.figures import THRESHOLDS, session_mean
from physassist_tui.score.intervals import CONFIDENCE

VERSION = 1
"""Raised when a key changes its meaning or goes."""


def to_json(report: Report, lang: Lang) -> dict[str, Any]:
    """The whole report for a program. Only reasons are words, in `lang`."""
    draws = report.options.draws
    return {
        "report": VERSION,
        "settings": {
            "planned_trials": report.options.planned,
            "by": list(report.options.by),
            "thresholds": list(THRESHOLDS),
            "confidence": CONFIDENCE,
            "bootstrap_seed": draws.seed,
            "bootstrap_resamples": draws.resamples,
        },
        "players": [_player(sheet) for sheet in report.players],
        "slices": [_slice(row) for row in report.rows],
        "ranking": _ranking(report.ranking),
        "agreement": [one.to_json(lang) for one in report.agreements],
        "raters": [dict(vars(one)) for one in rater_efforts(report.ratings)],
        "disputed": [_disputed(one) for one in disputed_items(report.ratings)],
        "sessions": [_session(played, lang) for played in report.sessions],
    }


def dump(report: Report, lang: Lang) -> str:
    """The JSON text; the same report gives the same bytes."""
    return json.dumps(to_json(report, lang), ensure_ascii=False, indent=2, allow_nan=False)


def _figures(figures: Sequence[Figure]) -> dict[str, Any]:
    return {figure.key: figure.to_json() for figure in figures}


def _player(sheet: PlayerSheet) -> dict[str, Any]:
    return {
        "player": sheet.player,
        "sessions": [played.session for played in sheet.sessions],
        "counts": sheet.counts.to_json(),
        "ends": sheet.ends,
        "mixed": list(sheet.mixed),
        "figures": _figures([*sheet.figures, sheet.gap]),
        "trials": _trials(sheet.trials),
        "failure_kinds": {kind.kind: _kind(kind) for kind in sheet.kinds},
        "checks": {check.check: _check(check) for check in sheet.checks},
        "causes": {cause.check: _check(cause) for cause in sheet.causes},
        "effort": {effort.name: _effort(effort) for effort in sheet.efforts},
    }


def _trials(trials: TrialsOf) -> dict[str, Any]:
    return {
        "tasks": trials.tasks,
        "planned": trials.planned,
        "attempted": trials.attempted,
        "finished": trials.finished,
        "graded": trials.graded,
        "by_k": {str(one.k): _figures(one.figures) for one in trials.by_k},
    }


def _kind(kind: KindFigures) -> dict[str, Any]:
    return {
        "passed": kind.passed,
        "partial": kind.partial,
        "failed": kind.failed,
        "ungraded": kind.ungraded,
        "missed": kind.missed.to_json(),
    }


def _check(check: CheckFigures) -> dict[str, Any]:
    return {"findings": check.findings, "sessions": check.sessions.to_json()}


def _effort(effort: EffortFigures) -> dict[str, Any]:
    return {
        **effort.mean.to_json(),
        "median": effort.median,
        "total": effort.total,
        "unknown": effort.mean.ungraded,
    }


def _slice(row: SliceRow) -> dict[str, Any]:
    return {
        "by": row.dimension,
        "value": row.value,
        "player": row.player,
        "counts": row.counts.to_json(),
        "figures": _figures(row.figures),
    }


def _ranking(ranking: Ranking) -> dict[str, Any]:
    return {
        "orders": [
            [
                {
                    "player": place.player,
                    "mrs": float(place.mrs),
                    "behind": None if place.behind is None else float(place.behind),
                    "low": place.interval.low if place.interval else None,
                    "high": place.interval.high if place.interval else None,
                    "apart": place.apart,
                }
                for place in order
            ]
            for order in ranking.orders
        ],
        "refused": [
            {
                "left": list(one.left),
                "right": list(one.right),
                "differences": [difference.to_json() for difference in one.differences],
            }
            for one in ranking.refused
        ],
    }


def _disputed(one: Disputed) -> dict[str, Any]:
    reasons = dict(one.reasons)
    return {"session": one.session, "turn": one.turn, "item": one.item, "reasons": reasons}


def _session(played: Played, lang: Lang) -> dict[str, Any]:
    strict, lenient = (session_mean(played.tallies, lenient=each) for each in (False, True))
    return {
        "session": played.session,
        "scenario": played.scenario,
        "language": played.language,
        "category": played.category,
        "difficulty": played.difficulty,
        "player": played.player,
        "authorship": played.authorship.to_json(),
        "end": played.ended,
        "finished": played.finished,
        "mrs": None if strict is None else float(strict),
        "mrs_lenient": None if lenient is None else float(lenient),
        "graded_items": played.graded_items,
        "items": sum(tally.total for tally in played.tallies),
        "checks": None if played.checks is None else dict(played.checks),
        "causes": None if played.causes is None else dict(played.causes),
        "trial": None if played.trial is None else played.trial.model_dump(),
        "effort": played.effort.to_json(),
        "identity": None if played.identity is None else dict(played.identity),
        "not_graded": played.not_graded.render(lang) if played.not_graded else None,
    }
