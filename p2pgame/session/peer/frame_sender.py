"""Seals each message under the key that its readers have, and sends it.

The lobby's entries and whatever a guest without the genesis must understand go
under the invite's key; all the rest under the genesis's or a later one's
(``table/epochs.py``), as soon as we have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import groupby
from types import MappingProxyType

from p2pgame.log import Entry
from p2pgame.transport import frames
from p2pgame.transport.envelope import Entropy, Envelope

from ..table.table import Table
from .compact_entries import shorten
from .peer_connection import PeerConnection

#: The epoch of the invite's key, and that of the key in the genesis.
LOBBY, GAME = 0, 1

#: More new words than so many at once go whole.
FEW = 3

#: Compact entries by the bytes of the entries that they are short for.
Short = Mapping[bytes, frames.Brief]
NO_SHORT: Short = MappingProxyType({})


class FrameSender:
    """The last step of whatever a peer says; nothing here waits."""

    def __init__(self, table: Table, envelope: Envelope, entropy: Entropy) -> None:
        self._table = table
        self._envelope = envelope
        self._entropy = entropy
        self._known = {LOBBY}
        #: The epochs that all can read; the table itself may be at work elsewhere.
        self._readable: Set[int] = frozenset()

    def learn_keys(self) -> bool:
        """Use the keys that the table knows by now; return whether some are new."""
        epochs = self._table.epochs
        self._readable = epochs.readable(self._table.roster.here)
        fresh = epochs.keys.keys() - self._known
        for epoch in fresh:
            self._envelope.add(epoch, epochs.keys[epoch])
            self._known.add(epoch)
        return bool(fresh)

    def shorten(self, news: Sequence[Entry]) -> Short:
        """Return compact entries for those that have one; no lobby's entry is so short.

        Many at once go whole: they are read and kept together, and in a frame that
        holds several little would be saved.
        """
        if len(news) > FEW:
            return NO_SHORT
        history, seats = self._table.history, self._table.roster.seats
        late = [entry for entry in news if not self._table.is_lobby(entry.raw)]
        compact = {entry.raw: shorten(entry, history, seats) for entry in late}
        return {raw: brief for raw, brief in compact.items() if brief is not None}

    def send(
        self,
        connection: PeerConnection,
        raws: Iterable[bytes],
        short: Short = NO_SHORT,
    ) -> None:
        """Send entries, those that are in ``short`` as compact entries."""

        def way(raw: bytes) -> tuple[int, bool]:
            return self._epoch_of(raw), raw in short

        for (epoch, is_short), group in groupby(raws, way):
            words = [*group]
            told: Iterable[frames.Message] = (
                [short[raw] for raw in words] if is_short else frames.batches(words)
            )
            for message in told:
                self.say(connection, message, epoch)

    def say_heads(
        self, connection: PeerConnection, heads: tuple[frames.Head, ...]
    ) -> None:
        """Say on a topic what we have, to all who may read the game, once it is on."""
        self.say(connection, frames.Have(heads), min(GAME, self._envelope.newest))

    def say_recall(
        self, connection: PeerConnection, message: frames.Recall | frames.Recalled
    ) -> None:
        """Say a question or an answer of a recall.

        An answer that holds a word of the game is for those only who may read it:
        whoever is in doubt gets its key with the genesis, and asks again.
        """
        entry = message.entry if isinstance(message, frames.Recalled) else b""
        self.say(connection, message, self._epoch_of(entry) if entry else LOBBY)

    def say(
        self, connection: PeerConnection, message: frames.Message, epoch: int
    ) -> None:
        """Seal a message under an epoch's key and send it, if we have that key."""
        if epoch not in self._known:
            return  # not ours to say: whoever is seated has the key
        if connection.mailbox is not None and not connection.mailbox.can_write:
            return  # we only look on
        plaintext = frames.encode(message)
        sealed = self._envelope.seal(plaintext, self._entropy, epoch=epoch)
        connection.outbox.post(sealed)

    def _epoch_of(self, raw: bytes) -> int:
        if self._table.is_lobby(raw):
            return LOBBY
        if raw not in self._table.history:
            return max(self._readable, default=GAME)
        return self._table.epochs.of(raw, self._readable)
