"""A turn says which player acts next, or what the peers do jointly.

A game returns one from :meth:`~p2pgame.engine.game.Game.turn`; turns are the whole
interface between rules and the rest.  :class:`Choose`, :class:`Together`,
:class:`Tick` and :class:`Place` wait for people.  The peers' programs do the others
jointly, with proofs.  :class:`Over` is the end.

Hidden things (a card, a private die, a cell of a secret placement) are named by
*slot*, never by face.  A slot keeps its face for life, wherever the rules move it,
so everybody can follow it.  A :class:`Shuffle` starts a new deck whose slots count
from 0.  A :class:`Reshuffle` gives the cards that it mixes new slots, so nobody can
tell which is which.
"""

from __future__ import annotations

from typing import TypeAlias

from .state import State

#: The most characters of a move; one of a Together or a Tick is sealed, and no longer.
MOVE_LIMIT = 256
#: No number of a move has more digits.
MOST_DIGITS = 18


def is_move(text: str) -> bool:
    """Return whether an answer can carry ``text`` as a move.

    A move is 1 to :data:`MOVE_LIMIT` characters of ASCII, from space to ``~``.
    """
    return 0 < len(text) <= MOVE_LIMIT and text.isascii() and text.isprintable()


class Amount(State, frozen=True):
    """A parametric move: ``verb`` and a whole number, as in ``raise 120``."""

    verb: str
    low: int
    high: int

    def number(self, move: str) -> int | None:
        """Return the number in ``move``, or None if it is another move.

        Only the canonical form counts: one space, no sign, no leading zero.
        """
        verb, _, digits = move.partition(" ")
        if verb != self.verb or not digits.isascii() or not digits.isdecimal():
            return None
        if len(digits) > MOST_DIGITS or str(int(digits)) != digits:
            return None
        return int(digits)

    def allows(self, move: str) -> bool:
        """Return whether ``move`` is of this form, with a number in the range."""
        number = self.number(move)
        return number is not None and self.low <= number <= self.high

    def __str__(self) -> str:
        return f"{self.verb} {self.low}…{self.high}"


Offer: TypeAlias = str | Amount


def is_offered(move: str, offers: tuple[Offer, ...]) -> bool:
    """Return whether ``move`` is one of ``offers``."""
    return move in offers or any(
        isinstance(offer, Amount) and offer.allows(move) for offer in offers
    )


class Timer(State, frozen=True):
    """After ``seconds`` without a decision, ``move`` is made; both are rules.

    Time for the screen alone (an animation) is never a rule.
    """

    seconds: int
    move: str


class Choose(State, frozen=True):
    """One player decides among ``moves``, perhaps before a timer runs out."""

    player: int
    moves: tuple[Offer, ...]
    timer: Timer | None = None


class Together(State, frozen=True):
    """Several players decide at once: sealed first, then opened together."""

    choices: tuple[Choose, ...]


class Shuffle(State, frozen=True):
    """``players`` jointly mix a new deck with these faces.

    Only they take part in dealing and opening its cards.  So the others can go on
    without a player who is out of the game.  Where others play, one player alone would
    choose the order: such a deck MUST NOT be opened, nor dealt to another.
    """

    faces: tuple[str, ...]
    players: tuple[int, ...]


class Reshuffle(State, frozen=True):
    """``players`` jointly mix some of the deck's cards again.

    The cards of ``slots`` move, in an order that nobody knows, to new slots from
    ``first`` on; the old slots cease to exist.  One player alone knows the order:
    where others play, it mixes only what was dealt to it.
    """

    slots: tuple[int, ...]
    players: tuple[int, ...]
    first: int


class Deal(State, frozen=True):
    """Each player named learns the faces of the slots listed with it."""

    hands: tuple[tuple[int, tuple[int, ...]], ...]


class Open(State, frozen=True):
    """Everybody learns the faces of ``slots``."""

    slots: tuple[int, ...]


class Roll(State, frozen=True):
    """Everybody jointly rolls dice that show 0…``sides`` − 1.

    Without ``hands`` there are ``dice`` public dice.  With ``hands`` the dice are
    private: each player named learns the dice in its listed slots.  Their faces are
    the numbers in decimal.
    """

    sides: int
    dice: int = 1
    hands: tuple[tuple[int, tuple[int, ...]], ...] = ()


class Place(State, frozen=True):
    """``player`` secretly puts one of ``faces`` on each of ``slots``.

    The player commits to all at once, and opens slot by slot.
    :meth:`~p2pgame.engine.game.Game.why_misplaced` checks the whole placement.
    """

    player: int
    slots: tuple[int, ...]
    faces: tuple[str, ...]


class OneOf(State, frozen=True):
    """The claim that the face of ``slot`` is one of ``faces``."""

    slot: int
    faces: tuple[str, ...]


class NoneOf(State, frozen=True):
    """The claim that no face of ``slots`` is one of ``faces``."""

    slots: tuple[int, ...]
    faces: tuple[str, ...]


Claim: TypeAlias = OneOf | NoneOf


class Prove(State, frozen=True):
    """``player`` proves a claim about hidden faces without showing them."""

    player: int
    claim: Claim


#: The most ticks ahead for which an order may be given.
FARTHEST_HORIZON = 64
#: A player's answer to a tick without an order.
NO_ORDER = ""


class Tick(State, frozen=True):
    """A time step: each of ``players`` may give one of the orders ``moves``.

    It ends ``seconds`` after the last one; later orders do not count.  While orders for
    it are on their way, those for up to ``horizon`` later ticks may be given already.
    """

    players: tuple[int, ...]
    moves: tuple[Offer, ...]
    seconds: int = 1
    horizon: int = 0


class Over(State, frozen=True):
    """The game has ended; ``payoffs`` are by seat, in the game's own unit."""

    payoffs: tuple[int, ...]


Turn: TypeAlias = (
    Choose
    | Together
    | Shuffle
    | Reshuffle
    | Deal
    | Open
    | Roll
    | Place
    | Prove
    | Tick
    | Over
)


def only_deals(turn: Turn) -> bool:
    """Return whether a turn does no more with hidden things than any deck can do.

    That is to shuffle, deal and open cards, or nothing.
    """
    if isinstance(turn, Roll):
        return not turn.hands
    return not isinstance(turn, Reshuffle | Place | Prove)


def players_in(turn: Turn) -> tuple[int, ...]:
    """Return the players that a turn names, in its order."""
    match turn:
        case Choose() | Place() | Prove():
            return (turn.player,)
        case Together(choices):
            return tuple(choice.player for choice in choices)
        case Shuffle() | Reshuffle() | Tick():
            return turn.players
        case Deal() | Roll():
            return tuple(player for player, _ in turn.hands)
    return ()


def movers(turn: Turn) -> tuple[int, ...]:
    """Return the players that are to move in a turn, in its order."""
    if isinstance(turn, Choose | Place | Together | Tick):
        return players_in(turn)
    return ()
