"""`python -m striate.web.helper`: answers the page's questions, a line in and lines out."""

import json
import os
import signal
import sys

from striate.web.answers import answered, warm


def main() -> None:
    # An interrupt at the terminal is the server's: it ends its helpers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What is printed by mistake must not stand among the answers.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="ascii")
    sys.stdout = sys.stderr

    def say(**line: object) -> None:
        out.write(json.dumps(line) + "\n")
        out.flush()

    if "warm" in sys.argv[1:]:
        warm()
        say(warm=True)
    elif hasattr(os, "nice"):
        os.nice(10)  # a search never holds up an answer
    for line in sys.stdin:
        name, question = json.loads(line)
        say(answer=answered(name, question, lambda now: say(now=now)))


if __name__ == "__main__":
    main()
