"""The savings that the timeline is played with, each a question that it then needn't ask a
reading."""

from striate.quick import entering, statebased
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

    def may_enter_with(self, play: Play, thing: Thing) -> bool:
        return entering.may_enter_with(play, thing)


QUICK = Quick()
