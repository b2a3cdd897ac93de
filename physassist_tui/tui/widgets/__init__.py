"""The parts of the play screen, and the bar of keys that every screen has."""
