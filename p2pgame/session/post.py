"""What a peer says to its neighbours, and under which key.

The lobby's entries and whatever a guest without the genesis must understand go
under the invite's key; all the rest under the genesis's, as soon as we have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from p2pgame.log import Entry
from p2pgame.transport import frames
from p2pgame.transport.envelope import Entropy, Envelope

from .neighbour import Neighbour
from .table import Table

#: The epoch of the invite's key, and that of the key in the genesis.
LOBBY, GAME = 0, 1


class Post:
    """The outgoing half of a peer; nothing here waits."""

    def __init__(self, table: Table, envelope: Envelope, entropy: Entropy) -> None:
        self._table = table
        self._envelope = envelope
        self._entropy = entropy
        self.neighbours: list[Neighbour] = []

    def learn_key(self) -> None:
        """Use the genesis's key from now on, if we have it and did not before."""
        if self._envelope.newest >= GAME:
            return  # opening its box again costs more than a turn
        key = self._table.epoch_key
        if key is not None:
            self._envelope.add(GAME, key)
            for neighbour in self.neighbours:
                self.tell(neighbour)

    def pass_on(self, news: Sequence[Entry], sender: Neighbour | None) -> None:
        """Send everybody what is new; of a fork the sender has one half only."""
        forks = self._table.history.forks
        raws = [entry.raw for entry in news]
        proofs = [entry.raw for entry in news if entry.author in forks]
        for neighbour in self.neighbours:
            self.send(neighbour, proofs if neighbour is sender else raws)

    def tell(self, neighbour: Neighbour) -> None:
        """Say what we have, if that is news, so that what we lack is sent.

        Said under the invite's key, because a guest who has no other yet must
        learn what it has that we lack.
        """
        heads = tuple(self._table.history.heads())
        if neighbour.is_news(heads):
            self.say(neighbour, frames.Have(heads), LOBBY)

    def send(self, neighbour: Neighbour, raws: Iterable[bytes]) -> None:
        """Send entries."""
        for epoch, group in groupby(raws, self._epoch_of):
            for batch in frames.batches(group):
                self.say(neighbour, batch, epoch)

    def recall(
        self, neighbour: Neighbour, message: frames.Recall | frames.Recalled
    ) -> None:
        """Ask or answer what somebody has said last.

        An answer that holds a word of the game is for those only who may read it:
        whoever is in doubt gets its key with the genesis, and asks again.
        """
        entry = message.entry if isinstance(message, frames.Recalled) else b""
        self.say(neighbour, message, self._epoch_of(entry) if entry else LOBBY)

    def say(self, neighbour: Neighbour, message: frames.Message, epoch: int) -> None:
        if epoch > self._envelope.newest:
            return  # not ours to say: whoever is seated has the key
        plaintext = frames.encode(message)
        sealed = self._envelope.seal(plaintext, self._entropy, epoch=epoch)
        neighbour.outbox.post(sealed)

    def _epoch_of(self, raw: bytes) -> int:
        return LOBBY if self._table.is_lobby(raw) else GAME
