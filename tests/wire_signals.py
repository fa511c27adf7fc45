"""Whispers and signals on direct paths, read from docs/wire.md.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address

from nacl import bindings as sodium

from tests.wire_reader import check_signature, hkdf, open_frame
from tests.wire_values import Bytes, need

SIGNED = b"p2pgame signal 1"
HOSTS = {4: 4, 6: 16}


@dataclass(frozen=True)
class Reach:
    author: bytes
    edition: int
    candidates: tuple[str, ...]


@dataclass(frozen=True)
class Sync:
    author: bytes
    to: bytes
    nonce: bytes
    step: int
    millis: int


def whisper_key(secret_key: bytes, other: bytes, table: bytes) -> bytes:
    """Return what two authors share at a table, as one of them works it out."""
    own, secret = sodium.crypto_sign_seed_keypair(secret_key)
    shared = sodium.crypto_scalarmult(
        sodium.crypto_sign_ed25519_sk_to_curve25519(secret),
        sodium.crypto_sign_ed25519_pk_to_curve25519(other),
    )
    both = b"".join(sorted((own, other)))
    return hkdf(shared, b"p2pgame/1/whisper" + both + table, 32)


def read_whisper(message: bytes, key: bytes) -> bytes:
    """Return the plaintext of a Whisper for us."""
    fields = Bytes(message)
    need(fields.number(1) == 6, "kind")
    need(64 <= len(fields.rest) <= 1024, "length")
    opened = open_frame(fields.rest, {0: key})
    assert opened is not None
    return opened[1]


def read_signal(data: bytes, table: bytes) -> Reach | Sync:
    fields = Bytes(data)
    kind, author = fields.number(1), fields.take(32)
    need(kind in (16, 17), "kind")
    check_signature(author, SIGNED, table + data[:-64], data[-64:])
    signal = _reach(author, fields) if kind == 16 else _sync(author, fields)
    need(len(fields.rest) == 64, "length")
    return signal


def _reach(author: bytes, fields: Bytes) -> Reach:
    edition, count = fields.number(8), fields.number(1)
    need(count <= 8, "count")
    return Reach(author, edition, tuple(_candidate(fields) for _ in range(count)))


def _sync(author: bytes, fields: Bytes) -> Sync:
    to, nonce = fields.take(32), fields.take(16)
    step, millis = fields.number(1), fields.number(2)
    need(step in (1, 2, 3), "step")
    return Sync(author, to, nonce, step, millis)


def _candidate(fields: Bytes) -> str:
    kind, version = fields.number(1), fields.number(1)
    need(1 <= kind <= 5 and version in HOSTS, "candidate")
    host, port = ip_address(fields.take(HOSTS[version])), fields.number(2)
    need(port > 0, "port")
    return f"{kind} {host} {port}"


def check_proof(proof: bytes, mine: bytes, other: bytes, table: bytes) -> None:
    """Check the Proof of who has said the Hello ``mine``."""
    for hello in (mine, other):
        need(hello[0] == 18 and len(hello) == 49, "hello")
    need(proof[0] == 19 and len(proof) == 65, "proof")
    content = table + b"\x13" + mine + other
    check_signature(mine[1:33], SIGNED, content, proof[1:])
