"""613.7c-g: the timestamp that an event gives an object, or the counters on it."""

from striate.encodings.clauses import clause


@clause("613.7c")
def stamp_on_counters(now: int, before: int) -> int:
    """613.7c: a counter gets a timestamp as it's put on, and those of its kind already there
    too."""
    return now


@clause("613.7d")
def stamp_on_entering(now: int, before: int) -> int:
    """613.7d: an object receives a timestamp when it enters a zone."""
    return now


@clause("613.7e")
def stamp_on_attaching(now: int, before: int) -> int:
    """613.7e: an Aura, Equipment or Fortification gets a new timestamp when it becomes attached."""
    return now


@clause("613.7f")
def stamp_on_turning(now: int, before: int) -> int:
    """613.7f: a permanent gets a new timestamp when it turns face up or face down."""
    return now


@clause("613.7g")
def stamp_on_transforming(now: int, before: int) -> int:
    """613.7g: a double-faced permanent gets a new timestamp when it transforms."""
    return now


_BY_EVENT = {
    "counters": stamp_on_counters,
    "attaching": stamp_on_attaching,
    "turning": stamp_on_turning,
    "transforming": stamp_on_transforming,
}


def stamp(event: str, now: int, before: int) -> int:
    """613.7: the timestamp that the event gives now; `before`: that of the object until then."""
    return _BY_EVENT.get(event, stamp_on_entering)(now, before)
