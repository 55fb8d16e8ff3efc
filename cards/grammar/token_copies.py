"""Tokens that are copies (707.2), and copies of spells (707.10)."""

from typing import Any

from striate.cards import tree as t
from striate.cards.grammar import copying
from striate.cards.grammar.drafts import Back
from striate.cards.grammar.engine import NOTHING, rule, words
from striate.cards.grammar.instructions import Verb
from striate.cards.walking import rewrite

PARTS = (copying,)

# --- tokens -------------------------------------------------------------------------------------

words(
    "copy state",
    {
        # 508.4: whom a token attacks is no part of a board.
        "tapped and attacking that player": (True, True),
        "attacking that opponent": (False, True),
        "and that is tapped and attacking": (True, True),
        "and that are tapped and attacking": (True, True),
        "that is tapped and attacking": (True, True),
        "that are tapped and attacking": (True, True),
        "tapped and attacking": (True, True),
    },
)


@rule(
    "player verb",
    "(create|creates) <amount:how much> [<state=tapped|tapped and attacking>] (token|tokens) that (is|are) (a copy|copies) of <of:copied> [<after:copy state>] [<extras:except>]",
)
def _create_copies(
    amount: Any, of: Any, state: Any = None, after: Any = None, extras: Any = ()
) -> Any:
    how = _state(state, after)
    return (
        NOTHING if how is None else Verb(t.CreateCopies(amount, of, extras or (), *how), "player")
    )


words(
    "that one",
    {
        text: None
        for text in (
            "it", "that creature", "that permanent", "that card", "that token", "that artifact",
            "that land",
        )
    },
)  # fmt: skip


def _state(state: Any, after: Any) -> tuple[bool, bool] | None:
    """Whether the tokens are tapped, and attacking, as words before or after them say."""
    tapped, attacking = state is not None, state == "tapped and attacking"
    if after is None:
        return tapped, attacking
    return None if (tapped and after[0]) or attacking else (tapped or after[0], after[1])


_TOKEN = (
    "[<state=tapped|tapped and attacking>] (token|tokens) that (is|are) (a copy|copies) of"
    " <one:that one> [<after:copy state>] [<extras:except>]"
)


@rule(
    "instruction",
    f"for each <group:plain group>, (create|you create) <amount:how much> {_TOKEN}",
)
@rule(
    "instruction",
    f"for each <group:plain group>, <owner=its controller creates> <amount:how much> {_TOKEN}",
)
def _for_each_copy(
    group: t.Each, amount: Any, one: Any, state: Any = None, after: Any = None, extras: Any = (),
    owner: Any = None,
) -> Any:  # fmt: skip
    player: t.Player = "affected controller" if owner else "you"
    how = _state(state, after)
    return NOTHING if how is None else (t.CreateCopies(amount, group, extras or (), *how, player),)


@rule("instruction", f"for each of <who:affected>, create <amount:how much> {_TOKEN}")
def _for_each_of_them(
    who: Any, amount: Any, one: Any, state: Any = None, after: Any = None, extras: Any = ()
) -> Any:
    how = _state(state, after)
    return NOTHING if how is None else (t.CreateCopies(amount, who, extras or (), *how),)


@rule(
    "instruction",
    "for each <noun:back noun> (exiled|chosen) this way, create <amount:how much> " + _TOKEN,
)
def _for_each_this_way(
    noun: Any, amount: Any, one: Any, state: Any = None, after: Any = None, extras: Any = ()
) -> Any:
    them: Any = Back(0, many=True, noun=noun, that=True)
    how = _state(state, after)
    return NOTHING if how is None else (t.CreateCopies(amount, them, extras or (), *how),)


@rule(
    "instruction",
    "for each <noun:back noun> chosen this way, create <amount:how much> " + _TOKEN,
)
def _for_the_one_chosen(
    noun: Any, amount: Any, one: Any, state: Any = None, after: Any = None, extras: Any = ()
) -> Any:
    """115.1: of one target there is one that was chosen."""
    it: Any = Back(0, noun=noun, that=True)
    how = _state(state, after)
    return NOTHING if how is None else (t.CreateCopies(amount, it, extras or (), *how),)


@rule(
    "instruction",
    "for each opponent, (create|you create) <amount:how much>"
    " [<state=tapped|tapped and attacking>] (token|tokens) that (is|are) (a copy|copies) of"
    " <of:copied> [<after:copy state>] [<extras:except>]",
)
def _once_for_the_opponent(
    amount: Any, of: Any, state: Any = None, after: Any = None, extras: Any = ()
) -> Any:
    """102.2: with two players there is one opponent, and "that player" is that one."""
    how = _state(state, after)
    if how is None:
        return NOTHING
    theirs: Any = rewrite(
        of, lambda part: _THEIRS if part == t.ControlledBy("that") else part, (t.Prose,)
    )
    return (t.CreateCopies(amount, theirs, extras or (), *how),)


_THEIRS = t.ControlledBy("opponent")


@rule(
    "instruction",
    "for each other opponent, create a token that is a copy of <of:copied> [<after:copy state>]"
    " [<extras:except>]",
)
def _for_no_other_opponent(of: Any, after: Any = None, extras: Any = ()) -> Any:
    """102.2: with two players there is no other opponent, and no token."""
    how = _state(None, after)
    return NOTHING if how is None else (t.CreateCopies(t.Num(0), of, extras or (), *how),)


@rule(
    "instruction",
    "for each <flips:flips>, create <amount:how much> (token|tokens) that (is|are) (a copy|copies)"
    " of <of:copied> [<extras:except>]",
)
def _for_each_flip(flips: Any, amount: Any, of: Any, extras: Any = ()) -> Any:
    return (t.CreateCopies(flips, of, extras or ()),) if amount == t.Num(1) else NOTHING


_FLIPS_WON = t.UnknownAmount(t.Prose("the number of flips you won"))
words("flips", {"flip you won": _FLIPS_WON})
words("measure", {"the number of flips you won": _FLIPS_WON})

# --- copies of spells (707.10) --------------------------------------------------------------------

words("times", {"twice": t.Num(2), "three times": t.Num(3)})
rule("times", "« <amount:how much> » times")(lambda amount: amount)


@rule("instruction", "copy <of:object> [<times>] [<extras:except>]")
def _copy_spell(of: Any, times: Any = None, extras: Any = ()) -> Any:
    return (t.CopySpell(of, extras or (), times or t.Num(1)),)


@rule("instruction", "copy <of:object> for each <each:each counted>")
def _copy_spell_for_each(of: Any, each: Any) -> Any:
    return (t.CopySpell(of, (), each),)
