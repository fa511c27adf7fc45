"""This module plays the commutative deck at a table, in place of the masked one.

Unproved laps are checked in an audit, in which every player shows its seed. An
audit runs before the next deck, after the game, and as soon as a card decodes to no
face. Only its receiver sees such a card, so after a deal the receivers report
whether their cards are sound. A player that calls for an audit which finds nothing
is named as the cheat.

Players who have gone show nothing. The others are audited without them, and the game
says whose turns nobody could check. A deck that was not finished needs no audit: no
card of it was ever dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from p2pgame.protocols.arithmetic.errors import InvalidEncoding, ProtocolError
from p2pgame.protocols.arithmetic.group import Entropy
from p2pgame.protocols.classic import commutative
from p2pgame.protocols.classic.commutative_deck import CommutativeDeck, Secrets
from p2pgame.protocols.rounds import Protocol, Round

from ..lobby.events import Audited
from .seats import NOBODY, Seats

_FINE, _AUDIT = b"", b"audit"


class Classic:
    """One player's part in a commutative deck; ``me`` None: a spectator.

    ``here`` tells which players are there, with a part in the deck or without.
    """

    def __init__(
        self, me: int | None, here: Callable[[], Iterable[int]], *, proved: bool
    ) -> None:
        self._me = me
        self._here = here
        self._proved = proved
        self._deck: CommutativeDeck | None = None
        self._secrets: Secrets | None = None
        self._done: Seats = NOBODY
        self._lacking: Seats = NOBODY
        #: The faces, by slot, of each deck that was audited; none if somebody had gone.
        self.shown: list[tuple[str, ...]] = []

    @property
    def owes_audit(self) -> bool:
        """Return whether there is a deck to audit, and a player of it who is there."""
        return bool(self._unchecked & self._all())

    @property
    def lacks_audit(self) -> bool:
        """Return whether there is a deck that was not audited, whoever is there."""
        return bool(self._unchecked)

    @property
    def audited(self) -> Audited:
        """Return what the audits have checked; MUST owe none."""
        lacking = self._lacking | self._unchecked
        return Audited(self._done - lacking, lacking)

    @property
    def _unchecked(self) -> Seats:
        """Return the players of a deck that was not audited yet."""
        deck = None if self._proved else self._deck
        return NOBODY if deck is None else frozenset(deck.players)

    @property
    def identities(self) -> dict[int, bytes]:
        """Return by slot the hash of how the deck came to be."""
        deck = self._deck
        return (
            {} if deck is None else dict.fromkeys(range(len(deck.faces)), deck.identity)
        )

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
        """Deal ``hands``; return my faces after all receivers report them sound."""
        deck, faces, sound = self._shuffled(), dict[int, str](), True
        try:
            self._deck, faces = yield from commutative.deal(
                self._me, deck, hands, self._secrets, self._all()
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
                self._me, deck, slots, self._secrets, self._all()
            )
        except ProtocolError as error:
            if error.culprit is not None:
                raise
            yield from self.audit()
            raise
        return faces

    def audit(self) -> Protocol[None]:
        """Audit those of the deck's players who are there.

        None of its cards is hidden afterwards, but for what the gone players locked.
        """
        deck, crowd = self._shuffled(), self._all()
        players = frozenset(deck.players)
        gone = players - crowd
        secrets = self._secrets
        shown = yield from commutative.audit(self._me, deck, secrets, crowd, gone)
        self.shown.append(shown)
        self._done |= players & crowd
        self._lacking |= gone
        self._deck = self._secrets = None

    def _hear(self, receivers: frozenset[int], *, sound: bool) -> Protocol[None]:
        """Wait for all ``receivers`` to report whether their cards are sound."""
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

    def _all(self) -> frozenset[int]:
        return frozenset(self._here())

    def _shuffled(self) -> CommutativeDeck:
        if self._deck is None:
            raise ValueError("the rules deal cards before any shuffle")
        return self._deck
