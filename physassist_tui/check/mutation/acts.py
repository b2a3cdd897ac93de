"""Changed acts of a turn's gold play: calls that write, reads and questions.

What `order` graders count, and what a long task writes, is changed in `order_acts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from physassist_tui.check.case import Case
from physassist_tui.check.mutation import words as w
from physassist_tui.check.mutation.changed_act import ChangedAct, each
from physassist_tui.check.mutation.chart import Chart, Made
from physassist_tui.check.mutation.file_acts import changed_files
from physassist_tui.check.mutation.model import Kind
from physassist_tui.check.mutation.order_acts import OrderActs
from physassist_tui.check.mutation.orders import READ_BY, ChangedCall, changed_calls
from physassist_tui.core.graders import EvidenceGrader, StateGrader
from physassist_tui.core.state import SessionState, Written
from physassist_tui.i18n import Message, msg
from physassist_tui.score.evidence import search_record
from physassist_tui.score.fhirpath import holds
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.state_grader import subject_of


class Acts:
    """What the items of a turn read of gold's acts, and every changed play of these."""

    def __init__(
        self, case: Case, context: TurnContext, before: Sequence[Written], other_patient: str
    ) -> None:
        self._case = case
        self._context = context
        self._other = other_patient
        self._chart = Chart(case, context, before)
        self._writing = self._chart.writing()
        self._graders = [
            (at, leaf)
            for at, item in enumerate(context.turn.rubric)
            for leaf in item.grader.leaves()
        ]
        self._states = [(at, leaf.state) for at, leaf in self._graders if leaf.state is not None]
        self._drug = w.name_in(w.decoy(self._texts()), "a")

    def changed(self) -> Iterator[ChangedAct]:
        """Every changed play."""
        for call in self._writing:
            if call.tool.endswith(".create"):
                yield from self._order_changed(call)
        long_task = self._case.scenario.long_task
        orders = OrderActs(self._context, self._other, self._drug, all_writes=long_task)
        yield from orders.changed()
        yield from changed_files(self._context)
        yield from self._taken_back_not()
        for at, state in self._states:
            if state.at_most == 0:
                yield from self._forbidden(at, state)
        for at, leaf in self._graders:
            if leaf.evidence is not None:
                yield from self._unseen(at, leaf.evidence)
            if leaf.exchange is not None:
                for fact in dict.fromkeys(leaf.exchange.facts):
                    yield from self._unasked(at, fact)

    def _texts(self) -> list[str]:
        told = [str(value) for call in self._writing for value in call.arguments.values()]
        items = self._context.turn.rubric
        return told + [text for item in items for text in (item.text.en, item.text.zh) if text]

    # Orders and flags

    def _order_changed(self, call: Made) -> Iterator[ChangedAct]:
        counting = self._counting(call)
        if not counting:
            return
        rest = [one for one in self._writing if one.call_id != call.call_id]
        elsewhere = call.with_(patient=self._other)
        items = frozenset(at for at, _spec in counting)
        # What another order meets as well is not violated by this one's absence.
        needed = frozenset(at for at, spec in counting if self._needs(spec, call))
        own = needed & {at for at, spec in counting if not spec.any_patient}
        change = msg("left out: {call}", call=call.text())
        for aimed in each(needed, items):
            yield self._act(aimed, Kind.OMISSION, change, "-", rest, items)
        change = msg("in the chart of {patient}", patient=self._other)
        for aimed in each(own, items):
            yield self._act(
                aimed, Kind.PATIENT, change, elsewhere.text(), self._with(elsewhere), items
            )
        if call.tool == "Flag.create":
            yield from self._flag_changed(call, counting)
            return
        for changed in changed_calls(call, self._drug, ""):
            pattern = READ_BY[changed.argument]
            close = frozenset(
                at for at, spec in counting if at in needed and re.search(pattern, spec.where, re.S)
            )
            for aimed in each(close, items):
                yield self._argument_changed(aimed, changed, items)

    def _flag_changed(
        self, call: Made, counting: Sequence[tuple[int, StateGrader]]
    ) -> Iterator[ChangedAct]:
        """A flag says several things: an item is aimed at where its own words speak of one."""
        items = frozenset(at for at, _spec in counting)
        opposite = False
        for at in sorted(items):
            own = [spec.where for one, spec in counting if one == at]
            if not any(re.search(READ_BY["flag"], where) for where in own):
                continue
            text = self._context.turn.rubric[at].text
            told = " \n ".join(filter(None, (text.en, text.zh, *own)))
            for changed in changed_calls(call, self._drug, told):
                if changed.kind is not Kind.NEGATION:
                    yield self._argument_changed(frozenset({at}), changed, items)
                elif not opposite:
                    opposite = True
                    yield self._argument_changed(items, changed, items)

    def _argument_changed(
        self, aimed: frozenset[int], changed: ChangedCall, readers: frozenset[int]
    ) -> ChangedAct:
        change = msg("“{was}” became “{now}”", was=changed.was, now=changed.now)
        return self._act(
            aimed, changed.kind, change, changed.call.text(), self._with(changed.call), readers
        )

    def _counting(self, call: Made) -> list[tuple[int, StateGrader]]:
        """The conditions that gold meets with what this call wrote."""
        return [
            (at, spec)
            for at, spec in self._states
            if spec.at_least > 0 and call.call_id in self._met_by(spec)
        ]

    def _needs(self, spec: StateGrader, call: Made) -> bool:
        """Whether gold would not meet the condition without this call."""
        return sum(one != call.call_id for one in self._met_by(spec)) < spec.at_least

    def _met_by(self, spec: StateGrader) -> list[str]:
        state = self._context.state
        pool = state.written if spec.cancelled else state.active_written()
        return [one.call_id for one in pool if self._counts(spec, one)]

    def _counts(self, spec: StateGrader, one: Written) -> bool:
        own = spec.any_patient or subject_of(one.resource) == self._case.scenario.patient
        right = one.resource.get("resourceType") == spec.resource
        return own and right and holds(one.resource, spec.where)

    def _with(self, changed: Made) -> list[Made]:
        return [changed if one.call_id == changed.call_id else one for one in self._writing]

    def _act(
        self, aimed: frozenset[int], kind: Kind, change: Message, became: str,
        calls: Sequence[Made], readers: frozenset[int],
    ) -> ChangedAct:  # fmt: skip
        written = self._chart.written(calls)
        forbidding = {
            at
            for at, spec in self._states
            if spec.at_most is not None and any(self._counts(spec, one) for one in written)
        }
        cancelling = {at for at, spec in self._states if spec.cancelled or "status" in spec.where}
        state = replace(self._context.state, written=written)
        return ChangedAct(aimed, kind, change, became, state, readers | forbidding | cancelling)

    def _taken_back_not(self) -> Iterator[ChangedAct]:
        """An order that gold cancels is left standing."""
        for call in self._writing:
            if call.tool != "order.cancel":
                continue
            rest = [one for one in self._writing if one.call_id != call.call_id]
            change = msg("left out: {call}", call=call.text())
            items = frozenset(at for at, _spec in self._states)
            yield self._act(items, Kind.OMISSION, change, "-", rest, items)

    # What must not be written

    def _forbidden(self, at: int, spec: StateGrader) -> Iterator[ChangedAct]:
        """One more order, of what the condition forbids."""
        item = frozenset({at})
        for call in self._forbidden_calls(at, spec):
            added = [*self._writing, call]
            if not any(self._counts(spec, one) for one in self._chart.written([call])):
                continue
            kind = Kind.PATIENT if "patient" in call.arguments else Kind.DRUG
            yield self._act(
                item, kind, msg("one order more: {call}", call=call.text()), call.text(), added,
                item,
            )  # fmt: skip

    def _forbidden_calls(self, at: int, spec: StateGrader) -> Iterator[Made]:
        if "subject" in spec.where:
            call = _template(spec.resource, self._drug, "Audiogram")
            if call is not None:
                yield call.with_(patient=self._other)
            return
        text = self._context.turn.rubric[at].text
        named = {d.id: d for t in (text.en, text.zh) if t for _span, d in w.drugs_in(t)}
        for drug in named.values() if spec.resource == "MedicationRequest" else ():
            call = _template(spec.resource, drug.en[0], "")
            if call is not None and not self._wanted(drug.id):
                yield call
        if not named or spec.resource != "MedicationRequest":
            word = re.search(r"matches\('[.*^]*\(?([^|)('.*$\[\\?]{3,})", spec.where)
            called = word[1].strip() if word else "Audiogram"
            call = _template(spec.resource, called, called)
            day = re.search(r"\d{4}-\d\d-\d\d", spec.where)
            if call is not None:
                yield call
                if day is not None and spec.resource == "ServiceRequest":
                    yield call.with_(target_date=day.group())

    def _wanted(self, drug_id: str) -> bool:
        """Whether gold itself orders the drug: then the text names what is allowed."""
        given = (str(c.arguments.get("medication", "")) for c in self._writing)
        return any(drug.id == drug_id for text in given for _span, drug in w.drugs_in(text))

    # What was seen and asked

    def _unseen(self, at: int, spec: EvidenceGrader) -> Iterator[ChangedAct]:
        """The calls that showed it were not made, or made in another chart."""
        context = self._context
        refs = {
            f"{one['resourceType']}/{one['id']}"
            for one in search_record(context.record, spec.search, context.scenario.patient)
        }
        gone = [call for call in context.calls_before_answer() if refs & set(call.refs)]
        if not gone:
            return
        ids = {call.call_id for call in gone}
        state = replace(
            context.state, calls=tuple(c for c in context.state.calls if c.call_id not in ids)
        )
        told = "; ".join(Made(c.call_id, c.tool, c.arguments_given).text() for c in gone)
        readers = frozenset(
            item for item, leaf in self._graders if leaf.evidence is not None
        )  # each looks at what was shown; which of them these calls decided is told by `failed`
        change = msg("left out: {call}", call=told)
        yield ChangedAct(frozenset({at}), Kind.OMISSION, change, "-", state, readers)
        elsewhere = self._elsewhere(ids)
        if elsewhere is not None:
            change = msg("in the chart of {patient}", patient=self._other)
            yield ChangedAct(frozenset({at}), Kind.PATIENT, change, told, elsewhere, readers)

    def _elsewhere(self, ids: set[str]) -> SessionState | None:
        """The state with those reads made in the other patient's chart; `None` if refused."""
        calls = []
        for call in self._context.state.calls:
            if call.call_id not in ids:
                calls.append(call)
                continue
            spec = self._case.toolset.tool(call.tool)
            if spec is None or spec.param("patient") is None:
                return None
            kept = {k: v for k, v in call.arguments_given.items() if k != "encounter"}
            refs = self._chart.shown_by(
                Made(call.call_id, call.tool, {**kept, "patient": self._other})
            )
            if refs is None:
                return None
            calls.append(replace(call, refs=refs))
        return replace(self._context.state, calls=tuple(calls))

    def _unasked(self, at: int, fact: str) -> Iterator[ChangedAct]:
        """None of the questions that bring the fact out was asked: the gold play without them."""
        from physassist_tui.check.mutation.replay import without_fact

        found = without_fact(self._case, self._context, fact)
        if found is None:
            return
        state, told = found
        readers = frozenset(item for item, leaf in self._graders if leaf.exchange is not None)
        change = msg("left out: {call}", call=told)
        yield ChangedAct(frozenset({at}), Kind.OMISSION, change, "-", state, readers)


def _template(resource: str, drug: str, service: str) -> Made | None:
    """A call that writes one more resource of a type."""
    match resource:
        case "MedicationRequest":
            arguments = {"medication": drug, "dose": "10 mg", "route": "oral",
                         "frequency": "once daily", "indication": "As discussed"}  # fmt: skip
        case "ServiceRequest":
            arguments = {"service_type": service, "priority": "routine"}
        case "Flag":
            arguments = {"category": "safety", "code": service, "detail": service}
        case _:
            return None
    return Made("added", f"{resource}.create", arguments)
