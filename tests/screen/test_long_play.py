"""A whole long task on the screen: drafts, signing, a note, ticks, an answer."""

from __future__ import annotations

import pytest
from textual.widgets import Select, Static

from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import Lang
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.screens.long.note import NoteScreen
from physassist_tui.tui.screens.long.unsigned import UnsignedScreen
from physassist_tui.tui.screens.play import PlayScreen
from physassist_tui.tui.screens.score import ScoreScreen
from physassist_tui.tui.widgets.call_form import CallForm
from physassist_tui.tui.widgets.form_fields import FoldLine
from tests.screen.conftest import Show
from tests.screen.long_world import (
    APPOINTMENT,
    CBC,
    DRUG,
    IRON,
    MEDICATION,
    NOTE,
    SERVICE,
    Tasked,
    begun,
    typed,
)

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize(("lang", "size"), [("en", (80, 24)), ("zh", (140, 40))])
async def test_a_long_task_is_played_from_search_to_answer(
    show: Show, recordings: Recordings, lang: Lang, size: tuple[int, int]
) -> None:
    opened = begun(recordings, lang)
    iron = IRON | {"medication_display": DRUG[lang]}
    async with show(size=size, lang=lang, opened=opened) as shown:
        at = Tasked(shown, opened)
        # There is nobody to ask, and the composer does not offer it.
        assert len(at.screen.composer.query_one("#target-names").visual.plain.split("[")) == 2  # type: ignore[attr-defined]
        await shown.press("ctrl+t", "ctrl+t")
        assert at.screen.composer.target == "physician"
        at_patient = await at.call("ask Hello")
        assert "message_sent" not in at.kinds
        assert at.screen.composer.slip_text, at_patient
        await shown.press("ctrl+u")

        await at.call("fhir_observation_search_labs patient=lg-1 code=nonsense")
        await at.call("fhir_observation_search_labs patient=lg-1")
        # Ticked by hand, in the session's own steps; nothing of it is an event.
        before = len(opened.director.events)
        await shown.press("f3", "space", "down", "down", "enter")
        assert at.papers.ticked == (1, 3)
        rows = at.rows("#steps")
        assert [row[:3] for row in rows if row.startswith("[")] == ["[x]", "[ ]", "[x]",
                                                                   "[ ]", "[ ]"]  # fmt: skip
        assert len(opened.director.events) == before

        # Two drafts, one with everything a prescription has; nothing is written yet.
        if lang == "en":
            await at.draft(MEDICATION, iron)
        else:
            await at.call(f"{MEDICATION} {typed(iron)}")
        await at.call(f"{SERVICE} {typed(CBC)}")
        assert [one.number for one in at.papers.drafts] == [1, 2]
        assert "resource_written" not in at.kinds
        assert at.papers.drafts[0].arguments == iron
        screen = await shown.press("f7")
        listed = " ".join(at.rows("#order-list"))
        for part in (DRUG[lang], "325 mg", "oral", "once daily", "90", "CBC panel"):
            assert part in listed, listed
        await shown.press("escape")

        # An answer asks once, and goes nowhere when one goes back.
        await at.speak_to("physician")
        await at.type("Done.")
        await shown.press("f5")
        assert at.on_top(UnsignedScreen)
        assert "2" in shown.text()
        assert NOTE in shown.text(), "the file that the task asks for is not written"
        await shown.press("escape")
        assert "answered" not in at.kinds
        assert at.screen.composer.written("physician").text == "Done."

        screen = await at.sign()
        assert at.papers.drafts == ()
        written = [e.data.resource for e in opened.director.events if e.kind == "resource_written"]
        assert [one["resourceType"] for one in written] == ["MedicationRequest", "ServiceRequest"]
        calls = [call.arguments_given for call in opened.director.state.calls[2:]]
        assert calls == [iron, CBC], screen

        # The note: written, seen as it will be read, kept, saved by one call.
        await shown.press("f11")
        assert at.on_top(NoteScreen)
        text = "# Plan\n\n- ferritin **8** [ng/mL]\n"
        await at.paste(text)
        await shown.until(lambda: dict(at.papers.notes) == {NOTE: text})
        await shown.press("f5")
        assert opened.director.state.file(NOTE) is not None
        assert opened.director.state.file(NOTE).text == text  # type: ignore[union-attr]
        assert dict(at.papers.notes) == {}
        await shown.press("escape")
        assert at.on_top(PlayScreen)
        assert "1/1" in shown.text()
        assert len(opened.director.state.calls) == 5

        await at.speak_to("physician")
        await shown.press("f5")
        assert at.on_top(UnsignedScreen), "the answer ends the task: that is asked about"
        lines = [
            one
            for one in shown.app.screen.query("#unsigned > Static")
            if type(one) is Static and not one.classes
        ]
        assert lines == [], "nothing is left undone"
        # The key that may have sent the answer does not end the task when it is struck twice.
        await shown.press("enter")
        assert at.on_top(UnsignedScreen)
        assert "answered" not in at.kinds
        await shown.press("f5")
        assert at.on_top(ScoreScreen)
        await shown.settle()
    assert not list(recordings.path.parent.glob("*.unsent/*")), "the desk is clear once it is over"


async def test_a_form_folds_what_is_not_usual(show: Show, recordings: Recordings) -> None:
    opened = begun(recordings)
    async with show(size=(80, 24), opened=opened) as shown:
        at = Tasked(shown, opened)
        await at.speak_to("ehr")
        await at.type(MEDICATION)
        await shown.press("enter")
        form = shown.app.screen
        assert isinstance(form, CallForm)
        names = [field.id for field in form.query("#form-fields > *") if field.id]
        fields = [name for name in names if name.startswith("field-")]
        needed = ["field-patient_reference", "field-medication_display",
                  "field-requester_reference"]  # fmt: skip
        assert fields[:3] == needed
        assert not form.query("#field-num_refills")
        fold = form.query_one(FoldLine)
        assert "more fields" in str(fold.visual)
        await shown.press("f4")
        refills = form.query_one("#field-num_refills")
        assert refills.display
        await at.fill_in({"num_refills": "2"})
        form.query_one("#field-status", Select).value = "draft"
        await shown.press("f4")
        assert "num_refills" in str(fold.visual)
        assert "status" in str(fold.visual)
        # With the mouse too, and what was filled in stands there; so does the fold.
        fold.scroll_visible(animate=False)
        await shown.settle()
        await shown.pilot.click(FoldLine)
        await shown.settle()
        assert refills.display
        await shown.press("escape", "enter")
        form = shown.app.screen
        assert form.query_one("#field-num_refills").display
        # A fault in a field opens it where it is folded away, and a second time is a draft.
        await at.fill_in({"num_refills": "many"})
        await shown.press("f4")
        await at.fill_in({key: IRON[key] for key in ("patient_reference", "medication_display",
                                                     "requester_reference")})  # fmt: skip
        text = await shown.press("f5")
        assert "num_refills" in one_line(text)
        assert form.query_one("#field-num_refills").has_focus
        assert at.papers.drafts == ()
        await shown.press("f5")
        [draft] = at.papers.drafts
        assert draft.arguments["num_refills"] == "many"
        # It cannot be signed like that: nothing of the set is.
        await shown.press("f7", "f5")
        assert "!" in shown.text()
        await shown.press("f5")
        assert "resource_written" not in at.kinds
        # Mended in its form, then signed.
        await shown.press("escape", "e")
        await at.fill_in({"num_refills": "2", "status": "active"})
        await shown.press("f5", "f5", "f5")
        assert "resource_written" in at.kinds, shown.text()


async def test_tools_without_usual_parameters_are_not_folded(
    show: Show, recordings: Recordings
) -> None:
    from physassist_tui.ehr.toolsets import toolset
    from physassist_tui.tui.widgets.form_fields import FEW, divided

    for name in ("physassist", "physassist-paper", "physicianbench"):
        for tool in toolset(name, writes=True).tools:
            shown, folded = divided(tool)
            assert {*shown, *folded} == set(tool.params)
            if name != "physicianbench" or len(tool.params) <= FEW:
                assert (shown, folded) == (list(tool.params), []), tool.name
            if folded:
                assert shown, tool.name
                assert all(not (one.required or one.usual) for one in folded)


async def test_drafts_warn_of_what_the_form_can_know(show: Show, recordings: Recordings) -> None:
    opened = begun(recordings)
    async with show(size=(140, 40), opened=opened) as shown:
        at = Tasked(shown, opened)
        await at.put(MEDICATION, IRON)
        await at.sign()
        other = {"patient_reference": "lg-2", "medication_display": "Ferrous Sulfate 325 mg tablet"}
        await at.put(MEDICATION, IRON | other)
        await at.put(MEDICATION, IRON | other)
        await shown.press("f7", "f5")
        review = shown.text()
        assert "lg-2 is not the patient of the banner" in review
        assert "Order 1, signed before, is for the same." in review
        assert "The same as draft 2." in review
        # Taken off, put back, taken off: the rest is signed, for whomever it says.
        await shown.press("escape", "down", "x")
        assert [one.number for one in at.papers.drafts] == [2]
        await shown.press("u")
        assert [one.number for one in at.papers.drafts] == [2, 3]
        await shown.press("x", "f5", "f5")
        written = [e for e in opened.director.events if e.kind == "resource_written"]
        assert len(written) == 2, shown.text()
        assert written[1].data.resource["subject"]["reference"] == "Patient/lg-2"
        # A visit stands on an order that is signed before it, by the number that it will have.
        visit = {"patient_reference": "Patient/lg-1", "description": "Referral visit",
                 "practitioner_reference": "Practitioner/lg-marsh"}  # fmt: skip
        for number, which in ((3, APPOINTMENT), (0, SERVICE), (4, APPOINTMENT), (9, APPOINTMENT)):
            await at.put(which, visit | {"based_on": f"#{number}"} if number else CBC)
        await shown.press("f7", "f5")
        review = " ".join(shown.text().split())
        assert review.count("is no order for a service that is signed before this one") == 4
        assert review.count("#3 is no order for a service") == 2, "the first, told above and below"
        assert review.count("#9 is no order for a service") == 2
