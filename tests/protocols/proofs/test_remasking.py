import pytest

from p2pgame.protocols.arithmetic.elgamal import Masked, mask, remask, start
from p2pgame.protocols.arithmetic.errors import (
    InvalidEncoding,
    InvalidProof,
    ProtocolError,
)
from p2pgame.protocols.arithmetic.group import IDENTITY, Element, G, Scalar
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.deck.cards import face_point
from p2pgame.protocols.proofs import remasking
from tests.protocols.table import lies, prg

SECRET = Scalar(10**50 + 7)
KEY = SECRET * G
ACE, KING = face_point("A♠"), face_point("K♠")
BEFORE = mask(ACE, KEY, Scalar(12345))


def bound(place: bytes = b"here") -> Transcript:
    transcript = Transcript(b"test")
    transcript.append(b"place", place)
    return transcript


def remasked(before: Masked = BEFORE, key: Element = KEY, seed: str = "x") -> bytes:
    return remasking.remask(before, key, bound(), prg(seed))


@pytest.mark.parametrize("before", [BEFORE, start(ACE)], ids=["masked", "open"])
def test_a_remasked_card_is_the_same_under_another_mask(before: Masked) -> None:
    message = remasked(before)
    assert len(message) == remasking.SIZE
    after = remasking.verify(message, before, KEY, bound())
    assert after.encode() == message[:64]
    assert not {after.C1, after.C2} & {before.C1, before.C2}
    assert after.C2 - SECRET * after.C1 == ACE


@pytest.mark.pitfall(8)
@pytest.mark.pitfall(9)
def test_a_changed_remask_is_refused() -> None:
    message = remasked()
    parts = [message[i : i + 32] for i in range(0, 128, 32)]
    top = [b"".join([*parts[:i], flip(parts[i]), *parts[i + 1 :]]) for i in range(4)]
    zero = [b"".join([*parts[:i], bytes(32), *parts[i + 1 :]]) for i in range(4)]
    turned = parts[1] + parts[0] + parts[2] + parts[3]
    for lie in [*lies(message), *top, *zero, turned]:
        with pytest.raises(ProtocolError):
            remasking.verify(lie, BEFORE, KEY, bound())


def flip(part: bytes) -> bytes:
    return part[:31] + bytes([part[31] | 0x80])


@pytest.mark.pitfall(30)
def test_another_card_is_no_remask() -> None:
    other = mask(KING, KEY, Scalar(777))
    for lie in (remasked(other), remasked(start(KING)), remasked(start(ACE))):
        with pytest.raises(InvalidProof):
            remasking.verify(lie, BEFORE, KEY, bound())


def test_a_remask_under_another_key_is_refused() -> None:
    with pytest.raises(InvalidProof):
        remasking.verify(remasked(key=Scalar(5) * G), BEFORE, KEY, bound())


@pytest.mark.pitfall(3)
def test_a_remask_is_void_in_another_place() -> None:
    with pytest.raises(InvalidProof):
        remasking.verify(remasked(), BEFORE, KEY, bound(b"there"))


@pytest.mark.pitfall(10)
def test_the_old_mask_is_refused() -> None:
    message = BEFORE.encode() + remasked()[64:]
    with pytest.raises(InvalidProof, match="identity"):
        remasking.verify(message, BEFORE, KEY, bound())
    with pytest.raises(ValueError):
        remask(BEFORE, IDENTITY, Scalar(1))


def test_a_card_without_a_proof_is_of_another_length() -> None:
    with pytest.raises(InvalidEncoding, match="128 bytes"):
        remasking.verify(remasked()[:64], BEFORE, KEY, bound())


@pytest.mark.pitfall(18)
def test_the_same_entropy_masks_another_card_with_another_factor() -> None:
    """Two cards with one factor differ by what is under them, for all to see."""
    other = mask(KING, KEY, Scalar(777))
    a, b = (Element.decode(remasked(card)[:32]) - card.C1 for card in (BEFORE, other))
    assert a != b
    elsewhere = remasking.remask(BEFORE, KEY, bound(b"there"), prg("x"))
    assert Element.decode(elsewhere[:32]) - BEFORE.C1 != a
