"""Exports of recordings, made from their events and never from a screen."""
