"""Recordings in SQLite: sessions, events with their hash chain, scores."""
