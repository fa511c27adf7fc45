"""One rule for signatures, and no key under which one signature fits much.

The table holds vectors by others, with what this project answers: all twelve
of "Taming the Many EdDSAs" (novifinancial/ed25519-speccheck), and one or a few
of each kind from Wycheproof and from C2SP/CCTV.  ``accepted`` is the signature,
``admitted`` the key.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nacl import bindings as sodium

from p2pgame.log.errors import InvalidEntry
from p2pgame.log.keys import AuthorKey, admit, verify, verify_unframed

VECTORS = json.loads(Path(__file__).with_name("ed25519.json").read_text())

#: The eight points of small order, then six other encodings of some of them.
SMALL_ORDER = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "0100000000000000000000000000000000000000000000000000000000000080",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
]

KEY = AuthorKey(b"k" * 32)
OTHER = AuthorKey(b"o" * 32)
ORDER = 2**252 + 27742317777372353535851937790883648493


@pytest.mark.attack(13)
@pytest.mark.parametrize("vector", VECTORS, ids=[v["source"] for v in VECTORS])
def test_published_vectors_get_their_pinned_answer(vector: dict[str, str]) -> None:
    key, message, signature = (
        bytes.fromhex(vector[name]) for name in ("key", "message", "signature")
    )
    if vector["accepted"]:
        verify_unframed(key, message, signature)
    else:
        with pytest.raises(InvalidEntry):
            verify_unframed(key, message, signature)
    if vector["admitted"]:
        admit(key)
    else:
        with pytest.raises(InvalidEntry):
            admit(key)


@pytest.mark.attack(12)
@pytest.mark.parametrize("key", SMALL_ORDER)
def test_a_key_of_small_order_is_not_admitted(key: str) -> None:
    with pytest.raises(InvalidEntry):
        admit(bytes.fromhex(key))


@pytest.mark.parametrize("key", SMALL_ORDER)
def test_a_key_of_small_order_signs_nothing(key: str) -> None:
    forged = bytes.fromhex(SMALL_ORDER[0]) + bytes(32)
    for number in range(20):
        with pytest.raises(InvalidEntry):
            verify_unframed(bytes.fromhex(key), bytes([number]), forged)


@pytest.mark.attack(12)
@pytest.mark.parametrize("torsion", SMALL_ORDER[1:8])
def test_a_key_with_a_small_order_part_is_not_admitted(torsion: str) -> None:
    mixed = sodium.crypto_core_ed25519_add(KEY.public, bytes.fromhex(torsion))
    with pytest.raises(InvalidEntry):
        admit(mixed)


@pytest.mark.parametrize("point", SMALL_ORDER)
def test_an_honest_key_signs_with_no_point_of_small_order(point: str) -> None:
    """The equation S*B = R + k*A holds for R = identity if S = k*a; still no."""
    message = b"message"
    R = bytes.fromhex(point)
    seed_hash = sodium.crypto_hash_sha512(b"k" * 32)[:32]
    clamped = bytes([seed_hash[0] & 248, *seed_hash[1:31], seed_hash[31] & 63 | 64])
    k = int.from_bytes(sodium.crypto_hash_sha512(R + KEY.public + message), "little")
    S = k * int.from_bytes(clamped, "little") % ORDER
    with pytest.raises(InvalidEntry):
        verify_unframed(KEY.public, message, R + S.to_bytes(32, "little"))


@given(st.binary(min_size=32, max_size=32))
@settings(deadline=None, max_examples=50)
def test_every_honest_key_is_admitted(seed: bytes) -> None:
    admit(AuthorKey(seed).public)


@pytest.mark.parametrize("key", [b"", b"k" * 31, KEY.public + b"\0", None, "k" * 32])
def test_what_is_no_key_at_all_is_refused_alike(key: bytes) -> None:
    with pytest.raises(InvalidEntry):
        admit(key)
    with pytest.raises(InvalidEntry):
        verify(key, b"domain", b"content", KEY.sign(b"domain", b"content"))


@pytest.mark.parametrize("signature", [b"", b"s" * 63, b"s" * 65, None, "s" * 64])
def test_what_is_no_signature_at_all_is_refused_alike(signature: bytes) -> None:
    with pytest.raises(InvalidEntry):
        verify(KEY.public, b"domain", b"content", signature)


@given(st.binary(max_size=40), st.binary(max_size=40))
@settings(deadline=None, max_examples=50)
def test_a_signature_holds_for_its_domain_content_and_key(
    domain: bytes, content: bytes
) -> None:
    signature = KEY.sign(domain, content)
    assert len(signature) == 64
    verify(KEY.public, domain, content, signature)
    for wrong in [
        (OTHER.public, domain, content),
        (KEY.public, domain + b"x", content),
        (KEY.public, domain, content + b"x"),
    ]:
        with pytest.raises(InvalidEntry):
            verify(*wrong, signature)


@pytest.mark.pitfall(21)
@given(st.binary(min_size=1, max_size=20), st.integers(1, 20))
@settings(deadline=None, max_examples=50)
def test_a_byte_cannot_move_between_domain_and_content(text: bytes, at: int) -> None:
    signature = KEY.sign(b"domain" + text[:at], text[at:])
    with pytest.raises(InvalidEntry):
        verify(KEY.public, b"domain", text, signature)


@pytest.mark.attack(13)
def test_the_malleable_twin_of_a_signature_is_refused() -> None:
    signature = KEY.sign(b"domain", b"content")
    S = int.from_bytes(signature[32:], "little")
    for multiple in range(1, 8):
        twin = signature[:32] + (S + multiple * ORDER).to_bytes(32, "little")
        with pytest.raises(InvalidEntry):
            verify(KEY.public, b"domain", b"content", twin)


def test_every_bit_of_a_signature_counts() -> None:
    signature = KEY.sign(b"domain", b"content")
    for bit in range(512):
        flipped = bytearray(signature)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(InvalidEntry):
            verify(KEY.public, b"domain", b"content", bytes(flipped))


def test_a_key_never_shows_its_secret() -> None:
    shown = f"{KEY!r} {KEY} {[KEY]}"
    assert (b"k" * 32).hex() not in shown
    assert "kkkk" not in shown
    assert KEY.public.hex()[:16] in shown


@pytest.mark.parametrize("seed", [b"", b"s" * 31, b"s" * 33, bytearray(32), "s" * 32])
def test_a_key_is_made_from_32_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError):
        AuthorKey(seed)
