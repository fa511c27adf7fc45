"""The game itself: a fold over the players' answers, turn after turn.

A turn's id is the hash of the history that led to it, so an answer that names
it also says that its author reached it by that very history.  Of one author's
answers to one round of one turn the first in its feed counts; an answer to any
other turn, or in a round in which its author has no part, is void.  Nothing
here depends on when an answer arrives.

Whoever is to choose may also say ``undo``: its own last move is taken back, if
nothing but moves of its own stands after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import TypeAlias

from p2pgame.engine import (
    Chosen,
    Event,
    IllegalMove,
    Over,
    Reason,
    Tick,
    Turn,
    digest,
    learn,
    view,
)
from p2pgame.engine.game import choice_of
from p2pgame.engine.takeback import Undone
from p2pgame.engine.timeline import Timeline
from p2pgame.engine.turns import NO_ORDER
from p2pgame.engine.views import Faces
from p2pgame.log import Entry
from protocols.errors import ProtocolError
from protocols.rounds import Run

from . import events
from .dealer import Dealer
from .errors import Misbehaviour
from .identity import Me, stream
from .lobby import Player, Start
from .payloads import Answer, End

#: Answers to one turn, by round and seat.
Answers: TypeAlias = dict[tuple[int, int], tuple[Entry, Answer]]
#: The move that takes one's own last move back.
UNDO = "undo"
Emit = Callable[[events.TableEvent], None]


class Play:
    """One peer's copy of a game that has started; ``me`` None: a spectator.

    ``notes`` are the moves our player decided on in an earlier run, by turn.
    """

    def __init__(
        self, start: Start, me: Me | None, emit: Emit, notes: Mapping[bytes, str]
    ) -> None:
        self.start = start
        self._seats = {p.author: seat for seat, p in enumerate(start.players)}
        self.seat = None if me is None else self._seats.get(me.key.public)
        self._game = start.game
        self._me = me if self.seat is not None else None
        self._emit = emit
        secret = None if self._me is None else self._me.share(start.id)
        self._dealer = Dealer(len(start.players), self.seat, secret)
        self._faces: Faces = {}
        self.id = _hash(b"p2pgame start", start.id)
        self._notes = notes
        self._told = b""
        self._move: str | None = None
        self._answers: dict[bytes, Answers] = {}
        self._heard: Answers = {}  # those to this turn
        self._passed: set[bytes] = set()
        self._used: list[bytes] = []
        self._last: dict[int, Entry] = {}
        self._run: Run[Event] | None = None
        emit(events.Started(start, self.seat))
        self._line = Timeline.begin(self._game, len(start.players), start.options)
        self.turn: Turn = self._line.turn
        self._begin()

    @property
    def players(self) -> tuple[Player, ...]:
        return self.start.players

    @property
    def author(self) -> bytes | None:
        """Our own author key, if we have a seat."""
        return None if self.seat is None else self.players[self.seat].author

    @property
    def view(self) -> events.AnyView:
        return view(self._game, self._line.state, self.seat, self._faces, self.turn)

    @property
    def over(self) -> bool:
        return isinstance(self.turn, Over)

    @property
    def end(self) -> End:
        """What all players sign when the game is over."""
        return End(self.id, digest(self._line.state))

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats without whom this turn cannot go on."""
        if self._run is None:
            return () if self.seat is None or self.over else (self.seat,)
        return tuple(
            player
            for player in sorted(self._run.hear)
            if (self._run.round, player) not in self._heard
        )

    def receive(self, entry: Entry, answer: Answer) -> None:
        """Keep a player's answer to this turn or one to come; others are void.

        Others may be turns ahead of us while work of ours is still due.
        """
        player = self._seats.get(entry.author)
        if player is None or answer.turn in self._passed:
            return
        answers = self._answers.setdefault(answer.turn, {})
        answers.setdefault((answer.round, player), (entry, answer))
        if answer.turn == self.id:
            self._start_run()

    def propose(self, move: str) -> None:
        """Make our move: the next :meth:`step` says it.

        Raises:
          IllegalMove: The rules do not allow it now; nothing has changed.
        """
        if self.seat is None:
            raise IllegalMove("spectator", "a spectator has no moves")
        reason = self._why_illegal(self.seat, move)
        waits = isinstance(self.turn, Tick) and move == NO_ORDER
        if reason is not None and not waits:
            raise IllegalMove(reason.code, reason.text)
        if not self._asked:
            raise IllegalMove("moved", "you have already moved in this turn")
        self._move = move
        self._start_run()

    @property
    def ready(self) -> bool:
        """Whether :meth:`step` has something to do."""
        run, heard = self._run, self._heard
        return run is not None and all((run.round, p) in heard for p in run.hear)

    def step(self) -> Answer | None:
        """Do the next piece of work that is due; return what to say, if anything.

        Raises:
          Misbehaviour: What a player said in this turn is refuted.
        """
        run = self._run
        assert run is not None
        for player in sorted(run.hear):
            entry, answer = self._heard[run.round, player]
            run.receive(player, run.round, answer.message)
            self._used.append(entry.id)
            self._last[player] = entry
        try:
            message = run.step()
        except ProtocolError as error:
            raise self._refute(error) from None
        if run.done:
            self._settle(run.result)
            return None
        if message is None or (run.round, self.seat) in self._heard:
            return None
        return Answer(self.id, run.round, message)

    def ask(self) -> None:
        """Ask our player for a move, once, if the turn waits for it.

        Called when all is done that was due: only then is it known that the
        move is not in the log already.
        """
        if self._asked and self._told != self.id:
            self._told = self.id
            self._emit(events.Asked(self.view))

    def _settle(self, event: Event) -> None:
        turn, happened = self.turn, self._meant(event)
        self._line = self._line.advance(happened)
        self._faces = learn(self._faces, turn, event, self._dealer.dealt)
        step, self.turn = self._line.step, self._line.turn
        self._answers.pop(self.id)
        self._passed.add(self.id)
        self.id = _hash(b"p2pgame turn", self.id, *self._used, digest(step.state))
        followed = () if isinstance(happened, Undone) else step.fix_ups
        self._emit(events.Happened(turn, happened, followed, self.view))
        self._begin()

    def _meant(self, event: Event) -> Event | Undone:
        """Return what an answer means: a game's own move of that name comes first."""
        match event:
            case Chosen(player, move) if move == UNDO and not self._offers(player):
                return Undone(player, 1)
        return event

    def _offers(self, player: int) -> bool:
        choice = choice_of(self.turn, player)
        return choice is not None and UNDO in choice.moves

    def _begin(self) -> None:
        self._move, self._run, self._used = self._notes.get(self.id), None, []
        self._heard = self._answers.setdefault(self.id, {})
        if isinstance(self.turn, Over):
            self._emit(events.Ended(self.turn.payoffs))
        else:
            self._start_run()

    @property
    def _asked(self) -> bool:
        """Whether the turn waits for a move of ours that is not in the log yet."""
        return (
            self.seat is not None
            and self._move is None
            and choice_of(self.turn, self.seat) is not None
            and (0, self.seat) not in self._heard
        )

    def _start_run(self) -> None:
        if self._run is not None or self._asked or self.over:
            return
        spectator = stream(b"")  # a spectator's randomness reaches nobody
        self._run = Run(
            self._dealer.play(
                self.turn,
                self.id,
                move=self._move,
                why_illegal=self._why_illegal,
                entropy=spectator if self._me is None else self._me.entropy(self.id),
            )
        )

    def _why_illegal(self, player: int, move: str) -> Reason | None:
        if move == UNDO and not self._offers(player):
            return self._line.why_not_undo(player)
        return self._game.why_illegal(self._line.state, player, move)

    def _refute(self, error: ProtocolError) -> Misbehaviour:
        assert error.culprit is not None, error
        author = self.players[error.culprit].author
        return Misbehaviour(str(error), author, (self._last[error.culprit].raw,))


def _hash(label: bytes, *parts: bytes) -> bytes:
    digest = blake2b(digest_size=32, person=label)
    for part in parts:
        digest.update(part)
    return digest.digest()
