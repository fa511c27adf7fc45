"""Masked decks and piles and their shuffles, checked by docs/wire.md alone.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.wire_group import (
    IDENTITY,
    ORDER,
    Card,
    Element,
    G,
    Scalar,
    Transcript,
    bases,
    combine,
    face_element,
    read_element,
    read_scalar,
    scalars,
)
from tests.wire_values import Bytes, need

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


# Piles


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
