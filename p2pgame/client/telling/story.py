"""Reports one game to a front end as it happens, for a player or a spectator."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Protocol

from p2pgame.agents.observation import Record
from p2pgame.engine import AnyGame, Closing, Message, State, start, view
from p2pgame.engine.undo.takeback import Undone
from p2pgame.session import Start
from p2pgame.session.lobby import events as told
from p2pgame.session.lobby.events import AnyView

from ..events import (
    AnyEvent,
    Begun,
    Chat,
    Ended,
    Happened,
    MovedFor,
    Notice,
    Nudged,
    Overtaken,
    PastLine,
    Player,
    Proposed,
    Resumed,
)
from ..names import distinct
from ..words import learn
from .chat_limits import ChatLimits
from .hint_levels import gives_hints
from .narration import Narrator
from .past_lines import PastLines
from .phrases import OVERTAKEN, too_much
from .trust import TableTerms
from .views import cleared, fields_of, view_of


class Listener(Protocol):
    """Hears the story."""

    def tell(self, event: AnyEvent, /) -> None: ...


class Story:
    """Tells a front end what happens in one game; ``seat`` None: to a spectator."""

    def __init__(
        self, front: Listener, table: bytes, begun: Start, seat: int | None
    ) -> None:
        learn(begun.game)
        self._front, self._table, self._begun, self._seat = front, table, begun, seat
        self.names = distinct([player.name for player in begun.players])
        self.narrator = Narrator(begun, seat)
        self._chat = ChatLimits()
        #: What the player sees; None: a spectator.
        self.record = None if seat is None else _record(begun, seat)
        #: The last state of which was told.
        self.state: State | None = None
        self._closes = False
        self._start()

    @property
    def game(self) -> AnyGame:
        return self._begun.game

    def _start(self) -> None:
        """Forget what was seen: nothing has happened yet."""
        begun = self._begun
        self._before: State = start(begun.game, len(begun.players), begun.options).state
        self._faces: Mapping[int, str] = {}

    def begin(self, *, again: bool = False, practice: bool = False) -> None:
        """Report that the game begins; ``again``: an earlier run has, too."""
        begun, game = self._begun, self._begun.game
        players = tuple(
            Player(name, player.identity.hex(), player.is_program)
            for name, player in zip(self.names, begun.players, strict=True)
        )
        self._front.tell(
            Begun(
                self._table.hex(),
                game.name,
                game.version,
                fields_of(begun.options),
                players,
                self._seat,
                self.narrator.opening(),
                game.draws,
                begun.patience,
                begun.quorum,
                again,
                TableTerms.of_start(begun).trust(game) if begun.quorum else None,
                practice,
                makes_room=not practice and self._makes_room,
                plans_ahead=game.plans_ahead and not practice,
                gives_hints=not practice and self._gives_hints,
                has_rounds=game.last_round(self._before) not in (None, self._before),
            )
        )

    @property
    def goes_on(self) -> bool:
        """Whether the next table goes on with what is kept at this one's end.

        It does after a last round.  A game without rounds that keeps anything goes on
        from every end.
        """
        game, state = self._begun.game, self.state
        if self._closes or state is None:
            return self._closes
        return game.last_round(state) is None and game.kept(state) is not None

    @property
    def _makes_room(self) -> bool:
        """Whether the game has undos of its own for what this player wants."""
        if self._seat is None:
            return False
        return self._begun.game.undos(self._before, self._seat, "") is not None

    @property
    def _gives_hints(self) -> bool:
        """Whether the game has hints for this player's next step."""
        return self._seat is not None and gives_hints(self._begun.game)

    def hear(self, event: told.TableEvent, now: float | None = None) -> None:
        """Report what a table's event tells of the game, if it does.

        Chat is told up to a limit by the time that is ``now``; None: all of it.
        """
        match event:
            case told.Happened():
                self._happened(event)
            case told.Said(seat) if now is not None and seat != self._seat:
                if self._chat.shows(seat, now):
                    self._aside(event)
            case _ if isinstance(event, told.Aside):
                self._aside(event)
            case told.Overtaken():
                self._overtaken()
            case told.Ended(payoffs, audited):
                message = self.narrator.result(payoffs, audited)
                self._front.tell(Ended(payoffs, message))

    def _happened(self, event: told.Happened) -> None:
        before, faces = self._before, self._faces
        gone = cleared(self._begun.game, before, faces, event)
        messages = self.note(event)
        look = self.narrator.opens(event)
        self._front.tell(Happened(messages, view_of(event.view), look, gone))

    def note(self, event: told.Happened) -> tuple[Message, ...]:
        """Take in what happened, and return what would be told of it."""
        self._see(event)
        self.state = self._before = event.view.whole
        self._faces = event.view.faces
        self._closes |= isinstance(event.event, Closing)
        return self.narrator.told(event)

    def _see(self, happened: told.Happened) -> None:
        if self.record is None:
            return
        match happened.event:
            case Undone(_, levels) | told.TakenBack(levels):
                self.record.go_back(levels, happened.view)
            case told.Drawn():
                self.record.look(happened.view)
            case event:
                self.record.note(happened.turn, event, happened.view)

    def recall(self, event: told.TableEvent, past: PastLines) -> None:
        """Take in what an earlier run has told; add it to the lines of the ``past``."""
        match event:
            case told.Happened():
                for message in self.note(event):
                    past.add("move", message)
            case told.Said(seat, text):
                past.say("chat", self.narrator.aside(event), seat, text)
            case told.Assented(seat):
                past.say("offer", self.narrator.aside(event), seat)
            case told.Nudged(seat):
                past.say("nudge", self.narrator.aside(event), seat)
            case told.MovedFor():
                past.add("notice", self.narrator.aside(event))
            case told.Overtaken():
                past.add("notice", OVERTAKEN)

    def resume(
        self,
        last: Message | None,
        view: AnyView,
        past: tuple[PastLine, ...],
        *,
        has_left: bool,
    ) -> None:
        """Report that the player is back, and what has happened so far.

        ``has_left``: it has given its seat up, and only waits for what comes next.
        """
        back = Message.of("back-at-table", opening=self.narrator.opening())
        if has_left:
            back = Message.of("back-without-seat")
        self._front.tell(Resumed(back, last, view_of(view), past))

    def _aside(self, event: told.Aside) -> None:
        """Report what is said beside the moves."""
        message = self.narrator.aside(event)
        match event:
            case told.Said(seat, text):
                self._front.tell(Chat(seat, text, message))
            case told.Assented(seat, proposal):
                self._front.tell(Proposed(seat, proposal, message))
            case told.Nudged(seat):
                self._front.tell(Nudged(seat, message))
            case told.MovedFor(seat, move):
                self._front.tell(MovedFor(seat, move, message))

    def unshown(self, now: float = math.inf) -> None:
        """Report which players have said too much: all of them, or if it is time."""
        for seat, lines in self._chat.unshown(now):
            self._front.tell(Notice(too_much(seat, lines)))

    def _overtaken(self) -> None:
        """Report that what happened is told anew."""
        self._closes = False
        self._start()
        if self._seat is not None:
            self.record = _record(self._begun, self._seat)
        self._front.tell(Overtaken(OVERTAKEN))


def _record(begun: Start, seat: int) -> Record:
    """Return what a player has seen before the first turn."""
    game, options, seats = begun.game, begun.options, len(begun.players)
    first = view(game, start(game, seats, options).state, seat, {})
    return Record(game, options, seats, seat, first)
