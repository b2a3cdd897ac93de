"""The path with a real model. Run by `make test-live`; skipped where none is installed."""
