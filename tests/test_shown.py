"""What people see of a card: whole words, as far as they are read, in printed order."""

import subprocess
import sys


def test_printing_does_not_wait_for_the_grammar_to_be_loaded() -> None:
    code = (
        "from striate.cards import tree as t\n"
        "from striate.cards.printing.canonical import show\n"
        "act = t.Act('draw card', amount=t.Num(2), player='any')\n"
        "when = t.Event('whenever', 'attack', player='opponent')\n"
        "print(show(t.Triggered(when, t.Body((act,)))))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "Whenever an opponent attacks, each player draws two cards."
