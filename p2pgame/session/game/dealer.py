"""This module plays a game's turns as cryptographic protocols.

Each turn becomes one generator of rounds that returns the event it led to. The
context of every run is the turn's id, which binds the history, so no message of one
turn is valid in another.

Hidden data is kept here and not in a state: the masked cards, our share of their
key, and the faces that this player alone has learned.  The players' keys are made
in the first turn that needs them.

An evicted player takes part in nothing more. Where the others hold shares of its
key (:attr:`spares`), they open its cards by threshold opening.
"""

from __future__ import annotations

from collections.abc import Callable
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
from p2pgame.engine.turns import NO_ORDER
from protocols.arithmetic.errors import InvalidEncoding
from protocols.arithmetic.group import Entropy, Scalar
from protocols.chance import beacon, coin, sealed
from protocols.deck import dealing, placing
from protocols.deck.cards import Cards, Secrets
from protocols.rounds import Protocol, Round
from protocols.threshold import keys, sharing

from ..entries.errors import IllegalAnswer
from ..entries.payloads import MASKED, PROVED
from .stock import Stock

if TYPE_CHECKING:
    from .classic import Classic

MOVE_LIMIT = 256

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
        self._everybody = tuple(range(players))
        self._me = me
        self._secret = secret
        self._quorum = quorum
        self._cards: Cards | None = None
        self._secrets: Secrets | None = None
        self._evicted: frozenset[int] = frozenset()
        self.stock = Stock()
        self._classic: Classic | None = None
        if deck != MASKED:
            from .classic import Classic  # few tables have this deck

            self._classic = Classic(me, proved=deck == PROVED)
        self.dealt: dict[int, str] = {}

    @property
    def _present(self) -> tuple[int, ...]:
        return tuple(seat for seat in self._everybody if seat not in self._evicted)

    def spares(self, seats: frozenset[int]) -> bool:
        """Return whether the others can go on without these seats, too."""
        left = len(self._everybody) - len(self._evicted | seats)
        shared = self._cards is None or self._cards.sharing is not None
        return 0 < self._quorum <= left and shared

    @property
    def owes_audit(self) -> bool:
        """Return whether the game needs an audit before it is over."""
        return self._classic is not None and self._classic.owes_audit

    def evict(self, seats: frozenset[int]) -> None:
        """Exclude evicted seats from all coming turns."""
        self._evicted |= seats

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
        """Collect all players' sealed orders, so that none depends on another's."""
        said = yield from self._seal(turn.players, context, move, entropy)
        return Ticked(
            tuple(
                (player, _read(said[player], player, why_illegal))
                for player in sorted(said)
                if said[player] != NO_ORDER.encode()
            )
        )

    def _seal(
        self,
        choosers: tuple[int, ...],
        context: bytes,
        move: str | None,
        entropy: Entropy,
    ) -> Protocol[dict[int, bytes]]:
        # A player that sealed a move and lost it can't open it: it stays silent.
        me, say = (None, None) if move is None else (self._me, move.encode())
        hear = tuple(player for player in choosers if player not in self._evicted)
        return sealed.seal(me, hear, context, say, entropy, spare=self._quorum > 0)

    def _shuffle(
        self, turn: Shuffle, context: bytes, entropy: Entropy
    ) -> Protocol[Event]:
        if self._classic is not None:
            players, faces = self._here(turn.players), turn.faces
            yield from self._classic.shuffle(players, faces, context, entropy)
            return Shuffled()
        cards = yield from self._table(context, entropy)
        players = self._here(turn.players)
        like = len(turn.faces), cards.keys.joint(players)
        prepared = self.stock.take(like)
        self._cards = yield from dealing.shuffle(
            self._me, players, cards, turn.faces, context, entropy, prepared
        )
        if self._me in players:
            self.stock.expect(like)
        return Shuffled()

    def _reshuffle(
        self, turn: Reshuffle, context: bytes, entropy: Entropy
    ) -> Protocol[Event]:
        cards = yield from self._table(context, entropy)
        self._cards = yield from dealing.reshuffle(
            self._me,
            self._here(turn.players) or self._present,
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
        cards = yield from self._table(context, entropy)
        self._cards, self.dealt = yield from dealing.deal(
            self._me, cards, hands, self._secrets, context, entropy, self._evicted
        )
        return Dealt()

    def _open(self, turn: Open, context: bytes, entropy: Entropy) -> Protocol[Event]:
        if self._classic is not None:
            return Opened((yield from self._classic.open_cards(turn.slots)))
        cards = yield from self._table(context, entropy)
        self._cards, faces = yield from dealing.open_cards(
            self._me, cards, turn.slots, self._secrets, context, entropy, self._evicted
        )
        return Opened(faces)

    def _roll(self, turn: Roll, context: bytes, entropy: Entropy) -> Protocol[Event]:
        seed = yield from self._flip(context, entropy)
        return Rolled(coin.roll(seed, turn.sides, turn.dice))

    def _roll_hidden(
        self, turn: Roll, context: bytes, entropy: Entropy
    ) -> Protocol[Event]:
        hands = dict(turn.hands)
        cards = yield from self._table(context, entropy)
        cards = yield from placing.roll(
            self._me, cards, hands, turn.sides, self._secrets, context, entropy
        )
        seed = yield from self._flip(context, entropy)
        self._cards = placing.turn(cards, hands, turn.sides, seed)
        if self._me in hands and self._secrets is not None:
            mine = hands[self._me]
            self.dealt = placing.read(self._cards, mine, self._me, self._secrets)
        return Rolled(())

    def _place(
        self,
        turn: Place,
        context: bytes,
        placed: tuple[str, ...] | None,
        entropy: Entropy,
    ) -> Protocol[Event]:
        cards = yield from self._table(context, entropy)
        self._cards, self.dealt = yield from placing.place(
            self._me,
            turn.player,
            cards,
            turn.slots,
            turn.faces,
            placed,
            self._secrets,
            context,
            entropy,
        )
        return Placed()

    def _prove(self, turn: Prove, context: bytes, entropy: Entropy) -> Protocol[Event]:
        cards = yield from self._table(context, entropy)
        match turn.claim:
            case OneOf(slot, faces):
                slots: tuple[int, ...] = (slot,)
                allowed = frozenset(faces)
            case claim:
                slots = claim.slots
                can_be = {face for card in cards.on(slots) for face in card.faces}
                allowed = frozenset(can_be.difference(claim.faces))
        yield from placing.claim(
            self._me,
            turn.player,
            cards,
            slots,
            allowed,
            self._secrets,
            context,
            entropy,
        )
        return Proved()

    def _close(self) -> Protocol[None]:
        if self._classic is not None and self._classic.owes_audit:
            yield from self._classic.audit()

    def _table(self, context: bytes, entropy: Entropy) -> Protocol[Cards]:
        """Return the table's cards, after generating all players' keys if needed.

        The others hold shares of each key only if enough of them would be left to
        use these.
        """
        if self._cards is None:
            me, players, secret = self._me, self._present, self._secret
            if me not in players:
                me = secret = None
            shared = yield from keys.generate(me, players, context, secret, entropy)
            held: sharing.Sharing | None = None
            shares: dict[int, Scalar] = {}
            if 0 < self._quorum < len(players):
                held, shares = yield from sharing.share(
                    me, players, shared, self._quorum, secret, context, entropy
                )
            self._cards = Cards(shared, held)
            self._secrets = None if secret is None else Secrets(secret, shares)
        return self._cards

    def _flip(self, context: bytes, entropy: Entropy) -> Protocol[bytes]:
        """Return joint randomness, which a quorum can compute without the rest.

        Without a quorum all players must stay for it.
        """
        if self._quorum == 0:
            return (yield from coin.flip(self._me, self._present, context, entropy))
        cards = yield from self._table(context, entropy)
        secret = None if self._secrets is None else self._secrets.key
        return (
            yield from beacon.flip(
                self._me,
                self._here(tuple(cards.keys.shares)),
                cards.keys,
                self._quorum,
                secret,
                context,
                entropy,
            )
        )

    def _here(self, players: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(player for player in players if player not in self._evicted)


def _read(message: bytes, player: int, why_illegal: WhyIllegal) -> str:
    try:
        move = message.decode("ascii")
    except UnicodeDecodeError:
        raise InvalidEncoding("a move that is no text", player) from None
    if len(move) > MOVE_LIMIT or not move.isprintable():
        raise InvalidEncoding("a move that is too long or not printable", player)
    reason = why_illegal(player, move)
    if reason is not None:
        raise IllegalAnswer(reason.message, player)
    return move
