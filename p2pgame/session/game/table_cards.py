"""This module keeps the masked cards of a table, and the players' keys to them.

The keys are made in the first turn that needs them. Where the others hold shares of
an evicted player's key, they open its cards by threshold opening.
"""

from __future__ import annotations

from p2pgame.protocols.arithmetic.group import Entropy, Scalar
from p2pgame.protocols.chance import beacon, coin
from p2pgame.protocols.deck.cards import Cards, Secrets
from p2pgame.protocols.rounds import Protocol
from p2pgame.protocols.threshold import keys, sharing


class TableCards:
    """One player's copy of the cards; ``me`` None: a spectator's.

    ``cards`` and our ``secrets`` are None before the keys are made.
    """

    def __init__(
        self, players: int, me: int | None, secret: Scalar | None, quorum: int
    ) -> None:
        self.me = me
        self.quorum = quorum
        self.cards: Cards | None = None
        self.secrets: Secrets | None = None
        self.evicted: frozenset[int] = frozenset()
        self._everybody = tuple(range(players))
        self._secret = secret

    @property
    def present(self) -> tuple[int, ...]:
        """Return the players that are not evicted."""
        return self.here(self._everybody)

    def here(self, players: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of ``players`` that are not evicted."""
        return tuple(player for player in players if player not in self.evicted)

    def spares(self, seats: frozenset[int]) -> bool:
        """Return whether the others can go on without these seats, too."""
        left = len(self._everybody) - len(self.evicted | seats)
        shared = self.cards is None or self.cards.sharing is not None
        return 0 < self.quorum <= left and shared

    def made(self, context: bytes, entropy: Entropy) -> Protocol[Cards]:
        """Return the cards, after generating all players' keys if needed.

        The others hold shares of each key only if enough of them would be left to
        use these.
        """
        if self.cards is None:
            me, players, secret = self.me, self.present, self._secret
            if me not in players:
                me = secret = None
            shared = yield from keys.generate(me, players, context, secret, entropy)
            held: sharing.Sharing | None = None
            shares: dict[int, Scalar] = {}
            if 0 < self.quorum < len(players):
                held, shares = yield from sharing.share(
                    me, players, shared, self.quorum, secret, context, entropy
                )
            self.cards = Cards(shared, held)
            self.secrets = None if secret is None else Secrets(secret, shares)
        return self.cards

    def flip(self, context: bytes, entropy: Entropy) -> Protocol[bytes]:
        """Return joint randomness, which a quorum can compute without the rest.

        Without a quorum all players must stay for it.
        """
        if self.quorum == 0:
            return (yield from coin.flip(self.me, self.present, context, entropy))
        cards = yield from self.made(context, entropy)
        secret = None if self.secrets is None else self.secrets.key
        return (
            yield from beacon.flip(
                self.me,
                self.here(tuple(cards.keys.shares)),
                cards.keys,
                self.quorum,
                secret,
                context,
                entropy,
            )
        )
