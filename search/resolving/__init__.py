"""One thing that resolves on a board of slots: what can, as constraints, and the search with it."""
