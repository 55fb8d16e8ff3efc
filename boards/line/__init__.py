"""A board in a line: read (`reading`) and written (`writing`)."""
