"""The words of the project as types, and the session state as a fold of events.

Pure: nothing here reads a file, a clock or a network, and nothing here knows another room
(only the leaves `i18n` and `terms`).
"""
