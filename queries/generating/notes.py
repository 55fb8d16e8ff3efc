"""The explanation of a generated board: what the rules say there, step by step, and the outcome.

The steps are those of the referee's trace. Effects are named by their sources: a card's text is
never repeated.
"""

import re
from collections.abc import Iterator
from itertools import groupby

import msgspec

from striate.boards.timeline import Answer, Board, Expected
from striate.encodings.variants import WrongReading
from striate.queries.generating.principles import principle
from striate.queries.generating.telling import apart, pairs
from striate.referee.judge import judge_with_trace
from striate.referee.tracing import Applied, Changed, NotApplied, Trace

_LONGER = re.compile(r"[\n#]|^[^{].*\.")  # several lines, marks of texts, sentences
_RESPECTS = 4  # in which right and wrong differ, that are told
_LONGEST_WORD = 20  # letters of an ability that is named; longer ones are not quoted
_WHOM, _IT = "{whom}", "{it}"
_EVERY = "every creature type"
_TYPE_LINE = ("supertypes", "types", "subtypes")
_LAYER_OF_FIELDS = {
    "2": ("controller",),
    "4": ("card_types", "is_", "is_not"),
    "5": ("colors",),
    "6": ("has", "lacks", "no_abilities"),
    "7d": ("power", "toughness"),
}
_WHY = {
    "existence": "which decides whether it exists",
    "text": "which changes what it says",
    "what it applies to": "which changes what it applies to",
    "what it does": "which changes what it does",
}


def explanation(reading: WrongReading, board: Board, wrong: Answer) -> str:
    """The principle, the steps with their rules, what waited or stayed away, right and wrong."""
    right, whole = judge_with_trace(msgspec.structs.replace(board, expect=(), lines=()))
    handles = {each.handle for each in board.expect}
    trace = _up_to(_last_layer(board.expect), whole)
    parts = [
        principle(reading.name),
        _told_steps(trace, handles),
        "; ".join(waits(trace)),
        "; ".join(not_applied(trace, handles)),
        so(right, wrong, handles),
    ]
    text = " ".join(f"{_capital(sentence.rstrip('.'))}." for sentence in parts if sentence)
    for each in right.objects:
        # A card of two faces is known by its first.
        text = text.replace(each.handle, each.handle.split(" // ")[0])
    return text


def _last_layer(expect: tuple[Expected, ...]) -> str:
    """The last layer that has to do with what is expected."""
    layers = [
        layer
        for layer, fields in _LAYER_OF_FIELDS.items()
        for one in expect
        if any(getattr(one, each) not in (None, ()) for each in fields)
    ]
    return max(layers, default="7d")


def _up_to(layer: str, trace: Trace) -> Trace:
    """The trace without the layers that come later."""
    applied = tuple(each for each in trace.applied if each.layer <= layer)
    return msgspec.structs.replace(trace, applied=applied)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


# --- the steps ------------------------------------------------------------------------------------


def _told_steps(trace: Trace, handles: set[str]) -> str:
    """Layer by layer what each effect did, as far as it concerns what is asked."""
    everything = {handle for each in trace.applied for handle in each.objects}
    changed = {change.handle for each in trace.applied for change in each.changes}
    concerned = _sources_of(trace, handles) if handles & changed else everything
    parts, rules = [], []
    for layer, effects in groupby(trace.applied, key=lambda each: each.layer):
        deeds = [(each, _deed(each, concerned)) for each in effects]
        if any(done for _, done in deeds):
            done_so = [done or idle(each, concerned) for each, done in deeds]
            parts.append(f"in layer {layer} {', then '.join(dict.fromkeys(filter(None, done_so)))}")
            rules += [rule for each, done in deeds if done for rule in each.rules[:1]]
    if not parts:
        return f"no effect changes {listed(sorted(handles))}"
    return f"{'; '.join(parts)} ({', '.join(dict.fromkeys(rules))})"


def _sources_of(trace: Trace, handles: set[str]) -> set[str]:
    """What is asked, and the sources of the effects that apply to it, directly or not."""
    sources = set(handles)
    while True:
        more = {
            each.source
            for each in trace.applied
            if each.source is not None and sources & set(each.objects)
        }
        if more <= sources:
            return sources
        sources |= more


def _deed(effect: Applied, concerned: set[str]) -> str:
    """“Humility takes all abilities from Grizzly Bears”: what it changes of what is concerned."""
    source = name_of(effect)
    same: dict[str, list[str]] = {}
    for handle in effect.objects:
        if handle in concerned:
            changes = [each for each in effect.changes if each.handle == handle]
            same.setdefault(" and ".join(predicates(changes)), []).append(handle)
    done = [
        predicate.replace(
            _WHOM, "itself" if handles == [effect.source] == [source] else listed(handles)
        ).replace(_IT, "it" if len(handles) == 1 else "them")
        for predicate, handles in same.items()
        if predicate
    ]
    return f"{source} {' and '.join(done)}" if done else ""


def idle(effect: Applied, concerned: set[str]) -> str:
    """An effect that applies to what is concerned and changes nothing there."""
    touched = [handle for handle in effect.objects if handle in concerned]
    return f"{name_of(effect)} applies to {listed(touched)}" if touched else ""


def name_of(effect: Applied | NotApplied) -> str:
    """The effect by its source: “Humility”, “level symbol 2-3 of Student of Warfare”."""
    source = effect.source or "the effect"
    if effect.ability.startswith("LEVEL "):
        return f"the level symbol {effect.ability.splitlines()[0][6:]} of {source}"
    if effect.ability.endswith(" counter"):
        return f"the {effect.ability} on {source}"
    return source


def predicates(changes: list[Changed]) -> Iterator[str]:
    """What happens to one object: verbs `{whom}` is the object in the first, `{it}` in the
    others."""
    if any(each.what == "name" for each in changes):
        copied = next(each.after for each in changes if each.what == "name")
        # 707.2: all the other changes follow from what is copied.
        yield f"makes {_WHOM} a copy of {copied}"
        return
    first = True
    for each in _with_one_type_line(changes):
        for verb, rest in _verbs(each):
            yield f"{verb} {_WHOM if first else _IT} {rest}".strip()
            first = False


def _with_one_type_line(changes: list[Changed]) -> Iterator[Changed]:
    """What changes of supertypes, types and subtypes as one change."""
    line = [each for each in changes if each.what in _TYPE_LINE]
    if line:
        before, after = (", ".join(filter(None, words)) for words in (
            [each.before for each in line], [each.after for each in line]))  # fmt: skip
        yield Changed(line[0].handle, "types", before, after)
    yield from (each for each in changes if each.what not in _TYPE_LINE)


def _verbs(change: Changed) -> Iterator[tuple[str, str]]:
    """A verb and what follows its object."""
    match change.what:
        case "controller":
            yield "puts", f"under {whose(change.after)} control"
        case "types":
            yield from _type_verbs(change)
        case "colors":
            yield "makes", change.after.replace(", ", "") or "colourless"
        case "abilities":
            yield from _ability_verbs(change)
        case "power/toughness" if change.after:
            yield "makes", change.after


def whose(seat: str) -> str:
    return "your" if seat == "you" else "your opponent's"


def _type_verbs(change: Changed) -> Iterator[tuple[str, str]]:
    before, after = _type_words(change.before), _type_words(change.after)
    lost = [word for word in before if word not in after]
    gained = [word for word in after if word not in before]
    if _EVERY in gained:
        gained.remove(_EVERY)
        lost = []
        yield "gives", _EVERY
    if gained and lost:
        yield "makes", f"{listed(gained)} instead of {listed(lost)}"
    elif gained:
        yield "makes", f"also {listed(gained)}"
    elif lost:
        yield "makes", f"no longer {listed(lost)}"


def _type_words(text: str) -> list[str]:
    """The words of a type line; the referee counts them where there are hundreds."""
    return [_EVERY if each.endswith(" types") else each for each in text.split(", ") if each]


def _ability_verbs(change: Changed) -> Iterator[tuple[str, str]]:
    before, after = change.before.split("; "), change.after.split("; ")
    gained = named([each for each in after if each and each not in before])
    if not change.after:
        yield "takes from", "all abilities"
        return
    lost = named([each for each in before if each and each not in after])
    if lost:
        yield "takes from", lost
    if gained:
        yield "gives", gained


def named(abilities: list[str]) -> str:
    """Keywords by name, the others as “an ability”."""
    short = [f'"{each}"' if each.startswith("{") else each.lower()
             for each in abilities
             if len(each) <= _LONGEST_WORD and not _LONGER.search(each)]  # fmt: skip
    others = len(abilities) - len(short)
    if others:
        short.append("an ability" if others == 1 else f"{others} abilities")
    return listed(short)


def listed(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


# --- what waited, what stayed away ----------------------------------------------------------------


def waits(trace: Trace) -> Iterator[str]:
    """613.8: which effect waited for which."""
    sentences = set()
    for place, effect in enumerate(trace.applied):
        for wait in effect.waited:
            by = next(
                (
                    name_of(each)
                    for each in reversed(trace.applied[:place])
                    if each.layer == effect.layer and each.ability == wait.on
                    and each.timestamp > effect.timestamp
                ),
                "another effect",
            )  # fmt: skip
            text = (
                f"{name_of(effect)} waits for {by}, {_WHY.get(wait.clause, 'on which it depends')}"
            )
            if text not in sentences:
                sentences.add(text)
                yield f"{text} (613.8a-b)"


def not_applied(trace: Trace, handles: set[str]) -> list[str]:
    """Effects that did nothing and why; those of what is asked about, if any."""
    acted = {each.source for each in trace.applied if each.changes}
    own = [each for each in trace.not_applied if each.source in handles] or trace.not_applied
    sentences = []
    for each in own:
        rules = f" ({', '.join(each.rules)})" if each.rules else ""
        again = each.source in acted and name_of(each) == each.source
        name = f"another ability of {each.source}" if again else name_of(each)
        sentences.append(f"{name} does nothing: {each.why}{rules}")
    sentences += [
        f"{name_of(each)} applies to nothing ({', '.join(each.rules[:1])})"
        for each in trace.applied
        if not each.objects and each.source not in acted and each.source not in handles
    ]
    return list(dict.fromkeys(sentences))


# --- the outcome ----------------------------------------------------------------------------------


def so(right: Answer, wrong: Answer, handles: set[str]) -> str:
    """What each object is, and what the wrong reading makes of it."""
    parts = [
        f"{mine.handle} {_saying(*each)}"
        for mine, other in pairs(right, wrong)
        if mine.handle in handles
        for each in apart(mine, other)
    ]
    return f"so {'; '.join(parts[:_RESPECTS])}" if parts else ""


def _saying(was: str, is_: str) -> str:
    """“is 1/1, not 4/4” for what it is wrongly, “is 4/4”, and what it is, “1/1”."""
    if was == "has no abilities":
        return "still has abilities"
    if was == "has abilities":
        return "has no abilities at all"
    if was == "has nothing":
        return f"has {is_.rstrip('.')}, which the wrong reading leaves out"
    verb, _, rest = was.partition(" ")
    if is_ == "nothing":
        return f"does not have {rest.rstrip('.')}"
    if rest.startswith("controlled "):
        return f"is controlled {is_}, not {rest.removeprefix('controlled ')}"
    return f"{verb} {is_.rstrip('.')}, not {rest.rstrip('.')}"
