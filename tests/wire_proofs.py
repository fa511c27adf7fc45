"""The proofs of docs/wire.md about keys and single cards, checked by its text alone.

Part of the second reader: it shares no code with the program.  It checks every
equation on its own, so it is slower.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.wire_group import (
    ORDER,
    Card,
    Element,
    G,
    Transcript,
    combine,
    face_element,
    le64,
    read_element,
    read_scalar,
    total,
)
from tests.wire_values import Bytes, Malformed, need

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


def check_non_membership(
    proof: Bytes,
    cards: Sequence[Card],
    refused: Sequence[Element],
    share: Element,
    transcript: Transcript,
) -> int:
    """Check that no card holds any of the points; return the challenge."""
    k, M = len(cards), len(refused)
    need(0 < k * M <= 4096, "too many")
    need(len({*refused}) == M, "a point twice")
    U = [read_element(proof.take(32)) for _ in cards]
    B = [read_element(proof.take(32)) for _ in range(k * M)]
    S = read_element(proof.take(32))
    c, z_0, *z = (read_scalar(proof.take(32)) for _ in range(k + 2))
    proof.end()
    transcript.append("non-membership statement", G, share, cards, refused)
    transcript.append("non-membership multiples", U, B)
    w = transcript.challenge("non-membership weight")
    R_0 = z_0 * G + c * share
    R = [z[i] * cards[i][0] + c * U[i] for i in range(k)]
    transcript.append("non-membership commitments", R_0, R, S)
    need(transcript.challenge("non-membership challenge") == c, "other commitments")
    terms = []
    for i, (_, C2) in enumerate(cards):
        for j, Q in enumerate(refused):
            part = z[i] * (C2 - Q) - z_0 * U[i] + c * B[i * M + j]
            terms.append(pow(w, i * M + j + 1, ORDER) * part)
    need(total(terms) == S, "a card holds one of the points")
    return c


def check_claim(
    message: bytes,
    cards: Sequence[Card],
    allowed: Sequence[Element],
    others: Sequence[Element],
    share: Element,
    transcript: Transcript,
) -> int:
    """Check what a player shows of cards of one kind; return the challenge.

    ``allowed`` and ``others`` are the elements of all faces of the kind, each once;
    ``transcript`` holds the occasion.
    """
    k, N, M = len(cards), len(allowed), len(others)
    need(N > 0, "a claim that no card can meet")
    proof = Bytes(message)
    if M == 0 or 3 * k * N < k * (M + 4) + M + 2:
        return check_membership(proof, cards, allowed, share, transcript)
    return check_non_membership(proof, cards, others, share, transcript)


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
