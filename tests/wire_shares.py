"""Shared secrets and the beacon of docs/wire.md, checked by its text alone.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

from tests.wire_group import (
    ORDER,
    Element,
    G,
    Transcript,
    combine,
    read_element,
    read_scalar,
    scalars,
    total,
)
from tests.wire_values import Bytes, need


def sharing_identity(
    turn: bytes, keys: Mapping[int, Element], quorum: int
) -> tuple[bytes, Sequence[int]]:
    """Return the identity of a sharing, and its seats."""
    seats = sorted(keys)
    transcript = Transcript("sharing")
    transcript.append("occasion", turn, seats, quorum)
    transcript.append("keys", *(keys[seat] for seat in seats))
    return transcript.hash("identity"), seats


def _place(name: str, identity: bytes, *seats: int) -> Transcript:
    transcript = Transcript(name)
    transcript.append("place", identity, seats)
    return transcript


def check_dealing(
    message: bytes,
    turn: bytes,
    keys: Mapping[int, Element],
    quorum: int,
    dealer: int,
) -> tuple[list[Element], Element, dict[int, int]]:
    """Return what a dealing commits to, its E, and the hidden shares by holder."""
    identity, seats = sharing_identity(turn, keys, quorum)
    others = [seat for seat in seats if seat != dealer]
    fields = Bytes(message)
    *A, E = (read_element(fields.take(32)) for _ in range(quorum))
    A = [keys[dealer], *A]
    hidden = {seat: read_scalar(fields.take(32)) for seat in others}
    R, z = read_element(fields.take(32)), read_scalar(fields.take(32))
    fields.end()
    transcript = _place("dealing", identity, dealer)
    transcript.append("commitments", A)
    transcript.append("encrypted shares", scalars([*hidden.values()]))
    transcript.append("ownership statement", G, E)
    transcript.append("ownership commitment", R)
    c = transcript.challenge("ownership challenge")
    need(z * G == R + c * E, "the dealing is another's")
    return A, E, hidden


def share_key(A: Sequence[Element], holder: int) -> Element:
    """Return the key of the share that ``holder`` has by a dealing."""
    return combine([(holder + 1) ** k for k in range(len(A))], A)


def open_share(
    message: bytes,
    turn: bytes,
    keys: Mapping[int, Element],
    quorum: int,
    dealer: int,
    holder: int,
    secret: int,
) -> tuple[int, Element]:
    """Check a dealing; return the share of ``holder``, and its share key."""
    A, E, hidden = check_dealing(message, turn, keys, quorum, dealer)
    identity, _ = sharing_identity(turn, keys, quorum)
    pad = _place("share pad", identity, dealer, holder)
    pad.append("exchange", E, secret * E)
    share = (hidden[holder] - pad.challenge("pad")) % ORDER
    key = share_key(A, holder)
    need(share != 0 and share * G == key, "the share does not fit")
    return share, key


def stand_in(tokens: Mapping[int, Element]) -> Element:
    """Return the token that those of the holders make together."""
    weights = {}
    for j in tokens:
        above, below = 1, 1
        for k in tokens:
            if k != j:
                above, below = above * (k + 1), below * (k - j)
        weights[j] = above * pow(below, -1, ORDER) % ORDER
    return combine([*weights.values()], [*tokens.values()])


def beacon(
    turn: bytes,
    keys: Mapping[int, Element],
    quorum: int,
    dealings: Sequence[bytes],
    shown: Mapping[int, bytes],
) -> bytes:
    """Return the seed of a beacon, from what was said by rising seat."""
    dealt, hidden = check_dealings(turn, keys, quorum, dealings)
    return show_seed(dealt, hidden, keys, quorum, shown)


def check_dealings(
    turn: bytes, keys: Mapping[int, Element], quorum: int, dealings: Sequence[bytes]
) -> tuple[bytes, dict[int, Element]]:
    """Return the hash of the first round, and the hidden share of each seat."""
    seats = sorted(keys)
    transcript = Transcript("beacon")
    transcript.append("occasion", turn, quorum)
    transcript.append("players", seats, [keys[seat] for seat in seats])
    history = transcript.hash("history")
    parts = [
        _check_dealing(message, history, seat, keys, quorum)
        for seat, message in zip(seats, dealings, strict=True)
    ]
    transcript = Transcript("beacon dealt")
    transcript.append("dealings", history, dealings)
    hidden = {seat: total([part[seat] for part in parts]) for seat in seats}
    return transcript.hash("history"), hidden


def show_seed(
    dealt: bytes,
    hidden: Mapping[int, Element],
    keys: Mapping[int, Element],
    quorum: int,
    shown: Mapping[int, bytes],
) -> bytes:
    """Return the seed that the shares of the last round show."""
    found = {
        seat: _check_share(message, dealt, seat, keys[seat], hidden[seat])
        for seat, message in shown.items()
    }
    need(len(found) >= quorum, "too few shares")
    S = stand_in({seat: found[seat] for seat in sorted(found)[:quorum]})
    return sha256(b"p2pgame v1 beacon result" + dealt + S.data).digest()


def _check_dealing(
    message: bytes, history: bytes, seat: int, keys: Mapping[int, Element], quorum: int
) -> dict[int, Element]:
    fields = Bytes(message)
    P = {j: read_element(fields.take(32)) for j in sorted(keys)}
    c, *z = (read_scalar(fields.take(32)) for _ in range(1 + quorum))
    fields.end()
    transcript = Transcript("beacon dealing")
    transcript.append("place", history, seat)
    transcript.append("pvss threshold", quorum)
    for j in P:
        transcript.append("pvss share", j, keys[j], P[j])
    commitments = []
    for j in P:
        z_j = sum(z_k * (j + 1) ** k for k, z_k in enumerate(z))
        commitments.append(z_j * keys[j] + c * P[j])
    transcript.append("pvss commitments", commitments)
    need(transcript.challenge("pvss challenge") == c, "no dealing")
    return P


def _check_share(
    message: bytes, dealt: bytes, seat: int, key: Element, Q: Element
) -> Element:
    fields = Bytes(message)
    S = read_element(fields.take(32))
    c, z = read_scalar(fields.take(32)), read_scalar(fields.take(32))
    fields.end()
    transcript = Transcript("beacon share")
    transcript.append("place", dealt, seat)
    transcript.append("dleq statement", G, S, key, Q)
    transcript.append("dleq commitment", z * G + c * key, z * S + c * Q)
    need(transcript.challenge("dleq challenge") == c, "another share")
    return S
