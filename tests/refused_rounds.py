"""Transcripts of a round that is not over: what is fair so far, and what is not yet.

Three players play rps; two of them are the quorum.  Each file ends in the first round,
but for one of tictactoe that ends behind the last.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.log import Entry
from p2pgame.session.entries.ids import turn_id
from p2pgame.session.entries.payloads import (
    Accept,
    Answer,
    Checkpoint,
    End,
    EvictionVote,
    Payload,
)
from tests.refused_offers import opening, written
from tests.refusing import SO_FAR, Case, Forged, file_of

GAME = "rps-1-timed"
SEAL = bytes(32)


class Said:
    """What three players have said since they accepted a game."""

    def __init__(self, quorum: int = 2) -> None:
        hellos, offer = opening(GAME)
        absence = "finish" if quorum else "wait"
        self._last: list[Entry] = []
        self._all: list[Entry] = []
        for seat, hello in enumerate(hellos):
            first = written(seat, None, (), hello)
            self._last.append(first)
            self._all.append(first)
        names = tuple(one.id for one in self._last)
        self.say(0, replace(offer, hellos=names, quorum=quorum, absence=absence), 1, 2)
        genesis = self._last[0]
        self.turn = turn_id(b"p2pgame start", genesis.id)
        for seat in range(3):
            self.say(seat, Accept(genesis.id), *((0,) if seat else ()))

    def say(self, seat: int, said: Payload, *seen: int) -> None:
        """Let a player say this, who has seen the last entries of some others."""
        names = tuple(self._last[other].id for other in seen)
        self._last[seat] = written(seat, self._last[seat], names, said)
        self._all.append(self._last[seat])

    def seal(self, seat: int, *seen: int, message: bytes = SEAL) -> None:
        self.say(seat, Answer(self.turn, 0, message), *seen)

    def vote(self, seat: int, against: int) -> None:
        self.say(seat, EvictionVote(self.turn, 0, (against,)))

    def data(self) -> bytes:
        return file_of(*self._all).data()


def _incomplete() -> bytes:
    said = Said(quorum=0)
    said.seal(1, message=SEAL[1:])
    return said.data()


def _early() -> bytes:
    said = Said()
    said.seal(0)
    said.say(1, End(said.turn, bytes(32)))
    return said.data()


def _early_in_an_open_round() -> bytes:
    said = Said()
    said.vote(0, 2)
    said.say(1, End(said.turn, bytes(32)))
    return said.data()


def _voted(*seen: int) -> bytes:
    """Let player 0 vote against player 2, whose bad answer player 1 may have seen."""
    said = Said()
    said.seal(0)
    said.seal(2, message=SEAL[1:])
    said.seal(1, *seen)
    said.vote(0, 2)
    return said.data()


def _evicted() -> bytes:
    """Let the others evict player 2, which signs an end of this turn."""
    said = Said()
    said.vote(0, 2)
    said.vote(1, 2)
    said.seal(0, 1)
    said.seal(1, 0)
    said.say(2, End(said.turn, bytes(32)))
    return said.data()


def _false_at_the_end() -> bytes:
    def forge(seat: int, payload: Payload) -> Payload:
        if seat == 1 and isinstance(payload, End):
            return Checkpoint(payload.turn, bytes(32))
        return payload

    return Forged("tictactoe", 2, {}, quorum=0).by(forge).stopped()


CASES: Mapping[str, Case] = {
    "end-in-the-middle-by-one-evicted": Case(
        GAME,
        "the others evict player 2 from the first round, commit and don't open; player"
        " 2 signs an end of this turn",
        _evicted,
        verdict=SO_FAR,
    ),
    "checkpoint-of-another-state-at-the-end": Case(
        "tictactoe-1-masked",
        "player 1 signs a checkpoint of the last turn with zeros for the state's"
        " digest, in place of its end",
        *(_false_at_the_end, "checkpoint", 1),
    ),
    "answer-too-short-in-a-round-that-waits": Case(
        GAME,
        "player 1's commitment has 31 bytes, and the others have not answered yet",
        _incomplete,
        verdict=SO_FAR,
    ),
    "end-in-the-middle-under-a-quorum": Case(
        GAME,
        "player 1 signs an end of this turn in place of a commitment; nobody has voted",
        *(_early, "end", 1),
    ),
    "end-in-the-middle-of-an-open-round": Case(
        GAME,
        "player 0 votes against player 2, and player 1 signs an end of this turn",
        _early_in_an_open_round,
        verdict=SO_FAR,
    ),
    "answer-too-short-in-an-open-round": Case(
        GAME,
        "all have answered, player 2 with 31 bytes; player 0 votes against player 2,"
        " whose answer player 1 has not seen either",
        _voted,
        verdict=SO_FAR,
    ),
    "answer-too-short-that-a-voter-has-seen": Case(
        GAME,
        "all have answered, player 2 with 31 bytes; player 0 votes against player 2,"
        " whose answer player 1 has seen",
        *(lambda: _voted(2), "encoding", 2),
    ),
}
