"""Who "it" is: the objects that a text names, in its order (608.2, 115.1).

While a body is read, objects that its sentences name stand in the steps as drafts, which know
where in the sentence they were read. `Referrer` goes through the sentences in order, gives each
"target ..." its place in `Body.targets`, and replaces each "it", "that creature", "they" by the
object named before. Where more than one object could be meant, it declines.
"""

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from striate.cards import tree as t
from striate.cards.grammar.binding.others import (
    its_of_filter,
    other_than_subject,
    says_other,
    speaks_of_it,
    with_other,
)
from striate.cards.grammar.binding.rules import Scene, bound, with_roles
from striate.cards.grammar.drafts import (
    DRAFTS,
    NOWHERE,
    SEALED,
    Back,
    Entity,
    Joined,
    Named,
    NewPlayer,
    NewTarget,
    PlayerBack,
    Unclear,
    alike,
    both,
    drafts_in,
    in_its_zone,
    kind_word,
    parts_of,
    subject_of,
    type_filter,
    type_words,
    vague_object,
    with_subject,
)
from striate.cards.grammar.events import other_event
from striate.cards.grammar.inert.forms import names_untold
from striate.cards.grammar.nouns import ANYTHING, all_of, any_of, of_player
from striate.cards.prose import words_of
from striate.cards.vocabulary import CARD_TYPES
from striate.cards.walking import nodes, rewrite


class Referrer(Scene):
    """Replaces the drafts of one body, sentence by sentence."""

    def __init__(
        self,
        event: t.Event | None = None,
        *,
        spell: bool = False,
        linked: bool = False,
        about: t.Ref | None = None,
        topic: bool = False,
    ) -> None:
        """`linked`: a cost exiles a card; `about`: what a condition before the body names,
        `topic`: it begins with it.
        """
        super().__init__(spell)
        self.targets: list[t.TargetSpec] = []
        self.players: list[str] = []
        self.otherwise = False  # whether the sentence is carried out only if the last one is not
        self._tested: dict[int, Any] = {}  # the condition that each sentence began with
        self._resolved: dict[Any, Any] = {}
        self._picked: t.ChosenObject | None = None  # what "choose a creature" chose
        self._aimed_at: set[t.Target] = set()  # what "choose target creature" chose
        self._event_player: str | None = None
        self._named_player: str | None = None
        self._said_player: str | None = None  # "its owner", "its controller", of the only target
        self._several_players = False  # "each opponent": "they" are not one player
        self._milled = False  # whether "them" in "from among them" are in a graveyard
        self._event = event
        if event is not None:
            self._hear(event)
        if about is not None:
            kind = t.HasType("Creature") if about == t.Attached() else ANYTHING
            self._name(about, -1, filter=kind, own=about == t.This(), topic=topic)
        if linked:
            self._name(t.LinkedCard(), -1)

    def _name(self, ref: Any, sentence: int | None = None, **marks: Any) -> None:
        """From here on a pronoun can mean the object (see `Entity`)."""
        at = self.sentence if sentence is None else sentence
        self.named.append(Entity(ref, at, **marks))

    def _hear(self, event: t.Event) -> None:
        """The objects and players of the trigger event are named before the first sentence."""
        self._hear_objects(event, -1)
        player = event.player or (event.to if isinstance(event.to, str) else None)
        whose = parts_of(event.who.filter) if isinstance(event.who, t.Each) else ()
        opponents = _AN_OPPONENTS.search(event.verb) or not _OPPONENTS.keys().isdisjoint(whose)
        if player is None and opponents:
            player = "opponent"
        if player not in (None, "you"):
            self._event_player = "that"
        self._hear_other(event)

    def _hear_other(self, event: t.Event) -> None:
        """Where one of two events has happened, the objects and players of both are doubtful."""
        other = other_event(event.detail)
        if other is None:
            return
        who, player, to = (
            (other.who, other.player, other.to) if isinstance(other, t.Event) else other[2:]
        )
        who = event.who if isinstance(who, Back) else who
        if player not in (None, event.player) or isinstance(to, str):
            self._event_player = None
        if {who, to} - {None, "you", t.This(), event.who} or (who is None and event.who):
            self._name(None, -1, lazy=t.TargetSpec(ANYTHING), vague=True, main=True)

    def _hear_objects(self, event: t.Event, sentence: int) -> None:
        for who, main in ((event.who, True), (event.to, False)):
            if isinstance(who, (t.This, t.Attached, t.Granter)):
                self._name(who, sentence, main=main, own=isinstance(who, t.This))
            elif isinstance(who, t.Each):
                many = event.detail.endswith("or more") and main == (event.verb != "attack with")
                word = kind_word(who.filter) if who.zone == "battlefield" else ANYTHING
                spec = t.TargetSpec(word, 1, None if many else 1, "that", who.zone)
                known = in_its_zone(who.filter, who.zone)
                self._name(None, sentence, filter=known, many=many, lazy=spec, main=main)

    def mark(self) -> dict[str, Any]:
        return {n: v.copy() if isinstance(v, _CHANGING) else v for n, v in vars(self).items()}

    def back_to(self, mark: dict[str, Any]) -> None:
        for n, v in mark.items():
            vars(self)[n] = v.copy() if isinstance(v, _CHANGING) else v

    def next_sentence(self) -> None:
        self.sentence += 1
        self._resolved = {}

    def event(self, event: t.Event) -> t.Event:
        """A delayed trigger's event: its objects are named from here on."""
        who = self._simple(event.who) if event.who is not None else None
        to = self._simple(event.to) if isinstance(event.to, t.Node) else event.to
        event = replace(event, who=who, to=to)
        self._hear_objects(event, self.sentence)
        return event

    def instead(self, draft: Any) -> Any:
        """A step that replaces the sentence before: what that one makes does not exist."""
        self.replaced = {self.sentence - 1}
        try:
            return self.step(draft)
        finally:
            self.replaced = set()

    def leave(self) -> None:
        """A sentence that is not understood: later pronouns may mean something in it."""
        self.unread = self.sentence

    def step(self, draft: Any) -> Any:
        """One step with every draft replaced; raises `Unclear`."""
        if isinstance(draft, t.Do):
            return self._do(draft)
        if isinstance(draft, t.Modal):
            return draft
        if self._milled:
            draft = rewrite(draft, _from_among_milled)
        draft = _group_of_it(self._own_its(with_roles(draft)))
        done = self._of_that_player(self._others(_lasting_of_it(self._simple(draft))))
        done = _into_hand(done)
        aimed = isinstance(done, t.MoveZone) and isinstance(done.who, t.Target)
        if aimed and self._zone_of(done.who) == done.origin:
            done = replace(done, origin=None)  # the target is there anyway
        self._made(done)
        return done

    def _of_that_player(self, step: Any) -> Any:
        """ "That player controls" after "target player", or after a target of an opponent."""
        player = "target" if self.players else None
        if not self.players and self._event_player is None:
            player = self._goes_with_target() or self._named_player
        if player not in ("target", "target controller", "opponent"):
            return step
        return of_player(step, player, _OF_A_PLAYER, SEALED)

    def _others(self, step: Any) -> Any:
        """ "Each other creature": other than the target or the chosen one, else than the source."""
        step = other_than_subject(step, self._filter_of)
        if not says_other(step):
            return step
        tokens = [e for e in self.named if e.made and not e.many]
        group = getattr(step, "who", None)
        if tokens and isinstance(group, t.Each) and t.IsToken() in parts_of(group.filter):
            token = self._use(tokens[-1], Back(-1))
            return with_other(step, t.Not(t.Is(token)))
        elsewhere = "library" if isinstance(step, t.Continuous) else None
        named = [
            i
            for i, spec in enumerate(self.targets)
            if spec.zone != elsewhere and (spec.word != "choose" or t.Target(i) in self._aimed_at)
        ]
        own_act = isinstance(step, t.Act) and step.who == t.This()
        if not named and self._is_of_host(step):
            return with_other(step, t.Not(t.Is(t.Attached())))
        if self._picked is not None and not named:
            return with_other(step, t.Not(t.Is(self._picked)))
        if not self.spell and (not named or own_act):
            return step
        if len(named) != 1 or not self.spell:
            raise Unclear("other than which")
        return with_other(step, t.Not(t.Is(t.Target(named[0]))))

    def _is_of_host(self, value: Any) -> bool:
        """ "Whenever equipped creature attacks, each other creature": than the one that attacks."""
        event = self._event
        if event is None or event.who != t.Attached() or not _are_creatures(value):
            return False
        if isinstance(event.to, t.Each) and _are_creatures(event.to):
            raise Unclear("other than which")
        return True

    def _other_than(self, spec: t.TargetSpec, it: Any) -> t.Filter:
        """ "Another target", where none is before it: than "it", or what the event is about."""
        if it not in (None, t.This()):
            return t.Not(t.Is(it))
        event = self._event
        died = event is not None and event.verb in _INTO_GRAVEYARDS and event.who != t.This()
        if died and spec.zone == "graveyard":
            dead = [entity for entity in self.named if entity.main]
            if len(dead) != 1 or dead[0].many:
                raise Unclear("the card of what died is another one than which")
            ref = self._use(dead[0], Back(-1))
            self.named.pop()  # only a description names it
            return t.Not(t.Is(ref))
        return t.Not(t.Is(t.Attached())) if self._is_of_host(spec) else t.Other()

    def _filter_of(self, ref: Any) -> t.Filter:
        if isinstance(ref, t.Attached):
            return t.HasType("Creature")
        if isinstance(ref, t.Target) and self.targets[ref.index].word != "that":
            return self.targets[ref.index].filter
        known = [e.filter for e in self.named if self.identity(e) == ref]
        return known[-1] if known else ANYTHING

    def _do(self, draft: t.Do) -> Any:
        condition = draft.condition
        if condition is not None:
            before = len(self.named)
            condition = self._simple(_its_of(condition, Back(-1)))
            theirs = t.ControlledBy("opponent")
            if self.spell or any(theirs not in parts_of(i.filter) for i in self.targets):
                # "If you control another Wizard" is than the source, if no target could be yours.
                condition = self._others(condition)
            if condition == t.Unless(self._tested.get(self.sentence - 1, t.ChoseMode(""))):
                # What the sentence before makes if the opposite holds has not been made here.
                self.replaced = {self.sentence - 1}
            self._tested[self.sentence] = condition
            self._name_in_condition(condition)
            for entity in self.named[before:]:
                entity.aside = True
        before, player = len(self.named), self._named_player
        steps = tuple(self.step(inner) for inner in draft.steps)
        for entity in self.named[before:] if condition is not None else ():
            entity.doubtful = entity.made
        if condition is not None or draft.may:
            self._named_player = player  # who else may not have been named at all
        self.replaced = self.replaced if condition is None else set()
        otherwise = tuple(self.step(inner) for inner in draft.otherwise)
        matches = [node for node in nodes(condition) if isinstance(node, t.Matches)]
        several = [n for n in matches if isinstance(n.ref, t.Those) or not self._is_one(n.ref)]
        if several:
            return _of_each(draft, several[0], condition, steps, otherwise)
        return replace(draft, steps=steps, condition=condition, otherwise=otherwise)

    def _name_in_condition(self, condition: Any) -> None:
        """ "If ~ is a Spirit, it ...": the condition names the object."""
        for node in nodes(condition):
            if isinstance(node, t.Matches) and isinstance(node.ref, (t.This, t.Attached)):
                self._name(node.ref, own=node.ref == t.This())
            elif isinstance(node, t.Fact) and node.prose.template.startswith("~ "):
                self._name(t.This(), own=True, topic=True)
        if isinstance(condition, t.Fact) and vague_object(words_of(condition.prose)):
            # "If that mana is spent on a creature spell, it ...": which one, no board can tell.
            self._name(None, lazy=t.TargetSpec(ANYTHING, word="that", zone="any"), vague=True)

    def _simple(self, draft: Any) -> Any:
        resolved = {part: known for part, known in self._resolved.items() if 0 <= part.at < NOWHERE}
        for part in drafts_in(draft):
            if part not in resolved:
                resolved[part] = self._resolve(part, resolved)
        self._resolved.update(resolved)

        def put(node: Any) -> Any:
            if isinstance(node, DRAFTS):
                return resolved[node]
            if isinstance(node, Joined):
                return self._set_of(rewrite(node.parts, put))
            return node

        return rewrite(draft, put, SEALED, (*DRAFTS, Joined))

    def _set_of(self, parts: tuple[Any, ...]) -> t.Each:
        """Several objects and groups as one set; objects can be in several zones, groups can't."""
        groups: set[t.Zone] = {part.zone for part in parts if isinstance(part, t.Each)}
        zones: set[t.Zone] = {*groups}
        zones |= {self._zone_of(part) for part in parts if not isinstance(part, t.Each)}
        if groups and len(zones) > 1:
            raise Unclear("objects in several zones")
        filters = tuple(part.filter if isinstance(part, t.Each) else t.Is(part) for part in parts)
        zone: t.Zone = zones.pop() if len(zones) == 1 else "any"
        if all(isinstance(part, t.Each) for part in parts):
            return t.Each(any_of(filters), zone)
        return t.Each(t.AnyOf(filters), zone)

    def _zone_of(self, ref: Any) -> t.Zone:
        if isinstance(ref, t.Target):
            return self.targets[ref.index].zone
        if isinstance(ref, t.LinkedCard):
            return "exile"
        known = parts_of(ref.filter) if isinstance(ref, t.ChosenObject) and ref.filter else ()
        zones: list[t.Zone] = [part.zone for part in known if isinstance(part, t.InZone)]
        return zones[0] if zones else "battlefield"

    def _own_its(self, draft: Any) -> Any:
        """ "its power" in an instruction is that of the object named last, or of its subject."""
        if isinstance(draft, t.Continuous):
            return draft
        subject = getattr(draft, "who", None)
        many_deal = isinstance(subject, t.Each) and getattr(draft, "verb", "") == "deal damage to"
        if many_deal and _its_of(draft.amount, t.This()) != draft.amount:
            raise Unclear("each of them has its own")
        if isinstance(subject, NewTarget) and subject.spec.word == "that":
            return self._before_it_is_made(draft)
        if isinstance(draft, t.Inert) and _its_of(draft, t.This()) != draft:
            # "A card with lesser mana value": what a description compares with is not spoken of.
            before = len(self.named)
            draft = self._simple(_its_of(draft, Back(NOWHERE)))
            del self.named[before:]
            return draft
        stand_in = subject if isinstance(subject, (NewTarget, Named, Back)) else Back(NOWHERE)
        return _its_of(draft, stand_in)

    def _before_it_is_made(self, draft: Any) -> Any:
        """701.53a: "incubate X, where X is its power" counts before there is a token."""
        known = self.named
        self.named = [each for each in known if not each.made or each.sentence < self.sentence]
        try:
            return replace(draft, amount=self._simple(_its_of(draft.amount, Back(NOWHERE))))
        finally:
            self.named = known

    def _resolve(self, draft: Any, resolved: dict[Any, Any]) -> Any:
        if isinstance(draft, NewTarget):
            return self._target(draft)
        if isinstance(draft, Named):
            filter = t.HasType("Creature") if isinstance(draft.ref, t.Attached) else ANYTHING
            self._name(draft.ref, filter=filter, own=isinstance(draft.ref, t.This))
            return draft.ref
        if isinstance(draft, Back):
            return self._back(draft, resolved)
        if isinstance(draft, NewPlayer):
            if self.players:
                raise Unclear("two target players")
            self.players.append(draft.kind)
            return "target"
        return self._player_back(draft, resolved)

    def _target(self, draft: NewTarget) -> t.Ref:
        spec, it = self._simple(draft.spec), None
        if speaks_of_it(spec.filter):
            before = len(self.named)
            it = self._back(Back(draft.at), {})
            del self.named[before:]  # what only a description compares with is not spoken of
            spec = replace(spec, filter=its_of_filter(spec.filter, it))
        index = len(self.targets)
        if draft.another:
            earlier = [
                i
                for i, known in enumerate(self.targets)
                if known.word == "target" and alike(known.filter, spec.filter)
            ]
            other: tuple[t.Filter, ...] = tuple(t.Not(t.Is(t.Target(i))) for i in earlier)
            other = other or (self._other_than(spec, it),)
            spec = replace(spec, filter=all_of((*other, spec.filter)))
        if draft.sharing:
            what: Any = draft.sharing
            common = t.SharesWith(what, t.Target(index - 1))
            spec = replace(spec, filter=both(spec.filter, common))
        if spec.word == "choose" and spec.high == 1 and spec.low == 1:
            where = () if spec.zone == "battlefield" else (t.InZone(spec.zone),)
            kind = self._new_kind(_kind(spec))
            chosen = t.ChosenObject(kind, both(spec.filter, *where))
            in_library = spec.zone == "library"
            self._name(chosen, filter=spec.filter, many=draft.several, found=in_library)
            return chosen
        self.targets.append(spec)
        many = spec.high != 1 or draft.several
        known = in_its_zone(spec.filter, spec.zone)
        in_library = spec.word == "choose" and spec.zone == "library"
        self._name(t.Target(index), filter=known, many=many, found=in_library)
        return t.Target(index)

    def _new_kind(self, kind: str) -> str:
        """What is chosen after another object of that kind has a word of its own on a board."""
        apart = self.replaced | ({self.sentence - 1} if self.otherwise else set())
        refs = [e.ref for e in self.named if e.sentence not in apart]
        known = {ref.kind for ref in refs if isinstance(ref, t.ChosenObject)}
        free = [f"{nth}{kind}" for nth in ("", "second ", "third ") if f"{nth}{kind}" not in known]
        if not free:
            raise Unclear("more than three are chosen")
        return free[0]

    def _chosen(self, kind: str) -> Any:
        """ "the chosen creature": what this body had chosen, or the choice as it entered."""
        known: set[Any] = {
            entity.ref
            for entity in self.named
            if isinstance(entity.ref, t.ChosenObject) and entity.ref.kind == kind
        }
        for aimed in self._aimed_at:
            if kind in ("permanent", _kind(self.targets[aimed.index])):
                if not self._is_one(aimed):
                    raise Unclear("which of them")
                known.add(aimed)
        return _one_of(known, t.ChosenObject(kind))

    def _back(self, draft: Back, resolved: dict[Any, Any]) -> Any:
        if draft.exiled:
            # What this body exiled, or the linked card (607.2).
            return _one_of({entity.ref for entity in self.named if entity.exiled}, t.LinkedCard())
        if draft.chosen:
            return self._chosen(draft.chosen)
        if draft.place is not None:
            if draft.place >= len(self.targets):
                raise Unclear("no such target")
            return t.Target(draft.place)
        if isinstance(draft.apart, DRAFTS):
            if draft.apart not in resolved:
                resolved[draft.apart] = self._resolve(draft.apart, resolved)
            draft = replace(draft, apart=resolved[draft.apart])
        return self._use(bound(draft, self), draft)

    def _use(self, entity: Entity, draft: Back) -> Any:
        ref = entity.ref
        if ref is None:
            ref = self.placed.get(id(entity.lazy))
        if ref is None:
            assert entity.lazy is not None
            self.targets.append(entity.lazy)
            ref = t.Target(len(self.targets) - 1)
            self.placed[id(entity.lazy)] = ref
        again = Entity(ref, self.sentence, entity.filter, entity.many, own=entity.own)
        again.card, again.focus = entity.card, not draft.that
        self.named.append(again)
        return ref

    def _player_back(self, draft: PlayerBack, resolved: dict[Any, Any]) -> str:
        if draft.role in ("player", "they"):
            if draft.role == "they" and self._several_players:
                raise Unclear("who they are")
            named = "target" if self.players else self._named_player or self._event_player
            if named is None and draft.role == "player":
                named = self._said_player or self._goes_with_target()
        else:
            of = resolved.get(draft.of)
            if of is None and draft.of is not None:
                of = self._resolve(draft.of, resolved)
            named = _OF_WHOM.get((of if isinstance(of, t.Target) else type(of), draft.role))
        if named is None:
            raise Unclear("no such player is named before")
        return named

    def _goes_with_target(self) -> str | None:
        """ "Destroy target creature an opponent controls. That player ...": who goes with it."""
        parts = parts_of(self.targets[0].filter) if len(self.targets) == 1 else ()
        return next((player for whose, player in _OPPONENTS.items() if whose in parts), None)

    def _turned_up(self, step: Any) -> None:
        """Cards that an instruction turns up: "it" and "that card" can be one of them."""
        if isinstance(step, t.Act):
            one = step.amount in (None, t.Num(1))
            top = " top card" in step.verb or (" top " in step.verb and "cards" in step.verb)
            if top or (step.verb in _ONE_CARD and one):
                spec = t.TargetSpec(ANYTHING, word="that", zone="library" if top else "any")
                self._name(None, many=not one, lazy=spec, weak=not top, card=True)
        for node, match in _until(step) if isinstance(step, t.Inert) else ():
            kind = node.parts[-1] if node.words.endswith("<a>") else t.Each(_NONLAND, "any")
            if isinstance(kind, t.Each):
                zone: t.Zone = "exile" if match[1].startswith("exile") else "library"
                spec = t.TargetSpec(ANYTHING, word="that", zone=zone)
                self._name(None, filter=kind.filter, lazy=spec, card=True)

    def turns_up(self, steps: tuple[Any, ...]) -> bool:
        """Whether what idle words name is a card that the referrer knows of."""
        return next(_until(steps), None) is not None

    def _is_one(self, ref: Any) -> bool:
        if isinstance(ref, t.Target) and ref.index < len(self.targets):
            return self.targets[ref.index].high == 1
        return not isinstance(ref, t.Each)

    def _made(self, step: Any) -> None:
        """Groups and tokens that this step names can be "they" or "it" afterwards."""
        who, player = subject_of(step), getattr(step, "player", None)
        self._several_players = self._several_players or player in ("opponent", "any")
        self._turned_up(step)
        if isinstance(step, t.Inert):
            if names_untold(step) and not self.turns_up((step,)):
                self.leave()  # "searches their library for a land card and puts it ..."
            if step.words.startswith("<subject> may ") and step.parts[0] == "target controller":
                self._named_player = "target controller"
        if isinstance(step, t.Act):
            self._milled = step.verb == "mill card" or (self._milled and "top" not in step.verb)
            if step.verb == "choose" and isinstance(who, t.ChosenObject):
                self._picked = who
            elif step.verb == "choose":
                self._aimed_at |= {node for node in nodes(who) if isinstance(node, t.Target)}
            if step.verb.endswith((" an opponent", " another player", " one of your opponents")):
                self._named_player = "opponent"
            if player in ("defending", "active", "attached controller", "target controller"):
                self._named_player = player
        if who == t.Target(0) and len(self.targets) == 1 and self._is_one(who):
            if isinstance(step, t.MoveZone) and step.to == "hand":
                self._said_player = "affected owner"
            elif isinstance(step, t.Act) and step.detail.startswith("unless its controller"):
                self._said_player = "target controller"
        if isinstance(step, t.Continuous) and isinstance(step.effect.changes[0], t.BecomeCopy):
            # "~ becomes a copy of ...": "it" is what becomes, not what is copied.
            for entity in self.named:
                here = entity.sentence == self.sentence and entity.ref == who
                entity.focus = entity.focus or here
        if isinstance(step, t.MoveZone) and step.verb == "exile" and isinstance(who, t.Target):
            self._name(who, exiled=True)
        if isinstance(step, t.MoveZone) and step.to in _GONE_TO:
            for entity in self.named:
                entity.gone = entity.gone or self.identity(entity) == who
        if isinstance(who, t.Each):
            self._name(t.Those(who), filter=who.filter, many=True)
        if isinstance(step, (t.CreateTokens, t.CreateCopies, t.Manifest)):
            one = step.amount == t.Num(1) and player not in ("opponent", "any")
            one = one and self._is_one(getattr(step, "of", None))
            # 701.40a: what is manifested is no token, but a face-down creature.
            kind: t.Filter = t.IsFaceDown() if isinstance(step, t.Manifest) else t.IsToken()
            named: tuple[str, ...] = ("Creature",) if isinstance(step, t.Manifest) else ()
            if isinstance(step, t.CreateTokens):
                named = (*step.token.types, *step.token.subtypes)
            spec = t.TargetSpec(kind, low=1 if one else 0, high=1 if one else None, word="that")
            known = both(kind, *map(type_filter, named))
            self._name(None, filter=known, many=not one, lazy=spec, made=True)


def _one_of(known: set[Any], unnamed: Any) -> Any:
    """The one that the text has named, or what is meant where it has named none."""
    if len(known) > 1:
        raise Unclear("several could be meant")
    return known.pop() if known else unnamed


def _of_each(draft: t.Do, each_of: Any, condition: Any, steps: Any, otherwise: Any) -> Any:
    """ "Those creatures gain trample if they're green": each of them that is.

    A condition on several objects that is no description of what is changed could mean all or any.
    """
    only = len(steps) == 1 and not (otherwise or draft.may or draft.cost or each_of.last)
    who = subject_of(steps[0])
    if not only or condition != each_of or who != each_of.ref:
        raise Unclear("all of them, or any of them")
    zone = who.group.zone if isinstance(who, t.Those) else "battlefield"
    return with_subject(steps[0], t.Each(all_of((t.Is(who), each_of.filter)), zone))


def _are_creatures(value: Any) -> bool:
    groups = (t.Each, t.TargetSpec, t.Count)
    return any(
        isinstance(node, groups) and "Creature" in type_words(node.filter)
        for node in nodes(value, SEALED)
    )


_INTO_GRAVEYARDS = ("dies", "is put into a graveyard from the battlefield")
_AN_OPPONENTS = re.compile(
    r"\ban opponent controls$|\ban opponent's graveyard\b|\bone of your opponents$"
    r"|\bspell an opponent"
)
_OPPONENTS: dict[t.Filter, str] = {
    t.ControlledBy("opponent"): "target controller",
    t.OwnedBy("opponent"): "affected owner",
}
_OF_WHOM: dict[tuple[Any, str], str] = {
    (t.Attached, "controller"): "attached controller",
    (t.This, "owner"): "owner",
    (t.Target(0), "controller"): "target controller",
    (t.Target(0), "owner"): "affected owner",
    (t.Target(0), "other"): "not target controller",
}
_FROM_AMONG = t.Unknown("from among them")
_UNTIL = re.compile(r"until (?:you|they|that player) (reveals?|exiles?) (?:<a>|a nonland card)$")
_NONLAND = t.Not(t.HasType("Land"))
_CHANGING = (list, dict, set)
_GONE_TO = ("graveyard", "hand", "library")
_OF_A_PLAYER = (t.ControlledBy, t.OwnedBy, t.HandOf, t.LifeOf)
_ONE_CARD = {"draw card", "discard card", "mill card", "discard card at random"}


def _until(steps: Any) -> Iterator[tuple[t.Inert, re.Match[str]]]:
    """Idle words that go on until some card is turned up."""
    for node in nodes(steps):
        match = _UNTIL.search(node.words) if isinstance(node, t.Inert) else None
        if isinstance(node, t.Inert) and match is not None:
            yield node, match


def _lasting_of_it(step: Any) -> Any:
    """ "For as long as that creature remains tapped": the creature itself, where it is changed."""
    if not isinstance(step, t.Continuous) or not isinstance(step.duration, t.AsLongAs):
        return step
    who = step.effect.who
    return replace(
        step,
        duration=rewrite(step.duration, lambda node: t.Affected() if node == who else node, SEALED),
    )


def _its_of(draft: Any, stand_in: Any) -> Any:
    """The draft with "its" and "it" (`Affected`) standing for that object."""
    return rewrite(draft, lambda _: stand_in, (*SEALED, NewTarget, t.Continuous), (t.Affected,))


def _from_among_milled(node: Any) -> Any:
    """701.17a: cards that were milled are in a graveyard: "from among them" is of those there."""
    in_library = isinstance(node, (t.Each, t.TargetSpec)) and node.zone == "library"
    if in_library and _FROM_AMONG in parts_of(node.filter):
        return replace(node, zone="graveyard")
    return node


def _into_hand(step: Any) -> Any:
    """What may come from a graveyard is moved; a card that is found in a library no board has."""
    card = step.who if isinstance(step, t.Act) and step.verb == "put into hand" else None
    if not isinstance(card, t.ChosenObject) or card.filter is None:
        return step
    if t.InZone("graveyard") not in parts_of(card.filter):
        return step
    return t.MoveZone("put", card, "hand")


def _group_of_it(step: Any) -> Any:
    """ "Each creature that shares a color with it": with the object named before."""
    who = subject_of(step)
    if not isinstance(who, t.Each) or not speaks_of_it(who.filter):
        return step
    return with_subject(step, replace(who, filter=its_of_filter(who.filter, Back(NOWHERE))))


def _kind(spec: t.TargetSpec) -> str:
    """The word under which a board names a chosen object."""
    if spec.zone != "battlefield":
        return "card"
    words = type_words(spec.filter) & set(CARD_TYPES)
    return next(iter(words)).lower() if len(words) == 1 else "permanent"
