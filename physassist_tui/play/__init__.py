"""The director and the players: turns acts into events, holds the guards, resumes a session.

- `director`: the only one that makes events of acts;
- `recorder`: gives an event its number and time and commits it before anybody sees it;
- `running_clock`: the session's active time;
- `guards`: the limits;
- `seat`: the assistant's seat as a front end is given it, which is all it may know;
- `scripts`: the standing script players;
- `typed`: what a typed line means, for every front end; pure;
- `watching`: a script in the assistant's seat, step by step;
- `headless`: a play with no person in any seat.

Nothing here draws, prompts or prints.
"""
