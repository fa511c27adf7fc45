"""Says by TLS 1.3 what no library says: key updates without end, records of nothing.

The handshake is the standard library's, which tells its secrets to a key log; records
are then sealed here.

Source: RFC 8446, 4.6.3 (key update), 5.2 (records), 7.1 to 7.3 (keys).
"""

from __future__ import annotations

import ssl
from pathlib import Path

import trio
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA384
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

HANDSHAKE, DATA = 22, 23
#: A key update that asks the other side for one, too.
KEY_UPDATE = bytes((24, 0, 0, 1, 1))


class Talker:
    """One end of a TLS connection, whose records are made by hand."""

    def __init__(self, stream: trio.SocketStream, own: ssl.SSLObject) -> None:
        self.stream = stream
        self.own = own
        self._secret = b""
        self._sequence = 0

    def begin(self, secret: bytes) -> None:
        """Seal what follows by keys of this traffic secret."""
        self._secret, self._sequence = secret, 0
        self._cipher = AESGCM(_expand(secret, b"key", 32))
        self._nonce = int.from_bytes(_expand(secret, b"iv", 12))

    def record(self, content: bytes, kind: int = DATA) -> bytes:
        """Return the next record."""
        inner = content + bytes([kind])
        head = bytes((DATA, 3, 3)) + (len(inner) + 16).to_bytes(2)
        nonce = (self._nonce ^ self._sequence).to_bytes(12)
        self._sequence += 1
        return head + self._cipher.encrypt(nonce, inner, head)

    def key_update(self) -> bytes:
        """Return a record that changes our key, and change it."""
        said = self.record(KEY_UPDATE, HANDSHAKE)
        self.begin(_expand(self._secret, b"traffic upd", 48))
        return said


def _expand(secret: bytes, label: bytes, size: int) -> bytes:
    full = b"tls13 " + label
    info = size.to_bytes(2) + bytes([len(full)]) + full + b"\0"
    return HKDFExpand(SHA384(), size, info).derive(secret)


def keys_in(log: Path, side: str) -> bytes:
    """Return the traffic secret of a side, "CLIENT" or "SERVER", from a key log."""
    lines = [line.split() for line in log.read_text().splitlines()]
    (secret,) = {one[2] for one in lines if one[0] == f"{side}_TRAFFIC_SECRET_0"}
    return bytes.fromhex(secret)


async def shake(
    stream: trio.SocketStream, context: ssl.SSLContext, log: Path, *, host: str = ""
) -> Talker:
    """Shake hands, as a client if there is a ``host``; then talk by hand.

    ``context`` is used once: its key log holds one connection.
    """
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.keylog_filename = str(log)
    if not host:
        context.num_tickets = 0  # they would be our first records
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    own = context.wrap_bio(
        incoming, outgoing, server_side=not host, server_hostname=host or None
    )
    while True:
        try:
            own.do_handshake()
        except ssl.SSLWantReadError:
            await stream.send_all(outgoing.read())
            incoming.write(bytes(await stream.receive_some()))
        else:
            break
    await stream.send_all(outgoing.read())
    cipher = own.cipher()
    assert cipher is not None
    assert cipher[0] == "TLS_AES_256_GCM_SHA384"
    talker = Talker(stream, own)
    talker.begin(keys_in(log, "CLIENT" if host else "SERVER"))
    return talker
