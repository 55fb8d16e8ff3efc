"""Effect trees written out as canonical text."""
