"""What a relay says about itself: read if it makes sense, and never needed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import trio

from p2pgame.transport.nostr import limits as nostr_limits
from p2pgame.transport.nostr.limits import PAGE, Limits, ask_limits, limits_of
from p2pgame.transport.relay.url import RelayUrl
from tests.transport.nostr_server import TinyNostr, tiny_nostr

#: 2001-09-09, 01:46:40.
NOW = 1_000_000_000.0
USUAL = limits_of(b"", NOW)


def answer(said: object, *, head: str = "", status: int = 200) -> bytes:
    text = said if isinstance(said, str) else json.dumps(said)
    return f"HTTP/1.1 {status} X\r\nServer: x\r\n{head}\r\n{text}".encode()


def said(**limitation: object) -> Limits:
    return limits_of(answer({"name": "x", "limitation": limitation}), NOW)


def test_the_usual_event_has_room_for_the_smaller_frames() -> None:
    assert 2 * 16384 < USUAL.room < 64 * 1024 * 3 // 4
    assert (USUAL.page, USUAL.ahead, USUAL.refusal) == (PAGE, 0, None)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\x00" * 100,
        b"HTTP/1.1 200 OK\r\n",
        answer(""),
        answer("[" * 60_000),
        answer([]),
        answer({"limitation": {"max_message_length": "7"}}),
        answer({"limitation": []}),
        answer({"limitation": {"max_message_length": 6000}}, status=404),
        answer({}, head="Date: yesterday\r\n"),
        answer({}, head="Date: Sun, 99 Sep 9999999 99:99:99 GMT\r\n"),
    ],
)
def test_an_answer_that_makes_no_sense_changes_nothing(text: bytes) -> None:
    assert limits_of(text, NOW) == USUAL


def test_the_smaller_limit_counts() -> None:
    assert said(max_message_length=32_768).room == (32_768 - 640) // 4 * 3
    assert said(max_content_length=8196).room == 8196 // 4 * 3
    assert said(max_message_length=10**9, max_content_length=10**9).room == USUAL.room
    assert said(max_message_length=0, max_content_length=-1).room == USUAL.room
    assert said(max_limit=20).page == 20
    assert said(max_limit=10**6).page == PAGE


@pytest.mark.parametrize(
    ("limitation", "why"),
    [
        ({"auth_required": True}, "not for everybody"),
        ({"payment_required": True}, "not for everybody"),
        ({"restricted_writes": True}, "not for everybody"),
        ({"min_pow_difficulty": 8}, "work"),
        ({"max_content_length": 4096}, "too small"),
    ],
)
def test_a_relay_that_would_refuse_us_is_not_tried(
    limitation: dict[str, object], why: str
) -> None:
    assert why in (said(**limitation).refusal or "")


def test_the_relays_clock_is_known_from_its_answer() -> None:
    late = answer({}, head="Date: Sun, 09 Sep 2001 01:36:40 GMT\r\n")
    assert limits_of(late, NOW).ahead == -600
    same = answer({}, head="date: Sun, 09 Sep 2001 01:46:42 GMT\r\n")
    assert limits_of(same, NOW).ahead == 0


async def test_a_relay_is_asked_over_http() -> None:
    about = {"limitation": {"max_message_length": 32_768}}
    async with tiny_nostr(TinyNostr(), about) as url:
        limits = await ask_limits(url, NOW, tls=None)
        assert replace(limits, ahead=0.0) == said(max_message_length=32_768)


async def test_a_relay_that_says_nothing_has_the_usual_limits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def hang(stream: trio.SocketStream) -> None:
        await stream.send_all(answer({"limitation": {}})[:30])
        await trio.sleep_forever()

    monkeypatch.setattr(nostr_limits, "ANSWER_WITHIN", 0.1)
    nowhere = RelayUrl("127.0.0.1", 1, "/", False)
    assert await ask_limits(nowhere, NOW, tls=None) == USUAL
    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, hang, [listener])
        host, port = listener.socket.getsockname()
        url = RelayUrl(host, port, "/", False)
        assert await ask_limits(url, NOW, tls=None) == USUAL
        nursery.cancel_scope.cancel()


async def test_an_answer_without_end_is_cut_off() -> None:
    async def flood(stream: trio.SocketStream) -> None:
        try:
            while True:
                await stream.send_all(b"HTTP/1.1 200 OK\r\n" * 1000)
        except trio.BrokenResourceError:
            gone.set()

    gone = trio.Event()
    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, flood, [listener])
        host, port = listener.socket.getsockname()
        with trio.fail_after(4):
            limits = await ask_limits(RelayUrl(host, port, "/", False), NOW, tls=None)
            await gone.wait()
        assert limits == USUAL
        nursery.cancel_scope.cancel()
