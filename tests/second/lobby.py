"""Step 6, before the game: hellos, the opener's genesis, accepts and leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from nacl.bindings import crypto_scalarmult
from nacl.exceptions import CryptoError
from nacl.exceptions import RuntimeError as SodiumError

from . import payloads, signatures
from .entries import Entry, Feeds
from .errors import Refused, Unfinished, blaming, demand
from .graph import Graph
from .payloads import Payload

WIRE = 2


@dataclass(frozen=True, slots=True)
class Offer:
    """A genesis that makes sense, with its players' authors in the order of seats."""

    entry: Entry
    payload: Payload
    players: tuple[bytes, ...]

    @property
    def quorum(self) -> int:
        return self.payload.number("quorum")

    @property
    def deck(self) -> str:
        return self.payload.text("deck")

    @property
    def absence(self) -> str:
        return self.payload.text("absence")


Said: TypeAlias = Mapping[bytes, Payload]


def find(table: bytes, feeds: Feeds, graph: Graph) -> Offer:
    """Return the opener's first genesis.

    Raises:
      Refused: It contradicts itself (fault ``payload``), or nobody may accept it.
    """
    demand(table in feeds, "the opener has said nothing")
    for entry in feeds[table]:
        try:
            said = payloads.decode(entry.payload)
        except Refused as refused:
            raise Refused(str(refused), "payload", table) from None
        demand(said.kind != "leave", "the opener has left before the game")
        if said.kind == "genesis":
            return _offer(entry, said, graph)
    raise Unfinished("there is no genesis")


def _offer(genesis: Entry, said: Payload, graph: Graph) -> Offer:
    def makes_sense(holds: bool) -> None:
        if not holds:
            raise Refused("a genesis contradicts itself", "payload", genesis.author)

    hellos = [graph.entries.get(name) for name in said.ids("hellos")]
    players, identities, ranges = [], set(), []
    for entry in hellos:
        if entry is None or not graph.has(genesis, entry):
            raise Refused("a hello is not in the past", "payload", genesis.author)
        hello = check_hello(entry)
        players.append(entry.author)
        identities.add(hello.data("identity"))
        ranges.append((hello.number("lowest"), hello.number("highest")))
    makes_sense(len({*players}) == len(players) == len(identities))
    makes_sense(genesis.author in players)
    makes_sense(len(said.ids("boxes")) == len(players))
    common = min(high for _, high in ranges)
    agreed = all(low <= common for low, _ in ranges)
    makes_sense(agreed and said.number("wire") == common)
    demand(common == WIRE, f"this reader has no wire {common}")
    return Offer(genesis, said, tuple(players))


def check_hello(entry: Entry) -> Payload:
    """Return a hello by which its author has joined."""
    demand(entry.sequence == 0 and not entry.seen, "a hello names others")
    hello = payloads.decode(entry.payload)
    demand(hello.kind == "hello", "an author begins with no hello")
    identity, proof = hello.data("identity"), hello.data("proof")
    demand(signatures.is_admitted(identity), "an identity is not admitted")
    said = entry.table + entry.author
    good = signatures.holds(proof, identity, "p2pgame author 1", said)
    demand(good, "an identity has not signed for its author")
    try:
        crypto_scalarmult((1).to_bytes(32, "little"), hello.data("box key"))
    except (CryptoError, SodiumError):
        raise Refused("a box key gives no secret") from None
    return hello


def check_terms(offer: Offer, only_deals: bool) -> None:
    """Refuse an offer that nobody may accept, which is nobody's fault."""
    said, seats = offer.payload, len(offer.players)
    quorum = offer.quorum
    least = 2 if seats == 3 else (seats + 1) // 2 + 1
    fits = quorum == 0 or least <= quorum < seats
    demand(fits, "the quorum does not fit the seats")
    demand(offer.deck == "masked" or quorum == 0, "such a deck has no quorum")
    demand(offer.deck == "masked" or only_deals, "such a deck can only be dealt")
    timed = not said.number("bank") or said.number("patience") > 0
    demand(timed, "a bank wants patience")
    demand((offer.absence == "wait") == (quorum == 0), "absence and quorum differ")
    demand(len(said.data("carried")) in (0, 96), "an end that is named has 96 bytes")
    demand(not said.data("rules"), "this reader has no such rules")


def check_accepts(offer: Offer, feeds: Feeds, graph: Graph) -> None:
    """Refuse a game that has not started."""
    for author in offer.players:
        with blaming(author):
            if not any(_accepts(entry, offer, graph) for entry in feeds[author]):
                raise Unfinished("not all players have accepted")


def _accepts(entry: Entry, offer: Offer, graph: Graph) -> bool:
    said = payloads.decode(entry.payload)
    demand(said.kind != "leave", "a player has left before the game")
    return (
        said.kind == "accept"
        and said.data("genesis") == offer.entry.id
        and graph.has(entry, offer.entry)
    )
