"""The questions that a board is asked."""
