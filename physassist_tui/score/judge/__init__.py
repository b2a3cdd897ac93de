"""The judge: a model that grades one turn's items on the true evidence and the answer.

`prompt` makes what a judge is sent, from versioned files; `reply` reads what it says, strictly;
`judging` asks one judge of one turn, twice at most; `judgement` is what came of it, kept whole.
"""
