"""Transcripts that are refused for what is said before the game: hellos and offers.

Those with a bad hello are whole games of players who took it.  Those with a bad offer
end where all have accepted it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace as but
from functools import cache
from unittest.mock import patch

from msgspec.structs import replace

from p2pgame.log import AuthorKey, Entry, entry, keys
from p2pgame.session import Me
from p2pgame.session.entries import payloads
from p2pgame.session.entries.identity import author_key
from p2pgame.session.entries.payloads import Accept, Genesis, Hello, Payload, Time
from tests.archiving import BEFORE
from tests.refused_files import hello_of
from tests.refusing import (
    NOT_FAIR,
    NOT_HERE,
    SO_FAR,
    Case,
    Forged,
    bytes_of,
    causal,
    file_of,
    flipped,
    payload_of,
    seat_of,
    trusting,
)
from tests.session.tables import TABLE, Forge, me, shown
from tests.wire_values import write_cbor

TICTACTOE, OF_THREE = "tictactoe-1-masked", "rps-1-masked"
WITH_OPTIONS = "goofspiel-1-masked"
#: The point of Ed25519 that has order 1, and a signature that holds for it and for any
#: message unless small orders are refused.
NEUTRAL = b"\x01" + bytes(31)
FOR_NEUTRAL = NEUTRAL + bytes(32)
#: An acceptance of another genesis than there is.
NO_OFFER = Accept(bytes([6]) * 32)


# Hellos


def _hello(**changes: bytes) -> Forge:
    """Let player 1 say another hello, which names the invite all the same."""

    def forge(seat: int, payload: Payload) -> Payload:
        if seat != 1 or not isinstance(payload, Hello):
            return payload
        return shown(replace(payload, **changes), me(1).key.public)

    return forge


def _trusted(forge: Forge | None = None) -> bytes:
    """Return a whole game of tables that take any hello."""
    game = Forged("tictactoe", 2, {}, quorum=0)
    with trusting():
        return game.data() if forge is None else game.by(forge).data()


def _false_proof() -> bytes:
    proof = me(1).hello(TABLE).proof
    return _trusted(_hello(proof=flipped(40)(proof)))


def _weak_identity() -> bytes:
    return _trusted(_hello(identity=NEUTRAL, proof=FOR_NEUTRAL))


class _WeakKey(AuthorKey):
    """A key of small order, whose one signature holds for everything."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.public = NEUTRAL

    def sign(self, domain: bytes, content: bytes) -> bytes:
        return FOR_NEUTRAL


@contextmanager
def _weak_author() -> Iterator[None]:
    """Let player 1 sign with a key of small order, and let all take that."""
    seed, check = me(1).seed, keys.verify

    def key(of: Me) -> AuthorKey:
        return _WeakKey(seed) if of.seed == seed else author_key(of.seed)

    def verify(public: bytes, *rest: bytes) -> None:
        if public != NEUTRAL:
            check(public, *rest)

    with (
        patch.object(Me, "key", property(key)),
        patch.object(entry, "verify", verify),
        patch.object(keys, "admit", lambda public: None),
    ):
        yield


def _weak_key() -> bytes:
    with _weak_author():
        return _trusted()


HELLOS: Mapping[str, Case] = {
    "hello-proof-wrong": Case(
        TICTACTOE, "a bit of the proof in player 1's hello is flipped", _false_proof
    ),
    "identity-of-small-order": Case(
        TICTACTOE,
        "player 1's identity is the neutral point 01 00 …, and its proof has that for R"
        " and 0 for S: it holds unless small orders are refused",
        _weak_identity,
    ),
    "author-of-small-order": Case(
        TICTACTOE,
        "player 1's author key is the neutral point, and so is R of its signatures,"
        " with 0 for S",
        _weak_key,
    ),
    "hello-names-another": Case(
        TICTACTOE,
        "player 1's hello names the opener's as seen",
        lambda: accepted(TICTACTOE, named=True),
    ),
}


# Offers


@cache
def opening(name: str) -> tuple[tuple[Hello, ...], Genesis]:
    """Return the hellos of a good file by seat, and the genesis."""
    entries = causal(bytes_of(name))
    hellos = {seat_of(one.author): payload_of(one.raw) for one in entries[::-1]}
    genesis = next(payload_of(one.raw) for one in entries if one.sequence == 1)
    assert isinstance(genesis, Genesis)
    found = (hellos[seat] for seat in range(len(genesis.hellos)))
    return tuple(one for one in found if isinstance(one, Hello)), genesis


def accepted(
    name: str,
    hello: Callable[[int, Hello], Hello] = lambda seat, hello: hello,
    genesis: Callable[[Genesis], Genesis] = lambda genesis: genesis,
    encoded: Callable[[bytes], bytes] = lambda payload: payload,
    accept: Accept | None = None,
    named: bool = False,
    stranger: bool = False,
) -> bytes:
    """Return hellos, an offer and acceptances by all, after these changes.

    ``accept`` is what the guests say instead.  With ``named`` their hellos name the
    opener's.  With ``stranger`` the genesis names somebody else's.
    """
    hellos, offer = opening(name)
    firsts = [written(0, None, (), hello(0, hellos[0]))]
    before = (firsts[0].id,) if named else ()
    for seat, one in enumerate(hellos[1:], 1):
        firsts.append(written(seat, None, before, hello(seat, one)))
    ids = tuple(one.id for one in firsts)
    payload = encoded(payloads.encode(genesis(replace(offer, hellos=ids))))
    others = [hello_of(7)] if stranger else []
    names = (*ids[1:], *(one.id for one in others))
    offered = written(0, firsts[0], names, payload)
    own = written(0, offered, (), Accept(offered.id))
    accepts = [
        written(seat, first, (offered.id,), accept or Accept(offered.id))
        for seat, first in enumerate(firsts)
        if seat > 0
    ]
    return file_of(*firsts, offered, *others, own, *accepts).data()


def written(
    seat: int, after: Entry | None, seen: tuple[bytes, ...], said: Payload | bytes
) -> Entry:
    payload = said if isinstance(said, bytes) else payloads.encode(said)
    return Entry.write(
        *(me(seat).key, TABLE),
        sequence=0 if after is None else after.sequence + 1,
        previous=bytes(32) if after is None else after.id,
        seen=tuple(sorted(seen)),
        payload=payload,
    )


def of_offer(
    done: str,
    change: Callable[[Genesis], Genesis],
    fault: str | None = "payload",
    *,
    good: str = TICTACTOE,
    verdict: str = NOT_FAIR,
) -> Case:
    """Return the case of a change to the genesis, which blames the opener if at all."""
    seat = None if fault is None else 0

    def make() -> bytes:
        return accepted(good, genesis=change)

    return Case(good, done, make, fault, seat, verdict)


def of_bytes(done: str, change: Callable[[bytes], bytes]) -> Case:
    """Return the case of another encoding of the genesis."""
    return Case(
        *(WITH_OPTIONS, done, lambda: accepted(WITH_OPTIONS, encoded=change)),
        *("payload", 0),
    )


def _exchanged(payload: bytes) -> bytes:
    """Write the second option before the first."""
    options = write_cbor({"cards": 4, "split": False})
    assert payload.count(options) == 1
    swapped = b"\xa2" + write_cbor("split") + b"\xf4" + write_cbor("cards") + b"\x04"
    return payload.replace(options, swapped)


def _twice(payload: bytes) -> bytes:
    options, cards = write_cbor({"cards": 4, "split": False}), write_cbor("cards")
    return payload.replace(options, b"\xa2" + (cards + b"\x04") * 2)


def _float(payload: bytes) -> bytes:
    options = write_cbor({"cards": 4, "split": False})
    halves = b"\xa2" + write_cbor("cards") + b"\xf9\x44\x00"  # 4.0
    return payload.replace(options, halves + write_cbor("split") + b"\xf4")


def _later(seat: int, hello: Hello) -> Hello:
    return replace(hello, highest=3)


def _unknown(seat: int, hello: Hello) -> Hello:
    return replace(hello, highest=9)


def _ninth(genesis: Genesis) -> Genesis:
    return replace(genesis, wire=9)


def _third(genesis: Genesis) -> Genesis:
    return replace(genesis, wire=3)


def _timed(**time: int) -> Callable[[], bytes]:
    """Return how an offer of the third version is made with this time."""
    return lambda: accepted(
        *(TICTACTOE, _later),
        lambda genesis: replace(genesis, wire=3, patience=60, time=Time(**time)),
    )


def _untimed(payload: bytes) -> bytes:
    """Write a genesis of the third version without its time."""
    return payloads.encode(replace(payloads.decode(payload), wire=2)).replace(
        write_cbor("genesis") + b"\x02", write_cbor("genesis") + b"\x03"
    )


def _twin(seat: int, hello: Hello) -> Hello:
    """Let player 2 have player 1's identity."""
    twin = but(me(2, spoken=BEFORE), identity=me(1).identity)
    return twin.hello(TABLE) if seat == 2 else hello


def _without_opener(genesis: Genesis) -> Genesis:
    return replace(genesis, hellos=genesis.hellos[1:], boxes=genesis.boxes[1:])


def _hello_twice(genesis: Genesis) -> Genesis:
    return replace(genesis, hellos=genesis.hellos[:1] * 2)


def _second_offer() -> bytes:
    """Let the host say a genesis of no such shape in place of its acceptance."""

    def forge(seat: int, payload: Payload) -> Payload | bytes:
        is_theirs = seat == 0 and isinstance(payload, Accept)
        return write_cbor(["genesis", 2]) if is_theirs else payload

    net = Forged("tictactoe", 2, {}, quorum=0).by(forge).net()
    net.play()
    return net.tables[1].transcript()


OFFERS: Mapping[str, Case] = {
    "wire-of-a-later-version": Case(
        TICTACTOE,
        "both hellos speak versions 2 to 9 of the wire, and the genesis has 9",
        lambda: accepted(TICTACTOE, hello=_unknown, genesis=_ninth),
        verdict=NOT_HERE,
    ),
    "time-left-out": Case(
        TICTACTOE,
        "the genesis is of version 3 of the wire, and has no time",
        lambda: accepted(TICTACTOE, _later, _third, _untimed),
        *("payload", 0),
    ),
    "time-in-two-ways": Case(
        TICTACTOE,
        "the genesis, of version 3 of the wire, has a base and days",
        _timed(base=60, days=1),
    ),
    "increment-without-a-base": Case(
        TICTACTOE,
        "the genesis, of version 3 of the wire, has an increment and no base",
        _timed(increment=3),
    ),
    "wire-not-the-highest": Case(
        TICTACTOE,
        "both hellos speak versions 2 to 3 of the wire, and the genesis has 2",
        *(lambda: accepted(TICTACTOE, hello=_later), "payload", 0),
    ),
    "offer-names-a-hello-twice": of_offer(
        "the genesis names the opener's hello twice", _hello_twice
    ),
    "offer-names-no-hello": of_offer(
        "the genesis names a hello that there is not",
        lambda genesis: replace(genesis, hellos=(genesis.hellos[0], bytes([5]) * 32)),
    ),
    "offer-without-the-opener": of_offer(
        "the genesis names the two guests' hellos alone", _without_opener, good=OF_THREE
    ),
    "offer-names-a-stranger": Case(
        TICTACTOE,
        "the genesis names the hello of somebody without a seat as seen",
        *(lambda: accepted(TICTACTOE, stranger=True), "seen", 0),
    ),
    "offer-of-another-shape-behind-the-first": Case(
        TICTACTOE,
        "the host signs a second genesis, of which only the first field is there",
        *(_second_offer, "payload", 0),
    ),
    "offer-lacks-a-box": of_offer(
        "the genesis has one box for two seats",
        lambda genesis: replace(genesis, boxes=genesis.boxes[:1]),
    ),
    "offer-seats-an-identity-twice": Case(
        OF_THREE,
        "players 1 and 2 have one identity",
        *(lambda: accepted(OF_THREE, hello=_twin), "payload", 0),
    ),
    "game-of-another-version": of_offer(
        "the genesis has version 99 of the game",
        lambda genesis: replace(genesis, version=99),
        None,
        verdict=NOT_HERE,
    ),
    "quorum-impossible-in-another-version": of_offer(
        "the genesis has version 99 of the game, and quorum 1 of two seats",
        lambda genesis: replace(genesis, version=99, quorum=1),
        None,
        verdict=NOT_HERE,
    ),
    "rules-of-another-hash": of_offer(
        "the genesis has a hash of the rules",
        lambda genesis: replace(genesis, rules=bytes([3]) * 32),
        None,
        verdict=NOT_HERE,
    ),
    "option-not-known": of_offer(
        "the genesis has an option that the game does not have",
        lambda genesis: replace(genesis, options={"cards": 1}),
        None,
    ),
    "quorum-impossible": of_offer(
        "the genesis has quorum 1 of two seats",
        lambda genesis: replace(genesis, quorum=1),
        None,
    ),
    "options-out-of-order": of_bytes(
        "the two options of the genesis are exchanged", _exchanged
    ),
    "option-twice": of_bytes("an option of the genesis is there twice", _twice),
    "option-is-a-float": of_bytes("an option of the genesis is 4.0", _float),
    "accepted-by-one-alone": Case(
        TICTACTOE,
        "player 1's acceptance names another genesis",
        lambda: accepted(TICTACTOE, accept=NO_OFFER),
        verdict=SO_FAR,
    ),
}

CASES: Mapping[str, Case] = {**HELLOS, **OFFERS}
