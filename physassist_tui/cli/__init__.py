"""The command line. Each command is thin: it reads its arguments and calls one function."""
