"""Sentences that several commands, the page and Python say, each once."""

AGREE = "Both readings of the rules agree."
HANGS_ON = "The board does not tell all that this hangs on:"
NOT_UNDERSTOOD = "Not understood, and it could matter; the answer may be wrong:"
ONE_READING = "Only the constraints read this board: for the plain reading it is much work."
READ_TWICE = "`--replay always` has it read twice."
DOUBTFUL = "Doubtful, and the answer may depend on it: {}"
NO_EXPECT = "the board has no `expect`"
