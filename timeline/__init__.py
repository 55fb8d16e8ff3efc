"""What happened on a board, played once: steps as events, with a reading of the rules under it."""
