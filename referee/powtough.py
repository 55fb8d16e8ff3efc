"""208, 613.4: what effects of layer 7 write. Amounts are already numbers here."""

from striate.cards.tree import Amount, Change, DefinePT, ModifyPT, Node, Num, SetBasePT, SwitchPT
from striate.referee.values import View


def _number(amount: Amount | None) -> int | None:
    return amount.value if isinstance(amount, Num) else None


def write(view: View, changes: tuple[Change | Node, ...]) -> None:
    """613.4a-d: layer 7 on one object."""
    for change in changes:
        if isinstance(change, DefinePT | SetBasePT):
            _set(view, _number(change.power), _number(change.toughness))
        elif isinstance(change, ModifyPT):
            # 613.4c: what has no value counts as 0 (208.5).
            view.power = _or_0(view.power) + _or_0(_number(change.power))
            view.toughness = _or_0(view.toughness) + _or_0(_number(change.toughness))
        elif isinstance(change, SwitchPT):
            view.power, view.toughness = view.toughness, view.power


def _or_0(number: int | None) -> int:
    return 0 if number is None else number


def _set(view: View, power: int | None, toughness: int | None) -> None:
    """613.4a-b: the named half becomes the value, and so does the base (208.4b)."""
    if power is not None:
        view.power = view.base_power = power
    if toughness is not None:
        view.toughness = view.base_toughness = toughness
