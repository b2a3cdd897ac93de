"""Bindings that say what they do, in the language of the moment.

A binding's description and tooltip hold msgids; whoever draws them translates. A binding with
a tooltip is ours: help, palette and the bar of keys show those and no others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen

from physassist_tui.i18n import Message, _


def key(
    keys: str,
    action: str,
    label: Message,
    help_line: Message,
    *,
    show: bool = True,
    priority: bool = False,
) -> Binding:
    """A binding with its label (a word or two) and its help line (a sentence).

    `priority`: it works in every field and dialog too.
    """
    return Binding(keys, action, label.msgid, show=show, tooltip=help_line.msgid, priority=priority)


@dataclass(frozen=True)
class Action:
    """Something that can be done on a screen. `namespace` is what has the action's method."""

    keys: str
    label_id: str
    help_id: str
    action: str
    namespace: DOMNode
    shown: bool
    enabled: bool

    @property
    def label(self) -> str:
        """A word or two, in the interface language."""
        return _(self.label_id)

    @property
    def help_line(self) -> str:
        """A sentence, in the interface language."""
        return _(self.help_id)


@runtime_checkable
class HasChord(Protocol):
    """A screen with actions that are one key each where one does not type."""

    def chord_actions(self) -> Iterable[Action]:
        """Those actions, with the keys that do them while one types."""


def actions(screen: Screen[Any]) -> list[Action]:
    """All that the bindings of `screen`, its focused widgets and the app can do, once each."""
    found: dict[tuple[int, str], list[Action]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if not binding.tooltip:
            continue
        one = Action(
            screen.app.get_key_display(binding),
            binding.description,
            binding.tooltip,
            binding.action,
            active.node,
            binding.show,
            active.enabled,
        )
        found.setdefault((id(active.node), binding.action), []).append(one)
    listed = [
        replace(same[0], keys=" ".join(dict.fromkeys(one.keys for one in same)))
        for same in found.values()
    ]
    if isinstance(screen, HasChord):
        known = {one.action for one in listed}
        listed += [one for one in screen.chord_actions() if one.action not in known]
    return listed
