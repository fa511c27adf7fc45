"""What an exhibit of the gallery is, and games in which one player's program lies.

A cheat plays with our own program, in which a few functions do something else.  So its
attack is whole: if the others did not check, the game would go on and the cheat would
have what it wanted.  Everything comes from fixed seeds, so the same program makes the
same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias
from unittest.mock import patch

from p2pgame.engine import Roll, Shuffle, Together
from p2pgame.session.entries.payloads import Answer
from tests import refused
from tests.refusing import CHEAT, Forged, Make, payload_of
from tests.session.tables import Decide, Deck, Forge, Net, first_offer

#: An object, the name of what it has, and what is there instead.
Swap: TypeAlias = tuple[object, str, object]
#: Makes, for a game that begins, what the cheat's program does instead.
Lies: TypeAlias = Callable[[Net], Sequence[Swap]]
#: Makes, for a game that begins, what the cheat says instead.
Words: TypeAlias = Callable[[Net], Forge]

OWN, REFUSED, GOOD = "examples/attacks", "tests/archive/refused", "tests/archive"


@dataclass(frozen=True)
class Exhibit:
    """One attack, and how the file that holds it is made.

    ``does`` says what the attacker does, ``gains`` what it would have, ``stopped``
    what stops it, and ``module`` where that stands.  The file shows the ``fault`` of
    player ``seat``, if there is one.

    ``without`` takes the defence out.  Then the same game goes on to an end that
    everybody signs, if it ``wins``; otherwise the file is at least not refused for the
    same reason.  Where a defence can't be taken out of a running program, it is the
    name of that one of tests/mutants*.toml which lacks it.
    """

    title: str
    does: str
    gains: str
    stopped: str
    module: str
    make: Make
    pitfalls: tuple[int, ...] = ()
    attacks: tuple[int, ...] = ()
    fault: str | None = None
    seat: int = CHEAT
    without: tuple[Swap, ...] | str = ()
    wins: bool = True
    home: str = OWN
    command: Literal["verify", "evidence", "receipt"] = "verify"
    #: The second file that the command is given, if any.
    other: Make | None = None

    @property
    def swaps(self) -> tuple[Swap, ...]:
        """What takes the defence out of a running program, if that can be done."""
        return () if isinstance(self.without, str) else self.without

    @property
    def is_own(self) -> bool:
        """Whether its files are made for the gallery."""
        return self.home == OWN


def of_refused(name: str, **more: Any) -> Exhibit:
    """Return the exhibit of a file in tests/archive/refused."""
    case = refused.CASES[name]
    seat = CHEAT if case.seat is None else case.seat
    return Exhibit(make=case.make, fault=case.fault, seat=seat, home=REFUSED, **more)


@contextmanager
def swapped(swaps: Sequence[Swap]) -> Iterator[None]:
    """Put these things in the place of others for a while."""
    with ExitStack() as stack:
        for owner, name, new in swaps:
            stack.enter_context(patch.object(owner, name, new))
        yield


def nothing(*args: object, **more: object) -> None:
    """Check nothing, as a program does that lacks a verifier."""


# Games


def game(
    name: str,
    seats: int,
    options: Mapping[str, object] | None = None,
    *,
    deck: Deck = "masked",
    decide: Decide = first_offer,
) -> Net:
    """Return the tables of a game whose secrets stay their owners'."""
    net = Forged(name, seats, options or {}, deck=deck, quorum=0).net()
    net._decide = decide
    return net


def nobody_lies(net: Net) -> Sequence[Swap]:
    return ()


def cheated(net: Net, lies: Lies = nobody_lies, words: Words | None = None) -> bytes:
    """Return what player 0 has of a game in which player 1 cheats.

    Where all speak in a turn, player 1 has heard the others before it says anything.
    """
    work = net._work
    net._forge = None if words is None else words(net)
    swaps = lies(net)

    def working(seat: int) -> bool:
        if seat != CHEAT:
            return work(seat)
        with swapped(swaps):
            busy = not _holds_back(net) and work(seat)
        net._idle.discard(seat)  # a lie may follow what others have just said
        return busy

    with patch.object(net, "_work", working):
        net.play()
    return net.tables[0].transcript()


def _holds_back(net: Net) -> bool:
    """Return whether others have yet to say what player 1 wants to hear first."""
    play = net.tables[CHEAT].play
    if play is None or not isinstance(play.turn, Roll | Shuffle | Together):
        return False
    said = [answers(net, seat) for seat in range(len(net.tables)) if seat != CHEAT]
    rounds = [one[-1].round for one in said if one and one[-1].turn == play.id]
    if len(rounds) < len(said):
        return True
    mine = answers(net, CHEAT)
    begun = bool(mine) and (mine[-1].turn, mine[-1].round) == (play.id, 0)
    return begun and 0 in rounds


def answers(net: Net, seat: int) -> list[Answer]:
    """Return what a player has answered so far."""
    said = (payload_of(raw) for by, raw in net.said if by == seat)
    return [one for one in said if isinstance(one, Answer)]


def last_of(net: Net, seat: int) -> Answer:
    return answers(net, seat)[-1]
