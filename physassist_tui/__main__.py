"""`python -m physassist_tui`."""

from physassist_tui.cli import main

main()
