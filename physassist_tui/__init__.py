"""physassist: a simulator in which people and models play a physician's assistant.

Rooms, from the rim to the core: `cli`, `plain`, `check`, `score`, `play`, `patient`, `ehr`
and `store`, `library`, `core`; `terms` and `i18n` are leaves. A room may use what stands to
its right and nothing to its left (import-linter holds it to that).
"""

__version__ = "0.1.0"
