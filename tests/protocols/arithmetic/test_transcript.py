from __future__ import annotations

from hashlib import sha512, shake_256
from itertools import islice
from typing import TypeAlias

import pytest

from p2pgame.protocols.arithmetic.group import ORDER, G, Scalar
from p2pgame.protocols.arithmetic.transcript import Item, Transcript

ENTROPY = shake_256(b"transcript").digest
k = Scalar(int.from_bytes(b"k" * 31, "little"))

# What is appended, a label and items each, or asked for: a challenge's label.
Operation: TypeAlias = tuple[bytes, tuple[Item, ...]] | bytes

# Each of these says something else; several are the same bytes without framing.
HISTORIES: dict[str, list[Operation]] = {
    "nothing": [],
    "no item": [(b"ab", ())],
    "no item, another label": [(b"abc", ())],
    "an empty item": [(b"ab", (b"",))],
    "an empty sequence": [(b"ab", ((),))],
    "a label that is an item": [(b"a", (b"b",))],
    "ab, c": [(b"x", (b"ab", b"c"))],
    "a, bc": [(b"x", (b"a", b"bc"))],
    "abc": [(b"x", (b"abc",))],
    "c, ab": [(b"x", (b"c", b"ab"))],
    "[ab, c]": [(b"x", ([b"ab", b"c"],))],
    "[[ab], c]": [(b"x", ([[b"ab"], b"c"],))],
    "[ab], [c]": [(b"x", ([b"ab"], [b"c"]))],
    "[ab, [c]]": [(b"x", ([b"ab", [b"c"]],))],
    "ab; c": [(b"x", (b"ab",)), (b"x", (b"c",))],
    "; ab, c": [(b"x", ()), (b"x", (b"ab", b"c"))],
    "an element": [(b"x", (G,))],
    "its bytes": [(b"x", (G.encode(),))],
    "a scalar": [(b"x", (k,))],
    "its bytes, too": [(b"x", (k.encode(),))],
    "its integer": [(b"x", (k.value,))],
    "a zero byte": [(b"x", (b"\0",))],
    **{str(n): [(b"x", (n,))] for n in (0, 1, -1, 127, 128, 255, 256, 65535)},
    "a challenge": [b"ab"],
    "two challenges": [b"ab", b"ab"],
    "a challenge of another name": [b"abc"],
}


def begin(*items: Item) -> Transcript:
    transcript = Transcript(b"test")
    transcript.append(b"statement", *items)
    return transcript


@pytest.mark.pitfall(21)
def test_no_two_histories_meet() -> None:
    challenges = {}
    for name, operations in HISTORIES.items():
        transcript = Transcript(b"test")
        for operation in operations:
            match operation:
                case bytes() as label:
                    transcript.challenge(label)
                case label, items:
                    transcript.append(label, *items)
        challenges[transcript.challenge(b"next")] = name
    assert sorted(challenges.values()) == sorted(HISTORIES)


def test_equal_histories_give_equal_challenges() -> None:
    assert begin(G, 1).challenge(b"c") == begin(G, 1).challenge(b"c")
    assert begin([G, k]).challenge(b"c") == begin((G, k)).challenge(b"c")


@pytest.mark.pitfall(3)
def test_another_protocol_has_other_challenges() -> None:
    here, there = Transcript(b"table 1"), Transcript(b"table 2")
    assert here.challenge(b"c") != there.challenge(b"c")


@pytest.mark.pitfall(2)
def test_a_challenge_depends_on_all_that_was_said_before_it() -> None:
    one, other = begin(), begin()
    assert one.challenge(b"c") == other.challenge(b"c")
    assert one.challenge(b"c") == other.challenge(b"c")
    one.append(b"x", b"answer")
    other.append(b"x", b"Answer")
    assert one.challenge(b"c") != other.challenge(b"c")
    for transcript in (one, other):
        transcript.append(b"x", b"the same")
    assert one.challenge(b"c") != other.challenge(b"c")


def test_a_challenge_is_new_each_time() -> None:
    transcript = begin()
    assert len({transcript.challenge(b"c") for _ in range(100)}) == 100


def test_a_challenge_is_hashed_as_the_module_says() -> None:
    def framed(kind: bytes, data: bytes) -> bytes:
        return kind + len(data).to_bytes(8, "little") + data

    def several(*items: bytes) -> bytes:
        return b"q" + len(items).to_bytes(8, "little") + b"".join(items)

    history = b"p2pgame v1 transcript"
    history += b"A" + framed(b"b", b"protocol") + several(framed(b"b", b"test"))
    history += b"A" + framed(b"b", b"label")
    history += several(
        framed(b"b", b"bytes"),
        framed(b"E", G.encode()),
        several(framed(b"s", k.encode()), framed(b"i", b"\xfe"), framed(b"i", b"\0")),
        framed(b"i", b"\x80\0"),
    )
    history += b"C" + framed(b"b", b"first")
    first = sha512(history).digest()
    history += first + b"C" + framed(b"b", b"second")
    second = sha512(history).digest()

    transcript = Transcript(b"test")
    transcript.append(b"label", b"bytes", G, [k, -2, 0], 128)
    # All 64 bytes count: a shorter challenge would be guessed, or biased.
    for label, digest in (b"first", first), (b"second", second):
        wide = int.from_bytes(digest, "little")
        assert transcript.challenge(label) == Scalar(wide % ORDER)


@pytest.mark.pitfall(19)
def test_challenges_fill_the_whole_range_evenly() -> None:
    transcript, buckets, draws = Transcript(b"test"), 16, 4096
    low, high = [0] * buckets, [0] * buckets
    for _ in range(draws):
        value = transcript.challenge(b"c").value
        low[value % buckets] += 1
        high[value * buckets // ORDER] += 1
    expected = draws / buckets
    for counts in (low, high):
        # 15 degrees of freedom: above 44.3 once in 10 000 honest sources.
        assert sum((n - expected) ** 2 / expected for n in counts) < 44.3


@pytest.mark.parametrize("item", ["text", bytearray(b"x"), memoryview(b"x"), range(3)])
def test_what_has_no_framing_of_its_own_is_refused(item: Item) -> None:
    with pytest.raises(TypeError):
        begin(item)


def first(statement: Item, secret: Item, entropy: bytes) -> Scalar:
    return next(begin(statement).nonces(secret, lambda _: entropy))


@pytest.mark.pitfall(18)
def test_another_statement_secret_or_entropy_gives_another_nonce() -> None:
    nonces = {
        first(statement, secret, entropy)
        for statement in (b"", b"statement", G)
        for secret in (k, [k], [k, k], Scalar(1))
        for entropy in (bytes(32), b"\1" * 32)
    }
    assert len(nonces) == 3 * 4 * 2


@pytest.mark.pitfall(18)
def test_a_nonce_is_no_secret_of_a_broken_source_of_entropy() -> None:
    # Same statement, same entropy: what differs is the secret alone.
    assert first(b"", Scalar(1), bytes(32)) != first(b"", Scalar(2), bytes(32))
    assert first(b"", Scalar(1), bytes(32)) == first(b"", Scalar(1), bytes(32))


@pytest.mark.pitfall(18)
def test_nonces_do_not_repeat() -> None:
    nonces = list(islice(begin().nonces(k, ENTROPY), 500))
    assert len(set(nonces)) == 500
    assert nonces[:3] == list(islice(begin().nonces(k, ENTROPY), 3))


@pytest.mark.pitfall(18)
def test_nonces_ask_for_fresh_bytes_each_time() -> None:
    asked: list[int] = []

    def entropy(size: int) -> bytes:
        asked.append(size)
        return bytes([len(asked)]) * size

    transcript = begin()
    a = next(transcript.nonces(k, entropy))
    b = next(transcript.nonces(k, entropy))
    assert a != b
    assert asked == [32, 32]


def test_nonces_are_those_of_the_moment_they_were_asked_for() -> None:
    transcript = begin()
    nonces = transcript.nonces(k, ENTROPY)
    transcript.append(b"later", b"word")
    assert next(nonces) == next(begin().nonces(k, ENTROPY))


def test_nonces_leave_the_history_as_it_was() -> None:
    transcript = begin()
    next(transcript.nonces(k, ENTROPY))
    assert transcript.challenge(b"c") == begin().challenge(b"c")


@pytest.mark.pitfall(18)
def test_a_nonce_is_no_challenge() -> None:
    transcript = begin()
    nonce = next(transcript.nonces(k, ENTROPY))
    assert nonce != transcript.challenge(b"c")
