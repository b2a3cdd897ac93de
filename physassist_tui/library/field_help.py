"""What each field of a scenario file holds, in a phrase: for editors and the skeleton."""

from __future__ import annotations

from collections.abc import Mapping

from physassist_tui.i18n import Message, msg


def field_help() -> Mapping[str, Mapping[str, Message]]:
    """The phrases, by the name of the field's model and the field as it is written."""
    return {
        "Scenario": _scenario(),
        "Turn": _turn(),
        "RubricItem": {
            "id": msg("a name, unique in the turn"),
            "text": msg("what the item asks for, as a reviewer reads it"),
            "kind": msg("which ability it tests"),
            "grader": msg("how it is decided: a map with one key"),
            "basis": msg("the id of the reference that it rests on"),
            "in_file": msg("the file of the workspace that is read in place of the answer"),
        },
        "GraderSpec": _graders(),
        "ValueGrader": {
            "from": msg("the search and path that give the expected value"),
            "formula": msg("the formula and inputs that give the expected value"),
            "unit": msg("the unit of the expected value, in UCUM"),
            "tolerance": msg("how far the answer may be from it, in that unit"),
            "tolerance_percent": msg("how far the answer may be from it, in percent"),
            "names": msg("more names of what is measured"),
            "day_matters": msg("whether the number must not be given for another day"),
        },
        "EvidenceGrader": {
            "search": msg("a FHIR search at the clock, for the scenario's patient"),
            "at_least": msg("how many of what it finds must have been shown; 0: all"),
        },
        "ExchangeGrader": {"facts": msg("the ids of the facts that must have been told")},
        "StateGrader": {
            "resource": msg("the type that must have been written"),
            "where": msg("a FHIRPath that is true of what counts"),
            "at_least": msg("how many must count"),
            "at_most": msg("how many may count"),
            "any_patient": msg("whether those of other patients count, too"),
            "cancelled": msg("whether cancelled ones count, too"),
        },
        "OrderGrader": _order(),
        "Range": {
            "low": msg("the least that is right; left out: no limit"),
            "high": msg("the most that is right; left out: no limit"),
            "unit": msg("the unit of both, in UCUM; empty for a bare number"),
        },
        "FileGrader": {
            "path": msg("the file of the workspace, as output/note.md"),
            "at_least": msg("how many characters it must have"),
        },
        "Limits": {
            "tool_calls_per_turn": msg("calls and questions to the patient in one turn"),
            "tool_calls": msg("the same over the whole session; 100 in a long task"),
            "repeated_calls": msg("the same call so many times running ends the session"),
            "shown_characters": msg("how much of a result a model is shown"),
        },
        "SaysGrader": {
            "each": msg("groups of words: one of each group must be affirmed"),
            "none": msg("words that must not be affirmed"),
            "negated": msg("whether the words must be denied instead"),
            "together": msg("whether the words must stand in one item or paragraph"),
        },
        "Fact": _fact(),
        "About": {
            "medication": msg("a generic name"),
            "names": msg("words by which a question may ask for it"),
        },
        "Source": {
            "record": msg("what the record is and where it comes from"),
            "licence": msg("the licence of the record"),
            "recipe": msg("how the record was made"),
            "reviewed_by": msg("who has signed the scenario off"),
        },
        "Citation": {
            "id": msg("a name, unique in the file"),
            "cite": msg("the guideline or label"),
            "year": msg("the year of that edition"),
        },
        "RefersTo": {
            "turn": msg("the earlier turn, from 1"),
            "antecedent": msg("the words that the earlier turn introduced"),
        },
        "Found": {
            "search": msg("a FHIR search at the clock, for the scenario's patient"),
            "path": msg("a FHIRPath on the first resource that is found"),
        },
        "Formula": {
            "name": msg("the formula"),
            "inputs": msg("searches, numbers or words by the formula's input"),
        },
    }


def _scenario() -> Mapping[str, Message]:
    return {
        "schema": msg("the version of the format: 1"),
        "id": msg("category/name in lower-case letters, digits and hyphens"),
        "title": msg("neutral: the player sees it"),
        "category": msg("what the scenario is about"),
        "difficulty": msg("1, 2 or 3"),
        "languages": msg("the languages it is complete in"),
        "record": msg("the record, beside the file or shared inside the scenarios' folder"),
        "source": msg("where the record comes from"),
        "references": msg("guidelines and labels that decisive rules rest on"),
        "clock": msg("the scenario's now, with its offset; nothing later exists"),
        "patient": msg("the patient, as Patient/id"),
        "encounter": msg("the current encounter, as Encounter/id"),
        "toolset": msg("which tools the assistant has"),
        "limits": msg("what stops a session"),
        "specialty": msg("whose task a long task is"),
        "deliverables": msg("the files of the workspace that a long task asks for"),
        "persona": msg("how the patient speaks and what is held back"),
        "facts": msg("what the patient knows, and can say nothing but"),
        "turns": msg("the physician's requests, each with a perfect play and a rubric"),
    }


def _turn() -> Mapping[str, Message]:
    return {
        "request": msg("what the physician says, in a physician's shorthand"),
        "explicit": msg("the same, spelled out; the player never sees it"),
        "task_type": msg("what the turn asks for"),
        "implicitness": msg("what the request leaves out: NA, PE or AE"),
        "refers_to": msg("what an implicit request leans on"),
        "answer_format": msg("a form that the answer must have; every player sees it"),
        "gold": msg("a perfect play in steps: call, ask and, last, answer"),
        "rubric": msg("what a play of the turn is graded by"),
    }


def _graders() -> Mapping[str, Message]:
    return {
        "state": msg("decided on what was written"),
        "order": msg("decided on what was ordered, by what it means"),
        "file": msg("a file that stands in the workspace"),
        "evidence": msg("decided on what was shown before the answer"),
        "value": msg("a number with its unit and meaning in the answer"),
        "exchange": msg("decided on what the patient had told"),
        "says": msg("a short closed statement in the answer"),
        "judge": msg("a model decides"),
        "human": msg("a person decides"),
        "all": msg("several graders, each of which must pass"),
    }


def _order() -> Mapping[str, Message]:
    return {
        "resource": msg("the type of order that must have been written"),
        "names": msg("what was ordered, by name; synonyms count"),
        "codes": msg("what was ordered, by system|code"),
        "dose": msg("the range of one dose"),
        "daily_dose": msg("the range of the sum of a day's doses"),
        "route": msg("routes, one of which it must have"),
        "frequency": msg("frequencies, one of which must mean the same"),
        "duration_days": msg("for how many days"),
        "quantity": msg("how many are dispensed"),
        "refills": msg("how many refills"),
        "category": msg("categories by code, one of which it must have"),
        "priority": msg("priorities, one of which it must have"),
        "status": msg("statuses, one of which it must have"),
        "intent": msg("intents, one of which it must have"),
        "reason": msg("words, one of which stands in its reason, note or description"),
        "where": msg("a FHIRPath that is true of what counts"),
        "at_least": msg("how many must count"),
        "at_most": msg("how many may count"),
        "others_allowed": msg("whether a differing order of the same may stand beside it"),
        "any_patient": msg("whether those of other patients count, too"),
    }


def _fact() -> Mapping[str, Message]:
    return {
        "id": msg("a name, unique in the file"),
        "topic": msg("what a question must be about"),
        "about": msg("what a question must name to be specific to it"),
        "grounded_in": msg("the resources of the record that it rests on"),
        "critical": msg("whether the patient may hold it back"),
        "say": msg("the same fact per language, and in each per health literacy"),
    }
