"""What can go wrong in a simulated game, by name, and what every game is to have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

#: Where a program can be stopped, or its disk fail.
POINTS = (
    "write nothing",
    "write 1 byte",
    "write half",
    "write all but 1 byte",
    "before flush",
    "flush fails",
    "disk full",
    "after flush",
    "after send",
    "any moment",
    "creation",
)

#: What the network, the machines and whoever is in between do.
NEMESES = (
    "clog",
    "one way",
    "isolate",
    "double line",
    "cut",
    "jitter",
    "bad relay",
    "relay restarts",
    "tamper",
    "slow reader",
    "clock rate",
    "backup put back",
)

#: How somebody with a seat cheats.
CHEATS = (
    "fork",
    "twin",
    "withhold",
    "bad proof",
    "bad reveal",
    "copied commitment",
    "illegal move",
)
#: How somebody cheats with orders for ticks to come; the last three break no rule.
ORDERS = (
    "unopened order",
    "swapped order",
    "illegal order",
    "early opening",
    "second order",
)
#: What comes to pass where players order ahead, as it is counted.
ORDERED = (
    "given",
    "played again",
    "kept over a stop",
    "kept without a note",
    "gone with some",
    "closed by all",
    "closed over some",
    "closed by a leave",
)
#: What the opener of a next table may say that is not so.
LIES = ("other end", "other stakes", "another first", "chips unasked")
#: What comes to pass at an evening, as it is counted.
EVENINGS = (
    "followed",
    "carried over",
    "missed",
    "sat out",
    "host sat out",
    "came back",
    "newcomer",
    "killed",
    "put back",
    "asked for chips",
    "bought",
)
#: Cheats of which nobody may be blamed: what they sign is void, or theirs to say.
HARMLESS = ORDERS[2:]
#: Cheats after which somebody says nothing more.
SILENT = ("withhold", "unopened order")
#: What somebody with a seat does with keys, who else keeps to the rules; the last is
#: to leave, and to try to read on.
KEYS = (
    "bad box",
    "no boxes",
    "wrong hash",
    "old number",
    "two keys",
    "refuses",
    "old key",
    "reads on",
)
#: What somebody without a seat does, or somebody with one beside the game.
STRANGERS = ("replay", "forged evidence", "junk", "junk with invite", "flood")

#: What losers do once a game is over, as it is counted: they sign a second end of it.
AFTER = ("second end", "second end alike")

#: What comes of a player whose program is always just in time, as it is counted.
SLOW = ("just in time", "put out", "left alone", "late by a clock")

#: Games in which each cheat has something to do; others play anything.
SUITED = {
    "bad proof": ("kuhn", "small 2", "small 3", "small 4", "goofspiel 2"),
    "bad reveal": ("kuhn", "small 2", "small 3", "small 4", "goofspiel 3"),
    "copied commitment": ("rps 2", "rps 3", "rps 4", "goofspiel 2"),
    "fork": ("rps 3", "rps 4", "small 3", "small 4", "pig 3", "mover 3"),
    "twin": ("rps 3", "rps 4", "small 3", "small 4", "pig 3", "mover 3"),
    "illegal move": ("tictactoe", "kuhn", "small 3", "pig 2", "pig 3", "rps 3"),
    **dict.fromkeys(ORDERS, ("mover 2", "mover 3", "mover 3", "mover 4")),
}
#: Games by how often they are drawn.
ANY = (
    *("tictactoe", "tictactoe", "kuhn", "kuhn classic", "rps 2", "mover 2", "pig 2"),
    *("small 2", "small 3", "small 3", "small 4", "goofspiel 2"),
    *("rps 3", "rps 3", "rps 4", "rps 4", "mover 3", "mover 3", "pig 3", "pig 3"),
)

#: Games that seat five.
LARGE = ("rps", "mover", "pig", "small", "goofspiel")


def seats_of(game: str) -> int:
    last = game.split()[-1]
    return int(last) if last.isdigit() else 2


@dataclass(frozen=True)
class Wanted:
    """What every game of a campaign has, beside what chance adds; nothing: all chance.

    With more than two ``seats`` games are those that have so many.
    """

    nemeses: tuple[str, ...] = ()
    cheat: str = ""
    seats: int = 0
    quorum: int | None = None

    @classmethod
    def of(cls, kinds: Iterable[str], seats: int, quorum: int | None) -> Wanted:
        """Read a list of nemeses and cheats.

        Raises:
          ValueError: One of them is neither, or there are two cheats.
        """
        wanted = [*kinds]
        cheats = [kind for kind in wanted if kind in (*CHEATS, *ORDERS, *LIES)]
        nemeses = tuple(kind for kind in wanted if kind in NEMESES)
        for kind in wanted:
            if kind not in (*cheats, *NEMESES):
                known = ", ".join((*NEMESES, *CHEATS, *ORDERS, *LIES))
                raise ValueError(f"there is no {kind!r}: choose from {known}")
        if len(cheats) > 1:
            raise ValueError(f"a game has one cheat, not {' and '.join(cheats)}")
        return cls(nemeses, cheats[0] if cheats else "", seats, quorum)

    def games(self, cheat: str) -> Sequence[str]:
        """Return the games in which a cheat has something to do, by how often."""
        games = SUITED.get(cheat, ANY)
        if not self.seats:
            return games
        if self.seats == 2:
            return [game for game in games if seats_of(game) == 2]
        more = [game.split()[0] for game in games if seats_of(game) > 2]
        return [f"{game} {self.seats}" for game in more if game in LARGE]


#: What is wanted where chance draws all.
ANYTHING = Wanted()
