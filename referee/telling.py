"""Who says something: a question asked once of each object's text, and once of each effect.

A step asks many such questions of the whole board ("does anything say how others enter?"). The
answers are kept, and only what has come, gone or changed since is asked again.
"""

from collections.abc import Callable, Mapping
from typing import Generic, Protocol, TypeVar

Answer = TypeVar("Answer")


class _Acting(Protocol):
    """A lasting effect; what it does to whom is replaced, never altered."""

    @property
    def by_object(self) -> Mapping[str, object]: ...


Object = TypeVar("Object")
Effect = TypeVar("Effect", bound=_Acting)


class Listed(dict[str, Object]):
    """Objects by handle; `news` names in turn each that came, left, or got another text."""

    def __init__(self) -> None:
        super().__init__()
        self.news: list[str] = []

    def __setitem__(self, handle: str, thing: Object) -> None:
        super().__setitem__(handle, thing)
        self.news.append(handle)

    def __delitem__(self, handle: str) -> None:
        super().__delitem__(handle)
        self.news.append(handle)


class TextsAsked(Generic[Object, Answer]):
    """The objects whose texts have an answer to a question, each with that answer."""

    def __init__(
        self, things: Mapping[str, Object], news: list[str], ask: Callable[[Object], Answer]
    ) -> None:
        self._things = things
        self._news = news
        self._ask = ask
        self._upto = 0
        self._found: dict[str, Answer] = {}

    def now(self) -> Mapping[str, Answer]:
        """By handle, those that answer; brought up to date by what is new."""
        news = self._news
        if self._upto < len(news):
            for handle in dict.fromkeys(news[self._upto :]):
                answer = self._ask(self._things[handle]) if handle in self._things else None
                if answer:
                    self._found[handle] = answer
                else:
                    self._found.pop(handle, None)
            self._upto = len(news)
        return self._found


class EffectsAsked(Generic[Effect, Answer]):
    """The lasting effects that have an answer to a question, each with that answer."""

    def __init__(self, ask: Callable[[Effect], Answer]) -> None:
        self._ask = ask
        self._effects: list[Effect] = []
        self._upto = 0
        self._asked: dict[int, tuple[object, Answer]] = {}  # by the identity of what it does
        self._found: list[tuple[Effect, Answer]] = []

    def now(self, effects: list[Effect]) -> list[tuple[Effect, Answer]]:
        """Those that answer. The list only grows; where some end it is another list."""
        if effects is not self._effects:
            self._keep(effects)
        for effect in effects[self._upto :]:
            known = self._asked.get(id(effect.by_object))
            if known is None:
                known = (effect.by_object, self._ask(effect))
                self._asked[id(effect.by_object)] = known
            if known[1]:
                self._found.append((effect, known[1]))
        self._upto = len(effects)
        return self._found

    def _keep(self, effects: list[Effect]) -> None:
        """Of another list: the answers that still hold."""
        before, self._asked = self._asked, {}
        for effect in effects:
            known = before.get(id(effect.by_object))
            if known is not None and known[0] is effect.by_object:
                self._asked[id(effect.by_object)] = known
        self._effects, self._upto, self._found = effects, 0, []


class EffectsByObject(Generic[Effect]):
    """The lasting effects on each object, oldest first."""

    def __init__(self) -> None:
        self._effects: list[Effect] = []
        self._upto = 0
        self._on: dict[str, list[Effect]] = {}

    def now(self, effects: list[Effect]) -> Mapping[str, list[Effect]]:
        """By handle; as in `EffectsAsked`, the list only grows or is another."""
        if effects is not self._effects:
            self._effects, self._upto, self._on = effects, 0, {}
        for effect in effects[self._upto :]:
            for handle in effect.by_object:
                self._on.setdefault(handle, []).append(effect)
        self._upto = len(effects)
        return self._on
