"""Boards under tests/boards/ that do not pass yet, with the issue that will mend each.

Whoever mends one takes its line away: a board that stands here and passes makes a test fail.
"""

UNMENDED: dict[str, str] = {
    "xd-ixidron": "10 inert words",
    "xd-overlaid-terrain": "10 inert words",
    "xd-confront-the-unknown": "11 deeds",
    "xd-gold-rush": "11 deeds",
    "xd-swarmyard-massacre": "11 deeds",
    "xd-become-the-avalanche": "11 deeds",
    "xd-gideon-emblem": "11 deeds",
    "xd-elspeth-emblem": "11 deeds",
    "xd-ajani-resolute-emblem": "11 deeds",
    "xd-saheeli-emblem": "11 deeds",
    "xd-griptide": "11 deeds",
    "xd-civic-guildmage-tuck": "11 deeds",
    "xd-jeskai-charm-tuck": "11 deeds",
    "xd-banisher-priest": "11 deeds",
    "xd-bishop-of-binding": "11 deeds",
    "xd-amass-lazotep-plating": "11 deeds",
    "xd-amass-deceive-the-messenger": "11 deeds",
    "xd-amass-bleeding-edge": "11 deeds",
    "xd-feral-deceiver-library": "11 deeds",
    "xd-nimble-trapfinder-no-party": "11 deeds",
}
