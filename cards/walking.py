"""One way to walk a tree, to ask something of its parts, and to change them.

A tree is a node, a word or number, or a tuple of trees. `closed` are classes of nodes that a walk
gives but does not go into.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import attrgetter, is_
from typing import Any, Literal, get_origin

from msgspec.structs import astuple

from striate.cards.tree import Node, Player


class _Inside(dict[type, Callable[[Any], tuple[Any, ...]] | None]):
    """Of each class of nodes what gives the fields in which other nodes can stand, last first; of
    any other class None.
    """

    def __missing__(self, kind: type) -> Callable[[Any], tuple[Any, ...]] | None:
        inside = _inside_of(kind) if issubclass(kind, Node) else None
        self[kind] = inside
        return inside


def _inside_of(kind: type[Node]) -> Callable[[Any], tuple[Any, ...]]:
    hints = {name: hint for base in kind.__mro__[::-1] for name, hint in _said(base).items()}
    names = [name for name in kind.__struct_fields__[::-1] if not _is_plain(hints[name])]
    if not names:
        return _nothing
    return attrgetter(*names) if len(names) > 1 else astuple


def _nothing(node: Node) -> tuple[Any, ...]:
    return ()


def _said(base: type) -> dict[str, object]:
    """What the class says of its own fields, not what it takes from another."""
    hints: dict[str, object] = getattr(base, "__annotations__", {})
    return hints


def _is_plain(hint: object) -> bool:
    """Whether such a field holds words and numbers only. A draft of a tree may have a node in the
    place of a player.
    """
    return hint in _PLAIN or (get_origin(hint) is Literal and hint != Player)


_PLAIN = (str, int, bool, str | None, int | None, bool | None, tuple[str, ...], tuple[int, ...])
_INSIDE = _Inside()


def children(value: Any) -> tuple[Any, ...]:
    """What the value is made of: a node's fields, a tuple's items; a word has none."""
    if isinstance(value, Node):
        return astuple(value)
    return value if isinstance(value, tuple) else ()


def parts(value: Any, closed: tuple[type, ...] = ()) -> Iterator[Any]:
    """Every node, word and number in the value, in the text's order, nodes before their parts."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting += part[::-1]
            continue
        yield part
        if isinstance(part, Node) and not (closed and isinstance(part, closed)):
            waiting += astuple(part)[::-1]


def nodes(value: Any, closed: tuple[type, ...] = ()) -> Iterator[Node]:
    """Every node in the value, in the text's order, each before its parts."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        kind = type(part)
        if kind is tuple:
            waiting += part[::-1]
        elif (inside := _INSIDE[kind]) is not None:
            yield part
            if not (closed and isinstance(part, closed)):
                waiting += inside(part)


def any_node(
    value: Any, test: Callable[[Node], bool] | tuple[type, ...], closed: tuple[type, ...] = ()
) -> bool:
    """Whether a node in the value passes the test, or is of one of the classes."""
    if isinstance(test, tuple):
        return _holds(value, _seeking(test, closed))
    asks, waiting = test, [value]
    while waiting:
        part = waiting.pop()
        kind = type(part)
        if kind is tuple:
            waiting += part
        elif (inside := _INSIDE[kind]) is not None:
            if asks(part):
                return True
            if not (closed and isinstance(part, closed)):
                waiting += inside(part)
    return False


class _Seeking(dict[type, Any]):
    """Of each class True if it is sought, None if it is not gone into, else as `_Inside` has it."""

    def __init__(self, kinds: tuple[type, ...], closed: tuple[type, ...]) -> None:
        self._kinds, self._closed = kinds, closed

    def __missing__(self, kind: type) -> Any:
        inside = None if issubclass(kind, self._closed) else _INSIDE[kind]
        inside = None if inside is _nothing else inside
        answer = True if issubclass(kind, self._kinds) else inside
        self[kind] = answer
        return answer


_seeking = lru_cache(_Seeking)


def _holds(value: Any, seeking: _Seeking) -> bool:
    waiting = [value]
    while waiting:
        part = waiting.pop()
        kind = type(part)
        if kind is tuple:
            waiting += part
            continue
        inside = seeking[kind]
        if inside is True:
            return True
        if inside is not None:
            waiting += inside(part)
    return False


def anywhere(
    test: Callable[[Node], bool] | tuple[type, ...], closed: tuple[type, ...] = ()
) -> Callable[[object], bool]:
    """The question whether such a node is anywhere in the words."""
    return lambda words: any_node(words, test, closed)


def rebuilt(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with each of its children replaced; the value itself where none changes."""
    if isinstance(value, tuple):
        items = tuple(map(change, value))
        return value if all(map(is_, items, value)) else items
    if not isinstance(value, Node):
        return value
    old = astuple(value)
    new = tuple(map(change, old))
    if all(map(is_, new, old)):
        return value
    return type(value)(*new)


def rewrite(
    value: Any,
    change: Callable[[Any], Any],
    closed: tuple[type, ...] = (),
    kinds: tuple[type, ...] = (),
) -> Any:
    """The value with every part replaced by what `change` makes of it, outermost first.

    `change` returns its argument to go on into it. A tree in which nothing changes is returned
    itself. If `kinds` are told, it replaces nodes of these classes only.
    """
    if kinds and not _holds(value, _seeking(kinds, closed)):
        return value

    def walk(part: Any) -> Any:
        kind = type(part)
        if not kinds or (_INSIDE[kind] is not None and isinstance(part, kinds)):
            new = change(part)
            if new is not part:
                return new
        if kind is tuple:
            old = part
        elif _INSIDE[kind] is None or (closed and isinstance(part, closed)):
            return part
        else:
            old = astuple(part)
        items = [walk(each) for each in old]
        if all(map(is_, items, old)):
            return part
        return tuple(items) if kind is tuple else kind(*items)

    return walk(value)


@lru_cache(maxsize=16384)
def mentions(value: object, kinds: tuple[type, ...]) -> bool:
    """Whether a node of one of those kinds is anywhere in the tree."""
    return any_node(value, kinds)


@lru_cache
def in_words(*kinds: type) -> Callable[[object], bool]:
    """The question whether a node of one of those kinds is anywhere in the words."""
    return lambda words: any_node(words, kinds)
