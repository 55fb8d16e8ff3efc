"""The rules once more, in plain Python, one object at a time."""
