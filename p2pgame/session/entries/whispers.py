"""What one player says to another alone, at a table where all hear all.

Each two players share a key that only they can work out, of the author keys that
they have at this table.  So neither watchers, nor guests without a seat, nor the
other players can open a whisper, or tell whose it is and for whom.  It is good for
what is of no use tomorrow, such as where a player can be reached: who steals a
player's seed later can open what a relay has kept.

The log does not hold whispers, and nobody passes them on.
"""

from __future__ import annotations

from collections.abc import Iterable

from p2pgame.log import AuthorKey, InvalidEntry, verify
from p2pgame.transport.envelope import Entropy, Envelope, derive
from p2pgame.transport.link import InvalidFrame

_LABEL = b"whisper"
_SIGNAL = b"p2pgame signal 1"


class Whispers:
    """Seals and opens what one player and the others of a table say in pairs."""

    def __init__(self, key: AuthorKey, table: bytes) -> None:
        self._key = key
        self._table = table
        self._pairs: dict[bytes, Envelope] = {}

    @property
    def players(self) -> tuple[bytes, ...]:
        """The authors with whom we may whisper."""
        return tuple(self._pairs)

    def admit(self, author: bytes) -> None:
        """Let a player, who is not we, be heard and told.

        Raises:
          InvalidEntry: Nobody honest has this key.

        Cost: 0.2 ms.
        """
        if author not in self._pairs:
            both = b"".join(sorted((self._key.public, author)))
            shared = self._key.shared(author)
            key = derive(shared, _LABEL + both + self._table)
            self._pairs[author] = Envelope({0: key})

    def dismiss(self, author: bytes) -> None:
        """Neither hear nor tell this player any more."""
        self._pairs.pop(author, None)

    def seal(
        self, to: Iterable[bytes], plaintext: bytes, entropy: Entropy
    ) -> list[bytes]:
        """Return one whisper for each of those whom we may tell."""
        pairs = [self._pairs[author] for author in to if author in self._pairs]
        return [pair.seal(plaintext, entropy) for pair in pairs]

    def open(self, sealed: bytes) -> bytes:
        """Return what was said to us, or by us.

        Raises:
          InvalidFrame: It is not for us.

        Cost: 6 µs for each player.
        """
        for pair in self._pairs.values():
            try:
                return pair.open(sealed)[1]
            except InvalidFrame:
                continue
        raise InvalidFrame("This is whispered to others.")


class SignalKey:
    """An author key that signs, and checks, signals on where players are reached."""

    def __init__(self, key: AuthorKey, table: bytes) -> None:
        self._key = key
        self._table = table

    @property
    def author(self) -> bytes:
        """Our public key."""
        return self._key.public

    def sign(self, content: bytes) -> bytes:
        """Return our signature of a signal at this table."""
        return self._key.sign(_SIGNAL, self._table + content)

    def verify(self, author: bytes, content: bytes, signature: bytes) -> None:
        """Check a signature from ``sign`` of this author.

        Raises:
          InvalidFrame: It is not one.
        """
        try:
            verify(author, _SIGNAL, self._table + content, signature)
        except InvalidEntry:
            raise InvalidFrame("A signal is not its author's.") from None
