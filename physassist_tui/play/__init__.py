"""The director and the players: turns acts into events, holds the guards, resumes a session.

- `director`: the only one that makes events of acts, by `acting`, `requests`, `proposals` and
  `control`, on the session's `stage`;
- `recorder`: gives an event its number and time and commits it before anybody sees it;
- `running_clock`: the session's active time; `guards`: the limits;
- `boundaries`: where a session can be cut;
- `seat`, `desk`: the seats and the control desk as a front end is given them;
- `driver`: lets scripts and models play, one move at a time; `seated` makes them: `scripts`,
  `model_player`, `model_physician`, and the model patient of `patient`;
- `prompting`, `prompt_texts`: what a model is told; `model_output`: what is made of what it says;
- `typed`: what a typed line means, for every front end; pure;
- `watching`: a script in the assistant's seat, step by step;
- `headless`: a play with no person in any seat.

Nothing here draws, prompts or prints.
"""
