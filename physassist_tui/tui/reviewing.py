"""From a session to its review on the screen: who reviews, the record, the seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.reviewing import rater_id
from physassist_tui.score.review.seat import ReviewSeat, open_review
from physassist_tui.score.review.view import Reveal

if TYPE_CHECKING:
    from pathlib import Path

    from physassist_tui.play.opening import Progress
    from physassist_tui.store.recordings import Recordings
    from physassist_tui.tui.app import PhysassistApp


@dataclass(frozen=True)
class OpenedReview:
    """A review; `told` is what is revealed where it is locked."""

    seat: ReviewSeat
    told: Reveal | None = None


def opened_review(seat: ReviewSeat) -> OpenedReview:
    """The review of a seat, with what it tells where it is locked already."""
    return OpenedReview(seat, seat.reveal() if seat.view().locked else None)


def open_review_of(
    recordings: Recordings,
    session: str,
    rater: str,
    root: Path | None,
    *,
    all_items: bool,
    progress: Progress | None = None,
) -> OpenedReview:
    """Opens a session's review; takes as long as its record does. Raises as `open_review`."""
    from physassist_tui.ehr.record import open_record
    from physassist_tui.play.free import load_played

    loaded = load_played(recordings.session(session).scenario, root)
    record = open_record(loaded.record_path, progress=progress)
    seat = open_review(recordings, session, loaded, record, rater, all_items=all_items)
    return opened_review(seat)


def show_review(app: PhysassistApp, opened: OpenedReview) -> None:
    """Shows a review, or what it tells where it is locked."""
    from physassist_tui.tui.screens.review import ReviewScreen, reveal_screen

    if opened.told is not None:
        app.push_screen(reveal_screen(opened.seat.view(), opened.told))
    else:
        app.push_screen(ReviewScreen(opened.seat))


def ask_and_review(app: PhysassistApp, session: str, note: str = "") -> None:
    """Asks who reviews, remembers it, and shows the review. `note` is told before."""
    from physassist_tui.tui.screens.review_dialogs import RaterScreen
    from physassist_tui.tui.screens.waiting import WaitScreen

    def shown(opened: OpenedReview | None) -> None:
        if opened is not None:
            show_review(app, opened)

    async def named(said: tuple[str, bool] | None) -> None:
        if said is None:
            return
        try:
            rater = rater_id(said[0])
        except PhysassistError as error:
            app.tell(str(error), severity="error")
            return
        await app.change_settings(rater=rater)

        def make(progress: Progress) -> OpenedReview:
            return open_review_of(
                app.recordings, session, rater, app.root, all_items=said[1], progress=progress
            )

        app.push_screen(WaitScreen(make), shown)

    app.push_screen(RaterScreen(app.settings.rater, note), named)
