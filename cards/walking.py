"""One way to walk a tree and change values in it."""

from collections.abc import Callable
from typing import Any

import msgspec

from striate.cards.tree import Node


def rewrite(value: Any, change: Callable[[Any], Any], keep: tuple[type, ...] = ()) -> Any:
    """The value with every part replaced by what `change` makes of it, outermost first.

    `change` returns its argument to go on into it; parts of the classes in `keep` stay as they
    are. A tree in which nothing changes is returned itself.
    """
    new = change(value)
    if new is not value:
        return new
    if isinstance(value, tuple):
        parts = tuple(rewrite(part, change, keep) for part in value)
        same = all(one is two for one, two in zip(parts, value, strict=True))
        return value if same else parts
    if not isinstance(value, Node) or isinstance(value, keep):
        return value
    changed = {}
    for name in value.__struct_fields__:
        old = getattr(value, name)
        new = rewrite(old, change, keep)
        if new is not old:
            changed[name] = new
    return msgspec.structs.replace(value, **changed) if changed else value
