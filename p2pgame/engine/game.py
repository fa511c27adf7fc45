"""This module defines the interface between a game's rules and everything else.

A state is public: every peer holds the same one.  A hidden card is a slot
number in the state; only the players who may see it know its face, which enters
the state when it is opened.  So a state holds no secrets, and a game never
filters any out.

A game is stateless: one object serves every table.  Its methods are pure, and
:mod:`p2pgame.engine.play` is the only caller of :meth:`Game.apply`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from .combination import Combination
from .drawing import Drawing, Look
from .errors import Refusal
from .events import Event, Status
from .message import Message
from .offers import choice_of, why_not_offered
from .reason import Reason
from .scene import Scene
from .state import Options, State
from .turns import Amount, Offer, Turn
from .visibility import Policy, Zone

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)


class Game(ABC, Generic[S, O]):
    """The rules of one game: its initial state, its turns and what events do.

    Name, version, options and ``rules`` are in every table's genesis.
    ``rules`` is empty for a game that comes with p2pgame: its version says what it
    means.  Any other game gets the hash of its source where it is registered
    (:mod:`p2pgame.engine.rules`).  ``only_deals`` promises that its turns about
    hidden things are shuffles, deals and openings only, which every kind of deck
    supports.  With ``draws`` its players may agree on a draw.  With ``plans_ahead`` a
    player may prepare moves before its turn; not where all choose at once, or where a
    move's price may have changed by then.  ``aim`` is a sentence, told as the game
    begins, that says what players are to do and who wins.  ``seat_names`` are what
    people call the seats, such as White and Black, if they have names for the game.
    ``move_help`` has what kinds of moves do, by their forms, as in ``take NUMBER``: a
    word in capitals is a part, a number or any text.  A file beside the rules with
    sentences in several languages comes before it.
    ``state`` is the class of states, where versions of a game have several, of which
    ``S`` is the base.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    seats: ClassVar[range]
    options: type[O]
    rules: bytes = b""
    only_deals: ClassVar[bool] = False
    draws: ClassVar[bool] = False
    plans_ahead: ClassVar[bool] = True
    aim: ClassVar[Message | None] = None
    seat_names: ClassVar[tuple[Message, ...]] = ()
    move_help: Mapping[str, str] = MappingProxyType({})
    state: type[S] | None = None

    def why_not(self, seats: int, options: O) -> Message | None:
        """Return what is wrong with these options, or None."""
        return None

    def as_offered(self, options: O, entropy: Callable[[int], bytes]) -> O:
        """Return the options of a table, from those that its host asks for.

        What they leave to chance is drawn, and what is written in another format is
        read.  The host's program asks this once, before the table opens; the result is
        what all agree to.  So ``setup`` needs no chance, and knows one format.

        Raises:
          Refusal: What is asked for can't be had.
        """
        return options

    def following(self, options: O) -> tuple[str, O] | None:
        """Return what may be played after a game with these options, or None.

        It is the name of a level, and the options by which a host asks for it.
        """
        return None

    def teams(self, seats: int, options: O) -> tuple[tuple[int, ...], ...]:
        """Return the teams as groups of seats; by default each seat is its own team."""
        return tuple((seat,) for seat in range(seats))

    @abstractmethod
    def setup(self, seats: int, options: O) -> S: ...

    @abstractmethod
    def turn(self, state: S) -> Turn:
        """Return the next turn; the state needs no more fix-ups.

        It MUST be one that a table can play (:mod:`.soundness`).
        """

    @abstractmethod
    def apply(self, state: S, event: Event) -> S:
        """Return the state after an event that answers the current turn."""

    def fix_up(self, state: S) -> tuple[Message, S] | None:
        """Return the next automatic step, as people are told, and the state after it.

        The engine calls this until it returns None.  People see every step.  No
        step is signed, because every peer computes the same ones.
        """
        return None

    def why_illegal(self, state: S, player: int, move: str) -> Reason | None:
        """Return why ``player`` may not make ``move`` now, or None.

        By default exactly the moves that the turn offers are legal.  A game
        overrides this to give better reasons, never to decide differently.
        """
        return why_not_offered(self.turn(state), player, move)

    def explain(
        self, state: S, player: int, text: str, faces: Mapping[int, str]
    ) -> Reason | None:
        """Return why a person who typed ``text`` can't do that now, or None.

        Only the player's own program asks this, and only of what is no legal move:
        ``text`` need be no move at all.  ``faces`` are those that the player knows.
        None leaves it to :meth:`why_illegal`.
        """
        return None

    def retraced(
        self, state: S, player: int, word: str, made: tuple[str, ...]
    ) -> str | Reason | None:
        """Return the game's own move for a bare ``undo`` or ``redo``, or why none is.

        None leaves undoing to the table, as in all games without such moves.  ``made``
        are the player's moves since another decided last, the oldest first.
        """
        return None

    def undos(
        self, state: S, player: int, wanted: str
    ) -> Iterator[Combination] | Reason | None:
        """Return the game's own undos that make room for what ``player`` wants.

        The combinations come one by one, the best first, and are found as they are
        asked for.  A reason says why there are none, or what can be wanted: that is
        the answer to an empty text.  None: the game has no such undos.
        """
        return None

    def advice(self, state: S, player: int) -> tuple[Message, ...] | Reason | None:
        """Return hints for the next step of ``player``, each says more than the last.

        They are worked out from the state.  A reason says why there are none now.
        None: the game gives no hints.
        """
        return None

    def why_impossible(self, state: S, faces: tuple[str, ...]) -> Reason | None:
        """Return why the turn cannot open these faces, one per slot, or None.

        The joint opening has proved them already.  This check keeps ``apply``
        total, whatever it is given.
        """
        return None

    def why_misplaced(
        self, state: S, player: int, faces: tuple[str, ...]
    ) -> Reason | None:
        """Return why ``player`` may not place these faces, one for each slot."""
        return None

    def why_not_seated(self, state: S, player: int, status: Status) -> Reason | None:
        """Return why ``player`` cannot join, sit out or leave now; refuse by default.

        A game that allows it, between rounds for example, returns None and
        handles the event ``Seated``.  If the game refuses the status ``gone``, the
        table ends it as forfeited.  A game that goes on MUST ask nothing more of
        that player, neither shuffles nor proofs.
        """
        return Reason.of("fixed-seats", "nobody-leaves-midway", game=self.name)

    def settled(self, state: S, gone: frozenset[int]) -> tuple[int, ...] | None:
        """Return what each seat has won or lost if the game ends here without ``gone``.

        The game can't go on without them, and they have forfeited it.  The others keep
        what they have won and lost among themselves.  Each of ``gone`` loses as much as
        it could lose by playing on passively (by folding, or else by the worst legal
        moves), so that leaving never pays.  The payoffs balance where those of the
        rules do.  None, by default: each of the others wins 1 from each of ``gone``.
        """
        return None

    def kept_after_forfeit(
        self, state: S, payoffs: tuple[int, ...]
    ) -> tuple[str, ...] | None:
        """Return what each seat takes along after a forfeit with these ``payoffs``.

        Where :meth:`kept` is about chips that payoffs are counted in, this MUST agree
        with them.
        """
        return self.kept(state)

    def last_round(self, state: S) -> S | None:
        """Return the state of a game that ends with this round, or None.

        Most games return None: they have no independent rounds.
        """
        return None

    def kept(self, state: S) -> tuple[str, ...] | None:
        """Return what each seat takes along to the next table, such as its chips.

        An empty text: the seat has nothing left, and begins like a new player.  None,
        by default: nothing is carried over.  The rules that return something MUST
        begin a table of :meth:`continued` with it.
        """
        return None

    def continued(self, options: O, kept: tuple[str, ...]) -> O:
        """Return the options of a table at which each seat begins with what it kept.

        An empty text is a new player, or one with nothing left.
        """
        return options

    def next_first(self, state: S) -> int | None:
        """Return the player of which seat is to have seat 0 of the next table.

        If that one does not go there, it is the next one's in the order of the seats.
        So the rules of :meth:`continued` know whose turn it is to lead.  None, by
        default: anybody may have it.
        """
        return None

    def buy_in(self, options: O) -> int:
        """Return the most chips with which a player who buys some begins a table.

        What the seats keep are then numbers of chips.  0, by default: nothing is for
        sale.
        """
        return 0

    def why_no_draw(self, state: S) -> Reason | None:
        """Return why the players may not agree on a draw now, or None.

        The default asks ``draws``; a game overrides it if its options matter.
        """
        if self.draws:
            return None
        return Reason.of("no-draw", "no-agreed-draw", game=self.name)

    def absent_move(self, state: S, player: int) -> str | None:
        """Return the move made for an absent player who alone is to choose.

        Players may agree on such moves before the game.  It is one of those offered, by
        default the first.  None if no move can be made for another player.
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

        The others detect an unfair move later: its proof is missing, or opened
        cards refute it.  So the player's own program MUST ask first.  At least
        one legal move is always fair.
        """
        return None

    def placement(self, state: S, player: int, text: str) -> tuple[str, ...]:
        """Return the faces, one for each slot of the turn, that ``text`` means.

        A game with a ``Place`` overrides this.  It accepts at least ``random N``
        for any N, the standard offer: an allowed placement drawn from seed N.

        Raises:
          Refusal: The text is no placement, and the message says why.  For an
            empty text the message says how to write a placement.
        """
        raise Refusal(Message.of("nothing-is-placed", game=self.name))

    def zones(self, state: S) -> tuple[Zone, ...]:
        """Return the zones: the places of all hidden things, with their policies.

        Each live slot lies in exactly one zone.  A game without hidden faces has
        no zones.
        """
        return ()

    def seen(self, state: S, seat: int | None) -> S:
        """Return the state as it is shown to ``seat``; None: a spectator.

        A game with a zone that hides slots MUST leave these out of it
        (:func:`.visibility.masked`): :func:`.views.view` refuses to show more.  The
        rules themselves always get the whole state.
        """
        return state

    def position(self, seats: int, options: O, text: str) -> S:
        """Return the state that ``text`` describes in the game's own notation.

        Raises:
          ValueError: The text is no position of this game, or the game has no
            notation for positions.
        """
        raise Refusal(Message.of("no-notation", game=self.name))

    @abstractmethod
    def show(self, state: S, faces: Mapping[int, str]) -> str:
        """Return the table in words, with the ``faces`` known of hidden slots."""

    def in_hand(self, state: S, player: int, faces: Mapping[int, str]) -> str:
        """Return what only ``player`` sees, in words, or an empty text.

        By default that is every face in a zone that the others don't see.
        """
        own = (
            zone.slots
            for zone in self.zones(state)
            if zone.group == (player,) and zone.others is not Policy.VISIBLE
        )
        return " ".join(faces[slot] for slots in own for slot in slots if slot in faces)

    def in_sentences(
        self, state: S, faces: Mapping[int, str], seat: int | None
    ) -> tuple[Message, ...]:
        """Return the table in sentences, one fact each, to be read aloud.

        ``faces`` are those that ``seat`` knows; None: a spectator.  What ``turn`` says
        is left out, for the front end says it.  None at all: it reads ``show``.
        """
        return ()

    def scene(
        self, state: S, faces: Mapping[int, str], seat: int | None
    ) -> Scene | None:
        """Return what lies on the table, as ``seat`` sees it; None: a spectator.

        ``faces`` are those that it knows.  Front ends draw and read the scene.  None:
        they make one of zones, fields and what ``show`` says.
        """
        return None

    def scores(self, state: S) -> tuple[int, ...] | None:
        """Return what each seat has so far: points, chips, rounds; None: nothing."""
        return None

    def phase(self, state: S) -> Message | None:
        """Return what people call the part of the game that is on; None: nothing."""
        return None

    def role(self, state: S, seat: int) -> Message | None:
        """Return what people call ``seat`` now, such as the button; None: nothing.

        By default a seat has its name for the whole game.
        """
        return self.seat_names[seat] if seat < len(self.seat_names) else None

    def draw(self, state: S, faces: Mapping[int, str], look: Look) -> Drawing | None:
        """Return the table drawn, with the ``faces`` known of hidden slots.

        None: the front end draws it as it draws any game.
        """
        return None

    def tell(self, state: S, event: Event) -> Message | None:
        """Return how to tell people of ``event``, which answers the turn of ``state``.

        None leaves the wording to the program; ``NOTHING`` hides the event.  Use
        ``listed`` to say several things.
        """
        return None

    def hint(
        self, state: S, player: int, offer: Offer, faces: Mapping[int, str]
    ) -> str:
        """Return the text shown for ``offer``, which the player may type.

        It begins with the words to type.  A price, or an explanation in brackets,
        may follow; ``faces`` are those that the player knows.  An ``Amount`` keeps
        its range at the end; names of numbers may follow in brackets, as in ``raise to
        20…1000 (half pot 30, pot 45)``.
        """
        return str(offer)


#: A game with any state and options, for code that runs every game.
AnyGame: TypeAlias = Game[Any, Any]
