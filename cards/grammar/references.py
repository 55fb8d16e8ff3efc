"""Who "it" is: the objects that a text names, in its order (608.2, 115.1).

While a body is read, objects that its sentences name stand in the steps as drafts, which know
where in the sentence they were read. `Referrer` goes through the sentences in order, gives each
"target ..." its place in `Body.targets`, and replaces each "it", "that creature", "they" by the
object named before. Where more than one object could be meant, it declines.
"""

import re
from typing import Any

from msgspec.structs import replace

from striate.cards import tree as t
from striate.cards.grammar.antecedents import (
    ANYTHING,
    NOWHERE,
    Entity,
    alike,
    both,
    in_its_zone,
    kind_word,
    parts_of,
    type_filter,
    type_words,
    vague_object,
)
from striate.cards.grammar.binding.others import (
    its_of_filter,
    other_than_subject,
    says_other,
    speaks_of_it,
    with_other,
)
from striate.cards.grammar.binding.roles import with_roles
from striate.cards.grammar.binding.rules import Scene, bound
from striate.cards.grammar.drafts import (
    DRAFTS,
    SEALED,
    Back,
    Joined,
    Named,
    NewPlayer,
    NewTarget,
    PlayerBack,
    Unclear,
    drafts_in,
)
from striate.cards.grammar.events import other_event
from striate.cards.grammar.inert.forms import names_untold
from striate.cards.grammar.nouns import all_of, any_of
from striate.cards.prose import words_of
from striate.cards.vocabulary import CARD_TYPES
from striate.cards.walking import nodes, rewrite


class Referrer:
    """Replaces the drafts of one body, sentence by sentence."""

    def __init__(
        self,
        event: t.Event | None = None,
        *,
        spell: bool = False,
        linked: bool = False,
        own: bool = False,
        topic: bool = False,
    ) -> None:
        """`linked`: a cost exiles a card; `own`: a condition before the body names the source,
        `topic`: it is about the source.
        """
        self.targets: list[t.TargetSpec] = []
        self.players: list[str] = []
        self.spell = spell
        self._entities: list[Entity] = []
        self._sentence = 0
        self._barrier = -2
        self._replaced: set[int] = set()  # sentences that "instead" replaces
        self.otherwise = False  # whether the sentence is carried out only if the last one is not
        self._tested: dict[int, Any] = {}  # the condition that each sentence began with
        self._found: dict[Any, Any] = {}
        self._placed: dict[int, t.Target] = {}  # where objects of events and tokens stand
        self._picked: t.ChosenObject | None = None  # what "choose a creature" chose
        self._aimed_at: set[t.Target] = set()  # what "choose target creature" chose
        self._event_player: str | None = None
        self._named_player: str | None = None
        self._said_player: str | None = None  # "its owner", "its controller", of the only target
        self._several_players = False  # "each opponent": "they" are not one player
        self._milled = False  # whether "them" in "from among them" are in a graveyard
        if event is not None:
            self._hear(event)
        if own:
            self._name(t.This(), ANYTHING, -1, own=True)
            self._entities[-1].topic = topic
        if linked:
            self._name(t.LinkedCard(), ANYTHING, -1)

    def _hear(self, event: t.Event) -> None:
        """The objects and players of the trigger event are named before the first sentence."""
        for index, who in enumerate((event.who, event.to)):
            if who is not None:
                many = event.detail == "one or more" and index == 0
                self._add_event_object(who, main=index == 0, many=many)
        player = event.player
        if player is None and isinstance(event.to, str):
            player = event.to
        if player is None and (_AN_OPPONENTS.search(event.verb) or _is_an_opponents(event.who)):
            player = "opponent"
        if player is not None and player != "you":
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
            some = Entity(None, ANYTHING, many=False, sentence=-1, lazy=t.TargetSpec(ANYTHING))
            some.vague = some.main = True
            self._entities.append(some)

    def _add_event_object(self, who: Any, *, main: bool, many: bool, now: bool = False) -> None:
        sentence = self._sentence if now else -1
        if isinstance(who, t.This):
            self._name(t.This(), ANYTHING, sentence, own=True, main=main)
        elif isinstance(who, (t.Attached, t.Granter)):
            self._name(who, ANYTHING, sentence, main=main)
        elif isinstance(who, t.Each):
            low, high = (1, None) if many else (1, 1)
            word = kind_word(who.filter) if who.zone == "battlefield" else ANYTHING
            spec = t.TargetSpec(word, low, high, "that", who.zone)
            known = in_its_zone(who.filter, who.zone)
            entity = Entity(None, known, many=many, sentence=sentence, lazy=spec, main=main)
            self._entities.append(entity)

    def _name(
        self, ref: Any, filter: t.Filter, sentence: int, *, own: bool = False, main: bool = False
    ) -> None:
        self._entities.append(
            Entity(ref, filter, many=False, sentence=sentence, own=own, main=main)
        )

    # Going through the sentences

    def mark(self) -> "_Mark":
        """Where this body stands, to come back to if a sentence is declined."""
        named = len(self.targets), len(self.players), len(self._entities)
        return (*named, dict(self._placed), self._barrier, frozenset(self._aimed_at))

    def back_to(self, mark: "_Mark") -> None:
        """Forget what a declined sentence named."""
        targets, players, entities, placed, self._barrier, aimed_at = mark
        del self.targets[targets:]
        del self.players[players:]
        del self._entities[entities:]
        self._placed = dict(placed)
        self._aimed_at = set(aimed_at)
        self._found = {}

    def next_sentence(self) -> None:
        self._sentence += 1
        self._found = {}

    def event(self, event: t.Event) -> t.Event:
        """A delayed trigger's event: its objects are named from here on."""
        who = self._simple(event.who) if event.who is not None else None
        to = self._simple(event.to) if isinstance(event.to, t.Node) else event.to
        event = replace(event, who=who, to=to)
        for index, named in enumerate((who, to)):
            if isinstance(named, (t.Each, t.This, t.Attached)):
                many = event.detail == "one or more" and index == 0
                self._add_event_object(named, main=index == 0, many=many, now=True)
        return event

    def instead(self, draft: Any) -> Any:
        """A step that replaces the sentence before: what that one makes does not exist."""
        self._replaced = {self._sentence - 1}
        try:
            return self.step(draft)
        finally:
            self._replaced = set()

    def unread(self) -> None:
        """A sentence that is not understood: later pronouns may mean something in it."""
        self._barrier = self._sentence

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
        self._made(done)
        return done

    def _of_that_player(self, step: Any) -> Any:
        """ "That player controls" after "target player", or after a target of an opponent."""
        player = "target" if self.players else ""
        if not player and self._event_player is None and len(self.targets) == 1:
            theirs = t.ControlledBy("opponent") in parts_of(self.targets[0].filter)
            player = "target controller" if theirs else ""
        if not player:
            return step

        def put(node: Any) -> Any:
            is_that = isinstance(node, _OF_A_PLAYER) and node.player == "that"
            return type(node)(player) if is_that else node

        return rewrite(step, put, SEALED)

    def _others(self, step: Any) -> Any:
        """ "Each other creature": other than the target or the chosen one, else than the source."""
        step = other_than_subject(step, self._filter_of)
        if not says_other(step):
            return step
        tokens = [e for e in self._entities if e.made and not e.many]
        if tokens and _are_tokens(step):
            token = self._use(tokens[-1], Back(-1))
            return with_other(step, t.Not(t.Is(token)))
        named = [i for i, spec in enumerate(self.targets) if spec.word != "choose"]
        own_act = isinstance(step, t.Act) and step.who == t.This()
        if self._picked is not None and not named:
            return with_other(step, t.Not(t.Is(self._picked)))
        if not self.spell and (not named or own_act):
            return step
        if len(named) != 1 or not self.spell:
            raise Unclear("other than which")
        return with_other(step, t.Not(t.Is(t.Target(named[0]))))

    def _other_in_condition(self, condition: Any) -> Any:
        """ "If you control another Wizard": than the source, if no target could be one of yours."""
        yours = [i for i in self.targets if t.ControlledBy("opponent") not in parts_of(i.filter)]
        return self._others(condition) if self.spell or yours else condition

    def _filter_of(self, ref: Any) -> t.Filter:
        """What is known of an object that the text has named."""
        if isinstance(ref, t.Attached):
            return t.HasType("Creature")
        if isinstance(ref, t.Target) and self.targets[ref.index].word != "that":
            return self.targets[ref.index].filter
        known = [e.filter for e in self._entities if self._identity(e) == ref]
        return known[-1] if known else ANYTHING

    def _do(self, draft: t.Do) -> Any:
        condition = draft.condition
        if condition is not None:
            before = len(self._entities)
            condition = self._other_in_condition(self._simple(_its_of(condition, Back(-1))))
            if condition == t.Unless(self._tested.get(self._sentence - 1, t.ChoseMode(""))):
                # What the sentence before makes if the opposite holds has not been made here.
                self._replaced = {self._sentence - 1}
            self._tested[self._sentence] = condition
            self._name_in_condition(condition)
            for entity in self._entities[before:]:
                entity.aside = True
        before = len(self._entities)
        steps = tuple(self.step(inner) for inner in draft.steps)
        for entity in self._entities[before:] if condition is not None else ():
            entity.doubtful = entity.made
        self._replaced = self._replaced if condition is None else set()
        otherwise = tuple(self.step(inner) for inner in draft.otherwise)
        several = [] if condition is None else self._several_asked(condition)
        if several:
            return _of_each(draft, several, condition, steps, otherwise)
        return replace(draft, steps=steps, condition=condition, otherwise=otherwise)

    def _several_asked(self, condition: Any) -> list[t.Matches]:
        """What the condition asks of objects of which there can be several."""
        return [
            node
            for node in nodes(condition)
            if isinstance(node, t.Matches)
            and (isinstance(node.ref, t.Those) or not self._is_one(node.ref))
        ]

    def _name_in_condition(self, condition: Any) -> None:
        """ "If ~ is a Spirit, it ...": the condition names the object."""
        for node in nodes(condition):
            if isinstance(node, t.Matches) and isinstance(node.ref, (t.This, t.Attached)):
                self._name(node.ref, ANYTHING, self._sentence, own=node.ref == t.This())
            elif isinstance(node, t.Fact) and node.prose.template.startswith("~ "):
                self._name(t.This(), ANYTHING, self._sentence, own=True)
                self._entities[-1].topic = True
        if isinstance(condition, t.Fact) and vague_object(words_of(condition.prose)):
            # "If that mana is spent on a creature spell, it ...": which one, no board can tell.
            spec = t.TargetSpec(ANYTHING, word="that", zone="any")
            some = Entity(None, ANYTHING, many=False, sentence=self._sentence, lazy=spec)
            some.vague = True
            self._entities.append(some)

    def _simple(self, draft: Any) -> Any:
        found = {part: known for part, known in self._found.items() if 0 <= part.at < NOWHERE}
        for part in drafts_in(draft):
            if part not in found:
                found[part] = self._resolve(part, found)
        self._found.update(found)

        def put(node: Any) -> Any:
            if isinstance(node, DRAFTS):
                return found[node]
            if isinstance(node, Joined):
                return self._set_of(rewrite(node.parts, put))
            return node

        return rewrite(draft, put, SEALED)

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
        stand_in = subject if isinstance(subject, (NewTarget, Named, Back)) else Back(NOWHERE)
        return _its_of(draft, stand_in)

    def _resolve(self, draft: Any, found: dict[Any, Any]) -> Any:
        if isinstance(draft, NewTarget):
            return self._target(draft)
        if isinstance(draft, Named):
            filter = t.HasType("Creature") if isinstance(draft.ref, t.Attached) else ANYTHING
            own = isinstance(draft.ref, t.This)
            self._name(draft.ref, filter, self._sentence, own=own)
            return draft.ref
        if isinstance(draft, Back):
            return self._back(draft, found)
        if isinstance(draft, NewPlayer):
            if self.players:
                raise Unclear("two target players")
            self.players.append(draft.kind)
            return "target"
        return self._player_back(draft, found)

    def _target(self, draft: NewTarget) -> t.Ref:
        spec = self._simple(draft.spec)
        if speaks_of_it(spec.filter):
            before = len(self._entities)
            it = self._back(Back(draft.at), {})
            del self._entities[before:]  # what only a description compares with is not spoken of
            spec = replace(spec, filter=its_of_filter(spec.filter, it))
        index = len(self.targets)
        if draft.another:
            earlier = [
                i
                for i, known in enumerate(self.targets)
                if known.word == "target" and alike(known.filter, spec.filter)
            ]
            other: tuple[t.Filter, ...] = tuple(t.Not(t.Is(t.Target(i))) for i in earlier)
            spec = replace(spec, filter=all_of((*(other or (t.Other(),)), spec.filter)))
        if draft.sharing:
            what: Any = draft.sharing
            common = t.SharesWith(what, t.Target(index - 1))
            spec = replace(spec, filter=both(spec.filter, common))
        if spec.word == "choose" and spec.high == 1 and spec.low == 1:
            where = () if spec.zone == "battlefield" else (t.InZone(spec.zone),)
            kind = self._new_kind(_kind(spec))
            chosen = t.ChosenObject(kind, both(spec.filter, *where))
            self._name(chosen, spec.filter, self._sentence)
            self._entities[-1].many = draft.several
            self._entities[-1].found = spec.zone == "library"
            return chosen
        self.targets.append(spec)
        many = spec.high != 1 or draft.several
        known = in_its_zone(spec.filter, spec.zone)
        entity = Entity(t.Target(index), known, many=many, sentence=self._sentence)
        entity.found = spec.word == "choose" and spec.zone == "library"
        self._entities.append(entity)
        return t.Target(index)

    def _new_kind(self, kind: str) -> str:
        """What is chosen after another object of that kind has a word of its own on a board."""
        apart = self._replaced | ({self._sentence - 1} if self.otherwise else set())
        refs = [e.ref for e in self._entities if e.sentence not in apart]
        known = {ref.kind for ref in refs if isinstance(ref, t.ChosenObject)}
        free = [f"{nth}{kind}" for nth in ("", "second ", "third ") if f"{nth}{kind}" not in known]
        if not free:
            raise Unclear("more than three are chosen")
        return free[0]

    def _exiled(self) -> Any:
        """ "the exiled card": what this body exiled, or the linked card (607.2)."""
        known = [entity for entity in self._entities if entity.exiled]
        if not known:
            return t.LinkedCard()
        if len({entity.ref for entity in known}) > 1:
            raise Unclear("several cards are exiled")
        return known[-1].ref

    def _chosen(self, kind: str) -> Any:
        """ "the chosen creature": what this body had chosen, or the choice as it entered."""
        known: set[Any] = {
            entity.ref
            for entity in self._entities
            if isinstance(entity.ref, t.ChosenObject) and entity.ref.kind == kind
        }
        for aimed in self._aimed_at:
            if kind in ("permanent", _kind(self.targets[aimed.index])):
                if not self._is_one(aimed):
                    raise Unclear("which of them")
                known.add(aimed)
        if len(known) > 1:
            raise Unclear("several objects are chosen")
        return known.pop() if known else t.ChosenObject(kind)

    def _back(self, draft: Back, found: dict[Any, Any]) -> Any:
        if draft.exiled:
            return self._exiled()
        if draft.chosen:
            return self._chosen(draft.chosen)
        if draft.place is not None:
            if draft.place >= len(self.targets):
                raise Unclear("no such target")
            return t.Target(draft.place)
        return self._use(bound(draft, self._scene(draft, found)), draft)

    def _scene(self, draft: Back, found: dict[Any, Any]) -> Scene:
        apart = draft.apart
        if isinstance(apart, DRAFTS):
            if apart not in found:
                found[apart] = self._resolve(apart, found)
            apart = found[apart]
        return Scene(
            self._sentence,
            self._entities,
            self.spell,
            self._barrier,
            frozenset(self._replaced),
            apart,
            self._identity,
        )

    def _identity(self, entity: Entity) -> Any:
        if entity.ref is not None:
            return entity.ref
        return self._placed.get(id(entity.lazy), id(entity.lazy))

    def _use(self, entity: Entity, draft: Back) -> Any:
        ref = entity.ref
        if ref is None:
            ref = self._placed.get(id(entity.lazy))
        if ref is None:
            assert entity.lazy is not None
            self.targets.append(entity.lazy)
            ref = t.Target(len(self.targets) - 1)
            self._placed[id(entity.lazy)] = ref
        again = Entity(ref, entity.filter, many=entity.many, sentence=self._sentence)
        again.own = entity.own
        again.card = entity.card
        again.focus = not draft.that
        self._entities.append(again)
        return ref

    def _player_back(self, draft: PlayerBack, found: dict[Any, Any]) -> str:
        if draft.role == "they" and self._several_players:
            raise Unclear("who they are")
        if draft.role in ("player", "they"):
            if self.players:
                return "target"
            if self._named_player is not None:
                return self._named_player
            if self._event_player is None and draft.role == "player":
                return self._whose_it_is()
            if self._event_player is None:
                raise Unclear("no player is named before")
            return self._event_player
        of = found.get(draft.of)
        if of is None and draft.of is not None:
            of = self._resolve(draft.of, found)
        if isinstance(of, t.Attached) and draft.role == "controller":
            return "attached controller"
        if isinstance(of, t.This) and draft.role == "owner":
            return "owner"
        if of == t.Target(0) and draft.role == "other":
            return "not target controller"
        if of == t.Target(0):
            return "target controller" if draft.role == "controller" else "affected owner"
        raise Unclear("whose controller is not clear")

    def _whose_it_is(self) -> str:
        """ "Destroy target creature an opponent controls. That player ...": who goes with it."""
        if self._said_player is not None:
            return self._said_player
        parts = parts_of(self.targets[0].filter) if len(self.targets) == 1 else ()
        if t.ControlledBy("opponent") in parts:
            return "target controller"
        if t.OwnedBy("opponent") in parts:
            return "affected owner"
        raise Unclear("no player is named before")

    def _handled(self, step: t.Act) -> None:
        """Cards that an instruction turns up: "it" can be one of them."""
        one = step.amount in (None, t.Num(1))
        top = " top card" in step.verb or (" top " in step.verb and "cards" in step.verb)
        if top or (step.verb in _ONE_CARD and one):
            spec = t.TargetSpec(ANYTHING, word="that", zone="library" if top else "any")
            card = Entity(None, ANYTHING, many=not one, sentence=self._sentence, lazy=spec)
            card.weak = not top
            card.card = True
            self._entities.append(card)

    def _turned_up(self, step: t.Inert) -> None:
        """The card that idle words turn up: "it" and "that card" can be that one."""
        for node in nodes(step):
            if not isinstance(node, t.Inert):
                continue
            match = _UNTIL.search(node.words)
            if match is not None:
                kind = node.parts[-1] if node.words.endswith("<a>") else t.Each(_NONLAND, "any")
                if not isinstance(kind, t.Each):
                    return
                zone: t.Zone = "exile" if match[1].startswith("exile") else "library"
                spec = t.TargetSpec(ANYTHING, word="that", zone=zone)
                card = Entity(None, kind.filter, many=False, sentence=self._sentence, lazy=spec)
                card.card = True
                self._entities.append(card)

    def turns_up(self, steps: tuple[Any, ...]) -> bool:
        """Whether what idle words name is a card that the referrer knows of."""
        return any(isinstance(node, t.Inert) and _UNTIL.search(node.words) for node in nodes(steps))

    def _focus_on(self, ref: Any) -> None:
        """ "~ becomes a copy of ...": "it" is what becomes, not what is copied."""
        for entity in self._entities:
            if entity.sentence == self._sentence and entity.ref == ref:
                entity.focus = True

    def _is_one(self, ref: Any) -> bool:
        if isinstance(ref, t.Target) and ref.index < len(self.targets):
            return self.targets[ref.index].high == 1
        return not isinstance(ref, t.Each)

    def _made(self, step: Any) -> None:
        """Groups and tokens that this step names can be "they" or "it" afterwards."""
        if getattr(step, "player", None) in ("opponent", "any"):
            self._several_players = True
        if isinstance(step, t.Inert):
            self._turned_up(step)
            if names_untold(step) and not self.turns_up((step,)):
                self.unread()  # "searches their library for a land card and puts it ..."
            if step.words.startswith("<subject> may ") and step.parts[0] == "target controller":
                self._named_player = "target controller"
        if isinstance(step, t.Act):
            self._handled(step)
            self._milled = step.verb == "mill card" or (self._milled and "top" not in step.verb)
            if step.verb == "choose" and isinstance(step.who, t.ChosenObject):
                self._picked = step.who
            elif step.verb == "choose":
                self._aimed_at |= {node for node in nodes(step.who) if isinstance(node, t.Target)}
            if step.verb == "clash with an opponent":
                self._named_player = "opponent"
            if step.player in ("defending", "active", "attached controller", "target controller"):
                self._named_player = step.player
        who = step.effect.who if isinstance(step, t.Continuous) else getattr(step, "who", None)
        if who == t.Target(0) and len(self.targets) == 1 and self._is_one(who):
            if isinstance(step, t.MoveZone) and step.to == "hand":
                self._said_player = "affected owner"
            elif isinstance(step, t.Act) and step.detail.startswith("unless its controller"):
                self._said_player = "target controller"
        if isinstance(step, t.Continuous) and isinstance(step.effect.changes[0], t.BecomeCopy):
            self._focus_on(who)
        if isinstance(step, t.MoveZone) and step.verb == "exile" and isinstance(who, t.Target):
            exiled = Entity(who, ANYTHING, many=False, sentence=self._sentence)
            exiled.exiled = True
            self._entities.append(exiled)
        if isinstance(step, t.MoveZone) and step.to in _GONE_TO:
            for entity in self._entities:
                entity.gone = entity.gone or self._identity(entity) == who
        if isinstance(who, t.Each):
            them = t.Those(who)
            self._entities.append(Entity(them, who.filter, many=True, sentence=self._sentence))
        if isinstance(step, (t.CreateTokens, t.CreateCopies, t.Manifest)):
            one = step.amount == t.Num(1) and step.player not in ("opponent", "any")
            if isinstance(step, t.CreateCopies):
                one = one and self._is_one(step.of)
            # 701.40a: what is manifested is no token, but a face-down creature.
            kind: t.Filter = t.IsFaceDown() if isinstance(step, t.Manifest) else t.IsToken()
            spec = t.TargetSpec(kind, low=1 if one else 0, high=1 if one else None, word="that")
            token = kind
            if isinstance(step, t.CreateTokens):
                named = (*step.token.types, *step.token.subtypes)
                token = both(t.IsToken(), *(type_filter(word) for word in named))
            elif isinstance(step, t.Manifest):
                token = both(kind, t.HasType("Creature"))
            new = Entity(None, token, many=not one, sentence=self._sentence, lazy=spec)
            new.made = True
            self._entities.append(new)


_Mark = tuple[int, int, int, dict[int, t.Target], int, frozenset[t.Target]]


def _of_each(
    draft: t.Do, several: list[t.Matches], condition: Any, steps: Any, otherwise: Any
) -> Any:
    """ "Those creatures gain trample if they're green": each of them that is.

    A condition on several objects that is no description of what is changed could mean all or any.
    """
    each_of = several[0]
    only = len(steps) == 1 and not (otherwise or draft.may or draft.cost or each_of.last)
    step = steps[0]
    effect = step.effect if isinstance(step, t.Continuous) else None
    who: Any = effect.who if effect is not None else getattr(step, "who", None)
    if not only or condition != each_of or who != each_of.ref:
        raise Unclear("all of them, or any of them")
    zone = who.group.zone if isinstance(who, t.Those) else "battlefield"
    each = t.Each(all_of((t.Is(who), each_of.filter)), zone)
    if effect is None:
        return replace(step, who=each)
    return replace(step, effect=replace(effect, who=each))


def _is_an_opponents(who: Any) -> bool:
    """Whether the words of an event say that the object is an opponent's."""
    parts = parts_of(who.filter) if isinstance(who, t.Each) else ()
    return any(part in parts for part in (t.ControlledBy("opponent"), t.OwnedBy("opponent")))


def _are_tokens(step: Any) -> bool:
    """ "All other tokens", after one was made."""
    who = getattr(step, "who", None)
    return isinstance(who, t.Each) and t.IsToken() in parts_of(who.filter)


_AN_OPPONENTS = re.compile(
    r"\ban opponent controls$|\ban opponent's graveyard\b|\bone of your opponents$"
    r"|\bspell an opponent"
)
_FROM_AMONG = t.Unknown("from among them")
_UNTIL = re.compile(r"until (?:you|they|that player) (reveals?|exiles?) (?:<a>|a nonland card)$")
_NONLAND = t.Not(t.HasType("Land"))
_GONE_TO = ("graveyard", "hand", "library")
_OF_A_PLAYER = (t.ControlledBy, t.OwnedBy, t.HandOf, t.LifeOf)
_ONE_CARD = {"draw card", "discard card", "mill card", "discard card at random"}


def _lasting_of_it(step: Any) -> Any:
    """ "For as long as that creature remains tapped": the creature itself, where it is changed."""
    if not isinstance(step, t.Continuous) or not isinstance(step.duration, t.AsLongAs):
        return step
    who = step.effect.who

    def put(node: Any) -> Any:
        return t.Affected() if node == who else node

    return replace(step, duration=rewrite(step.duration, put, SEALED))


def _its_of(draft: Any, stand_in: Any) -> Any:
    """The draft with "its" and "it" (`Affected`) standing for that object."""

    def put(node: Any) -> Any:
        return stand_in if isinstance(node, t.Affected) else node

    return rewrite(draft, put, (*SEALED, NewTarget, t.Continuous))


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
    effect = step.effect if isinstance(step, t.Continuous) else None
    who = effect.who if effect is not None else getattr(step, "who", None)
    if not isinstance(who, t.Each) or not speaks_of_it(who.filter):
        return step
    who = replace(who, filter=its_of_filter(who.filter, Back(NOWHERE)))
    if effect is None:
        return replace(step, who=who)
    return replace(step, effect=replace(effect, who=who))


def _kind(spec: t.TargetSpec) -> str:
    """The word under which a board names a chosen object."""
    if spec.zone != "battlefield":
        return "card"
    words = type_words(spec.filter) & set(CARD_TYPES)
    return next(iter(words)).lower() if len(words) == 1 else "permanent"
