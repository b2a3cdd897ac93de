"""An act as the JSON that events keep of it, and back."""

from __future__ import annotations

from typing import Any

from physassist_tui.core.errors import BadInput
from physassist_tui.core.view import Act, Answer, Ask, CallTool, Quit
from physassist_tui.i18n import msg


def act_json(act: Act) -> dict[str, Any]:
    """An object with the key `ask`, `call` (beside `with`, its arguments), `answer` or `quit`."""
    match act:
        case Ask(text=text):
            return {"ask": text}
        case CallTool(tool=tool, arguments=arguments):
            return {"call": tool, "with": arguments}
        case Answer(text=text):
            return {"answer": text}
        case Quit():
            return {"quit": True}


def act_of(data: dict[str, Any]) -> Act:
    """The act that `act_json` gave. Raises `BadInput` where it is none."""
    match data:
        case {"ask": str(text)}:
            return Ask(text)
        case {"call": str(tool), "with": dict(arguments)}:
            return CallTool(tool, arguments)
        case {"answer": str(text)}:
            return Answer(text)
        case {"quit": True}:
            return Quit()
        case _:
            raise BadInput(msg("The recording holds a proposal that is no act."))
