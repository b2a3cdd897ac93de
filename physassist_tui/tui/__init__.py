"""The full-screen app. The only room that imports Textual.

It holds no rule of the play: it sees a session through `play.seat.AssistantSeat` and events,
and draws. Text that is not ours is drawn through `tui.content` alone; a test forbids the other
ways. `app` is the app, `screens` has a file a screen, `widgets` the parts of the play screen.
"""
