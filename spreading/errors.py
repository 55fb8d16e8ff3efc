"""What keeps work from being shared out. This module imports nothing."""


class CannotSpread(Exception):
    """The cluster or the journal can't be used; the message says why and what to do."""


class TaskLost(Exception):
    """A task has killed every process that took it on, and nothing can do without its result."""
