"""Step 8, what players have said: answers, votes and ends, found by turn and round.

Of one author's answers to one round the first counts, up to its leave or its end.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from typing import TypeAlias

from . import payloads
from .entries import Entry
from .errors import Refused, blaming, demand
from .graph import Graph
from .lobby import Offer
from .payloads import Payload

Spot: TypeAlias = tuple[bytes, int]
MOST_ENTRIES, MOST_BYTES = 50000, 16777216


@dataclass(frozen=True, slots=True)
class Answer:
    entry: Entry
    message: bytes

    @property
    def author(self) -> bytes:
        return self.entry.author


@dataclass(slots=True)
class Speech:
    """All that one player has said that can count; ``newest`` is its last entry."""

    answers: dict[Spot, Answer] = field(default_factory=dict)
    votes: dict[Spot, list[tuple[Entry, frozenset[int]]]] = field(default_factory=dict)
    assents: list[tuple[Entry, Payload]] = field(default_factory=list)
    checkpoints: list[Payload] = field(default_factory=list)
    end: tuple[Entry, Payload] | None = None
    leave: Entry | None = None
    newest: Entry | None = None

    def check(self, turn: bytes, state: bytes) -> None:
        """Refuse a checkpoint for this turn with another state."""
        for said in self.checkpoints:
            same = said.data("turn") != turn or said.data("state") == state
            demand(same, "a checkpoint has another state", "checkpoint")


def listen(
    feed: tuple[Entry, ...], graph: Graph, offer: Offer, first: bytes = b""
) -> Speech:
    """Return what a player's feed says, of which each payload must be well formed.

    ``first`` is the digest in the first turn, by which a checkpoint is judged; empty:
    the game has not started.
    """
    speech = Speech()
    players = frozenset(offer.players)
    for entry in feed:
        if speech.leave is not None:
            break
        speech.newest = entry
        if speech.end is None and not _is_early(entry, offer):
            graph.check_names(entry, players)
        try:
            said = payloads.decode(entry.payload)
        except Refused as refused:
            if speech.end is None:
                raise Refused(str(refused), "payload", entry.author) from None
            continue
        if speech.end is None:
            timed = offer.wire >= 3 and graph.has(entry, offer.entry)
            if said.kind == "times" and not timed:
                raise Refused("times are not of this wire", "payload", entry.author)
            if entry == offer.entry:
                for early in feed[: entry.sequence]:
                    graph.check_names(early, players)
            if first and said.kind == "checkpoint":
                other = said.data("turn") != offer.first_turn
                same = other or said.data("state") == first
                with blaming(entry.author):
                    demand(same, "a checkpoint has another state", "checkpoint")
        _hear(speech, entry, said)
    return speech


def _is_early(entry: Entry, offer: Offer) -> bool:
    """Say whether the host says this before its offer shows who has a seat."""
    is_host = entry.author == offer.entry.author
    return is_host and entry.sequence < offer.entry.sequence


def _hear(speech: Speech, entry: Entry, said: Payload) -> None:
    if said.kind == "evict":
        speech.votes.setdefault(said.spot, []).append((entry, said.seats))
    if said.kind == "leave":
        speech.leave = entry
    if speech.end is not None:
        return
    match said.kind:
        case "answer":
            answer = Answer(entry, said.data("message"))
            speech.answers.setdefault(said.spot, answer)
        case "assent":
            speech.assents.append((entry, said))
        case "checkpoint":
            speech.checkpoints.append(said)
        case "end":
            speech.end = entry, said


def check_allowance(
    feed: tuple[Entry, ...], turns: Container[bytes], offer: Offer, graph: Graph
) -> None:
    """Refuse an author that says more than its share of a transcript.

    First answers to ``turns`` that the game has come to are free; nothing behind a
    leave or an end is judged.
    """
    said, size, answered = 0, 0, set[Spot]()
    for entry in feed:
        payload = payloads.decode(entry.payload)
        free = payload.kind == "answer" and payload.spot not in answered
        if free:
            answered.add(payload.spot)
        if not free or payload.data("turn") not in turns:
            said, size = said + 1, size + entry.size
        seats = len(offer.players)
        if not (entry.id == offer.entry.id or graph.has(entry, offer.entry)):
            seats = 1
        if said > MOST_ENTRIES // seats or size > MOST_BYTES // seats:
            raise Refused("an author says too much", "allowance")
        if payload.kind in ("leave", "end"):
            break
