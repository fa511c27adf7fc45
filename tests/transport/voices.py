"""Players of a test, whose keys are made of numbers."""

from __future__ import annotations

import os
from dataclasses import dataclass

from p2pgame.log.errors import InvalidEntry
from p2pgame.log.keys import AuthorKey, verify
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import InvalidFrame
from p2pgame.transport.paths.greeting import Greeter

DOMAIN = b"signal of a test"


@dataclass(frozen=True, slots=True)
class KeyVoice:
    """A key for tests, made of a number."""

    key: AuthorKey

    @property
    def author(self) -> bytes:
        return self.key.public

    def sign(self, content: bytes) -> bytes:
        return self.key.sign(DOMAIN, content)

    def verify(self, author: bytes, content: bytes, signature: bytes) -> None:
        try:
            verify(author, DOMAIN, content, signature)
        except InvalidEntry as error:
            raise InvalidFrame(str(error)) from None


def voice(number: int) -> KeyVoice:
    return KeyVoice(AuthorKey(bytes([number]) * 32))


def greeter(number: int) -> Greeter:
    """Return how a player of this number greets."""
    envelope = Envelope({0: bytes(32)})
    return Greeter(
        voice(number),
        lambda plaintext: envelope.seal(plaintext, os.urandom),
        lambda frame: envelope.open(frame)[1],
        os.urandom,
    )
