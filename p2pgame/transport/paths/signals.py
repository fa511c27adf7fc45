"""Encodes the messages by which players find a direct path to one another.

Two are sent over any existing path, to all at the table:

    Reach  16 | author (32) | edition (8) | count (1) | count × candidate
              | signature (64)
    Sync   17 | author (32) | to (32) | nonce (16) | step (1) | millis (2)
              | signature (64)

Two are sent over a new direct link, before anything else:

    Hello  18 | author (32) | nonce (16)
    Proof  19 | signature (64)

A candidate is ``kind (1) | version (1) | host (4 or 16) | port (2)``.  Numbers are
big-endian.  A signature is over all that precedes it; a proof's is over :func:`proven`.
All of them travel sealed, so only the table's players can make or read them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from ipaddress import ip_address
from typing import NoReturn, Protocol, TypeAlias

from p2pgame.transport.link import InvalidFrame
from p2pgame.transport.paths.candidates import CANDIDATES_LIMIT, Candidate, Kind

NONCE = 16
MILLIS_LIMIT = 0xFFFF

_REACH, _SYNC, _HELLO, _PROOF = 16, 17, 18, 19
_AUTHOR, _SIGNATURE = 32, 64
_EDITION = 8
_REACH_START = 1 + _AUTHOR + _EDITION + 1
_SYNC_SIZE = 1 + 2 * _AUTHOR + NONCE + 1 + 2 + _SIGNATURE
_HELLO_SIZE = 1 + _AUTHOR + NONCE
_PROOF_SIZE = 1 + _SIGNATURE
_HOST_SIZES = {4: 4, 6: 16}


class Step(IntEnum):
    """How far two players have agreed on the moment to punch."""

    ASK = 1
    ANSWER = 2
    GO = 3


@dataclass(frozen=True, slots=True)
class Reach:
    """Tell where we can be reached; a higher ``edition`` replaces earlier ones.

    No candidates means: do not try, we hide our addresses.
    """

    author: bytes
    edition: int
    candidates: tuple[Candidate, ...]
    signature: bytes = b""

    def __post_init__(self) -> None:
        _check_sizes(self.author, _AUTHOR)
        if not 0 <= self.edition < 1 << 8 * _EDITION:
            raise ValueError(f"{self.edition} is no edition")
        if len(self.candidates) > CANDIDATES_LIMIT:
            raise ValueError(f"at most {CANDIDATES_LIMIT} candidates are told")


@dataclass(frozen=True, slots=True)
class Sync:
    """Propose that both dial at once.

    The proposer asks, and measures the time until the answer.  It then says go, waits
    for half that time, and dials; the other dials when it hears the go.
    ``millis`` is the round-trip time, in a go; a ``nonce`` names an attempt.
    """

    author: bytes
    to: bytes
    nonce: bytes
    step: Step
    millis: int = 0
    signature: bytes = b""

    def __post_init__(self) -> None:
        _check_sizes(self.author, _AUTHOR)
        _check_sizes(self.to, _AUTHOR)
        _check_sizes(self.nonce, NONCE)
        if not 0 <= self.millis <= MILLIS_LIMIT:
            raise ValueError(f"{self.millis} ms is no round trip")


@dataclass(frozen=True, slots=True)
class Hello:
    """Claim an identity, to be proved over this nonce and the other's."""

    author: bytes
    nonce: bytes

    def __post_init__(self) -> None:
        _check_sizes(self.author, _AUTHOR)
        _check_sizes(self.nonce, NONCE)


@dataclass(frozen=True, slots=True)
class Proof:
    """Prove that the hello's author said it, to us, now."""

    signature: bytes

    def __post_init__(self) -> None:
        _check_sizes(self.signature, _SIGNATURE)


Signal: TypeAlias = Reach | Sync | Hello | Proof


class Voice(Protocol):
    """Signs with our author key, and verifies signatures."""

    @property
    def author(self) -> bytes:
        """Our public key."""

    def sign(self, content: bytes) -> bytes:
        """Sign for signals; the signature is valid for no other purpose."""

    def verify(self, author: bytes, content: bytes, signature: bytes) -> None:
        """Verify an author's signature from ``sign``.

        Raises:
          InvalidFrame: It is invalid.
        """


def signed(signal: Reach | Sync, voice: Voice) -> bytes:
    """Encode our own signal with our signature."""
    return encode(replace(signal, signature=voice.sign(_unsigned(signal))))


def verify(signal: Reach | Sync, voice: Voice) -> None:
    """Verify a signal's signature.

    Raises:
      InvalidFrame: It is invalid.
    """
    voice.verify(signal.author, _unsigned(signal), signal.signature)


def proven(signer: Hello, other: Hello) -> bytes:
    """Return the bytes that a proof signs: both hellos, the signer's first."""
    return bytes([_PROOF]) + encode(signer) + encode(other)


def encode(signal: Signal) -> bytes:
    """Return the signal's one byte string."""
    match signal:
        case Hello(author, nonce):
            return bytes([_HELLO]) + author + nonce
        case Proof(signature):
            return bytes([_PROOF]) + signature
    _check_sizes(signal.signature, _SIGNATURE)
    return _unsigned(signal) + signal.signature


def _unsigned(signal: Reach | Sync) -> bytes:
    match signal:
        case Reach(author, edition, candidates):
            start = bytes([_REACH]) + author + edition.to_bytes(_EDITION)
            parts = b"".join(map(_encode_candidate, candidates))
            return start + bytes([len(candidates)]) + parts
        case Sync(author, to, nonce, step, millis):
            ends = bytes([step]) + millis.to_bytes(2)
            return bytes([_SYNC]) + author + to + nonce + ends


def _encode_candidate(candidate: Candidate) -> bytes:
    host = ip_address(candidate.host)
    start = bytes([candidate.kind, host.version])
    return start + host.packed + candidate.port.to_bytes(2)


def is_signal(data: bytes) -> bool:
    """Return whether this plaintext can only be a signal."""
    return data[:1] in {bytes([kind]) for kind in (_REACH, _SYNC, _HELLO, _PROOF)}


def decode(data: bytes) -> Signal:
    """Read a signal without verifying its signature.

    Raises:
      InvalidFrame: It is malformed, or outside the limits.
    """
    kind = data[0] if data else 0
    if kind == _REACH:
        return _decode_reach(data)
    if kind == _SYNC:
        return _decode_sync(data)
    if kind == _HELLO and len(data) == _HELLO_SIZE:
        return Hello(*_cut(data, _AUTHOR, NONCE))
    if kind == _PROOF and len(data) == _PROOF_SIZE:
        return Proof(data[1:])
    _refuse()


def _decode_reach(data: bytes) -> Reach:
    if len(data) < _REACH_START or data[_REACH_START - 1] > CANDIDATES_LIMIT:
        _refuse()
    at, candidates = _REACH_START, []
    for _ in range(data[_REACH_START - 1]):
        size = 4 + _HOST_SIZES.get(int.from_bytes(data[at + 1 : at + 2]), 0)
        candidates.append(_decode_candidate(data[at : at + size]))
        at += size
    if len(data) != at + _SIGNATURE:
        _refuse()
    edition = int.from_bytes(data[1 + _AUTHOR : _REACH_START - 1])
    return Reach(data[1 : 1 + _AUTHOR], edition, tuple(candidates), data[at:])


def _decode_candidate(data: bytes) -> Candidate:
    size = _HOST_SIZES.get(data[1]) if len(data) > 1 else None
    if size is None or len(data) != 4 + size:
        _refuse()
    host, port = ip_address(data[2:-2]), int.from_bytes(data[-2:])
    if data[0] not in {*Kind} or not port:
        _refuse()
    return Candidate(Kind(data[0]), str(host), port)


def _decode_sync(data: bytes) -> Sync:
    if len(data) != _SYNC_SIZE:
        _refuse()
    author, to, nonce, step, millis, signature = _cut(
        data, _AUTHOR, _AUTHOR, NONCE, 1, 2, _SIGNATURE
    )
    if step[0] not in {*Step}:
        _refuse()
    millis_ = int.from_bytes(millis)
    return Sync(author, to, nonce, Step(step[0]), millis_, signature)


def _cut(data: bytes, *sizes: int) -> Iterator[bytes]:
    at = 1
    for size in sizes:
        yield data[at : at + size]
        at += size


def _check_sizes(field: bytes, size: int) -> None:
    if len(field) != size:
        raise ValueError(f"a field has {len(field)} bytes instead of {size}")


def _refuse() -> NoReturn:
    raise InvalidFrame("A peer's signal is none.")
