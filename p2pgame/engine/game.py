"""What the rules of a game are, to everything that is not those rules.

A state is public: every peer holds the same one.  A hidden card is a slot
number in the state; its face is known only to whoever may see it, and enters
the state when it is opened.  So a game never filters secrets out of a state:
there are none in it.

A game is stateless: one object serves every table.  Its methods are pure, and
:mod:`p2pgame.engine.play` is the only caller of :meth:`Game.apply`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from .errors import Refusal
from .events import Event, Status
from .message import Message, SeatName
from .reason import Reason
from .state import Options, State
from .turns import (
    NO_ORDER,
    Amount,
    Choose,
    Offer,
    Place,
    Tick,
    Timer,
    Together,
    Turn,
)
from .visibility import Zone

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)


class Game(ABC, Generic[S, O]):
    """The rules of one game: an initial state, whose turn it is, what follows.

    Name, version, options and ``rules`` are in every table's genesis.
    ``rules`` is the hash of the source that plays, set where a game is
    registered (:mod:`p2pgame.engine.rules`).  ``only_deals`` says that of the turns
    about hidden things there are shuffles, deals and openings only, which every
    kind of deck can do; ``draws`` that its players may agree on a draw.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    seats: ClassVar[range]
    options: type[O]
    rules: bytes = bytes(32)
    only_deals: ClassVar[bool] = False
    draws: ClassVar[bool] = False

    def why_not(self, seats: int, options: O) -> Message | None:
        """Return what is wrong with these options, or None."""
        return None

    def teams(self, seats: int, options: O) -> tuple[tuple[int, ...], ...]:
        """Return who plays together; by default everybody for themselves."""
        return tuple((seat,) for seat in range(seats))

    @abstractmethod
    def setup(self, seats: int, options: O) -> S: ...

    @abstractmethod
    def turn(self, state: S) -> Turn:
        """Return who or what acts next, in a state that needs no more fix-ups."""

    @abstractmethod
    def apply(self, state: S, event: Event) -> S:
        """Return the state after an event that answers the current turn."""

    def fix_up(self, state: S) -> tuple[Message, S] | None:
        """Return what now follows by itself, as people are told, and the state after.

        Called until it returns None; each step is shown to people, none is
        signed, because every peer computes the same ones.
        """
        return None

    def why_illegal(self, state: S, player: int, move: str) -> Reason | None:
        """Return why ``player`` may not make ``move`` now, or None.

        The default asks the turn: what is on offer is legal, and nothing else.
        A game extends this one to give better reasons, not to decide otherwise.
        """
        choice = choice_of(self.turn(state), player)
        if choice is None:
            return _not_now(player)
        for offer in choice.moves:
            if isinstance(offer, Amount):
                number = offer.number(move)
                if number is None:
                    continue
                if offer.low <= number <= offer.high:
                    return None
                return _out_of_range(offer)
            if offer == move:
                return None
        offers = ", ".join(str(offer) for offer in choice.moves)
        return Reason.of(
            "unknown-move", "move-impossible", move=repr(move), offers=offers
        )

    def why_impossible(self, state: S, faces: tuple[str, ...]) -> Reason | None:
        """Return why these cannot be the faces that the turn opens, or None.

        There are as many as the turn's slots.  The joint opening has proved
        them; this keeps ``apply`` total whatever it is given.
        """
        return None

    def why_misplaced(
        self, state: S, player: int, faces: tuple[str, ...]
    ) -> Reason | None:
        """Return why ``player`` may not place these faces, one for each slot."""
        return None

    def why_not_seated(self, state: S, player: int, status: Status) -> Reason | None:
        """Return why ``player`` cannot now join, sit out or leave; by default always.

        A game in which that is possible answers None, between rounds for
        example, and then handles the event ``Seated``.  Where somebody is
        ``gone`` and the game refuses that, the table ends it as forfeited; a game
        that goes on asks nothing more of them, no shuffle and no proof either.
        """
        return Reason.of("fixed-seats", "nobody-leaves-midway", game=self.name)

    def last_round(self, state: S) -> S | None:
        """Return the same state, but the game ends when this round has ended.

        None if that cannot be: most games have no rounds that stand for themselves.
        """
        return None

    def carry(self, state: S, options: O, seats: tuple[int | None, ...]) -> O:
        """Return with what options another table goes on where this one has ended.

        ``seats`` are those there, in order: each one's seat here, or None for
        somebody who is new.  By default everything begins anew.
        """
        return options

    def why_no_draw(self, state: S) -> Reason | None:
        """Return why the players may not agree on a draw now, or None.

        The default asks ``draws``; a game whose options have a say extends it.
        """
        if self.draws:
            return None
        return Reason.of("no-draw", "no-agreed-draw", game=self.name)

    def absent_move(self, state: S, player: int) -> str | None:
        """Return what is moved for a player who chooses alone and does not answer.

        Players may agree on that before the game.  By default it is the first move
        on offer; None where nothing can be moved for somebody else.
        """
        choice = choice_of(self.turn(state), player)
        if choice is None or not choice.moves:
            return None
        offer = choice.moves[0]
        return f"{offer.verb} {offer.low}" if isinstance(offer, Amount) else offer

    def why_unfair(
        self, state: S, player: int, move: str, faces: Mapping[int, str]
    ) -> Reason | None:
        """Return why ``player``, who knows ``faces``, may not make a legal move.

        The others cannot tell yet, but it comes out: at a proof that cannot be
        given, or when cards are opened.  So it is for the player's own program
        to ask.  At least one legal move is always fair.
        """
        return None

    def placement(self, state: S, player: int, text: str) -> tuple[str, ...]:
        """Return the faces, one for each slot of the turn, that ``text`` means.

        A game with a ``Place`` extends this.  It knows ``random N`` at least,
        for any N, which is what is on offer: an allowed placement drawn from N.

        Raises:
          Refusal: The text means no placement, and the message says why; of an
            empty one, how to write one.
        """
        raise Refusal(Message.of("nothing-is-placed", game=self.name))

    def zones(self, state: S) -> tuple[Zone, ...]:
        """Return where everything hidden lies, and who may see it there.

        Each live slot lies in exactly one zone.  A game with hidden faces
        declares them all; one without has none.
        """
        return ()

    def position(self, seats: int, options: O, text: str) -> S:
        """Return the state that ``text`` describes in the game's own notation.

        Raises:
          ValueError: It is no position of this game, or the game has no
            notation for positions.
        """
        raise Refusal(Message.of("no-notation", game=self.name))

    @abstractmethod
    def show(self, state: S, faces: Mapping[int, str]) -> str:
        """Return the table in words, with the ``faces`` known of hidden slots."""

    def tell(self, state: S, event: Event) -> Message | None:
        """Return what ``event``, which answers the turn of ``state``, is called here.

        None where this game has nothing of its own to say of it, and ``NOTHING``
        if there is nothing to tell.  Several things are one ``listed`` message.
        """
        return None

    def hint(
        self, state: S, player: int, offer: Offer, faces: Mapping[int, str]
    ) -> str:
        """Return what a player who may type ``offer`` should read.

        It begins with the words to type, and may say what they cost, or in
        brackets what they are about: ``faces`` are those that the player knows.
        An ``Amount`` keeps its range at the end.
        """
        return str(offer)


#: What is on offer to whoever places something, beside the game's own words.
AT_RANDOM = Amount("random", 0, 10**18 - 1)

#: A game of whatever state and options, as whoever plays them all holds it.
AnyGame: TypeAlias = Game[Any, Any]


def _not_now(player: int) -> Reason:
    return Reason.of("not-your-turn", "not-to-move", player=SeatName(player))


def _out_of_range(offer: Amount) -> Reason:
    low, high = offer.low, offer.high
    return Reason.of(
        "out-of-range", "takes-a-number", verb=offer.verb, low=low, high=high
    )


def choice_of(turn: Turn, player: int) -> Choose | None:
    """Return what ``player`` is asked to decide in this turn, if anything."""
    match turn:
        case Choose():
            return turn if turn.player == player else None
        case Together():
            for choice in turn.choices:
                if choice.player == player:
                    return choice
        case Tick():
            if player in turn.players:
                return Choose(player, turn.moves, Timer(turn.seconds, NO_ORDER))
        case Place():
            return Choose(player, (AT_RANDOM,)) if turn.player == player else None
    return None
