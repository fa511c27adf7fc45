"""Inviting friends by name, through a relay that learns nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from p2pgame.client.meeting import invitations
from p2pgame.client.meeting.invitations import Found, leave, look
from p2pgame.client.profile.contacts import Contact
from p2pgame.log import AuthorKey
from p2pgame.session.entries import invitation
from p2pgame.session.entries.identity import stream
from p2pgame.session.entries.invitation import WEEK, Invitation
from p2pgame.transport.finding import chain
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.relay.client import Subscription
from p2pgame.transport.relay.glance import FRAMES_LIMIT, READ_LIMIT, glance
from p2pgame.transport.relay.protocol import Deliver, FromRelay, Live, Refusal, Refused
from p2pgame.transport.relay.url import RelayUrl
from tests.transport.real_relay import real_relay
from tests.transport.tiny_relay import Lie, relaying

ANNA, BEN, CARA = (AuthorKey(name * 32) for name in (b"a", b"b", b"c"))
NOW = 1_790_000_000
TABLE = Invite(b"T" * 32, b"S" * 16, ("127.0.0.1:9",))
OTHER = Invite(b"O" * 32, b"S" * 16, ())
NOBODY = RelayUrl("127.0.0.1", 1, "/", False)


def friend(key: AuthorKey, name: str) -> Contact:
    return Contact(key.public.hex(), name, 1, 1)


def invites(found: list[Found]) -> dict[str, str]:
    return {one.friend.name: one.invite.encode() for one in found}


async def seen(
    own: AuthorKey, *relays: RelayUrl, now: int = NOW
) -> tuple[dict[str, str], list[str]]:
    """Return who of the other two has invited one of the three, and to where."""
    names = {ANNA: "Anna", BEN: "Ben", CARA: "Cara"}
    friends = [friend(key, name) for key, name in names.items() if key is not own]
    found, troubles = await look(own, friends, relays, now=now)
    return invites(found), troubles


async def test_a_friend_sees_who_has_invited_it_and_nobody_else_does() -> None:
    async with real_relay() as relay:
        text = TABLE.encode()
        done = await leave(ANNA, BEN.public, text, [relay], now=NOW)
        assert done == {relay: None}
        assert await seen(BEN, relay) == ({"Anna": text}, [])
        for other in (ANNA, CARA):
            assert await seen(other, relay) == ({}, [])
        later = NOW + invitations.LIFE
        assert await seen(BEN, relay, now=later) == ({}, [])


async def test_the_last_word_counts_wherever_it_lies() -> None:
    async with relaying() as one, relaying() as two:
        await leave(ANNA, BEN.public, TABLE.encode(), [one.url], now=NOW)
        await leave(ANNA, BEN.public, OTHER.encode(), [two.url], now=NOW + 1)
        both = one.url, two.url
        assert await seen(BEN, *both) == ({"Anna": OTHER.encode()}, [])
        assert await seen(BEN, one.url) == ({"Anna": TABLE.encode()}, [])
        await leave(ANNA, BEN.public, "", both, now=NOW + 1)
        assert await seen(BEN, one.url) == ({}, [])


@pytest.mark.attack(38)
async def test_a_relay_that_repeats_an_older_word_brings_nothing_back() -> None:
    async with relaying() as relay:
        await leave(ANNA, BEN.public, TABLE.encode(), [relay.url], now=NOW)
        await leave(ANNA, BEN.public, "", [relay.url], now=NOW + 1)
        (frames,) = [held for held in relay.kept.values() if held]
        frames.append(frames[0])
        assert await seen(BEN, relay.url) == ({}, [])


async def test_a_week_that_ends_hides_no_invitation() -> None:
    async with relaying() as relay:
        end = (NOW // WEEK + 1) * WEEK
        await leave(ANNA, BEN.public, TABLE.encode(), [relay.url], now=end - 1)
        found, _ = await seen(BEN, relay.url, now=end + 1)
        assert found == {"Anna": TABLE.encode()}


async def test_of_two_relays_one_is_enough() -> None:
    async with relaying() as relay:
        both = relay.url, NOBODY
        done = await leave(ANNA, BEN.public, TABLE.encode(), both, now=NOW)
        assert done[relay.url] is None
        assert done[NOBODY]
        found, troubles = await seen(BEN, *both)
        assert found == {"Anna": TABLE.encode()}
        (trouble,) = troubles
        assert str(NOBODY) in trouble


@pytest.mark.attack(37)
async def test_a_relay_sees_neither_who_nor_where() -> None:
    async with relaying() as relay:
        await leave(ANNA, BEN.public, TABLE.encode(), [relay.url], now=NOW)
        ((topic, frames),) = [pair for pair in relay.kept.items() if pair[1]]
        seen_by_it = topic + b"".join(frames)
        for word in (ANNA.public, BEN.public, TABLE.table, TABLE.secret):
            assert word not in seen_by_it
            assert word[:16] not in seen_by_it


@pytest.mark.attack(36)
async def test_what_is_no_friends_invitation_is_passed_over() -> None:
    line = invitation.outgoing(ANNA, BEN.public, NOW)
    topic = chain.topic(line.writing)
    async with relaying() as relay:
        forged = (b"", b"junk", b"P2PGAME:AAAA", TABLE.watch.encode().encode())
        for number, text in enumerate(forged):
            told = Invitation(NOW + number, NOW + 99, text.decode())
            if text:
                frame = invitation.seal(told, line, ANNA, stream(b"e"))
                relay.kept[topic].append(frame)
        relay.kept[topic].append(bytes(256))
        assert await seen(BEN, relay.url) == ({}, [])
        await leave(ANNA, BEN.public, TABLE.encode(), [relay.url], now=NOW)
        assert await seen(BEN, relay.url) == ({"Anna": TABLE.encode()}, [])


async def test_more_friends_than_one_connection_has_topics() -> None:
    friends = [friend(AuthorKey(bytes([n]) * 32), f"F{n}") for n in range(80)]
    async with relaying() as relay:
        last = AuthorKey(bytes([79]) * 32)
        await leave(last, BEN.public, TABLE.encode(), [relay.url], now=NOW)
        found, troubles = await look(BEN, friends, [relay.url], now=NOW)
        assert (invites(found), troubles) == ({"F79": TABLE.encode()}, [])


async def test_a_contact_with_a_damaged_key_is_passed_over() -> None:
    damaged = Contact("00" * 32, "Nobody", 1, 1)
    async with relaying() as relay:
        assert await look(BEN, [damaged], [relay.url], now=NOW) == ([], [])


async def test_a_glance_brings_the_newest_frames_of_each_topic() -> None:
    seed = b"w" * 32
    topic, empty = chain.topic(seed), bytes(16)
    sent = [bytes([number]) * 256 for number in range(FRAMES_LIMIT + 3)]
    async with real_relay() as relay:
        link = await Subscription(relay, topic, seed).connect()
        for frame in sent:
            await link.send(frame)
        await link.wait_stored()
        await link.aclose()
        held = await glance(relay, [topic, empty])
        assert held == {topic: tuple(sent[-FRAMES_LIMIT:]), empty: ()}


async def test_no_more_topics_are_looked_at_than_a_relay_allows() -> None:
    with pytest.raises(ValueError):
        await glance(NOBODY, [bytes([n] * 16) for n in range(65)])


def endless(word: FromRelay) -> Iterator[FromRelay]:
    if isinstance(word, Live):
        for number in range(1, 2 + READ_LIMIT // 65536):
            topic = word.topic if number % 2 else b"another topic..."
            yield Deliver(topic, number, bytes(65536))
    else:
        yield word


def refusing(word: FromRelay) -> Iterator[FromRelay]:
    yield Refused(0, Refusal.BUSY) if isinstance(word, Live) else word


@pytest.mark.parametrize(
    ("lie", "sentence"), [(endless, "too much"), (refusing, "busy")]
)
async def test_a_relay_that_does_not_do_its_part_is_left(
    lie: Lie, sentence: str
) -> None:
    async with relaying(lambda: lie) as relay:
        found, troubles = await seen(BEN, relay.url)
        assert found == {}
        (trouble,) = troubles
        assert sentence in trouble
