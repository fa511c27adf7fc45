"""Tells one game in messages, as it happens to one seat.

What a game says of an event comes first; where it says nothing, what happened is
told as the engine sees it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from p2pgame.engine import (
    NOTHING,
    Choose,
    Chosen,
    ChosenTogether,
    Closing,
    Deal,
    Dealt,
    Event,
    Message,
    Open,
    Opened,
    Over,
    Place,
    Placed,
    Prove,
    Proved,
    Reshuffle,
    Reshuffled,
    Roll,
    Rolled,
    Seated,
    Shuffle,
    Shuffled,
    State,
    Ticked,
    Together,
    Turn,
    listed,
    message_of,
    plain,
    start,
)
from p2pgame.engine.play import Step
from p2pgame.engine.undo.takeback import Undone
from p2pgame.session import Start
from p2pgame.session.lobby.events import (
    AnyView,
    Aside,
    Assented,
    Audited,
    Drawn,
    Happened,
    MovedFor,
    Nudged,
    Said,
    TakenBack,
)
from p2pgame.session.lobby.terms import usual_programs
from p2pgame.text import title_of

from .phrases import outcome, seats_named, sentences, unaudited
from .trust import TableTerms

_DRAW, _LAST_ROUND, _TAKEBACK = "draw", "last round", "takeback"


class Narrator:
    """Tells a game to the player in ``seat``; None: to a spectator."""

    def __init__(self, begun: Start, seat: int | None) -> None:
        self.seat, self._begun, self._game = seat, begun, begun.game
        step = start(begun.game, len(begun.players), begun.options)
        self._state: State = step.state
        #: What followed from the begin by itself: told with what happens first.
        self._followed = [said for said, _ in step.fix_ups]
        self._owners: dict[int, int] = {}
        self._gone: list[int] = []
        self._forfeited = False
        self._open: set[str] = set()

    def opening(self) -> Message:
        """Return who plays what, to which aim, and on which terms."""
        everybody = seats_named(range(len(self._begun.players)))
        plays = Message.of(
            "opening",
            players=everybody,
            count=len(everybody),
            game=title_of(self._game.name),
        )
        aim = [] if self._game.aim is None else [self._game.aim]
        return sentences(plays, *aim, *_terms(self._begun))

    def result(self, payoffs: Sequence[int], audited: Audited) -> Message:
        """Return how the game has ended, by whose leaving, and what was not audited."""
        said = [Message.of("game-ended", result=outcome(payoffs))]
        if len(payoffs) == 1 and not any(payoffs):
            said = [Message.of("game-over-alone")]  # the game has told what was reached
        if self._gone:
            how = "forfeited-by" if self._forfeited else "gone-before-end"
            said.append(Message.of(how, players=seats_named(self._gone)))
        if audited.lacking:
            said.append(unaudited(audited.lacking))
        return sentences(*said)

    def told(self, happened: Happened) -> tuple[Message, ...]:
        """Return what happened, and each thing that followed."""
        agreed = isinstance(happened.event, Drawn | TakenBack | Closing)
        told, self._followed = self._followed, []
        told += [] if agreed else map(_lapsed, sorted(self._open))
        self._open.clear()
        told += [self._event(happened), *(said for said, _ in happened.fix_ups)]
        told += self._own(happened)
        self._note_owners(happened.turn)
        self._state = happened.view.whole
        return tuple(message for message in told if message != NOTHING)

    def foretold(self, state: State, move: str, step: Step[State]) -> Iterator[Message]:
        """Yield what our own move would do in ``state``, as it would be told."""
        assert self.seat is not None
        event = Chosen(self.seat, move)
        told = self._game.tell(state, event)
        first = Message.by("player-moves", self.seat, move=move)
        for message in (
            first if told is None else told,
            *(said for said, _ in step.fix_ups),
        ):
            if message != NOTHING:
                yield message

    def move(self, state: State, event: Chosen) -> Message:
        """Return a move that may be made in ``state``, as it would be told."""
        told = self._game.tell(state, event)
        if told is None or told == NOTHING:
            return Message.by("player-moves", event.player, move=event.move)
        return told

    def aside(self, event: Aside) -> Message:
        """Return what is said beside the moves, or moved for who is silent."""
        ours = event.seat == self.seat
        match event:
            case Said(_, text):
                return Message.by("chat", event.seat, text=text)
            case Nudged():
                if ours:
                    return Message.of("nudge-sent")
                return Message.by("nudge", event.seat)
            case MovedFor(_, move):
                if ours:
                    return Message.of("moved-for-you", move=move)
                return Message.by("moved-for-them", event.seat, move=move)
            case Assented(_, proposal):
                first = proposal not in self._open
                self._open.add(proposal)
                return self._assent(event.seat, proposal, first=first, ours=ours)

    def forget(self) -> None:
        """Let go of what was offered: the turn has passed."""
        self._open.clear()

    def opens(self, happened: Happened) -> bool:
        """Return whether people would now look at the table.

        That is when cards have been dealt or opened for all, or dice rolled in
        secret, and somebody is to decide; when they have placed something
        themselves; and when the game is over.
        """
        match happened.turn, happened.view.turn:
            case _, Over():
                return True
            case Deal() | Roll(hands=((_, _), *_)), Choose() | Together():
                return True
            case Place(player), _:
                return player == happened.view.player
            case Open(slots), Choose() | Together():
                return not self._owners.keys() & set(slots)
        return False

    def hints(self, view: AnyView) -> tuple[Message, ...]:
        """Return what may be typed in answer to ``view.choice``, move for move."""
        assert view.choice is not None
        player = view.choice.player
        if isinstance(view.turn, Place):
            return (self._how_to_place(view, player),)
        return tuple(
            plain(self._game.hint(view.whole, player, move, view.faces))
            for move in view.choice.moves
        )

    def _how_to_place(self, view: AnyView, player: int) -> Message:
        """Return how to write a placement: what the game says to none at all."""
        try:
            self._game.placement(view.whole, player, "")
        except ValueError as error:
            return message_of(error)
        return Message.of("random")

    def _assent(self, seat: int, proposal: str, *, first: bool, ours: bool) -> Message:
        if not first:
            return _says_of(seat, proposal, _AGREED)
        offer = _says_of(seat, proposal, _OFFERS)
        if ours:
            return Message.of("offer-counts", offer=offer)
        if self.seat is None:
            return Message.of("offer-seen", offer=offer)
        return Message.of("offer-answer", offer=offer, proposal=proposal)

    def _note_owners(self, turn: Turn) -> None:
        match turn:
            case Shuffle():
                self._owners = {}
            case Deal(hands):
                self._owners |= {slot: seat for seat, slots in hands for slot in slots}

    def _event(self, happened: Happened) -> Message:
        event = happened.event
        match event:
            case Undone(player):
                return Message.by("takes-back", player)
            case Drawn():
                return Message.of("all-agree-draw")
            case TakenBack(levels):
                return Message.of("all-agree-takeback", moves=levels)
            case Closing():
                return Message.of("all-agree-last-round")
            case Ticked(()):
                return NOTHING
            case Seated():
                return self._seated(event, happened.view)
        told = self._game.tell(self._state, event)
        return self._plainly(event, happened.turn) if told is None else told

    def _seated(self, event: Seated, view: AnyView) -> Message:
        """Return who has gone, and whether the others can go on."""
        if event.status != "gone":
            is_now = Message.by("is-now", event.player, status=event.status)
            return self._game.tell(self._state, event) or is_now
        self._gone.append(event.player)
        is_over = isinstance(self._game.turn(view.whole), Over)
        if isinstance(view.turn, Over) and not is_over:
            self._forfeited = True  # the game does not know of seats that are empty
            return Message.by(
                "gone-and-over", event.player, game=title_of(self._game.name)
            )
        told = self._game.tell(self._state, event)
        if told is not None and told != NOTHING:
            return told
        return Message.by("has-gone" if is_over else "gone-others-go-on", event.player)

    def _plainly(self, event: Event, turn: Turn) -> Message:
        match event, turn:
            case Chosen(player, move), _:
                return Message.by("player-moves", player, move=move)
            case ChosenTogether(moves), Together(choices):
                seats = [choice.player for choice in choices]
                return _moves(zip(seats, moves, strict=True))
            case Shuffled(), Shuffle(faces, players):
                cards, people = len(faces), len(players)
                proved = self._begun.deck != "commutative"
                id = "cards-shuffled" if proved else "cards-shuffled-unproved"
                return Message.of(id, cards=cards, players=people)
            case Dealt(), Deal(hands):
                count = sum(len(slots) for _, slots in hands)
                return Message.of("cards-dealt", cards=count)
            case Opened(faces), Open(slots):
                return listed(*self._opened(slots, faces))
            case Reshuffled(), Reshuffle(slots):
                return Message.of("cards-shuffled-again", cards=len(slots))
            case Ticked(orders), _:
                return _moves(orders)
            case Placed(), Place(player):
                return Message.by("has-placed", player)
            case Proved(), Prove(player):
                return Message.by("has-proved", player)
            case Rolled(), Roll(hands=((_, _), *_)):
                return Message.of("rolled-in-secret")
            case Rolled(values), Roll(sides):
                shown = " ".join(str(value + 1) for value in values)
                return Message.of("rolled", pips=shown, sides=sides)
        return NOTHING

    def _opened(
        self, slots: tuple[int, ...], faces: tuple[str, ...]
    ) -> Iterator[Message]:
        """Yield whose cards these were, if they were dealt to anybody."""
        groups: dict[int | None, list[str]] = {}
        for slot, face in zip(slots, faces, strict=True):
            groups.setdefault(self._owners.get(slot), []).append(face)
        for owner, cards in groups.items():
            if owner is None:
                yield Message.of("opened", cards=" ".join(cards))
            else:
                yield Message.by("shows-cards", owner, cards=" ".join(cards))

    def _own(self, happened: Happened) -> Iterator[Message]:
        """Yield what the player alone has been dealt, or has rolled."""
        view = happened.view
        match happened.turn:
            case Deal(hands):
                dealt = _mine(view, hands)
                cards = " ".join(dealt)
                if dealt and view.player in self._owners.values():
                    yield Message.of("your-new-cards", count=len(dealt), cards=cards)
                elif dealt:
                    yield Message.of("your-cards", cards=cards)
            case Roll(hands=hands):
                pips = [str(int(face) + 1) for face in _mine(view, hands)]
                if pips:
                    yield Message.of("your-dice", pips=" ".join(pips))


def _moves(made: Iterator[tuple[int, str]] | Sequence[tuple[int, str]]) -> Message:
    told = (Message.by("player-moves", seat, move=move) for seat, move in made)
    return listed(*told)


#: What is said of each proposal; any other is to take moves back.
_OFFERS = {
    _DRAW: "offers-draw",
    _LAST_ROUND: "offers-last-round",
    _TAKEBACK: "offers-takeback",
}
_LAPSED = {_DRAW: "lapsed-draw", _LAST_ROUND: "lapsed-last-round"}
_AGREED = {
    _DRAW: "agrees-draw",
    _LAST_ROUND: "agrees-last-round",
    _TAKEBACK: "agrees-takeback",
}


def _lapsed(proposal: str) -> Message:
    """Return that not all have agreed to a proposal before the next move."""
    if proposal in _LAPSED:
        return Message.of(_LAPSED[proposal])
    return Message.of("lapsed-takeback", moves=_levels(proposal))


def _says_of(seat: int, proposal: str, ids: Mapping[str, str]) -> Message:
    if proposal in ids:
        return Message.by(ids[proposal], seat)
    back = Message.of("proposal-takeback", moves=_levels(proposal))
    return Message.by(ids[_TAKEBACK], seat, what=back)


def _levels(proposal: str) -> int | str:
    levels = proposal.removeprefix(f"{_TAKEBACK} ")
    return int(levels) if levels.isdecimal() else levels


def _terms(begun: Start) -> Iterator[Message]:
    """Yield what the deck promises, who else may read, and what silence costs."""
    if begun.deck == "commutative":
        yield Message.of("terms-audited-deck")
    if begun.watchable:
        yield Message.of("terms-watched")
    if begun.quorum and begun.patience:
        yield Message.of(_SILENT[begun.absence], seconds=begun.patience)
        if begun.bank:
            yield Message.of("terms-bank", seconds=begun.bank)
        said = TableTerms.of_start(begun).said(begun.game)
        if said is not None:
            yield said
    yield from _clocks(begun)


def _clocks(begun: Start) -> Iterator[Message]:
    """Yield how long each player, and each program, may take, unless as usual."""
    time = begun.time
    if time.base:
        yield Message.of(
            "terms-clock",
            seconds=time.base,
            increment=time.increment,
            delay=time.delay,
        )
    if time.move or time.days:
        yield Message.of("terms-move-clock", seconds=time.move, days=time.days)
    unusual = time.programs and usual_programs(begun.patience)[0] != time.programs
    if unusual:
        yield Message.of("terms-programs", seconds=time.programs, grace=time.grace)


#: What becomes of a player who is silent, by the policy for it.
_SILENT = {
    "wait": "terms-silent-wait",
    "default": "terms-silent-default",
    "forfeit": "terms-silent-forfeit",
    "finish": "terms-silent-finish",
}


def _mine(view: AnyView, hands: tuple[tuple[int, tuple[int, ...]], ...]) -> list[str]:
    slots = [slot for seat, hand in hands for slot in hand if seat == view.player]
    return [view.faces[slot] for slot in slots if slot in view.faces]
