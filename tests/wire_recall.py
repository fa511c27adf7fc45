"""What peers ask and tell of forgotten words, as docs/wire.md has it.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.wire_reader import check_signature, framed, hash_of
from tests.wire_values import Bytes, need

ASKED, TOLD = b"p2pgame recall 1", b"p2pgame recalled 1"


@dataclass(frozen=True)
class Read:
    """The fields of a message, and what ``by`` has signed, who asks or answers."""

    author: bytes
    nonce: bytes
    by: bytes
    entry: bytes
    signed: bytes


def read_recall(plaintext: bytes, table: bytes) -> Read:
    fields = Bytes(plaintext)
    need(fields.number(1) == 3, "kind")
    author, nonce, signature = fields.take(32), fields.take(16), fields.take(64)
    fields.end()
    content = table + author + nonce
    check_signature(author, ASKED, content, signature)
    return Read(author, nonce, author, b"", framed(ASKED, content))


def read_recalled(plaintext: bytes, table: bytes) -> Read:
    fields = Bytes(plaintext)
    need(fields.number(1) == 4, "kind")
    author, nonce, by = fields.take(32), fields.take(16), fields.take(32)
    signature = fields.take(64)
    entry = plaintext[145:]
    need(len(entry) <= 135168, "length of an entry")
    content = table + author + nonce + hash_of("p2pgame recalled", entry)
    check_signature(by, TOLD, content, signature)
    return Read(author, nonce, by, entry, framed(TOLD, content))
