"""The story of one game, told as it happens to whoever sits at one seat.

A game's own words come first; where it has none, what happened is told in the
words of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p2pgame.client.names import distinct
from p2pgame.engine import (
    Choose,
    Chosen,
    ChosenTogether,
    Closing,
    Deal,
    Dealt,
    Event,
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
    start,
)
from p2pgame.engine.takeback import Undone
from p2pgame.session import Start
from p2pgame.session.lobby.events import (
    AnyView,
    Assented,
    Drawn,
    Happened,
    MovedFor,
    Said,
    TakenBack,
)

from . import words
from .agreeing import Agreeing
from .chatter import Chatter

#: What to say when the others turn out to have gone on without somebody.
OVERTAKEN = (
    "The others had gone on without somebody who was too late; "
    "what really happened is told once more."
)


class Teller:
    """Tells a game to the player in ``seat``; None: to a spectator."""

    def __init__(self, begun: Start, seat: int | None) -> None:
        self.names = distinct([player.name for player in begun.players])
        self._rows = list(self.names)
        if seat is not None:
            self._rows[seat] += " (you)"
        self.seat = seat
        self.agreeing = Agreeing(self.names, seat)
        self._chatter = Chatter()
        self._game, self._begun = begun.game, begun
        self._audited = begun.deck == "commutative"
        first = start(begun.game, len(self.names), begun.options)
        self._state: State = first.state
        self._owners: dict[int, int] = {}
        self._shown = ""
        self._gone: list[int] = []
        self._forfeited = False

    @property
    def _deck(self) -> str:
        """What to know of the deck, if it is one that promises less."""
        if not self._audited:
            return ""
        return (
            " The deck is audited when the game is over: who cheats is found out then,"
            " and all cards are shown, folded ones too."
        )

    def opening(self) -> str:
        plays = "play" if len(self.names) > 1 else "plays"
        terms = f"{self._deck}{_terms(self._begun)}"
        return f"{', '.join(self.names)} {plays} {self._game.name}.{terms}"

    def result(self, payoffs: Sequence[int]) -> str:
        """Return how the game has ended, and by whose leaving."""
        text = f"The game is over: {words.result(payoffs, self.names)}."
        if not self._forfeited:
            return text
        lost = words.those(self._gone, self.names)
        return f"{text} It was forfeited by {lost}."

    def lines(self, happened: Happened) -> list[str]:
        """Return a line for what happened, and one for each thing that followed."""
        self.agreeing.forget()
        lines = [self._event(happened), *(text for text, _ in happened.fix_ups)]
        lines += self._own(happened)
        self._note_owners(happened.turn)
        self._state = happened.view.state
        return [words.named(line, self.names) for line in lines if line]

    def aside(self, event: Assented | Said | MovedFor, now: float) -> list[str]:
        """Return what to show of what is said beside the moves."""
        is_chat = isinstance(event, Said) and event.seat != self.seat
        if is_chat and not self._chatter.shows(event.seat, now):
            return []
        return [self.agreeing.line(event)]

    def unshown(self, now: float) -> list[str]:
        """Return who has said too much to be shown, when it is time to tell."""
        told = self._chatter.unshown(now)
        return [_too_much(self.names[seat], count) for seat, count in told]

    def table(self, view: AnyView) -> str:
        """Return the table as the player sees it."""
        self._shown = view.text
        return words.named(view.text, self._rows)

    def is_news(self, view: AnyView) -> bool:
        """Return whether the table has changed since it was last shown."""
        return view.text != self._shown

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

    def hints(self, view: AnyView) -> tuple[str, ...]:
        """Return what may be typed in answer to ``view.choice``, move for move."""
        assert view.choice is not None
        player = view.choice.player
        if isinstance(view.turn, Place):
            return (self._how_to_place(view, player),)
        hints = (
            self._game.hint(view.state, player, move, view.faces)
            for move in view.choice.moves
        )
        return tuple(words.named(hint, self.names) for hint in hints)

    def _how_to_place(self, view: AnyView, player: int) -> str:
        """Return how to write a placement: what the game says to none at all."""
        try:
            self._game.placement(view.state, player, "")
        except ValueError as error:
            return str(error)
        return "random"

    def _note_owners(self, turn: Turn) -> None:
        match turn:
            case Shuffle():
                self._owners = {}
            case Deal(hands):
                self._owners |= {slot: seat for seat, slots in hands for slot in slots}

    def _event(self, happened: Happened) -> str:
        if isinstance(happened.event, Undone):
            return f"player {happened.event.player} takes the last move back"
        if isinstance(happened.event, Drawn):
            return "all agree to a draw"
        if isinstance(happened.event, TakenBack):
            back = happened.event.levels
            what = "the last move" if back == 1 else f"the last {back} moves"
            return f"all agree to take {what} back"
        if isinstance(happened.event, Closing):
            return "all agree that this is the last round"
        if happened.event == Ticked(()):
            return ""
        if isinstance(happened.event, Seated):
            return self._seated(happened.event, happened.view)
        told = self._game.tell(self._state, happened.event)
        own = self._plainly(happened.event, happened.turn)
        return own if told is None else told

    def _seated(self, event: Seated, view: AnyView) -> str:
        """Return who has gone, and whether the others can go on."""
        who = f"player {event.player}"
        if event.status != "gone":
            return self._game.tell(self._state, event) or f"{who} is {event.status}"
        self._gone.append(event.player)
        is_over = isinstance(self._game.turn(view.state), Over)
        if isinstance(view.turn, Over) and not is_over:
            self._forfeited = True
            return (
                f"{who} has gone, and {self._game.name} can't go on with a seat empty"
            )
        told = self._game.tell(self._state, event)
        if told:
            return told
        return f"{who} has gone" + "; the others go on without them" * (not is_over)

    def _plainly(self, event: Event, turn: Turn) -> str:
        match event, turn:
            case Chosen(player, move), _:
                return f"player {player}: {move}"
            case ChosenTogether(moves), Together(choices):
                pairs = zip(choices, moves, strict=True)
                return ", ".join(f"player {c.player}: {move}" for c, move in pairs)
            case Shuffled(), Shuffle(faces, players):
                who = f"{len(players)} players" if len(players) > 1 else "one player"
                return f"{len(faces)} cards shuffled by {who}, every proof checked"
            case Dealt(), Deal(hands):
                return f"{sum(len(slots) for _, slots in hands)} cards dealt"
            case Opened(faces), Open(slots):
                return ", ".join(self._opened(slots, faces))
            case Reshuffled(), Reshuffle(slots):
                return f"{len(slots)} cards shuffled again, every proof checked"
            case Ticked(orders), _:
                return ", ".join(
                    f"player {player}: {order}" for player, order in orders
                )
            case Placed(), Place(player):
                return f"player {player} has placed what is hidden"
            case Proved(), Prove(player):
                return f"player {player} has proved it"
            case Rolled(), Roll(hands=((_, _), *_)):
                return "the dice are rolled in secret"
            case Rolled(values), Roll(sides):
                shown = " ".join(str(value + 1) for value in values)
                return f"rolled: {shown}" + f" (of 1 to {sides})" * (sides != 6)
        return ""

    def _opened(self, slots: tuple[int, ...], faces: tuple[str, ...]) -> Iterator[str]:
        """Yield whose cards these were, if they were dealt to anybody."""
        groups: dict[int | None, list[str]] = {}
        for slot, face in zip(slots, faces, strict=True):
            groups.setdefault(self._owners.get(slot), []).append(face)
        for owner, cards in groups.items():
            who = "opened:" if owner is None else f"player {owner} shows"
            yield f"{who} {' '.join(cards)}"

    def _own(self, happened: Happened) -> Iterator[str]:
        """Yield what the player alone has been dealt, or has rolled."""
        view = happened.view
        match happened.turn:
            case Deal(hands):
                dealt = _mine(view, hands)
                has_more = view.player in self._owners.values()
                what = "cards" if len(dealt) > 1 or not has_more else "card"
                if dealt:
                    yield f"Your {'new ' * has_more}{what}: {' '.join(dealt)}"
            case Roll(hands=hands):
                pips = [str(int(face) + 1) for face in _mine(view, hands)]
                if pips:
                    yield f"Your dice: {' '.join(pips)}"


def _too_much(name: str, count: int) -> str:
    lines = "1 line is" if count == 1 else f"{count} lines are"
    return f"{name} says a lot; {lines} not shown."


def _terms(begun: Start) -> str:
    """Return who else may read what is said, and what becomes of who is silent."""
    return (_WATCHED if begun.watchable else "") + _silence(begun)


#: What players are told of those who may look on.
_WATCHED = (
    " Whoever has the watch link can look on: they see what all see, and read what "
    "you say."
)


def _silence(begun: Start) -> str:
    """Return what becomes of whoever is silent for too long, if anything does."""
    if not begun.quorum or not begun.patience:
        return ""
    told = f" {_SILENT[begun.absence].format(f'silent for {begun.patience} s')}."
    if begun.bank:
        told += f" For all decisions together each player has {begun.bank} s."
    return told


#: What becomes of whoever is ``{}``, by the policy for it.
_SILENT = {
    "wait": "Whoever is {} is waited for",
    "default": "For whoever is {} a move is made",
    "forfeit": "Whoever is {} has lost, and the game is over",
    "finish": "Whoever is {} is gone, and the others go on",
}


def _mine(view: AnyView, hands: tuple[tuple[int, tuple[int, ...]], ...]) -> list[str]:
    slots = [slot for seat, hand in hands for slot in hand if seat == view.player]
    return [view.faces[slot] for slot in slots if slot in view.faces]
