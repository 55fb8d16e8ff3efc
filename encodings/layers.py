"""The layers of 613.1."""
