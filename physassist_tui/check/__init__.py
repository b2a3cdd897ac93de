"""Proves a scenario fit to use."""
