"""Plays a game's turns as protocols: where rules and cryptography meet.

Each turn becomes one generator of rounds that returns the event it led to.
The context of every run is the turn's id, which binds all that went before, so
nothing said in one turn can be used in another.

What is hidden lives here and not in a state: the masked deck, and the faces
that this player alone has learned.
"""

from __future__ import annotations

from collections.abc import Callable

from p2pgame.engine import (
    Choose,
    Chosen,
    ChosenTogether,
    Deal,
    Dealt,
    Event,
    Open,
    Opened,
    Over,
    Place,
    Prove,
    Reason,
    Reshuffle,
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
from protocols import coin, deck, keys, sealed
from protocols.errors import InvalidEncoding, ProtocolError
from protocols.group import Entropy, Scalar
from protocols.rounds import Protocol, Round

MOVE_LIMIT = 256

WhyIllegal = Callable[[int, str], Reason | None]


class Dealer:
    """One player's part in every joint turn of a game; ``me`` None: a spectator."""

    def __init__(self, players: int, me: int | None, secret: Scalar | None) -> None:
        self._players = tuple(range(players))
        self._me = me
        self._secret = secret
        self._keys: keys.Keys | None = None
        self._deck: deck.Deck | None = None
        self.dealt: dict[int, str] = {}

    def play(
        self,
        turn: Turn,
        context: bytes,
        *,
        move: str | None,
        why_illegal: WhyIllegal,
        entropy: Entropy,
    ) -> Protocol[Event]:
        """Return the protocol that answers ``turn``.

        ``move`` is our own, when it is ours to move and not yet in the log.
        """
        self.dealt = {}
        match turn:
            case Choose():
                return self._choose(turn, move, why_illegal)
            case Together():
                return self._together(turn, context, move, why_illegal, entropy)
            case Shuffle():
                return self._shuffle(turn, context, entropy)
            case Deal():
                return self._deal(turn, context, entropy)
            case Open():
                return self._open(turn, context, entropy)
            case Roll(hands=()):
                return self._roll(turn, context, entropy)
            case Over():
                raise ValueError("the game is over")
            case Tick():
                return self._tick(turn, context, move, why_illegal, entropy)
            case Roll() | Reshuffle() | Place() | Prove():
                raise ValueError(f"no table plays {type(turn).__name__} yet")

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
        # Who has sealed a move and no longer knows it can't open it: it is silent.
        me, say = (None, None) if move is None else (self._me, move.encode())
        moves = yield from sealed.seal(me, choosers, context, say, entropy)
        return ChosenTogether(
            tuple(_read(moves[player], player, why_illegal) for player in choosers)
        )

    def _tick(
        self,
        turn: Tick,
        context: bytes,
        move: str | None,
        why_illegal: WhyIllegal,
        entropy: Entropy,
    ) -> Protocol[Event]:
        """Hear everybody's order, sealed, so that nobody waits for the others'."""
        me, say = (None, None) if move is None else (self._me, move.encode())
        said = yield from sealed.seal(me, turn.players, context, say, entropy)
        return Ticked(
            tuple(
                (player, _read(said[player], player, why_illegal))
                for player in sorted(turn.players)
                if said[player] != NO_ORDER.encode()
            )
        )

    def _shuffle(
        self, turn: Shuffle, context: bytes, entropy: Entropy
    ) -> Protocol[Event]:
        if self._keys is None:
            self._keys = yield from keys.generate(
                self._me, self._players, context, self._secret, entropy
            )
        self._deck = yield from deck.shuffle(
            self._me, turn.players, self._keys, turn.faces, context, entropy
        )
        return Shuffled()

    def _deal(self, turn: Deal, context: bytes, entropy: Entropy) -> Protocol[Event]:
        hands = {slot: player for player, slots in turn.hands for slot in slots}
        self._deck, self.dealt = yield from deck.deal(
            self._me, self._shuffled(), hands, self._secret, context, entropy
        )
        return Dealt()

    def _open(self, turn: Open, context: bytes, entropy: Entropy) -> Protocol[Event]:
        self._deck, faces = yield from deck.open_cards(
            self._me, self._shuffled(), turn.slots, self._secret, context, entropy
        )
        return Opened(faces)

    def _roll(self, turn: Roll, context: bytes, entropy: Entropy) -> Protocol[Event]:
        seed = yield from coin.flip(self._me, self._players, context, entropy)
        return Rolled(coin.roll(seed, turn.sides, turn.dice))

    def _shuffled(self) -> deck.Deck:
        if self._deck is None:
            raise ValueError("the rules deal cards before any shuffle")
        return self._deck


def _read(message: bytes, player: int, why_illegal: WhyIllegal) -> str:
    try:
        move = message.decode("ascii")
    except UnicodeDecodeError:
        raise InvalidEncoding("a move that is no text", player) from None
    if len(move) > MOVE_LIMIT or not move.isprintable():
        raise InvalidEncoding("a move that is too long or not printable", player)
    reason = why_illegal(player, move)
    if reason is not None:
        raise ProtocolError(f"an illegal move: {reason.text}", player)
    return move
