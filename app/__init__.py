"""The command line; nothing is decided here."""
