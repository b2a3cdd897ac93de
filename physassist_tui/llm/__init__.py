"""The only door to models. litellm is imported here alone, and only once a model is called.

`model` says what a model is to the rest of the house; nothing here knows what a scenario, a
seat or a session is.
"""
