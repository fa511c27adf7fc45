"""Folds proposals: draws, takebacks and last rounds, to which all must agree.

A proposal is a draw, to take the last decisions back (``takeback 2``), or to make
this the ``last round``, after which another table can go on with newcomers.  It can
pass only while one player is to choose, and that player alone says that it has:
it gives the proposal as its answer to the turn, in a move's place, which is legal
exactly if all others who are there have assented in the past of that entry.

So the decider's own feed says which came first, its move or the proposal, and
there is no race to settle: a proposal that has not passed when the decider moves is
void, as all is that names a turn which is over.  Nobody counts what has arrived.
Whether all had assented follows from the entry's clock, the same for every peer,
and whoever claims it falsely has signed an illegal move.

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
    Message,
    Offer,
    Reason,
    Turn,
    why_refused,
)
from p2pgame.engine.turns import Over, Place, Tick, Together
from p2pgame.engine.undo.takeback import Agreed, Requested
from p2pgame.engine.undo.timeline import Timeline
from p2pgame.log import Entry

from ..entries.payloads import Answer, Assent, Leave
from ..lobby.events import Drawn, TakenBack
from ..lobby.lobby import Clock
from .seats import Seats

DRAW, LAST_ROUND = "draw", "last round"
_WORDS = re.compile(r"draw|last round|takeback ([1-9][0-9]{0,2})")


def is_proposal(turn: Turn, words: str) -> bool:
    """Return whether ``words`` are a proposal, and no move of the game's own."""
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
    """Return what happens when this proposal passes."""
    found = _WORDS.fullmatch(words)
    assert found is not None
    if words == LAST_ROUND:
        return Closing()
    return Drawn() if found[1] is None else TakenBack(int(found[1]))


def why_impossible(line: Timeline[Any, Any], turn: Turn, words: str) -> Reason | None:
    """Return why this proposal could not pass now, or None."""
    match turn, meaning(words):
        case Over(), _:
            return Reason.of("over", "game-over")
        case Choose(), Drawn():
            return line.game.why_no_draw(line.state)
        case Choose(), TakenBack() as back:
            return _why_final(line, back)
        case Choose(), Closing() as closing:
            return why_refused(line.game, line.state, closing)
    return Reason.of("no-motion", "no-proposal-now")


def _why_final(line: Timeline[Any, Any], back: TakenBack) -> Reason | None:
    if back.levels > line.length:
        return Reason.of("nothing-to-undo", "only-so-many-moves", moves=line.length)
    try:
        taken_back(line, back)
    except IllegalMove as error:
        return Reason(error.code, error.message)
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
class Proposals:
    """A fold over what the players have assented to; ``authors`` are by seat."""

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
        """Take in what a seat says; of equal assents the first counts."""
        match said:
            case Assent(turn, proposal):
                assents = self._assents.setdefault(turn, {})
                assents.setdefault((seat, proposal), entry.sequence)
            case Leave():
                self._left.setdefault(seat, entry.sequence)
            case Answer(message=message) if _may_seal(message):
                self._clocks[entry.id] = clock

    def _agree(
        self, turn: bytes, proposal: str, asked: Seats, clock: Clock | None = None
    ) -> bool:
        """Return whether all of ``asked`` agree, as seen by us or an entry's clock."""
        at = self._at(turn)
        assents = {
            seat: place for (seat, words), place in at.items() if words == proposal
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

    def has_passed(
        self, turn: bytes, proposal: str, answer: bytes, asked: Seats
    ) -> bool:
        """Return whether this answer had seen that all who were asked agree."""
        clock = self._clocks.get(answer)  # none of what was sealed, as in a Together
        return clock is not None and self._agree(turn, proposal, asked, clock)

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
        for proposal in (*mine, self.wish):
            if proposal is not None and self._agree(turn, proposal, asked):
                return proposal
        return None

    def news(self, turn: bytes) -> Iterator[tuple[int, str]]:
        """Yield the assents in this turn that were not reported yet."""
        for assent in self._at(turn):
            if assent not in self._told:
                self._told.add(assent)
                yield assent

    def want(self, turn: bytes, seat: int, proposal: str) -> None:
        """Let our own player want this.

        Raises:
          IllegalMove: It has said so already.
        """
        if (seat, proposal) in self._at(turn):
            raise IllegalMove("said", Message.of("agreed-already"))
        self.wish = proposal

    def forget(self, turn: bytes) -> None:
        """Forget the assents of a turn that has passed."""
        self._assents.pop(turn, None)
        self._told.clear()

    def _at(self, turn: bytes) -> Mapping[tuple[int, str], int]:
        return self._assents.get(turn, {})


def _may_seal(message: bytes) -> bool:
    return _WORDS.fullmatch(message.decode("ascii", "replace")) is not None
