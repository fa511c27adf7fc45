"""Says how many may vanish from a table, and how many who conspire could read cards.

Players should know that before they sit down. So the host's announcement has it, and it
is said again when the game begins.
"""

from __future__ import annotations

from dataclasses import dataclass

from p2pgame.engine import AnyGame, Game, Message
from p2pgame.session import Offer, Start
from p2pgame.session.entries.payloads import Absence
from p2pgame.session.lobby import terms

from ..events import Terms, Trust


@dataclass(frozen=True, slots=True)
class TableTerms:
    """The terms of a table that bound who may vanish, and who could read cards."""

    seats: int
    quorum: int
    patience: int
    absence: Absence

    @classmethod
    def of_offer(cls, offer: Offer) -> TableTerms:
        """Return those of the table that we offer."""
        seats, quorum = offer.seats, offer.quorum
        if quorum is None:
            quorum = terms.quorum(seats)
        absence = offer.absence or terms.absence(quorum)
        return cls(seats, quorum, offer.patience, absence)

    @classmethod
    def of_start(cls, start: Start) -> TableTerms:
        """Return those of a game that all have accepted."""
        return cls(len(start.players), start.quorum, start.patience, start.absence)

    @property
    def is_possible(self) -> bool:
        """Whether a game can have them."""
        return (
            terms.why_no_quorum(self.quorum, self.seats) is None
            and terms.why_no_absence(self.absence, self.quorum) is None
        )

    def trust(self, game: AnyGame | None) -> Trust:
        """Return how many may vanish from a game, and how many could read its cards.

        Nobody is evicted where all wait for ever, and nothing is opened where the first
        who is silent has lost. A game that is not known here (None) may have cards.
        """
        vanish, readers, forkers = terms.bounds(self.seats, self.quorum)
        if not self.patience or self.absence == "forfeit":
            vanish = forkers = 0
        if self.absence == "default":
            vanish = min(vanish, 1)  # it keeps its seat, and would have to sign
        if game is not None and not has_cards(game):
            readers = forkers = 0
        return Trust(vanish, readers, forkers)

    def said(self, game: AnyGame | None) -> Message | None:
        """Return :meth:`trust` in a sentence; None: two have no quorum to know of."""
        trust = self.trust(game)
        vanish, readers, forkers = trust.may_vanish, trust.readers, trust.forkers
        if self.seats < 3:
            return None
        if forkers:
            return Message.of("trust", vanish=vanish, forkers=forkers, readers=readers)
        if vanish:
            return Message.of("trust-no-cards", vanish=vanish)
        end = "over" if self.absence == "forfeit" and self.patience else "waits"
        return Message.of("trust-nobody", end=end, readers=readers)

    def told(self, game: AnyGame | None) -> Terms | None:
        """Return the event that tells it, unless there is nothing to say."""
        said = self.said(game)
        if said is None:
            return None
        rest = self.quorum, self.patience, self.absence, self.trust(game)
        return Terms(said, self.seats, *rest)


def has_cards(game: AnyGame) -> bool:
    """Return whether a game has anything hidden: it then says where that lies."""
    return type(game).zones is not Game.zones
