"""The story of one game, told as it happens to whoever sits at one seat.

A game's own words come first; where it has none, what happened is told in the
words of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator

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
    Placed,
    Prove,
    Proved,
    Reshuffle,
    Reshuffled,
    Roll,
    Rolled,
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
from p2pgame.session.events import AnyView, Happened

from . import words


class Teller:
    """Tells a game to the player in ``seat``; None: to a spectator."""

    def __init__(self, begun: Start, seat: int | None) -> None:
        self.names = words.distinct([player.name for player in begun.players])
        self._rows = list(self.names)
        if seat is not None:
            self._rows[seat] += " (you)"
        self._game = begun.game
        first = start(begun.game, len(self.names), begun.options)
        self._state: State = first.state
        self._owners: dict[int, int] = {}
        self._shown = ""

    def opening(self) -> str:
        return f"{', '.join(self.names)} play {self._game.name}."

    def lines(self, happened: Happened) -> list[str]:
        """Return a line for what happened, and one for each thing that followed."""
        self._note_owners(happened.turn)
        lines = [self._event(happened), *(text for text, _ in happened.fix_ups)]
        lines += self._own_cards(happened)
        self._state = happened.view.state
        return [words.named(line, self.names) for line in lines if line]

    def table(self, view: AnyView) -> str:
        """Return the table as the player sees it."""
        self._shown = view.text
        return words.named(view.text, self._rows)

    def is_news(self, view: AnyView) -> bool:
        """Return whether the table has changed since it was last shown."""
        return view.text != self._shown

    def opens(self, happened: Happened) -> bool:
        """Return whether people would now look at the table.

        That is when cards have been dealt or opened for all and somebody is to
        decide, and when the game is over.
        """
        match happened.turn, happened.view.turn:
            case _, Over():
                return True
            case Deal(), Choose() | Together():
                return True
            case Open(slots), Choose() | Together():
                return not self._owners.keys() & set(slots)
        return False

    def hints(self, view: AnyView) -> tuple[str, ...]:
        """Return what may be typed in answer to ``view.choice``, move for move."""
        assert view.choice is not None
        player = view.choice.player
        hints = (self._game.hint(view.state, player, m) for m in view.choice.moves)
        return tuple(words.named(hint, self.names) for hint in hints)

    def _note_owners(self, turn: Turn) -> None:
        match turn:
            case Shuffle():
                self._owners = {}
            case Deal(hands):
                self._owners |= {slot: seat for seat, slots in hands for slot in slots}

    def _event(self, happened: Happened) -> str:
        if isinstance(happened.event, Undone):
            return f"player {happened.event.player} takes the last move back"
        told = self._game.tell(self._state, happened.event)
        own = self._plainly(happened.event, happened.turn)
        return own if told is None else told

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
            case Rolled(values), Roll(sides):
                return f"rolled: {' '.join(str(v + 1) for v in values)} of {sides}"
        return ""

    def _opened(self, slots: tuple[int, ...], faces: tuple[str, ...]) -> Iterator[str]:
        """Yield whose cards these were, if they were dealt to anybody."""
        groups: dict[int | None, list[str]] = {}
        for slot, face in zip(slots, faces, strict=True):
            groups.setdefault(self._owners.get(slot), []).append(face)
        for owner, cards in groups.items():
            who = "opened:" if owner is None else f"player {owner} shows"
            yield f"{who} {' '.join(cards)}"

    def _own_cards(self, happened: Happened) -> Iterator[str]:
        view = happened.view
        match happened.turn:
            case Deal(hands):
                for seat, slots in hands:
                    if seat == view.player:
                        cards = " ".join(view.faces[slot] for slot in slots)
                        yield f"Your cards: {cards}"
