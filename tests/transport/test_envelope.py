"""The envelope against published vectors, an independent reading and every tweak."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from struct import pack, unpack

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.transport.envelope import (
    BOX_SIZE,
    PLAINTEXT_LIMIT,
    Envelope,
    box_public,
    derive,
    open_key,
    seal_key,
)
from p2pgame.transport.link import FRAME_LIMIT, SIZES, InvalidFrame, UnknownEpoch

KEY = bytes(range(32))
OTHER = bytes(range(32, 64))
LABEL = b"p2pgame/1/envelope"
OVERHEAD = 1 + 4 + 24 + 16 + 4


def fixed(data: bytes) -> Callable[[int], bytes]:
    """Return entropy that deals out these bytes."""
    rest = bytearray(data)

    def take(size: int) -> bytes:
        taken = bytes(rest[:size])
        del rest[:size]
        return taken

    return take


# An independent XChaCha20-Poly1305 and HKDF, each checked against its source.


def hchacha20(key: bytes, nonce: bytes) -> bytes:
    words = list(unpack("<4I8I4I", b"expand 32-byte k" + key + nonce))
    columns = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
    diagonals = [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
    for a, b, c, d in (columns + diagonals) * 10:
        for x, y, z, shift in [
            (a, b, d, 16),
            (c, d, b, 12),
            (a, b, d, 8),
            (c, d, b, 7),
        ]:
            words[x] = (words[x] + words[y]) & 0xFFFFFFFF
            mixed = words[z] ^ words[x]
            words[z] = (mixed << shift | mixed >> 32 - shift) & 0xFFFFFFFF
    return pack("<8I", *words[:4], *words[12:])


def xchacha(key: bytes, nonce: bytes) -> tuple[ChaCha20Poly1305, bytes]:
    return ChaCha20Poly1305(hchacha20(key, nonce[:16])), bytes(4) + nonce[16:]


def xchacha_seal(key: bytes, nonce: bytes, text: bytes, data: bytes) -> bytes:
    cipher, short_nonce = xchacha(key, nonce)
    return cipher.encrypt(short_nonce, text, data)


def xchacha_open(key: bytes, nonce: bytes, sealed: bytes, data: bytes) -> bytes:
    cipher, short_nonce = xchacha(key, nonce)
    return cipher.decrypt(short_nonce, sealed, data)


def hkdf(secret: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    prk = hmac.digest(salt or bytes(32), secret, "sha256")
    okm = block = b""
    while len(okm) < size:
        counter = bytes([len(okm) // 32 + 1])
        block = hmac.digest(prk, block + info + counter, "sha256")
        okm += block
    return okm[:size]


def test_the_independent_cipher_agrees_with_the_draft() -> None:
    """draft-irtf-cfrg-xchacha-03, 2.2.1 and A.3.1."""
    assert hchacha20(
        bytes(range(32)), bytes.fromhex("000000090000004a0000000031415927")
    ) == bytes.fromhex(
        "82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc"
    )
    sealed = xchacha_seal(
        bytes(range(0x80, 0xA0)),
        bytes(range(0x40, 0x58)),
        b"Ladies and Gentlemen of the class of '99: If I could offer you only "
        b"one tip for the future, sunscreen would be it.",
        bytes.fromhex("50515253c0c1c2c3c4c5c6c7"),
    )
    assert sealed == bytes.fromhex(
        "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb"
        "731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b452"
        "2f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9"
        "21f9664c97637da9768812f615c68b13b52e"
        "c0875924c1c7987947deafd8780acf49"
    )


def test_the_independent_hkdf_agrees_with_rfc_5869() -> None:
    """RFC 5869, A.1."""
    info = bytes.fromhex("f0f1f2f3f4f5f6f7f8f9")
    assert hkdf(b"\x0b" * 22, bytes(range(13)), info, 42) == bytes.fromhex(
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"
        "34007208d5b887185865"
    )


# RFC 7748, 6.1.
ALICE = bytes.fromhex(
    "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"
)
BOB = bytes.fromhex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
ALICE_PUBLIC = bytes.fromhex(
    "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"
)
BOB_PUBLIC = bytes.fromhex(
    "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
)
SHARED = bytes.fromhex(
    "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
)


def test_a_frame_is_what_its_description_says() -> None:
    nonce = bytes(range(100, 124))
    frame = Envelope({7: KEY}).seal(b"a move", fixed(nonce))
    header = b"\x01" + (7).to_bytes(4)
    assert frame[:29] == header + nonce
    padded = xchacha_open(KEY, nonce, frame[29:], LABEL + header)
    assert padded == (6).to_bytes(4) + b"a move" + bytes(256 - OVERHEAD - 6)


def test_derived_keys_are_hkdf() -> None:
    assert derive(KEY, b"table") == hkdf(KEY, b"", b"p2pgame/1/table", 32)
    assert derive(KEY, b"table") != derive(KEY, b"epoch 0") != derive(OTHER, b"epoch 0")


def test_a_key_box_is_what_its_description_says() -> None:
    assert (box_public(ALICE), box_public(BOB)) == (ALICE_PUBLIC, BOB_PUBLIC)
    box = seal_key(KEY, BOB_PUBLIC, fixed(ALICE))
    assert box[:32] == ALICE_PUBLIC
    okm = hkdf(SHARED, b"", b"p2pgame/1/key box" + ALICE_PUBLIC + BOB_PUBLIC, 56)
    assert xchacha_open(okm[:32], okm[32:], box[32:], ALICE_PUBLIC) == KEY


# The envelope's promises.


@given(st.binary(max_size=5000), st.integers(0, 2**32 - 1))
def test_what_is_sealed_opens_again(plaintext: bytes, epoch: int) -> None:
    envelope = Envelope({epoch: KEY})
    frame = envelope.seal(plaintext, secrets.token_bytes)
    assert envelope.open(frame) == (epoch, plaintext)


@pytest.mark.attack(37)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("beside", [-1, 0, 1])
def test_every_frame_has_one_of_the_sizes(size: int, beside: int) -> None:
    length = min(size - OVERHEAD + beside, PLAINTEXT_LIMIT)
    envelope = Envelope({0: KEY})
    frame = envelope.seal(bytes(length), secrets.token_bytes)
    assert len(frame) == (size if length <= size - OVERHEAD else size * 4)
    assert envelope.open(frame) == (0, bytes(length))


def test_the_sizes_end_at_the_frame_limit() -> None:
    assert SIZES == (256, 1024, 4096, 16384, 65536, FRAME_LIMIT)
    assert FRAME_LIMIT - OVERHEAD == PLAINTEXT_LIMIT
    with pytest.raises(ValueError, match="fit no frame"):
        Envelope({0: KEY}).seal(bytes(PLAINTEXT_LIMIT + 1), secrets.token_bytes)


@pytest.mark.attack(38)
def test_no_bit_of_a_frame_can_be_changed() -> None:
    # The other epoch has the same key, so that only the binding tells them apart.
    envelope = Envelope({0: KEY, 1: KEY})
    frame = bytearray(envelope.seal(b"a move", secrets.token_bytes))
    for bit in range(len(frame) * 8):
        frame[bit // 8] ^= 1 << bit % 8
        with pytest.raises(InvalidFrame):
            envelope.open(bytes(frame))
        frame[bit // 8] ^= 1 << bit % 8
    assert envelope.open(bytes(frame)) == (1, b"a move")


@pytest.mark.parametrize("size", SIZES)
def test_a_frame_cut_or_lengthened_is_refused(size: int) -> None:
    envelope = Envelope({0: KEY})
    frame = envelope.seal(bytes(size - OVERHEAD), secrets.token_bytes)
    for changed in (b"", frame[:10], frame[:-1], frame + b"\0"):
        with pytest.raises(InvalidFrame, match="bytes long"):
            envelope.open(changed)
    for changed in (frame[:256], frame * 4):
        if changed != frame:
            with pytest.raises(InvalidFrame):
                envelope.open(changed)


@given(st.sampled_from(SIZES[:3]).flatmap(lambda n: st.binary(min_size=n, max_size=n)))
def test_random_bytes_are_no_frame(data: bytes) -> None:
    with pytest.raises(InvalidFrame):
        Envelope({0: KEY}).open(data)


@pytest.mark.attack(40)
def test_the_same_plaintext_gives_another_frame_each_time() -> None:
    envelope = Envelope({0: KEY})
    frames = {envelope.seal(b"a move", secrets.token_bytes) for _ in range(100)}
    assert len({frame[5:29] for frame in frames}) == 100
    assert len({frame[29:] for frame in frames}) == 100


def test_a_frame_of_an_unknown_epoch_is_refused() -> None:
    frame = Envelope({3: KEY}).seal(b"a move", secrets.token_bytes)
    with pytest.raises(UnknownEpoch, match="no key for epoch 3"):
        Envelope({0: KEY}).open(frame)


@pytest.mark.attack(36)
def test_a_frame_under_another_key_is_refused() -> None:
    frame = Envelope({0: OTHER}).seal(b"a move", secrets.token_bytes)
    with pytest.raises(InvalidFrame):
        Envelope({0: KEY}).open(frame)


def test_an_old_epoch_still_opens_and_says_that_it_is_old() -> None:
    envelope = Envelope({0: KEY})
    old = envelope.seal(b"early", secrets.token_bytes)
    envelope.add(1, OTHER)
    assert envelope.open(envelope.seal(b"late", secrets.token_bytes)) == (1, b"late")
    assert envelope.open(old) == (0, b"early")
    again = envelope.seal(b"again", secrets.token_bytes, epoch=0)
    assert Envelope({0: KEY}).open(again) == (0, b"again")


def crafted(padded: bytes) -> bytes:
    """Return a frame that a member made, well sealed but padded at will."""
    header, nonce = b"\x01" + bytes(4), bytes(24)
    return header + nonce + xchacha_seal(KEY, nonce, padded, LABEL + header)


@pytest.mark.parametrize(
    "padded",
    [
        (3).to_bytes(4) + b"abc" + bytes(203) + b"\1",
        (3).to_bytes(4) + b"abc" + bytes(1024 - 52),
        (208).to_bytes(4) + bytes(207),
        (2**32 - 1).to_bytes(4) + bytes(207),
    ],
    ids=["not zeros", "too large a size", "length by one", "length by far"],
)
def test_wrong_padding_by_a_member_is_refused(padded: bytes) -> None:
    frame = crafted(padded)
    assert len(frame) in SIZES
    with pytest.raises(InvalidFrame, match="padded"):
        Envelope({0: KEY}).open(frame)


def test_the_crafted_frame_would_open_if_padded_well() -> None:
    frame = crafted((3).to_bytes(4) + b"abc" + bytes(204))
    assert Envelope({0: KEY}).open(frame) == (0, b"abc")


@pytest.mark.attack(68)
def test_a_frame_of_another_version_is_refused() -> None:
    frame = Envelope({0: KEY}).seal(b"", secrets.token_bytes)
    with pytest.raises(InvalidFrame, match="version"):
        Envelope({0: KEY}).open(b"\x02" + frame[1:])


def test_an_epoch_keeps_its_key() -> None:
    envelope = Envelope({0: KEY})
    envelope.add(0, KEY)
    with pytest.raises(ValueError, match="another key"):
        envelope.add(0, OTHER)
    assert envelope.newest == 0


@pytest.mark.parametrize(("epoch", "key"), [(-1, KEY), (2**32, KEY), (0, KEY[1:])])
def test_only_keys_and_epochs_are_added(epoch: int, key: bytes) -> None:
    with pytest.raises(ValueError):
        Envelope({epoch: key})


def test_nothing_is_sealed_without_a_key() -> None:
    with pytest.raises(ValueError, match="no key"):
        Envelope().seal(b"", secrets.token_bytes)
    with pytest.raises(ValueError, match="no key for epoch 2"):
        Envelope({0: KEY}).seal(b"", secrets.token_bytes, epoch=2)


@pytest.mark.attack(66)
def test_keys_are_not_shown() -> None:
    envelope = Envelope({0: KEY, 5: OTHER})
    assert repr(envelope) == str(envelope) == "Envelope(epochs=[0, 5])"
    with pytest.raises(ValueError) as caught:
        envelope.add(0, OTHER)
    assert repr(OTHER)[2:20] not in repr(caught.value)


# Boxes for keys.


def test_a_key_box_opens_for_its_recipient_alone() -> None:
    box = seal_key(KEY, BOB_PUBLIC, secrets.token_bytes)
    assert len(box) == BOX_SIZE
    assert open_key(box, BOB) == KEY
    with pytest.raises(InvalidFrame):
        open_key(box, ALICE)


def test_no_bit_of_a_key_box_can_be_changed() -> None:
    box = bytearray(seal_key(KEY, BOB_PUBLIC, secrets.token_bytes))
    for bit in range(len(box) * 8):
        box[bit // 8] ^= 1 << bit % 8
        with pytest.raises(InvalidFrame):
            open_key(bytes(box), BOB)
        box[bit // 8] ^= 1 << bit % 8
    for changed in (b"", bytes(box[:-1]), bytes(box) + b"\0"):
        with pytest.raises(InvalidFrame):
            open_key(changed, BOB)


# Points of small order (RFC 7748, 6.1: the shared secret would be zero).
SMALL_ORDER = [
    bytes(32),
    b"\1" + bytes(31),
    bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
    (2**255 - 20).to_bytes(32, "little"),
]


@pytest.mark.parametrize("point", SMALL_ORDER)
def test_a_public_key_of_small_order_is_refused(point: bytes) -> None:
    with pytest.raises(ValueError):
        seal_key(KEY, point, secrets.token_bytes)
    with pytest.raises(InvalidFrame):
        open_key(point + bytes(BOX_SIZE - 32), BOB)


def test_only_keys_go_into_a_box() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        seal_key(KEY[1:], BOB_PUBLIC, secrets.token_bytes)
    with pytest.raises(ValueError):
        seal_key(KEY, BOB_PUBLIC[1:], secrets.token_bytes)


def test_a_box_is_the_same_again_from_the_same_entropy() -> None:
    """A player who restarts with the same seed says the same thing again."""
    assert seal_key(KEY, BOB_PUBLIC, fixed(ALICE)) == seal_key(
        KEY, BOB_PUBLIC, fixed(ALICE)
    )
