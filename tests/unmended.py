"""Boards under tests/boards/ that do not pass yet, with the issue that will mend each.

Whoever mends one takes its line away: a board that stands here and passes makes a test fail.
"""

UNMENDED: dict[str, str] = {
    "negative-power-is-doubled": '26: the tree of "double its power" is that of "gets +X/+0"',
}
