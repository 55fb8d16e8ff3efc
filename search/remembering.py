"""What an object was asked before, it remembers."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

_Object = TypeVar("_Object")
_Asked = ParamSpec("_Asked")
_Said = TypeVar("_Said")
_Method = Callable[Concatenate[_Object, _Asked], _Said]


def remembered(method: _Method[_Object, _Asked, _Said]) -> _Method[_Object, _Asked, _Said]:
    """A method whose answers are kept with its object, by what was asked."""
    name = f"_answers of {method.__name__}"

    @wraps(method)
    def answer(self: _Object, /, *asked: _Asked.args, **more: _Asked.kwargs) -> _Said:
        answers: dict[object, _Said] = self.__dict__.setdefault(name, {})
        key = (asked, *more.items()) if more else asked
        if key not in answers:
            answers[key] = method(self, *asked, **more)
        return answers[key]

    return answer
