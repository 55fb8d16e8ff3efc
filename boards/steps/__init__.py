"""The kinds of step that a board file can hold: one record each."""
