"""What happens as an object enters: counters, tapped, choices (614.1c-d, 614.12).

The phrase "entering line" is a whole paragraph, as a tuple of abilities: "~ enters tapped. As it
enters, choose a color." is two. An object that becomes its controller's choice of several
shapes (Primal Plasma) is `EntersAs`, with the words of each shape as its label.
"""

from collections.abc import Iterator
from typing import Any

from striate.cards import tree
from striate.cards.grammar import conditions, predicates
from striate.cards.grammar.amounts import has_x, times, untold, with_x
from striate.cards.grammar.effects import static
from striate.cards.grammar.engine import (
    GRAMMAR,
    NOTHING,
    Reading,
    alias,
    lists,
    rule,
    terminal,
    words,
)
from striate.cards.grammar.normal import Tokens, tokenise
from striate.cards.grammar.nouns import bind
from striate.cards.grammar.predicates import shape_changes
from striate.cards.tree import (
    Condition,
    Each,
    EntersAs,
    EntersChoose,
    EntersTapped,
    EntersWith,
    Fact,
    Num,
    This,
    Unless,
    Who,
    X,
)
from striate.cards.vocabulary import COLOR_NAMES
from striate.cards.walking import any_node

PARTS = (conditions, predicates)

# --- who and when ---------------------------------------------------------------------------------

rule("enterer", "~", "it", "he", "she")(lambda: This())
rule("enterer", "[each|all] <group:groups>")(lambda group: group)

_CAST_FACTS = (
    "~ was kicked", "it was kicked", "you cast it from your hand", "you cast it",
    "it was cast from your hand", "it was bargained", "~ was bargained", "you have max speed",
    "~ was cast from your hand", "it was cast from your graveyard", "it escaped", "~ escaped", "it was foretold", "it was unearthed",
    "its additional cost was paid", "~'s madness cost was paid", "~'s surge cost was paid",
    "~'s prowl cost was paid", "evidence was collected", "the gift was promised",
    "its offspring cost was paid", "mana from a Treasure was spent to cast it",
)  # fmt: skip
words("entering fact", {text: Fact(untold(text)) for text in _CAST_FACTS})
rule("entering fact", "~ was kicked with its <cost:mana cost> kicker")(
    lambda cost: Fact(untold(f"~ was kicked with its {cost} kicker"))
)
rule("entering fact", "at least <number> <color> mana was spent to cast (~|it)")(
    lambda number, color: Fact(
        untold(f"at least {number} {COLOR_NAMES[color]} mana was spent to cast it")
    )
)
alias("condition", "<value:entering fact>")

# What is told of the object itself as it enters; of another object the same words are another fact.
words(
    "own fact",
    {
        text: Fact(untold(text))
        for text in (
            "it wasn't cast or no mana was spent to cast it",
            "two or more colors of mana were spent to cast it",
            "at least three mana of the same color was spent to cast it",
        )
    },
)  # fmt: skip
rule("own fact", "at least three mana of the same color was spent to cast ~")(
    lambda: Fact(untold("at least three mana of the same color was spent to cast it"))
)
rule("own fact", "you revealed (a|an) <name:subtype> card this way")(
    lambda name: Fact(untold(f"you revealed a {name} card this way"))
)
rule(
    "own fact",
    "you revealed (a|an) <name:subtype> card or controlled (a|an) <same:subtype> as you cast (~|it)",
)(
    lambda name, same: (
        Fact(untold(f"you revealed a {name} card or controlled a {name} as you cast it"))
        if name == same
        else NOTHING
    )
)
rule("own fact", "you did not cast it from your hand")(
    lambda: Unless(Fact(untold("you cast it from your hand")))
)
rule("if or unless", "if <part:own fact>")(lambda part: part)
rule("if or unless", "unless <part:own fact>")(lambda part: Unless(part))
rule("if or unless", "unless <one:own fact> or <two:condition>")(
    lambda one, two: Unless(tree.Either((one, two)))
)
rule("if or unless", "if <part:conditions>", "as long as <part:conditions>")(lambda part: part)
rule("if or unless", "unless <part:conditions>")(lambda part: Unless(part))
rule("if or unless", "unless you <what:optional payment>")(
    lambda what: Unless(Fact(untold(f"you {what}")))
)
rule("if or unless", "unless you have two or more opponents")(
    lambda: Unless(Fact(untold("you have two or more opponents")))
)
rule("if or unless", "unless a player has <number> or less life")(
    lambda number: Unless(
        tree.Either(
            tuple(
                tree.Compare(tree.LifeOf(player), "<=", Num(number))
                for player in ("you", "opponent")
            )
        )
    )
)

# --- tapped ---------------------------------------------------------------------------------------


@rule("entering", "<who:enterer> (enters|enter) tapped [<when:if or unless>]")
@rule("entering", "<before:if or unless>, <who:enterer> (enters|enter) tapped")
def _tapped(who: Who, when: Any = None, before: Any = None) -> Any:
    condition = when if when is not None else before
    if any_node(condition, (tree.InZone,)):
        return NOTHING  # 113.6b: an ability that works elsewhere
    if isinstance(who, Each):
        return (EntersTapped(condition, who),) if who.zone == "battlefield" else NOTHING
    return (EntersTapped(bind(condition, This())),)


@rule("entering", "~ enters tapped and <beside:restriction>")
def _tapped_and(beside: tree.Restrict) -> Any:
    return (EntersTapped(), static((tree.Effect(This(), (beside,)),)))


@rule(
    "entering", "as ~ enters, you may <what:optional payment>. if you do not, (it|~) enters tapped"
)
def _tapped_unless_paid(what: str) -> Any:
    return (EntersTapped(Unless(Fact(untold(f"you {what}")))),)


@rule(
    "entering",
    "as ~ enters, choose <choices>. then you may <what:optional payment>."
    " if you do not, (it|~) enters tapped",
)
def _chooses_and_pays(choices: tuple[EntersChoose, ...], what: str) -> Any:
    return (*choices, EntersTapped(Unless(Fact(untold(f"you {what}")))))


@terminal("optional payment", {"pay", "reveal"})
def _payment(tokens: Tokens, at: int) -> Iterator[Reading]:
    end = at
    while end < len(tokens.keys) and tokens.keys[end] != ".":
        end += 1
    yield end, tokens.slice(at, end)


# 722: a designation that it has as it enters
rule("entering", "~ enters prepared")(
    lambda: (tree.EntersDoing(tree.Body((tree.Designate(This(), "prepared"),))),)
)

# --- counters -------------------------------------------------------------------------------------

rule("counter amount", "(a|an) <kinds:counters>")(lambda kinds: (kinds[0], Num(1), False))
rule("counter amount", "<number> <kinds:counters>")(
    lambda number, kinds: (kinds[0], Num(number), False)
)
rule("counter amount", "X <kinds:counters>")(lambda kinds: (kinds[0], X(), False))
rule("counter amount", "twice X <kinds:counters>")(lambda kinds: (kinds[0], times(2, X()), False))
rule("counter amount", "an additional <kinds:counters>")(lambda kinds: (kinds[0], Num(1), True))
rule("counter amount", "<number> additional <kinds:counters>")(
    lambda number, kinds: (kinds[0], Num(number), True)
)
rule("counter amount", "X additional <kinds:counters>")(lambda kinds: (kinds[0], X(), True))
rule("counter amounts", "<one:counter amount> on (it|them|him|her)")(lambda one: (one,))
lists("counter list", "counter amount", joins="and")
rule("counter amounts", "<several:counter list> on (it|them|him|her)")(lambda several: several)


@rule("counter amounts", "<one:counter amount> on (it|them|him|her) for each <amount:each counted>")
def _for_each(one: Any, amount: Any) -> Any:
    kind, number, additional = one
    return (
        ((kind, times(number.value, amount), additional),) if isinstance(number, Num) else NOTHING
    )


@rule(
    "counter amounts",
    "a number of [<more=additional>] <kinds:counters> on (it|them|him|her) equal to <amount:measured>",
)
def _equal_to(kinds: Any, amount: Any, more: str | None = None) -> Any:
    return ((kinds[0], amount, more is not None),)


@rule(
    "entering",
    "<who:enterer> (enters|enter) [<tapped=tapped|tapped and>] with <counters:counter amounts> [<when:if or unless>] [<amount:where x>]",
)
@rule(
    "entering",
    "<before:if or unless>, <who:enterer> (enters|enter) [<tapped=tapped>] with <counters:counter amounts> [<amount:where x>]",
)
def _with_counters(
    who: Who, counters: Any, when: Any = None, amount: Any = None, before: Any = None,
    tapped: str | None = None,
) -> Any:  # fmt: skip
    condition = when if when is not None else before
    found: list[Any] = []
    if isinstance(who, Each) and who.zone != "battlefield":
        return NOTHING
    if any_node(condition, (tree.InZone,)):
        return NOTHING  # 113.6b: an ability that works elsewhere
    if tapped:
        if condition is not None:
            return NOTHING
        found.append(EntersTapped(None, who))
    for kind, number, additional in counters:
        if kind is None or (isinstance(who, Each) and not additional):
            return NOTHING
        found.append(_enters_with(kind, number, condition, who, additional, amount))
    if amount is not None and not any(has_x(number) for _, number, _ in counters):
        return NOTHING
    return tuple(found)


def _enters_with(
    kind: str, number: Any, condition: Condition | None, who: Who, additional: bool, amount: Any
) -> EntersWith:
    if amount is not None:
        number = with_x(number, amount)
    if not isinstance(who, Each):
        number, condition = bind(number, This()), bind(condition, This())
    return EntersWith(kind, number, condition, who, additional)


@rule(
    "entering",
    "~ enters with your choice of (a|an) <one:counters> or (a|an) <two:counters> on it",
)
def _one_of_two(one: Any, two: Any) -> Any:
    """122.1b: a choice as it enters, and the counter that was chosen."""
    kinds = [kinds[0] for kinds in (one, two)]
    if not all(kind is not None and kind.isalpha() for kind in kinds):
        return NOTHING
    modes = tuple(kind.capitalize() for kind in kinds)
    return (
        EntersChoose("mode", modes),
        *(
            EntersWith(kind, Num(1), tree.ChoseMode(mode))
            for kind, mode in zip(kinds, modes, strict=True)
        ),
    )


@rule("entering", "~ escapes with <counters:counter amounts>")
def _escapes_with(counters: Any) -> Any:
    """702.138c: as it enters after it escaped."""
    return _with_counters(This(), counters, Fact(untold("it escaped")))


@rule(
    "entering",
    "<before:if or unless>, ~ enters with <counters:counter amounts> and with <abilities>",
    "<before:if or unless>, it enters with <counters:counter amounts> and with <abilities>",
)
def _with_abilities(before: Condition, counters: Any, abilities: Any) -> Any:
    """614.1c: it has the abilities for as long as it is there."""
    entering = _with_counters(This(), counters, before)
    if entering is NOTHING or not isinstance(before, Fact):
        return NOTHING
    return (*entering, static((tree.Effect(This(), (tree.GainAbilities(abilities),), before),)))


# --- choices --------------------------------------------------------------------------------------

_CHOICES: dict[str, EntersChoose] = {
    "a creature type": EntersChoose("creature type"),
    "a color": EntersChoose("color"),
    "a color word": EntersChoose("color"),
    "a basic land type": EntersChoose("basic land type"),
    "a land type": EntersChoose("land type"),
    "a card type": EntersChoose("card type"),
    "a card name": EntersChoose("card name"),
    "a nonland card name": EntersChoose("card name"),
    "a creature card name": EntersChoose("card name"),
    "a nonbasic land card name": EntersChoose("card name"),
    "a number": EntersChoose("number"),
    "a player": EntersChoose("player"),
    "an opponent": EntersChoose("player", ("opponent",)),
    "another creature you control": EntersChoose("creature"),
    "a creature you control": EntersChoose("creature"),
    "a keyword": EntersChoose("keyword"),
}
words("choice", _CHOICES)
rule("choice", "a color other than <color>")(lambda color: EntersChoose("color", but=(color,)))
rule("choice", "a creature type other than <name:subtype>")(
    lambda name: EntersChoose("creature type", but=(name,))
)
rule("choice", "a number between <low:number> and <high:number>")(
    lambda low, high: EntersChoose("number", tuple(str(n) for n in range(low, high + 1)))
)
rule("choice", "<options:option list>")(lambda options: EntersChoose("mode", options))
lists("option list tail", "option word", joins="or")
rule("option list", "<options:option list tail>")(
    lambda options: options if len(options) > 1 else NOTHING
)


@terminal("option word", None)
def _option_word(tokens: Tokens, at: int) -> Iterator[Reading]:
    """An anchor word (614.12c) or a type: "Khans or Dragons", "artifact or creature"."""
    key = tokens.keys[at]
    if key.isalpha() and key not in ("a", "an", "the", "you", "secretly", "any", "another", "two"):
        yield at + 1, tokens.word(at)


lists("choices", "choice", joins="and")
rule("condition", "<mode:anchor words> was chosen")(lambda mode: tree.ChoseMode(mode))


@terminal("anchor words", None)
def _anchor_words(tokens: Tokens, at: int) -> Iterator[Reading]:
    """614.12c: the anchor word or words before "was chosen"."""
    for end in range(at + 1, min(at + 4, len(tokens.keys))):
        if not tokens.word(end - 1)[:1].isupper():
            return
        if tokens.keys[end] == "was":
            yield end, tokens.slice(at, end)


@rule("entering", "as (~|it) enters, [secretly] choose <choices>")
def _chooses(choices: tuple[EntersChoose, ...]) -> Any:
    return choices


lists("shape options", "shape option text", joins="or")


@terminal("shape option text", {"a", "an"})
def _shape_option(tokens: Tokens, at: int) -> Iterator[Reading]:
    """The words of one shape: up to a comma, "or", or "in addition"."""
    keys = tokens.keys
    end = at + 1
    while end < len(keys) and keys[end] not in (",", "or", ".", "in"):
        end += 1
    yield end, tokens.slice(at + 1, end)


@rule(
    "entering",
    "as ~ enters, it becomes your choice of <labels:shape options> [in addition to its other types]",
)
def _enters_as(labels: tuple[str, ...]) -> Any:
    options = []
    for label in labels:
        changes = _shape_of(label)
        if changes is None:
            return NOTHING
        options.append(changes)
    return (EntersAs(tuple(options), labels),)


def _shape_of(label: str) -> tuple[tree.Change, ...] | None:
    """The changes that make the object what the label says, besides its other types."""
    shape = GRAMMAR.read("full shape", tokenise(f"{label} in addition to its other types")).value
    return None if shape is None else shape_changes(shape)


# --- paragraphs -----------------------------------------------------------------------------------

rule("entering line", "<one:entering> [.]")(lambda one: one)
rule("entering line", "<one:entering> . <more:entering line>")(lambda one, more: (*one, *more))
