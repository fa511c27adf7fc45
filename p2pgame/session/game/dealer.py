"""This module plays a game's turns as cryptographic protocols.

Each turn becomes one generator of rounds that returns the event it led to. The
context of every run is the turn's id, which binds the history, so no message of one
turn is valid in another.

Hidden data is kept here and not in a state: the masked cards and our share of their
key (:mod:`.table_cards`), and the faces that this player alone has learned.  An
evicted player takes part in nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from p2pgame.engine import (
    Choose,
    Chosen,
    ChosenTogether,
    Deal,
    Dealt,
    Event,
    OneOf,
    Open,
    Opened,
    Over,
    Place,
    Placed,
    Prove,
    Proved,
    Reason,
    Reshuffle,
    Reshuffled,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    Tick,
    Ticked,
    Together,
    Turn,
)
from p2pgame.engine.turns import MOVE_LIMIT, NO_ORDER, is_move
from p2pgame.protocols.arithmetic.errors import InvalidEncoding
from p2pgame.protocols.arithmetic.group import Entropy, Scalar
from p2pgame.protocols.chance import coin, sealed
from p2pgame.protocols.deck import claims, dealing, placing
from p2pgame.protocols.rounds import Protocol, Round

from ..entries.errors import IllegalAnswer
from ..entries.payloads import MASKED, PROVED
from ..lobby.events import Audited
from .table_cards import TableCards

if TYPE_CHECKING:
    from .classic import Classic

#: Bytes of an origin that say which slot it is of; the others are of all its cards.
ORIGIN_TAIL = 8

WhyIllegal = Callable[[int, str], Reason | None]


@dataclass(frozen=True, slots=True)
class Mine:
    """Our message in a turn: our move, or the faces that we place."""

    move: str | None = field(default=None, repr=False)
    placed: tuple[str, ...] | None = field(default=None, repr=False)


class Dealer:
    """One player's part in every joint turn of a game; ``me`` None: a spectator."""

    def __init__(
        self,
        players: int,
        me: int | None,
        secret: Scalar | None,
        quorum: int = 0,
        deck: str = MASKED,
    ) -> None:
        self._me = me
        self.held = TableCards(players, me, secret, quorum)
        self._classic: Classic | None = None
        if deck != MASKED:
            from .classic import Classic  # few tables have this deck

            held = self.held
            self._classic = Classic(me, lambda: held.present, proved=deck == PROVED)
        self.dealt: dict[int, str] = {}
        #: The contexts of orders that were given ahead for this turn, by seat.
        self.ahead: Mapping[int, bytes] = {}

    @property
    def owes_audit(self) -> bool:
        """Return whether the game needs an audit before it is over."""
        return self._classic is not None and self._classic.owes_audit

    @property
    def lacks_audit(self) -> bool:
        """Return whether there is a deck that was not audited, whoever is there."""
        return self._classic is not None and self._classic.lacks_audit

    @property
    def audited(self) -> Audited:
        """Return what the audits have checked, in a game that owes none."""
        return Audited() if self._classic is None else self._classic.audited

    @property
    def shown(self) -> tuple[tuple[str, ...], ...]:
        """Return the faces, by slot, of each deck that audits have shown, in order."""
        return () if self._classic is None else tuple(self._classic.shown)

    @property
    def identities(self) -> dict[int, bytes]:
        """Return by slot the hash of how what lies there came to be."""
        if self._classic is not None:
            return self._classic.identities
        cards = self.held.cards
        slots = {} if cards is None else cards.slots
        return {slot: card.origin[:-ORIGIN_TAIL] for slot, card in slots.items()}

    def play(
        self,
        turn: Turn,
        context: bytes,
        *,
        mine: Mine,
        why_illegal: WhyIllegal,
        entropy: Entropy,
    ) -> Protocol[Event | None]:
        """Return the protocol that answers ``turn``; None is the end after an audit.

        ``mine`` is our move, if the turn asks for it and the log lacks it.
        """
        self.dealt = {}
        match turn:
            case Choose():
                return self._choose(turn, mine.move, why_illegal)
            case Together():
                return self._together(turn, context, mine.move, why_illegal, entropy)
            case Tick():
                return self._tick(turn, context, mine.move, why_illegal, entropy)
            case Shuffle():
                return self._shuffle(turn, context, entropy)
            case Reshuffle():
                return self._reshuffle(turn, context, entropy)
            case Deal():
                return self._deal(turn, context, entropy)
            case Open():
                return self._open(turn, context, entropy)
            case Roll(hands=()):
                return self._roll(turn, context, entropy)
            case Roll():
                return self._roll_hidden(turn, context, entropy)
            case Place():
                return self._place(turn, context, mine.placed, entropy)
            case Prove():
                return self._prove(turn, context, entropy)
            case Over():
                return self._close()

    def _choose(
        self, turn: Choose, move: str | None, why_illegal: WhyIllegal
    ) -> Protocol[Event]:
        say = None if move is None else move.encode()
        inbox = yield Round(say, frozenset({turn.player}))
        return Chosen(turn.player, _read(inbox[turn.player], turn.player, why_illegal))

    def _together(
        self,
        turn: Together,
        context: bytes,
        move: str | None,
        why_illegal: WhyIllegal,
        entropy: Entropy,
    ) -> Protocol[Event]:
        choosers = tuple(choice.player for choice in turn.choices)
        said = yield from self._seal(choosers, context, move, entropy)
        # A player evicted meanwhile has no move; the table handles that.
        return ChosenTogether(
            tuple(
                _read(said[player], player, why_illegal)
                for player in choosers
                if player in said
            )
        )

    def _tick(
        self,
        turn: Tick,
        context: bytes,
        move: str | None,
        why_illegal: WhyIllegal,
        entropy: Entropy,
    ) -> Protocol[Event]:
        """Collect all players' sealed orders, so that none depends on another's.

        An order given ahead may have become illegal since: then it is none.
        """
        said = yield from self._seal(turn.players, context, move, entropy)
        orders = []
        for player in sorted(said):
            if said[player] == NO_ORDER.encode():
                continue
            order = _text(said[player], player)
            if player not in self.ahead:
                _check_legal(order, player, why_illegal)
            elif why_illegal(player, order) is not None:
                continue
            orders.append((player, order))
        return Ticked(tuple(orders))

    def _seal(
        self,
        choosers: tuple[int, ...],
        context: bytes,
        move: str | None,
        entropy: Entropy,
    ) -> Protocol[dict[int, bytes]]:
        # A player that sealed a move and lost it can't open it: it stays silent.
        me, say = (None, None) if move is None else (self._me, move.encode())
        hear = tuple(player for player in choosers if player not in self.held.evicted)
        return sealed.seal(
            *(me, hear, context, say, entropy),
            spare=self.held.quorum > 0,
            ahead=self.ahead,
        )

    def _shuffle(
        self, turn: Shuffle, context: bytes, entropy: Entropy
    ) -> Protocol[Event]:
        if self._classic is not None:
            players, faces = self.held.here(turn.players), turn.faces
            yield from self._classic.shuffle(players, faces, context, entropy)
            return Shuffled()
        cards = yield from self.held.made(context, entropy)
        players = self.held.here(turn.players)
        self.held.cards = yield from dealing.shuffle(
            self._me, players, cards, turn.faces, context, entropy
        )
        return Shuffled()

    def _reshuffle(
        self, turn: Reshuffle, context: bytes, entropy: Entropy
    ) -> Protocol[Event]:
        cards = yield from self.held.made(context, entropy)
        here = self.held.here(turn.players)
        if len(here) < min(2, len(turn.players)):
            here = self.held.present  # one left of several could follow each card
        self.held.cards = yield from dealing.reshuffle(
            self._me,
            here,
            cards,
            turn.slots,
            turn.first,
            context,
            entropy,
        )
        return Reshuffled()

    def _deal(self, turn: Deal, context: bytes, entropy: Entropy) -> Protocol[Event]:
        hands = {slot: player for player, slots in turn.hands for slot in slots}
        if self._classic is not None:
            self.dealt = yield from self._classic.deal(hands)
            return Dealt()
        cards = yield from self.held.made(context, entropy)
        self.held.cards, self.dealt = yield from dealing.deal(
            self._me,
            cards,
            hands,
            self.held.secrets,
            context,
            entropy,
            self.held.evicted,
        )
        return Dealt()

    def _open(self, turn: Open, context: bytes, entropy: Entropy) -> Protocol[Event]:
        if self._classic is not None:
            return Opened((yield from self._classic.open_cards(turn.slots)))
        cards = yield from self.held.made(context, entropy)
        self.held.cards, faces = yield from dealing.open_cards(
            self._me,
            cards,
            turn.slots,
            self.held.secrets,
            context,
            entropy,
            self.held.evicted,
        )
        return Opened(faces)

    def _roll(self, turn: Roll, context: bytes, entropy: Entropy) -> Protocol[Event]:
        seed = yield from self.held.flip(context, entropy)
        return Rolled(coin.roll(seed, turn.sides, turn.dice))

    def _roll_hidden(
        self, turn: Roll, context: bytes, entropy: Entropy
    ) -> Protocol[Event]:
        hands = dict(turn.hands)
        cards = yield from self.held.made(context, entropy)
        cards = yield from placing.roll(
            self._me, cards, hands, turn.sides, self.held.secrets, context, entropy
        )
        seed = yield from self.held.flip(context, entropy)
        self.held.cards = placing.turn(cards, hands, turn.sides, seed)
        if self._me in hands and self.held.secrets is not None:
            mine = hands[self._me]
            self.dealt = placing.read(
                self.held.cards, mine, self._me, self.held.secrets
            )
        return Rolled(())

    def _place(
        self,
        turn: Place,
        context: bytes,
        placed: tuple[str, ...] | None,
        entropy: Entropy,
    ) -> Protocol[Event]:
        cards = yield from self.held.made(context, entropy)
        self.held.cards, self.dealt = yield from placing.place(
            self._me,
            turn.player,
            cards,
            turn.slots,
            turn.faces,
            placed,
            self.held.secrets,
            context,
            entropy,
        )
        return Placed()

    def _prove(self, turn: Prove, context: bytes, entropy: Entropy) -> Protocol[Event]:
        cards = yield from self.held.made(context, entropy)
        match turn.claim:
            case OneOf(slot, faces):
                slots: tuple[int, ...] = (slot,)
                allowed = frozenset(faces)
            case claim:
                slots = claim.slots
                can_be = {face for card in cards.on(slots) for face in card.faces}
                allowed = frozenset(can_be.difference(claim.faces))
        yield from claims.claim(
            self._me,
            turn.player,
            cards,
            slots,
            allowed,
            self.held.secrets,
            context,
            entropy,
        )
        return Proved()

    def _close(self) -> Protocol[None]:
        if self._classic is not None and self._classic.owes_audit:
            yield from self._classic.audit()


def _read(message: bytes, player: int, why_illegal: WhyIllegal) -> str:
    move = _text(message, player)
    _check_legal(move, player, why_illegal)
    return move


def _text(message: bytes, player: int) -> str:
    move = message.decode("latin-1")
    if not is_move(move):
        limits = f"1 to {MOVE_LIMIT} characters of ASCII, from space to ~"
        raise InvalidEncoding(f"a move that is not {limits}", player)
    return move


def _check_legal(move: str, player: int, why_illegal: WhyIllegal) -> None:
    reason = why_illegal(player, move)
    if reason is not None:
        raise IllegalAnswer(reason.message, player)
