"""Layer 2: control-changing effects (613.1b, 108.4, 109.5)."""

from striate.cards import tree
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.clauses import clause
from striate.encodings.effects import On
from striate.encodings.moments import Moment, player_seat, untold_player
from striate.encodings.state import Setting
from striate.quick.reach import FURTHER_WRITES


class Seats(tree.Node, frozen=True):
    """611.2c: whose each object becomes, locked in by a resolution: `yours` is a literal."""

    yours: tuple[tuple[int, int], ...]


FURTHER_WRITES[Seats] = frozenset({("controller", "*")})


def seat_of(moment: Moment, change: tree.SetController | Seats, setting: Setting) -> Lit:
    """Whose the object becomes; where nobody is meant, its controller stays."""
    if isinstance(change, Seats):
        seat = dict(change.yours).get(-1 if setting.affected is None else setting.affected)
    else:
        seat = seat_meant(moment, change.player, setting)
    if seat is None:
        return setting.you if setting.affected is None else moment.chars[setting.affected].yours
    return seat


def seat_meant(moment: Moment, player: str, setting: Setting) -> Lit | None:
    """The one player that the word means; None: nobody, so that control doesn't change."""
    seat = player_seat(moment, player, setting)
    if seat is not None:
        return seat
    named = untold_player(moment, player, setting)
    return None if not named else TRUE if named == "you" else FALSE


@clause("613.1b")
def set_controller(on: On, change: tree.SetController | Seats) -> None:
    """613.1b: the object's controller becomes the one that the effect says."""
    on.new.yours = on.algebra.ite(on.lit, seat_of(on.moment, change, on.setting), on.new.yours)
