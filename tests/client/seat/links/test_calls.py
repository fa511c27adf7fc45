"""Whom a seat knows by its first frame: guests, spectators, players and contacts."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType
from typing import Any

import pytest
import trio

from p2pgame.client.meeting.door import Door
from p2pgame.client.seat.links.calls import SeatCalls, contact_key, pairing_path
from p2pgame.client.words import say
from p2pgame.engine import Message
from p2pgame.log import AuthorKey
from p2pgame.transport import first_frame
from p2pgame.transport.finding import chain
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.first_frame import CallerKind, KnownCallers, LinkPurpose
from p2pgame.transport.link import TransportError
from p2pgame.transport.websocket import connect
from p2pgame.transport.wire_version import Versions
from tests.transport.pairs import PATIENCE
from tests.transport.strangers import listening

ANNA, BEN, EVE = (AuthorKey(bytes([number]) * 32) for number in (1, 2, 3))
INVITE = Invite(ANNA.public, b"S" * 16, ())
#: What somebody has who never had the invite, or has lost it.
WITHOUT = replace(INVITE, secret=bytes(16))

#: Every function that multiplies a point by a scalar, by any of our libraries.
MULTIPLY = {
    *("crypto_scalarmult", "crypto_scalarmult_base", "crypto_sign", "exchange"),
    *("crypto_sign_open", "crypto_sign_seed_keypair", "from_private_bytes", "verify"),
    *("crypto_scalarmult_ristretto255", "crypto_scalarmult_ristretto255_base"),
    *("crypto_sign_detached", "crypto_sign_verify_detached", "public_key"),
}


def seat(key: AuthorKey, invite: Invite = INVITE) -> SeatCalls:
    return SeatCalls(key, invite, os.urandom)


def test_a_guest_with_the_invite_is_invited_and_a_seated_one_is_known() -> None:
    host, guest = seat(ANNA), seat(BEN)
    request = host.callers.recognise(guest.path_to(ANNA.public))
    assert (request.caller, request.who) == (CallerKind.INVITED, b"")
    for one, other in ((host, BEN), (guest, ANNA)):
        one.seat(other.public)
    request = host.callers.recognise(guest.path_to(ANNA.public))
    assert (request.caller, request.who) == (CallerKind.SEATED, BEN.public)
    # And the other way, as on a direct path between two players.
    request = guest.callers.recognise(host.path_to(BEN.public))
    assert (request.caller, request.who) == (CallerKind.SEATED, ANNA.public)


@pytest.mark.attack(35)
async def test_a_seated_player_returns_without_the_invite() -> None:
    host, returned, stranger = seat(ANNA), seat(BEN, WITHOUT), seat(EVE, WITHOUT)
    host.seat(BEN.public)
    for one in (returned, stranger):
        one.seat(ANNA.public)
    async with listening(host.callers) as (table, address):
        with trio.fail_after(PATIENCE):
            link = await connect(*address, path=returned.path_to(ANNA.public))
            there = await table.next_link()
            request = there.request  # type: ignore[attr-defined]
            assert (request.caller, request.who) == (CallerKind.SEATED, BEN.public)
            await link.aclose()
            with pytest.raises(TransportError, match="does not know us"):
                await connect(*address, path=stranger.path_to(ANNA.public))


@pytest.mark.attack(35)
def test_a_seats_key_is_of_one_table_and_one_pair() -> None:
    host, guest = seat(ANNA), seat(BEN, replace(WITHOUT, table=EVE.public))
    host.seat(BEN.public)
    guest.seat(ANNA.public)
    said = guest.path_to(ANNA.public)
    assert host.callers.recognise(said).caller is CallerKind.STRANGER
    own = host.path_to(BEN.public)  # sent back to whoever made it
    assert host.callers.recognise(own).caller is CallerKind.STRANGER


def test_a_spectator_is_told_from_a_guest() -> None:
    key = chain.watching_key(INVITE.watch.secret)
    said = first_frame.path_for(key, ANNA.public, os.urandom)
    assert seat(ANNA).callers.recognise(said).caller is CallerKind.SPECTATOR


def test_a_contact_that_asks_to_be_paired_is_known() -> None:
    host = seat(ANNA)
    key = contact_key(ANNA, BEN.public, ANNA.public)
    host.callers.know(CallerKind.CONTACT, key, BEN.public)
    said = pairing_path(contact_key(BEN, BEN.public, ANNA.public), os.urandom)
    request = host.callers.recognise(said)
    assert (request.caller, request.who) == (CallerKind.CONTACT, BEN.public)
    assert request.purpose is LinkPurpose.PAIRING
    for other in (
        contact_key(EVE, EVE.public, ANNA.public),
        contact_key(BEN, ANNA.public, BEN.public),  # what the host would say to it
        os.urandom(32),
    ):
        request = host.callers.recognise(pairing_path(other, os.urandom))
        assert request.caller is CallerKind.STRANGER


def test_a_host_hears_once_which_release_its_guest_needs() -> None:
    told: list[Message] = []

    class Session:
        calls = seat(ANNA)

        def say(self, message: Message) -> None:
            told.append(message)

    door = Door(Session())  # type: ignore[arg-type]
    key, old = chain.calling_key(INVITE.secret), Versions(1, 1)
    for _ in range(2):
        said = first_frame.path_for(key, ANNA.public, os.urandom, versions=old)
        assert door.recognise(said).caller is CallerKind.INVITED
    strange = first_frame.path_for(EVE.public, ANNA.public, os.urandom, versions=old)
    door.recognise(strange)
    assert [say(message) for message in told] == [
        "Somebody with your invite speaks version 1 of the wire, and this program 2–3: "
        "they need p2pgame 0.1 or a later release."
    ]


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Count what multiplies points in this thread meanwhile, in C and in Python."""
    found: Counter[str] = Counter()

    def look(frame: FrameType, event: str, arg: Any) -> None:
        if event == "c_call":
            found.update({arg.__name__} & MULTIPLY)
        elif event == "call":
            found.update({frame.f_code.co_name} & MULTIPLY)

    sys.setprofile(look)
    try:
        yield found
    finally:
        sys.setprofile(None)


@pytest.mark.attack(31)
async def test_a_listener_multiplies_no_point_for_a_stranger() -> None:
    host = seat(ANNA)
    host.seat(BEN.public)
    for number in range(4, 20):
        other = AuthorKey(bytes([number]) * 32)
        key = contact_key(ANNA, other.public, ANNA.public)
        host.callers.know(CallerKind.CONTACT, key, other.public)
    keys = [os.urandom(32) for _ in range(20)]
    said = [first_frame.path_for(key, ANNA.public, os.urandom) for key in keys]
    async with listening(host.callers) as (table, address):
        with counted() as found, trio.fail_after(PATIENCE):
            for path in said:
                with pytest.raises(TransportError, match="does not know us"):
                    await connect(*address, path=path)
        assert not found
        assert table.served == 0
    with counted() as found:
        host.seat(EVE.public)  # what a guest costs once, when it takes its seat
    assert found["crypto_scalarmult"] > 0


def test_a_listener_knows_its_callers_by_one_hash_for_each_key() -> None:
    callers = KnownCallers(ANNA.public)
    for number in range(10):
        callers.know(CallerKind.SEATED, bytes([number]) * 32, bytes([number]))
    path = first_frame.path_for(EVE.public, ANNA.public, os.urandom)
    hashes: Counter[str] = Counter()

    def look(frame: FrameType, event: str, arg: Any) -> None:
        if event == "c_call":
            hashes[arg.__name__] += 1
        elif event == "call":
            hashes[frame.f_code.co_name] += 1

    sys.setprofile(look)
    try:
        callers.recognise(path)
    finally:
        sys.setprofile(None)
    assert hashes["_tag"] == 10
