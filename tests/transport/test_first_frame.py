"""The first frame: a listener knows its guests before it spends anything on them."""

from __future__ import annotations

import string
from base64 import urlsafe_b64decode, urlsafe_b64encode
from random import Random

import pytest
import trio
import trio.testing

from p2pgame.transport import first_frame
from p2pgame.transport.finding.chain import calling_key, joining_key, watching_key
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.first_frame import (
    ANYBODY,
    CallerKind,
    KnownCallers,
    LinkPurpose,
    path_for,
)
from p2pgame.transport.link import TransportError
from p2pgame.transport.websocket import connect, wrap
from p2pgame.transport.wire_version import SPOKEN, Versions
from tests.transport.pairs import PATIENCE
from tests.transport.strangers import (
    END,
    REQUEST,
    listening,
    read_rest,
    stranger,
)

LISTENER = bytes(range(32))
INVITE = Invite(LISTENER, b"S" * 16, ())
BEN, CARL = b"B" * 32, b"C" * 32
KEYS = {
    CallerKind.INVITED: calling_key(INVITE.secret),
    CallerKind.SPECTATOR: watching_key(INVITE.watch_secret),
    CallerKind.SEATED: b"s" * 32,
    CallerKind.CONTACT: b"c" * 32,
}
WHO = {CallerKind.SEATED: BEN, CallerKind.CONTACT: CARL}
JOINING = joining_key(INVITE.secret)
INVITED = KEYS[CallerKind.INVITED]
LETTERS = string.ascii_letters + string.digits + "-_"


def known() -> KnownCallers:
    callers = KnownCallers(LISTENER)
    for kind, key in KEYS.items():
        callers.know(kind, key, WHO.get(kind, b""))
    return callers


def path(key: bytes, seed: int = 1, to: bytes = LISTENER, **rest: object) -> str:
    return path_for(key, to, Random(seed).randbytes, **rest)  # type: ignore[arg-type]


def frame_of(path: str) -> bytes:
    return urlsafe_b64decode(path[1:] + "=")


def path_of(frame: bytes) -> str:
    return "/" + urlsafe_b64encode(frame).rstrip(b"=").decode()


@pytest.mark.parametrize("kind", KEYS, ids=str)
def test_who_has_a_key_is_told_from_all_others(kind: CallerKind) -> None:
    request = known().recognise(path(KEYS[kind]))
    assert (request.caller, request.who) == (kind, WHO.get(kind, b""))
    assert (request.purpose, request.versions) == (LinkPurpose.TABLE, SPOKEN)
    pairing = {"to": ANYBODY, "purpose": LinkPurpose.PAIRING}
    asking = known().recognise(path(KEYS[kind], **pairing))  # type: ignore[arg-type]
    assert (asking.caller, asking.purpose) == (kind, LinkPurpose.PAIRING)


@pytest.mark.attack(35)
def test_without_a_key_everybody_is_a_stranger() -> None:
    callers = known()
    for wrong in (bytes(32), INVITE.secret, INVITE.watch_secret, JOINING):
        request = callers.recognise(path(wrong))
        assert request.caller is CallerKind.STRANGER
        assert not callers.may_enter(request)
    for other in ("", "/", "/pair", "*", path(INVITED) + "?", path(INVITED)[:-1]):
        assert callers.recognise(other).caller is CallerKind.STRANGER
    callers.forget(BEN)
    seated = path(KEYS[CallerKind.SEATED])
    assert callers.recognise(seated).caller is CallerKind.STRANGER


@pytest.mark.attack(38)
def test_a_first_frame_bent_in_any_bit_is_a_strangers() -> None:
    whole = frame_of(path(INVITED))
    assert len(whole) == first_frame.SIZE
    for at in range(8 * len(whole)):
        bent = bytearray(whole)
        bent[at // 8] ^= 1 << at % 8
        request = known().recognise(path_of(bytes(bent)))
        assert request.caller is CallerKind.STRANGER, at
    text = path(INVITED)
    for at in range(len(text)):
        for char in LETTERS:
            if char != text[at]:
                other = text[:at] + char + text[at + 1 :]
                assert known().recognise(other).caller is CallerKind.STRANGER


@pytest.mark.attack(7)
def test_a_replayed_first_frame_is_a_strangers() -> None:
    callers, said = known(), path(INVITED)
    assert callers.recognise(said).caller is CallerKind.INVITED
    for _ in range(2):
        assert callers.recognise(said).caller is CallerKind.STRANGER
    assert callers.recognise(path(INVITED, seed=2)).caller is CallerKind.INVITED


@pytest.mark.attack(7)
def test_a_first_frame_is_for_one_listener() -> None:
    for key in KEYS.values():
        elsewhere = path(key, to=bytes(32))
        assert known().recognise(elsewhere).caller is CallerKind.STRANGER


def test_what_is_remembered_is_bounded_and_strangers_add_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(first_frame, "REMEMBERED", 3)
    callers = known()
    for seed in range(2, 9):
        callers.recognise(path(bytes(32), seed))
    said = [path(INVITED, seed) for seed in range(5)]
    assert [callers.recognise(one).caller for one in said] == [CallerKind.INVITED] * 5
    for late in said[2:]:
        assert callers.recognise(late).caller is CallerKind.STRANGER
    # Only the newest are remembered: of the first the replay is admitted once more.
    assert callers.recognise(said[0]).caller is CallerKind.INVITED


def test_first_frames_of_all_callers_look_alike() -> None:
    texts = [path(key, seed) for seed, key in enumerate(KEYS.values())]
    texts.append(path(Random(9).randbytes(32), 9))
    assert len({len(text) for text in texts}) == 1
    assert len({frame_of(text)[:3] for text in texts}) == 1
    # Of one caller nothing comes twice but its versions and what it wants.
    first, second = (frame_of(path(INVITED, seed))[3:] for seed in (1, 2))
    assert all(first[at : at + 4] not in second for at in range(len(first) - 3))


def test_no_key_that_is_none_is_known() -> None:
    for kind, key in ((CallerKind.STRANGER, bytes(32)), (CallerKind.SEATED, b"")):
        with pytest.raises(ValueError, match="key"):
            known().know(kind, key)
    assert INVITED.hex() not in repr(known())


async def answer_to(head: bytes, callers: KnownCallers) -> bytes:
    """Return what a listener answers to a request, after which it hangs up."""
    async with listening(callers) as (table, address):
        async with stranger(address) as stream:
            await stream.send_all(head + END)
            answer = await read_rest(stream)
        assert table.served == 0
    return answer


def request(path: str) -> bytes:
    return REQUEST.replace(b"GET / ", f"GET {path} ".encode())


@pytest.mark.attack(35)
async def test_a_stranger_gets_an_answer_of_http_and_no_link() -> None:
    for path_ in ("/", path(bytes(32)), "/pair"):
        answer = await answer_to(request(path_), known())
        assert answer.startswith(b"HTTP/1.1 403 ")
        assert answer.endswith(b"\r\n\r\n")
    async with listening(known()) as (_, address):
        with trio.fail_after(PATIENCE), pytest.raises(TransportError, match="not know"):
            await connect(*address, path=path(bytes(32)))


async def test_an_invited_guest_gets_a_link_that_knows_what_it_is() -> None:
    async with listening(known()) as (table, address):
        for kind, key in KEYS.items():
            near = await connect(*address, path=path(key, list(KEYS).index(kind)))
            far = await table.next_link()
            assert far.request.caller is kind  # type: ignore[attr-defined]
            await near.aclose()


async def test_strangers_are_let_in_to_be_paired_and_only_then() -> None:
    callers = known()
    asking = {"to": ANYBODY, "purpose": LinkPurpose.PAIRING}
    pairing = [path(b"any key" * 4, seed, **asking) for seed in (1, 2)]  # type: ignore[arg-type]
    async with listening(callers) as (table, address):
        with trio.fail_after(PATIENCE):
            with pytest.raises(TransportError, match="does not know us"):
                await connect(*address, path=pairing[0])
            callers.admits_strangers = True
            await connect(*address, path=pairing[1])
            link = await table.next_link()
            assert link.request.caller is CallerKind.STRANGER  # type: ignore[attr-defined]
            with pytest.raises(TransportError, match="does not know us"):
                await connect(*address, path=path(b"any key" * 4))


@pytest.mark.parametrize("versions", [Versions(1, 1), Versions(4, 9)])
async def test_a_caller_of_another_version_hears_what_the_listener_speaks(
    versions: Versions,
) -> None:
    said = path(INVITED, versions=versions)
    answer = await answer_to(request(said), known())
    assert answer.startswith(b"HTTP/1.1 426 ")
    assert b"\r\nP2pgame-Versions: 2-3\r\n" in answer
    # A stranger of that version does not hear what we speak.
    answer = await answer_to(request(path(bytes(32), versions=versions)), known())
    assert answer.startswith(b"HTTP/1.1 403 ")


@pytest.mark.attack(35)
@pytest.mark.parametrize("key", [INVITED, bytes(32)], ids=["invited", "stranger"])
async def test_a_connection_made_by_both_sides_is_for_callers_alone(key: bytes) -> None:
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    near = await trio.testing.open_stream_to_socket_listener(listener)
    far, failed = await listener.accept(), list[str]()

    async def begin() -> None:
        try:
            await wrap(near, is_client=True, path=path(key))
        except TransportError as error:
            failed.append(str(error))

    async def answer() -> None:
        try:
            await wrap(far, is_client=False, callers=known())
        except TransportError as error:
            failed.append(str(error))

    with trio.fail_after(PATIENCE):
        async with listener, trio.open_nursery() as nursery:
            nursery.start_soon(begin)
            nursery.start_soon(answer)
    strange = ["The other side does not know us.", "The other side is a stranger."]
    assert sorted(failed) == ([] if key == INVITED else strange)
