"""The commutative deck at a table, as an option in place of the masked one.

Unproved, what a player did in its laps comes out in an audit, for which everybody
shows all it did: before the next deck, when the game is over, and as soon as a
card turns out to be none.  Whoever is dealt such a card is the only one to see it,
so after a deal its receivers say whether all is well; whoever calls for an audit
that finds nothing has spoilt the game itself, and is named.
"""

from __future__ import annotations

from collections.abc import Mapping

from protocols.arithmetic.errors import InvalidEncoding, ProtocolError
from protocols.arithmetic.group import Entropy
from protocols.classic import commutative
from protocols.classic.commutative_deck import CommutativeDeck, Secrets
from protocols.rounds import Protocol, Round

_FINE, _AUDIT = b"", b"audit"


class Classic:
    """One player's part in a commutative deck; ``me`` None: a spectator."""

    def __init__(self, me: int | None, *, proved: bool) -> None:
        self._me = me
        self._proved = proved
        self._deck: CommutativeDeck | None = None
        self._secrets: Secrets | None = None

    @property
    def owes_audit(self) -> bool:
        """Whether there is a deck of which nobody has shown yet what it did to it."""
        return self._deck is not None and not self._proved

    def shuffle(
        self,
        players: tuple[int, ...],
        faces: tuple[str, ...],
        context: bytes,
        entropy: Entropy,
    ) -> Protocol[None]:
        if self.owes_audit:
            yield from self.audit()
        self._deck, self._secrets = yield from commutative.shuffle(
            self._me, players, faces, context, entropy, proved=self._proved
        )

    def deal(self, hands: Mapping[int, int]) -> Protocol[dict[int, str]]:
        """Return what I am dealt, once nobody objects."""
        deck, faces, sound = self._shuffled(), dict[int, str](), True
        try:
            self._deck, faces = yield from commutative.deal(
                self._me, deck, hands, self._secrets
            )
        except ProtocolError as error:
            if error.culprit is not None:
                raise
            sound = False
        if not self._proved:
            yield from self._hear(frozenset(hands.values()), sound=sound)
        return faces

    def open_cards(self, slots: tuple[int, ...]) -> Protocol[tuple[str, ...]]:
        deck = self._shuffled()
        try:
            self._deck, faces = yield from commutative.open_cards(
                self._me, deck, slots, self._secrets
            )
        except ProtocolError as error:
            if error.culprit is not None:
                raise
            yield from self.audit()
            raise
        return faces

    def audit(self) -> Protocol[None]:
        """Let everybody show what it did; nothing is hidden in this deck after it."""
        yield from commutative.audit(self._me, self._shuffled(), self._secrets)
        self._deck = self._secrets = None

    def _hear(self, receivers: frozenset[int], *, sound: bool) -> Protocol[None]:
        """Hear from all ``receivers`` whether what they were dealt are cards."""
        word = _FINE if sound else _AUDIT
        say = word if self._me in receivers else None
        callers = []
        for player, heard in (yield Round(say, receivers)).items():
            if heard not in (_FINE, _AUDIT):
                raise InvalidEncoding(
                    "neither content nor calling for an audit", player
                )
            if heard == _AUDIT:
                callers.append(player)
        if callers:
            yield from self.audit()
            raise ProtocolError("called for an audit without a reason", callers[0])

    def _shuffled(self) -> CommutativeDeck:
        if self._deck is None:
            raise ValueError("the rules deal cards before any shuffle")
        return self._deck
