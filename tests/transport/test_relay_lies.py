"""What a relay may not say ends the link; what it says to people can be shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from trio.testing import MockClock

from p2pgame.transport.link import LinkClosed
from p2pgame.transport.relay.client import Subscription
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.notice import NOTICE_LIMIT
from p2pgame.transport.relay.protocol import (
    Closed,
    Deliver,
    FromRelay,
    Live,
    Opened,
    Refused,
    Stored,
    Welcome,
)
from tests.transport.scripted import (
    TOPIC,
    WELCOME,
    end_of,
    frame,
    scripted,
)
from tests.transport.tiny_relay import Said, relaying

OTHER = bytes(16)


@pytest.mark.parametrize("refusal", [2, 3, 4, 7, 13, 0, 99, 65535])
@pytest.mark.parametrize("number", [0, 1])
async def test_a_refusal_ends_the_link_by_its_number(
    autojump_clock: MockClock, refusal: int, number: int
) -> None:
    async with scripted(is_live=True) as (link, relay, _):
        await link.send(frame(1))
        await relay.hear_publish()
        await relay.say(Refused(number, refusal))
        assert f"number {refusal}." in await end_of(link)
        assert link.refusal == refusal


LIES: dict[str, tuple[list[bytes], str]] = {
    "a frame of another topic": ([encode(Deliver(OTHER, 1, frame(1)))], "not ours"),
    "stored in another topic": ([encode(Stored(OTHER, 1, 1))], "not ours"),
    "live in another topic": ([encode(Live(OTHER, 1, 1))], "not ours"),
    "falling sequences": (
        [encode(Deliver(TOPIC, n, frame(n))) for n in (5, 6, 4)],
        "not in its order",
    ),
    "stored where a frame is": (
        [encode(Deliver(TOPIC, 5, frame(5))), encode(Stored(TOPIC, 1, 5))],
        "at one place",
    ),
    "stored what nobody sent": ([encode(Stored(TOPIC, 2, 1))], "did not send"),
    "stored twice": ([encode(Stored(TOPIC, 1, n)) for n in (1, 2)], "did not send"),
    "refused what nobody sent": (
        [encode(Refused(2, 1))],
        "did not send",
    ),
    "live twice": ([encode(Live(TOPIC, 0, 0))] * 2, "does not know"),
    "more old than new": ([encode(Live(TOPIC, 2, 1))], "does not know"),
    "welcome again": ([encode(WELCOME)], "nobody asked"),
    "a door": ([encode(Opened(1))], "nobody asked"),
    "a closed door": ([encode(Closed(1, 11))], "nobody asked"),
    "a peer's word": ([b"\x06\0\0"], "unknown kind"),
    "nothing": ([b""], "cut off"),
    "half a word": ([encode(Live(TOPIC, 0, 0))[:-1]], "cut off"),
    "a word and a half": ([encode(Live(TOPIC, 0, 0)) + b"\0"], "left over"),
    "half a frame": ([encode(Deliver(TOPIC, 1, frame(1)))[:-1]], "no frame has"),
    "a refusal in words": ([b"\x45\0\0\0\0\0\1x"], "bytes left over"),
}


@pytest.mark.attack(38)
@pytest.mark.parametrize("lie", LIES)
async def test_a_lie_ends_the_link_with_one_sentence(
    autojump_clock: MockClock, lie: str
) -> None:
    words, said = LIES[lie]
    async with scripted(is_live=True) as (link, relay, _):
        await link.send(frame(1))
        await relay.hear_publish()
        for word in words:
            await relay.far.send(word)
        assert said in (told := await end_of(link))
        assert told.isprintable()
        assert told.endswith(".")
        with pytest.raises(LinkClosed):
            await link.send(frame(2))


async def test_what_a_relay_says_to_people_first_is_kept_and_can_be_shown() -> None:
    says = iter(("", "\x1b[2J" + "Be kind.\n" * 27, "Something else."))

    def lie(word: FromRelay) -> Iterable[Said]:
        if isinstance(word, Welcome):
            word = replace(word, message=next(says))
        yield word

    async with relaying(lambda: lie) as relay:
        subscription, heard = Subscription(relay.url, TOPIC), []
        for _ in range(3):
            await (await subscription.connect()).aclose()
            heard.append(subscription.notice)
    assert heard[0] is None
    assert heard[1] is not None
    assert heard[1].startswith("[2JBe kind. Be kind.")
    assert heard[1].isprintable()
    assert len(heard[1]) <= NOTICE_LIMIT
    assert heard[2] == heard[1]
