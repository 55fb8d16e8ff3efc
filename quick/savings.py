"""The savings that the timeline is played with, each a question that it then needn't ask a
reading."""

from striate.cards.tree import Filter
from striate.quick import attachments, copies, entering, statebased, targets
from striate.quick.arrivals import Settled
from striate.quick.copies import Copies
from striate.timeline.entering_with import EnterWith
from striate.timeline.game import Thing
from striate.timeline.play import Play, Question, Savings


class Quick(Savings):
    """Whatever an object has is written on some object or said by an effect
    (`Play.anybody_says`)."""

    def may_matter(self, play: Play, question: Question) -> bool:
        """An ability that nothing says is had by nothing."""
        return play.anybody_says(question)

    def may_apply(self, play: Play) -> bool:
        return statebased.may_apply(play)

    def none_applied(self, play: Play) -> None:
        play.settled = Settled(play)

    def may_have(self, play: Play, question: Question, thing: Thing) -> bool:
        return entering.may_have(play, question, thing)

    def may_be_given(self, play: Play, question: Question, thing: Thing) -> bool:
        return entering.may_be_given(play, question, thing)

    def may_enter_with(self, play: Play, thing: Thing) -> bool:
        return entering.may_enter_with(play, thing)

    def is_surely_meant(self, play: Play, quality: Filter, thing: Thing) -> bool:
        return targets.is_surely_meant(play, quality, thing)

    def surely_belongs_on(self, play: Play, thing: Thing, host: str) -> bool:
        return attachments.Parted(play, Copies(play)).belongs_on(thing, host)

    def enters_as_printed(self, play: Play, thing: Thing) -> bool:
        return entering.enters_as_printed(play, thing)

    def said_by_others(self, play: Play, thing: Thing) -> list[tuple[Thing, EnterWith]] | None:
        return entering.said_by_others(play, thing)

    def others_may_copy(self, play: Play) -> bool:
        return play.anybody_says(copies.speaks_of_others)


QUICK = Quick()
