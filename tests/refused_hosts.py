"""Transcripts that end before the first event, by what somebody says around an offer.

They show which of the first lines a trace has (docs/wire.md#the-first-lines), and which
of two faults counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Accept, Chat
from tests.refused_offers import NO_OFFER, TICTACTOE, accepted, opening, written
from tests.refusing import SO_FAR, Case, file_of
from tests.wire_values import write_cbor

#: A payload of no shape.
NONE = write_cbor(["genesis", 2])
CHAT = payloads.encode(Chat("Hello!"))


def _opened(
    *,
    before: Sequence[bytes] = (),
    between: bytes | None = None,
    is_second: bool = False,
    guest: Sequence[bytes] = (),
    names_own: int | None = None,
    is_accepted: bool = True,
) -> bytes:
    """Return an offer and what the players make of it.

    The host says ``before`` and ``between`` around its genesis, which ``is_second`` if
    another that lacks a box is there.  The guest says ``guest`` before its acceptance.
    The host accepts if the offer ``is_accepted``.  The first that the player of seat
    ``names_own`` says behind its hello names that.
    """
    hellos, offer = opening(TICTACTOE)
    firsts = [written(seat, None, (), hello) for seat, hello in enumerate(hellos)]
    host, other = firsts[:1], firsts[1:]
    for payload in before:
        seen = (host[0].id,) if names_own == 0 else ()
        host.append(written(0, host[-1], seen, payload))
    said = replace(offer, hellos=tuple(one.id for one in firsts))
    if is_second:
        lacking = replace(said, boxes=said.boxes[:1])
        host.append(written(0, host[-1], (other[0].id,), lacking))
    genesis = written(0, host[-1], (other[0].id,), said)
    host.append(genesis)
    if between is not None:
        host.append(written(0, host[-1], (), between))
    if is_accepted:
        host.append(written(0, host[-1], (), Accept(genesis.id)))
    for payload in guest:
        seen = (other[0].id,) if names_own == len(other) == 1 else ()
        other.append(written(1, other[-1], seen, payload))
    other.append(written(1, other[-1], (genesis.id,), Accept(genesis.id)))
    return file_of(*host, *other).data()


CASES: Mapping[str, Case] = {
    "offer-names-a-stranger-and-is-not-accepted": Case(
        TICTACTOE,
        "the genesis names the hello of somebody without a seat as seen, and player 1's"
        " acceptance names another genesis",
        *(lambda: accepted(TICTACTOE, accept=NO_OFFER, stranger=True), "seen", 0),
    ),
    "payload-of-the-host-before-its-offer": Case(
        TICTACTOE,
        "the host's entry before its genesis is no payload; all accept",
        *(lambda: _opened(before=[NONE]), "payload", 0),
    ),
    "payload-of-the-host-behind-its-offer": Case(
        TICTACTOE,
        "the host's entry behind its genesis is no payload; all accept",
        *(lambda: _opened(between=NONE), "payload", 0),
    ),
    "offer-lacks-a-box-and-another-follows": Case(
        TICTACTOE,
        "the host's first genesis has one box for two seats; a good one follows, which"
        " all accept",
        *(lambda: _opened(is_second=True), "payload", 0),
    ),
    "payload-of-the-host-in-an-offer-not-accepted": Case(
        TICTACTOE,
        "the host's entry behind its genesis is no payload; it does not accept",
        *(lambda: _opened(between=NONE, is_accepted=False), "payload", 0),
    ),
    "payload-of-a-guest-in-an-offer-not-accepted": Case(
        TICTACTOE,
        "player 1's entry before its acceptance is no payload; the host does not"
        " accept",
        lambda: _opened(guest=[NONE], is_accepted=False),
        verdict=SO_FAR,
    ),
    "no-payload-and-names-its-own": Case(
        TICTACTOE,
        "player 1's entry before its acceptance names its hello as seen, and is no"
        " payload",
        *(lambda: _opened(guest=[NONE], names_own=1), "seen", 1),
    ),
    "names-its-own-and-then-no-payload-before-an-offer": Case(
        TICTACTOE,
        "player 1's first entry behind its hello names that as seen, and the next is no"
        " payload; the host says its genesis later",
        *(
            lambda: _opened(before=[CHAT, CHAT], guest=[CHAT, NONE], names_own=1),
            "seen",
            1,
        ),
    ),
    "no-payload-and-names-its-own-before-an-offer": Case(
        TICTACTOE,
        "the host's entry before its genesis names its hello as seen, and is no"
        " payload",
        *(lambda: _opened(before=[NONE], names_own=0), "payload", 0),
    ),
}
