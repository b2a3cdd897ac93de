"""Directing a session: who plays, what is under way, what has been done."""
