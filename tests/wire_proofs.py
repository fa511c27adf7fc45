"""The proofs of docs/wire.md, checked by its text alone.

Part of the second reader: it shares no code with the program, only the library
of the group.  It checks every equation on its own, so it is slower.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256, sha512
from itertools import count
from typing import TypeAlias

import rbcl

from tests.wire_values import Bytes, Malformed, need

ORDER = 2**252 + 27742317777372353535851937790883648493

_is_valid: Callable[[bytes], bool] = rbcl.crypto_core_ristretto255_is_valid_point
_add: Callable[[bytes, bytes], bytes] = rbcl.crypto_core_ristretto255_add
_subtract: Callable[[bytes, bytes], bytes] = rbcl.crypto_core_ristretto255_sub
_multiply: Callable[[bytes, bytes], bytes] = rbcl.crypto_scalarmult_ristretto255
_map: Callable[[bytes], bytes] = rbcl.crypto_core_ristretto255_from_hash


# Group


@dataclass(frozen=True)
class Element:
    data: bytes

    def __add__(self, other: Element) -> Element:
        return Element(_add(self.data, other.data))

    def __sub__(self, other: Element) -> Element:
        return Element(_subtract(self.data, other.data))

    def __rmul__(self, k: int) -> Element:
        if k % ORDER == 0 or self == IDENTITY:
            return IDENTITY
        return Element(_multiply((k % ORDER).to_bytes(32, "little"), self.data))


IDENTITY = Element(bytes(32))
G = Element(
    bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76")
)

Card: TypeAlias = tuple[Element, Element]


@dataclass(frozen=True)
class Scalar:
    """A number that a proof transcript takes as a scalar."""

    value: int


Item: TypeAlias = bytes | int | Scalar | Element | Sequence["Item"]


def total(elements: Sequence[Element]) -> Element:
    return sum(elements, start=IDENTITY)


def combine(factors: Sequence[int], elements: Sequence[Element]) -> Element:
    return total([k * P for k, P in zip(factors, elements, strict=True)])


def read_element(data: bytes) -> Element:
    """Read an element that is not the identity."""
    need(len(data) == 32 and data[31] < 128 and _is_valid(data), "no element")
    need(data != bytes(32), "the identity")
    return Element(data)


def read_scalar(data: bytes) -> int:
    value = int.from_bytes(data, "little")
    need(len(data) == 32 and value < ORDER, "no scalar")
    return value


def element(label: bytes, data: bytes) -> Element:
    message = b"p2pgame v1 hash to group" + le64(len(label)) + label + data
    return Element(_map(sha512(message).digest()))


def face_element(face: str) -> Element:
    return element(b"face", face.encode())


def bases(n: int) -> list[Element]:
    return [element(b"commitment base", i.to_bytes(4, "little")) for i in range(n)]


def le64(n: int) -> bytes:
    return n.to_bytes(8, "little")


# Proof transcripts


class Transcript:
    """``fed`` is everything that was hashed."""

    def __init__(self, name: str) -> None:
        self.fed = b"p2pgame v1 transcript"
        self.append("protocol", name.encode())

    def append(self, label: str, *items: Item) -> None:
        self.fed += b"A" + item(label.encode()) + item(items)

    def challenge(self, label: str) -> int:
        self.fed += b"C" + item(label.encode())
        digest = sha512(self.fed).digest()
        self.fed += digest
        return int.from_bytes(digest, "little") % ORDER

    def hash(self, label: str) -> bytes:
        """Return a challenge as bytes, to name something by."""
        return self.challenge(label).to_bytes(32, "little")


def item(value: Item) -> bytes:
    match value:
        case bytes():
            return b"b" + le64(len(value)) + value
        case int():
            size = abs(value).bit_length() // 8 + 1
            return b"i" + le64(size) + value.to_bytes(size, "little", signed=True)
        case Scalar():
            return b"s" + le64(32) + value.value.to_bytes(32, "little")
        case Element():
            return b"E" + le64(32) + value.data
        case _:
            return b"q" + le64(len(value)) + b"".join(map(item, value))


def scalars(values: Sequence[int]) -> tuple[Scalar, ...]:
    return tuple(map(Scalar, values))


# Keys


def check_share(
    message: bytes, context: bytes, seats: Sequence[int], seat: int
) -> tuple[Element, int]:
    """Return a key share, and the challenge of its proof."""
    fields = Bytes(message)
    share, R = read_element(fields.take(32)), read_element(fields.take(32))
    z = read_scalar(fields.take(32))
    fields.end()
    transcript = Transcript("key share")
    transcript.append("occasion", context, sorted(seats), seat)
    transcript.append("ownership statement", G, share)
    transcript.append("ownership commitment", R)
    c = transcript.challenge("ownership challenge")
    need(z * G == R + c * share, "the share is not its player's")
    return share, c


# Commitments and dice


def sealed_occasion(context: bytes, choosers: Sequence[int]) -> bytes:
    transcript = Transcript("sealed moves")
    transcript.append("occasion", context, sorted(choosers))
    return transcript.hash("occasion")


def commitment(occasion: bytes, seat: int, move: bytes, nonce: bytes) -> bytes:
    parts = (occasion, le64(seat), move, nonce)
    framed = b"".join(le64(len(part)) + part for part in parts)
    return sha512(b"p2pgame v1 commitment" + framed).digest()[:32]


def open_seal(sealed: bytes, occasion: bytes, seat: int, opening: bytes) -> bytes:
    """Return the move that was sealed."""
    need(len(sealed) == 32 and 32 <= len(opening) <= 32 + 1024, "length")
    nonce, move = opening[:32], opening[32:]
    need(commitment(occasion, seat, move, nonce) == sealed, "another opening")
    return move


def flip_of(turn: bytes) -> bytes:
    return sha256(b"p2pgame v1 coin occasion" + turn).digest()


def seed_of(flip: bytes, throws: Sequence[bytes]) -> bytes:
    need(all(len(throw) == 32 for throw in throws), "a throw")
    return sha256(b"p2pgame v1 coin result" + flip + b"".join(throws)).digest()


def dice(seed: bytes, sides: int, number: int) -> list[int]:
    key = sha256(b"p2pgame v1 roll" + seed).digest()
    shown: list[int] = []
    for block in (sha256(key + le64(i)).digest() for i in count()):
        for at in range(0, 32, 8):
            word = int.from_bytes(block[at : at + 8], "little")
            if word < 2**64 - 2**64 % sides and len(shown) < number:
                shown.append(word % sides)
        if len(shown) == number:
            break
    return shown


# Decks


def start_deck(
    faces: Sequence[str], players: Sequence[int], shares: Sequence[Element], turn: bytes
) -> tuple[list[Card], bytes]:
    """Return the cards before the first shuffle, and their identity hash.

    ``shares`` are those of the players, in their order.
    """
    transcript = Transcript("deck")
    transcript.append("occasion", turn, players)
    transcript.append("keys", *shares)
    transcript.append("faces", *map(face_element, faces))
    cards = [(IDENTITY, face_element(face)) for face in faces]
    return cards, transcript.hash("identity")


def check_shuffle(
    message: bytes, old: Sequence[Card], key: Element, identity: bytes, seat: int
) -> tuple[list[Card], bytes]:
    """Return the cards that ``seat`` made of the old ones, and their hash."""
    n, fields = len(old), Bytes(message)
    need(len(message) == 160 * n + 288, "length")
    new = [(read_element(fields.take(32)), read_element(fields.take(32))) for _ in old]
    transcript = Transcript("deck shuffle")
    transcript.append("place", identity, seat)
    _check_argument(fields, old, new, key, transcript)
    stage = Transcript("deck stage")
    stage.append("shuffled", identity, seat, new)
    return new, stage.hash("identity")


def _check_argument(
    proof: Bytes,
    old: Sequence[Card],
    new: Sequence[Card],
    key: Element,
    transcript: Transcript,
) -> None:
    n, H = len(old), bases(len(old))
    c, c_d, E_d1, E_d2 = (read_element(proof.take(32)) for _ in range(4))
    *f, Z = (read_scalar(proof.take(32)) for _ in range(n + 1))
    halves = [[half for card in deck for half in card] for deck in (old, new)]
    transcript.append("shuffle statement", [G, *H], key, *halves)
    transcript.append("shuffle commitments", c, c_d, E_d1, E_d2)
    t = transcript.challenge("shuffle t")
    transcript.append("shuffle responses", scalars(f), Scalar(Z))
    lam = transcript.challenge("shuffle lambda")

    powers = [pow(t, i, ORDER) for i in range(1, n + 1)]
    for half, E_d, base in ((0, E_d1, G), (1, E_d2, key)):
        after = combine(f, [card[half] for card in new])
        before = combine(powers, [card[half] for card in old])
        need(after - before + E_d == Z * base, "equation (4)")

    m = [(lam * i + t_i) % ORDER for i, t_i in enumerate(powers, 1)]
    C = lam * c + c_d + combine(f, H)
    terms = scalars([lam, 1, *f]), [c, c_d, *H]
    transcript.append("known content statement", scalars(m), *terms)
    check_content(proof, m, C, transcript)


def check_content(
    proof: Bytes, m: Sequence[int], C: Element, transcript: Transcript
) -> None:
    n, H = len(m), bases(len(m))
    x = transcript.challenge("known content x")
    c_d, c_Delta, c_a = (read_element(proof.take(32)) for _ in range(3))
    *f, z = (read_scalar(proof.take(32)) for _ in range(n + 1))
    *f_Delta, z_Delta = (read_scalar(proof.take(32)) for _ in range(n))
    proof.end()
    transcript.append("known content commitments", c_d, c_Delta, c_a)
    e = transcript.challenge("known content e")
    need(e * C + c_d == combine(f, H) + z * G, "equation (1)")
    steps = combine(f_Delta, H[: n - 1]) + z_Delta * G
    need(e * c_a + c_Delta == steps, "equation (2)")
    F = f[0] - e * x
    for f_i, f_Delta_i in zip(f[1:], f_Delta, strict=True):
        F = (F * (f_i - e * x) + f_Delta_i) * pow(e, -1, ORDER) % ORDER
    product = e
    for m_i in m:
        product = product * (m_i - x) % ORDER
    need((F - product) % ORDER == 0, "equation (3)")


def start_pile(
    turn: bytes,
    players: Sequence[int],
    holders: Sequence[int],
    shares: Sequence[Element],
    cards: Sequence[Card],
    origins: Sequence[bytes],
) -> bytes:
    """Return the identity hash of a pile; ``shares`` are those of the holders."""
    transcript = Transcript("pile")
    transcript.append("occasion", turn, players, holders)
    transcript.append("keys", *shares)
    transcript.append("cards", cards, origins)
    return transcript.hash("identity")


def check_remask(
    message: bytes, old: Card, key: Element, identity: bytes, seat: int
) -> tuple[bytes, int]:
    """Return the hash after a pile of one card was remasked, and the challenge."""
    fields = Bytes(message)
    new = read_element(fields.take(32)), read_element(fields.take(32))
    c, z = read_scalar(fields.take(32)), read_scalar(fields.take(32))
    fields.end()
    A, B = new[0] - old[0], new[1] - old[1]
    need(IDENTITY not in (key, A, B), "the identity")
    transcript = Transcript("deck shuffle")
    transcript.append("place", identity, seat)
    transcript.append("dleq statement", G, key, A, B)
    transcript.append("dleq commitment", z * G + c * A, z * key + c * B)
    need(transcript.challenge("dleq challenge") == c, "another card")
    stage = Transcript("deck stage")
    stage.append("shuffled", identity, seat, [new])
    return stage.hash("identity"), c


# Membership


def check_membership(
    proof: Bytes,
    cards: Sequence[Card],
    points: Sequence[Element],
    share: Element,
    transcript: Transcript,
) -> int:
    """Check that each card holds one of the points; return the challenge."""
    need(0 < len(cards) * len(points) <= 4096, "too many")
    need(len({*points}) == len(points), "a point twice")
    sums, commitments = set(), []
    for C1, C2 in cards:
        sum_of_c = 0
        for F in points:
            c, z = read_scalar(proof.take(32)), read_scalar(proof.take(32))
            commitments.append((z * G + c * share, z * C1 + c * (C2 - F)))
            sum_of_c += c
        sums.add(sum_of_c % ORDER)
    proof.end()
    transcript.append("membership statement", G, share, cards, points)
    transcript.append("membership commitments", commitments)
    e = transcript.challenge("membership challenge")
    need(sums == {e}, "a card holds none of the points")
    return e


def check_placement(
    message: bytes,
    turn: bytes,
    seat: int,
    slots: Sequence[int],
    faces: Sequence[str],
    share: Element,
) -> tuple[list[Card], list[bytes], int]:
    """Return the cells that ``seat`` laid, their origins, and the challenge."""
    fields, points = Bytes(message), [*map(face_element, faces)]
    cells = [
        (read_element(fields.take(32)), read_element(fields.take(32))) for _ in slots
    ]
    transcript, origin = Transcript("placement"), Transcript("placement")
    transcript.append("occasion", turn, seat, slots, points)
    e = check_membership(fields, cells, points, share, transcript)
    origin.append("occasion", turn, seat, slots, points)
    origin.append("laid", *cells)
    identity = origin.hash("identity")
    return cells, [identity + le64(slot) for slot in slots], e


def occasion_of_claim(
    turn: bytes, seat: int, slots: Sequence[int], origins: Sequence[bytes]
) -> Transcript:
    transcript = Transcript("claim")
    transcript.append("occasion", turn, seat, slots, origins)
    return transcript


# Tokens


def check_tokens(
    message: bytes,
    cards: Sequence[Card],
    share: Element,
    transcript: Transcript,
) -> tuple[list[Element], int]:
    """Return the tokens for ``cards``, and the challenge of their proof.

    ``transcript`` holds their occasion.
    """
    fields = Bytes(message)
    tokens = [read_element(fields.take(32)) for _ in cards]
    S = read_element(fields.take(32))
    c, z = read_scalar(fields.take(32)), read_scalar(fields.take(32))
    fields.end()
    pairs = [(card[0], token) for card, token in zip(cards, tokens, strict=True)]
    transcript.append("dleq batch", share, pairs)
    weights = [transcript.challenge("dleq weight") for _ in pairs]
    M = combine(weights, [C1 for C1, _ in pairs])
    Z = combine(weights, tokens)
    transcript.append("dleq commitment", z * G + c * share, S)
    need(transcript.challenge("dleq challenge") == c, "another commitment")
    need(z * M + c * Z == S, "a token is false")
    return tokens, c


def occasion_of_tokens(
    turn: bytes, seat: int, owner: int, slots: Sequence[int], origins: Sequence[bytes]
) -> Transcript:
    """Return what tokens of ``owner`` are bound to that ``seat`` makes."""
    transcript = Transcript("reveal tokens")
    transcript.append("occasion", turn, seat, owner, slots, origins)
    return transcript


def face_of(card: Card, tokens: Sequence[Element], faces: Sequence[str]) -> str:
    """Return the face that is left when all tokens are taken off."""
    left = card[1] - total(tokens)
    for face in faces:
        if face_element(face) == left:
            return face
    raise Malformed("no card of the deck")


def check_unrelated(shares: Sequence[Element]) -> None:
    seen: set[Element] = set()
    for share in shares:
        need(share not in seen and IDENTITY - share not in seen, "a related share")
        seen.add(share)
    need(total(shares) != IDENTITY, "shares that cancel out")
