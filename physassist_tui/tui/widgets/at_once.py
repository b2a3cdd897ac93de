"""Keys that do something, done in the order in which they were struck.

Textual writes a letter in the field at once, but first carries the key of a binding up to the
app: of "Backspace 5", struck fast or arriving together after a stall, the 5 came first and was
what got deleted. A dose may be what is written.
"""

from __future__ import annotations

from textual import events
from textual.widget import Widget


async def do_at_once(widget: Widget, event: events.Key) -> None:
    """Does what the widget's own binding of this key says before it takes the next one."""
    for binding in widget._bindings.key_to_bindings.get(event.key, ()):
        if not binding.priority and await widget.app.run_action(binding.action, widget):
            event.stop()
            event.prevent_default()
            return
