"""This module passes proposals: actions outside the rules that all players agree to.

A proposal is a draw, a takeback of the last decisions (``takeback 2``), or to make
this the ``last round``, after which another table can go on with newcomers. It can
pass only while one player is to choose. That player declares it passed by giving
the proposal as its answer to the turn, in place of a move. The answer is legal if
and only if all others present have assented in the past of that entry.

So the decider's own feed orders its move and the proposal, and there is no race. A
proposal that has not passed when the decider moves is void, like all that names a
turn which is over. Order of arrival does not count. Whether all had assented
follows from the entry's clock, the same for every peer. A false claim is a signed
illegal move.

An assent can't be withdrawn: it stands while its turn waits. An evicted player is
not asked. A player that has left agrees only to proposals that another player
assents to, so that it can't get an offered draw by leaving instead of losing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from p2pgame.engine import (
    Amount,
    Choose,
    Closing,
    IllegalMove,
    Offer,
    Reason,
    Turn,
    why_refused,
)
from p2pgame.engine.takeback import Agreed, Requested
from p2pgame.engine.timeline import Timeline
from p2pgame.engine.turns import Over, Place, Tick, Together
from p2pgame.log import Entry

from ..entries.payloads import Answer, Assent, Leave
from ..lobby.events import Drawn, TakenBack
from ..lobby.lobby import Clock
from .absence import Seats

DRAW, LAST_ROUND = "draw", "last round"
_WORDS = re.compile(r"draw|last round|takeback ([1-9][0-9]{0,2})")


def is_motion(turn: Turn, words: str) -> bool:
    """Return whether ``words`` are a proposal and no move of the game."""
    return _WORDS.fullmatch(words) is not None and not _is_own(turn, words)


def _is_own(turn: Turn, words: str) -> bool:
    match turn:
        case Choose(_, moves) | Tick(_, moves):
            return _is_on_offer(moves, words)
        case Together(choices):
            return any(_is_on_offer(choice.moves, words) for choice in choices)
    return isinstance(turn, Place)  # the game reads what is typed there


def _is_on_offer(moves: tuple[Offer, ...], words: str) -> bool:
    return any(
        offer.number(words) is not None if isinstance(offer, Amount) else offer == words
        for offer in moves
    )


def meaning(words: str) -> Drawn | TakenBack | Closing:
    """Return the effect of this proposal when it passes."""
    found = _WORDS.fullmatch(words)
    assert found is not None
    if words == LAST_ROUND:
        return Closing()
    return Drawn() if found[1] is None else TakenBack(int(found[1]))


def why_impossible(line: Timeline[Any, Any], turn: Turn, words: str) -> Reason | None:
    """Return why this proposal could not pass now, or None."""
    match turn, meaning(words):
        case Over(), _:
            return Reason("over", "the game is over")
        case Choose(), Drawn():
            return line.game.why_no_draw(line.state)
        case Choose(), TakenBack() as back:
            return _why_final(line, back)
        case Choose(), Closing() as closing:
            return why_refused(line.game, line.state, closing)
    text = "players can agree on that only while one of them is to choose a move"
    return Reason("no-motion", text)


def _why_final(line: Timeline[Any, Any], back: TakenBack) -> Reason | None:
    if back.levels > line.length:
        text = f"only {line.length} moves have been made"
        return Reason("nothing-to-undo", text)
    try:
        taken_back(line, back)
    except IllegalMove as error:
        return Reason(error.code, str(error))
    return None


def taken_back(line: Timeline[Any, Any], back: TakenBack) -> Timeline[Any, Any]:
    """Return the game as it was ``back.levels`` decisions earlier.

    Raises:
      IllegalMove: An event since then is final.
    """
    asking = line.turn
    assert isinstance(asking, Choose)
    moment = line.length - back.levels
    line = line.advance(Requested(asking.player, moment, line.version))
    while line.takeback is not None and line.takeback.is_open:
        vote = line.takeback
        line = line.advance(Agreed(vote.waiting[0], vote.request.version))
    return line


@dataclass
class Motions:
    """A fold over the players' assents; ``authors`` are by seat."""

    authors: tuple[bytes, ...]
    #: Our own player's proposal in the current turn, sent or not.
    wish: str | None = None
    _assents: dict[bytes, dict[tuple[int, str], int]] = field(default_factory=dict)
    _left: dict[int, int] = field(default_factory=dict)
    _clocks: dict[bytes, Clock] = field(default_factory=dict)
    _told: set[tuple[int, str]] = field(default_factory=set)

    def receive(
        self, seat: int, entry: Entry, said: Assent | Leave | Answer, clock: Clock
    ) -> None:
        """Take in a seat's entry; of assents to the same proposal the first counts."""
        match said:
            case Assent(turn, motion):
                assents = self._assents.setdefault(turn, {})
                assents.setdefault((seat, motion), entry.sequence)
            case Leave():
                self._left.setdefault(seat, entry.sequence)
            case Answer(message=message) if _may_seal(message):
                self._clocks[entry.id] = clock

    def _agree(
        self, turn: bytes, motion: str, asked: Seats, clock: Clock | None = None
    ) -> bool:
        """Return whether all of ``asked`` agree, as seen by us or an entry's clock."""
        at = self._at(turn)
        assents = {
            seat: place for (seat, words), place in at.items() if words == motion
        }
        assented = self._seen(assents, clock) & asked
        if not assented:
            return not asked
        return asked <= assented | self._seen(self._left, clock)

    def _seen(self, places: Mapping[int, int], clock: Clock | None) -> Seats:
        return frozenset(
            seat
            for seat, place in places.items()
            if clock is None or clock.get(self.authors[seat], -1) >= place
        )

    def has_passed(self, turn: bytes, motion: str, answer: bytes, asked: Seats) -> bool:
        """Return whether all of ``asked`` had assented in the past of this answer."""
        clock = self._clocks.get(answer)  # none of what was sealed, as in a Together
        return clock is not None and self._agree(turn, motion, asked, clock)

    def to_say(self, turn: bytes, seat: int) -> Assent | None:
        """Return our player's assent to its proposal, unless sent already."""
        if self.wish is None or (seat, self.wish) in self._at(turn):
            return None
        return Assent(turn, self.wish)

    def to_seal(self, turn: bytes, seat: int, asked: Seats) -> str | None:
        """Return the proposal of our player, who decides, if all others agree to it."""
        if seat in self._left:
            return None
        mine = [words for who, words in self._at(turn) if who == seat]
        for motion in (*mine, self.wish):
            if motion is not None and self._agree(turn, motion, asked):
                return motion
        return None

    def news(self, turn: bytes) -> Iterator[tuple[int, str]]:
        """Yield the assents in this turn that were not reported yet."""
        for assent in self._at(turn):
            if assent not in self._told:
                self._told.add(assent)
                yield assent

    def want(self, turn: bytes, seat: int, motion: str) -> None:
        """Note that our own player wants this proposal.

        Raises:
          IllegalMove: It has said so already.
        """
        if (seat, motion) in self._at(turn):
            raise IllegalMove("said", "you have agreed to that already")
        self.wish = motion

    def forget(self, turn: bytes) -> None:
        """Forget the assents of a turn that has passed."""
        self._assents.pop(turn, None)
        self._told.clear()

    def _at(self, turn: bytes) -> Mapping[tuple[int, str], int]:
        return self._assents.get(turn, {})


def _may_seal(message: bytes) -> bool:
    return _WORDS.fullmatch(message.decode("ascii", "replace")) is not None
