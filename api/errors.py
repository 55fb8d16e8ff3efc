"""What the functions of `import striate` raise: one family, each with a message that can be shown.

`StriateError` is the base of all. Below it `WrongInput` says what is wrong with what was asked, and
what to do; `OurMistake` is a mistake of this program and says what to report.
"""

from striate.boards.errors import BoardError
from striate.cards.catalogue.store import CatalogueError
from striate.cards.errors import OurMistake, StriateError, UnknownCard, WrongInput
from striate.cards.filters.query import SearchError
from striate.queries.answers import Disagreement, Failure
from striate.queries.finding.pools import PoolError
from striate.queries.goals.tokens import GoalError

__all__ = [
    "BoardError",
    "CatalogueError",
    "Disagreement",
    "Failure",
    "GoalError",
    "OurMistake",
    "PoolError",
    "SearchError",
    "StriateError",
    "UnknownCard",
    "WrongInput",
]
