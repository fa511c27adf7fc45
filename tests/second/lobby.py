"""Step 6, before the game: hellos, the opener's genesis, accepts and leaves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from nacl.bindings import crypto_scalarmult
from nacl.exceptions import CryptoError
from nacl.exceptions import RuntimeError as SodiumError

from . import payloads, signatures
from .entries import Entry, Feeds
from .errors import Refused, Unfinished, Unknown, demand
from .graph import Graph
from .hashes import personal
from .payloads import Payload


@dataclass(frozen=True, slots=True)
class Offer:
    """A genesis that makes sense, with its players' authors in the order of seats."""

    entry: Entry
    payload: Payload
    players: tuple[bytes, ...]

    @property
    def wire(self) -> int:
        return self.payload.number("wire")

    @property
    def first_turn(self) -> bytes:
        return personal("p2pgame start", self.entry.id)

    @property
    def quorum(self) -> int:
        return self.payload.number("quorum")

    @property
    def deck(self) -> str:
        return self.payload.text("deck")

    @property
    def absence(self) -> str:
        return self.payload.text("absence")


def find(table: bytes, feeds: Feeds, graph: Graph) -> Offer:
    """Return the opener's first genesis.

    Raises:
      Refused: It contradicts itself (fault ``payload``), or nobody may accept it.
    """
    wrong: Refused | None = None
    for entry, said in words(feeds.get(table, ())):
        match said:
            case Refused():
                said.culprit = table
                wrong = wrong or said
            case Payload(payloads.LATER):
                raise Unknown("this reader has no such wire")
            case Payload("times"):
                early = Refused("times are said before the offer", "payload", table)
                wrong = wrong or early
            case Payload("genesis"):
                return _offer(entry, said, graph)
    raise wrong or Unfinished("there is no genesis")


def words(feed: Iterable[Entry]) -> Iterator[tuple[Entry, Payload | Refused]]:
    """Yield what an author says before its end or its leave, which comes last.

    Of what is no payload there is the reason.
    """
    for entry in feed:
        try:
            said = payloads.decode(entry.payload)
        except Refused as refused:
            yield entry, refused
            continue
        yield entry, said
        if said.kind in ("end", "leave"):
            return


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
    return Offer(genesis, said, tuple(players))


def check_hellos(feeds: Feeds) -> None:
    """Refuse an author that begins with no good hello, which is nobody's fault."""
    for feed in feeds.values():
        try:
            check_hello(feed[0])
        except Refused as refused:
            raise Refused(str(refused)) from None


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


def check_wire(offer: Offer) -> None:
    """Say that nobody can tell here, if the game is of another wire."""
    wire = offer.payload.number("wire")
    if wire not in payloads.WIRES:
        raise Unknown(f"this reader has no wire {wire}")


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
    _check_time(said)
    demand((offer.absence == "wait") == (quorum == 0), "absence and quorum differ")
    demand(len(said.data("carried")) in (0, 96), "an end that is named has 96 bytes")


def is_accepted(offer: Offer, feeds: Feeds, graph: Graph) -> bool:
    """Say whether all seats have accepted an offer."""
    return all(
        any(_accepts(entry, said, offer, graph) for entry, said in words(feeds[author]))
        for author in offer.players
    )


def _check_time(said: Payload) -> None:
    base, more, delay, move, days, *_ = said.numbers("time") or [0] * 7
    timed = not any(said.numbers("time")) or said.number("patience") > 0
    demand(timed, "a clock wants patience")
    ways = [said.number("bank"), base, move, days]
    demand(sum(map(bool, ways)) < 2, "a player's time is limited in two ways")
    demand(base > 0 or not (more or delay), "an increment wants a base")


def _accepts(entry: Entry, said: Payload | Refused, offer: Offer, graph: Graph) -> bool:
    return (
        isinstance(said, Payload)
        and said.kind == "accept"
        and said.data("genesis") == offer.entry.id
        and graph.has(entry, offer.entry)
    )
