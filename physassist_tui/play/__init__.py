"""The director and the players: turns acts into events, holds the guards, resumes a session."""
