"""Measurements. Each figure is taken beside what it is compared with, in the same run."""
