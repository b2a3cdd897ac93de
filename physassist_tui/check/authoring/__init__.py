"""Helps to write a scenario: what a record offers, a skeleton of it, and a print for review."""
