"""Goes on from a position of a transcript: a player against programs, in one process.

Nothing is signed or kept, for there is nobody to convince: this program deals, and
knows all cards.  To the player it is a table like others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import trio
from msgspec.structs import replace

from p2pgame.agents.observation import Observation
from p2pgame.engine import Choose, IllegalMove, Message, Reason, Together
from p2pgame.playtest.dealer import Untrue
from p2pgame.session import Player, Start
from p2pgame.session.lobby import events as played

from .commands import HostCommand, PlanCommand, Undo
from .dealt_table import DealtTable
from .errors import ClientError, InvalidRequest
from .events import (
    AnyEvent,
    Happened,
    Notice,
    Proposed,
    Resumed,
    TurnClosed,
    Waiting,
)
from .front_end import FrontEnd, NextGame
from .programs.agents import agent
from .programs.opponents import check, usual
from .requests import Practise
from .seat.setup import SeatSetup
from .seat.turns import your_turn
from .telling import phrases
from .telling.story import Story
from .telling.views import view_of
from .transcripts import bounded
from .transcripts.positions import Position, position
from .world import World

#: How the names of programs begin that are commands, which do not play here.
_COMMANDS = ("exec:", "uci:")
_KEY = bytes(32)


async def practise(request: Practise, setup: SeatSetup) -> None:
    """Play from the position that a request names, to the end.

    Raises:
      ClientError: The position can't be set up; nothing was told.
    """
    world, file = setup.world, Path(request.file)
    seed = world.entropy(32).hex()
    reads = bounded.here if world.spawn is None else bounded.within(bounded.SECONDS)
    read = partial(position, file, request.turns, seed, reads)
    found = await trio.to_thread.run_sync(read)
    table = PracticeTable(request, setup, found, seed)
    await table.run()


class _Chair:
    """A program's seat, as :class:`.program.Program` needs one."""

    def __init__(self, table: PracticeTable, seat: int, world: World) -> None:
        self._table, self._seat = table, seat
        self.world = world

    @property
    def observation(self) -> Observation | None:
        record = self._table.stories[self._seat].record
        return None if record is None else record.observation

    async def move(self, move: str) -> None:
        self._table.say(self._seat, move)

    async def propose(self, proposal: str) -> None:
        self._table.say(self._seat, proposal)


class _Told:
    """Tells a player the story; the cards are shuffled by this program, not proved."""

    def __init__(self, front: FrontEnd) -> None:
        self._front = front

    def tell(self, event: AnyEvent) -> None:
        if isinstance(event, Happened):
            event = replace(event, messages=tuple(map(_plainly, event.messages)))
        self._front.tell(event)


def _plainly(message: Message) -> Message:
    if message.id.startswith("cards-shuffled"):
        return Message.of("practice-shuffled", cards=message.args["cards"])
    return message


class _Deaf:
    """Hears nothing: a program is shown what it needs."""

    def tell(self, event: AnyEvent) -> None:
        return None


class PracticeTable:
    """The table of one practice; ``run`` plays it."""

    def __init__(
        self, request: Practise, setup: SeatSetup, at: Position, seed: str
    ) -> None:
        self._front, self._at = setup.front, at
        self.me = _seat_of(request, at)
        names, given = _named(request, self.me, setup.name, at)
        players = tuple(
            Player(_KEY, name, _KEY, _KEY, _KEY, is_program=seat != self.me)
            for seat, name in enumerate(names)
        )
        begun = Start(_KEY, at.played.game, at.played.options, players)
        told = _Told(self._front)
        self.stories = [
            Story(told if seat == self.me else _Deaf(), _KEY, begun, seat)
            for seat in range(len(players))
        ]
        self._last: Message | None = None
        self._is_past = True
        self._table = DealtTable(begun, at, seed, self._happened)
        self._is_past = False
        self._programs = {
            seat: agent(_Chair(self, seat, setup.world), text, request.pace)
            for seat, text in given.items()
        }
        self._moves: dict[int, str] = {}
        self._agreed: set[tuple[int, str]] = set()
        self._asking: trio.CancelScope | None = None
        self._turns = 0
        self._stirred = trio.Event()
        self._nursery: trio.Nursery | None = None

    async def run(self) -> None:
        """Play to the end, or until the player leaves."""
        story = self.stories[self.me]
        story.begin(again=True, practice=True)
        opening = Message.of(
            "practice-begins",
            turn=len(self._at.told),
            anew="yes" if self._at.is_dealt_anew else "no",
        )
        view = view_of(self._table.view(self.me))
        self._front.tell(Resumed(opening, self._last, view))
        self._front.record, self._front.acts = story.record, self
        async with trio.open_nursery() as self._nursery:
            while self._table.payoffs is None:
                await self._step()
            story.hear(played.Ended(self._table.payoffs))
            self._nursery.cancel_scope.cancel()
        self._front.acts = None

    async def propose(self, move: str) -> None:
        """Make a move of the player's, or propose something to the programs.

        Raises:
          IllegalMove: It is not possible now; nothing has changed.
        """
        self.say(self.me, move)

    async def move(self, move: str) -> None:
        """Make a move of the player's; raises as :meth:`propose`."""
        self.say(self.me, move)

    @property
    def ahead(self) -> None:
        """Nothing can be prepared: programs answer at once."""
        return None

    def price(self, move: str | None) -> None:
        """Nothing is won or lost for good."""
        return None

    async def plan(self, command: PlanCommand) -> None:
        """Take the player's last move back; there is no plan here.

        Raises:
          IllegalMove: It is not possible now; nothing has changed.
        """
        if command != Undo():
            raise Reason.of("no-plan", "practice-no-plan").error
        self.say(self.me, "undo")

    async def chat(self, text: str) -> None:
        self.stories[self.me].hear(played.Said(self.me, text))

    async def nudge(self) -> None:
        raise Reason.of("no-nudge", "practice-no-nudge").error

    async def host(self, command: HostCommand) -> None:
        raise IllegalMove("begun", Message.of("begins-already"))

    async def next_table(self, wish: NextGame | int | None) -> None:
        later = "sit-out-later" if wish is None else "buy-in-later"
        raise IllegalMove("no-game", Message.of(later))

    async def leave(self) -> None:
        assert self._nursery is not None
        self._nursery.cancel_scope.cancel()

    def say(self, seat: int, words: str) -> None:
        """Take in what a seat says: a move, or its assent to a proposal.

        Raises:
          IllegalMove: It is not possible now; nothing has changed.
        """
        table = self._table
        reason = table.why_not(seat, words)
        if reason is not None:
            raise reason.error
        if table.is_proposal(words):
            self._assent(seat, words)
        elif seat in table.asked:
            self._moves[seat] = words
            if seat == self.me and self._asking is not None:
                self._asking.cancel()
        self._stir()

    def _assent(self, seat: int, proposal: str) -> None:
        if (seat, proposal) in self._agreed:
            raise IllegalMove("said", Message.of("agreed-already"))
        self._agreed.add((seat, proposal))
        story = self.stories[self.me]
        said = played.Assented(seat, proposal)
        message = story.narrator.aside(said)
        self._front.tell(Proposed(seat, proposal, message))
        if seat == self.me and self._nursery is not None:
            for program in self._programs.values():
                heard = Proposed(seat, proposal, message)
                self._nursery.start_soon(program.tell, heard)

    @property
    def _passed(self) -> str | None:
        """The proposal to which all have agreed, or None."""
        for proposal in {words for _, words in self._agreed}:
            if all((seat, proposal) in self._agreed for seat in range(self._seats)):
                return proposal
        return None

    @property
    def _seats(self) -> int:
        return len(self.stories)

    async def _step(self) -> None:
        """Answer one turn.

        Raises:
          ClientError: The cards that were dealt anew contradict what was claimed.
        """
        await trio.lowlevel.checkpoint()
        table = self._table
        asked = table.asked
        self._moves.clear()
        self._agreed.clear()
        try:
            if not asked:
                table.deal()
                return
            waits = None if self.me in asked else phrases.waiting(table.turn, ())
            self._front.tell(Waiting(waits))
            async with trio.open_nursery() as nursery:
                for seat in asked:
                    nursery.start_soon(self._ask, seat)
                while self._passed is None and not self._moves.keys() >= {*asked}:
                    await self._stirred.wait()
                nursery.cancel_scope.cancel()
            if (proposal := self._passed) is not None:
                table.agree(proposal)
            else:
                table.decide(self._moves)
        except Untrue:
            raise ClientError("practice-no-deal") from None

    async def _ask(self, seat: int) -> None:
        """Ask a seat for its decision; if its time is up the rules make one."""
        view = self._table.view(seat)
        assert view.choice is not None
        timer, moves = view.choice.timer, view.choice.moves
        if isinstance(view.turn, Together) and len(moves) == 1 and timer is None:
            self.say(seat, str(moves[0]))
            return
        with trio.move_on_after(math.inf if timer is None else timer.seconds) as time:
            if seat == self.me:
                await self._ask_player()
            else:
                complaint = await self._programs[seat].decide()
                if complaint is not None:
                    self._front.tell(Notice(complaint))
                if seat not in self._moves:  # it leaves its time to people, to look
                    await trio.sleep_forever()
        if time.cancelled_caught and timer is not None:
            self._moves[seat] = timer.move
            self._stir()

    async def _ask_player(self) -> None:
        self._turns += 1
        number, story = self._turns, self.stories[self.me]
        view = self._table.view(self.me)
        assert view.choice is not None
        timer = view.choice.timer
        self._front.tell(your_turn(number, view, timer, story.narrator))
        try:
            with trio.CancelScope() as self._asking:
                await trio.sleep_forever()
        finally:
            self._asking = None
            self._front.tell(TurnClosed(number))

    def _happened(self, seat: int, event: played.Happened) -> None:
        story = self.stories[seat]
        if not self._is_past:
            story.hear(event)
            return
        messages = story.note(event)
        if seat == self.me and messages:
            self._last = messages[-1]

    def _stir(self) -> None:
        self._stirred.set()
        self._stirred = trio.Event()


def _seat_of(request: Practise, at: Position) -> int:
    """Return the player's seat, from 0.

    Raises:
      InvalidRequest: There is no such seat.
    """
    seats = len(at.played.names)
    if request.seat is None:
        return at.turn.player if isinstance(at.turn, Choose) else 0
    if request.seat > seats:
        raise InvalidRequest("seat-not-there", seat=request.seat, seats=seats)
    return request.seat - 1


def _named(
    request: Practise, me: int, name: str, at: Position
) -> tuple[Sequence[str], dict[int, str]]:
    """Return the players' names by seat, and the programs of the other seats.

    Raises:
      InvalidRequest: There is no such seat or opponent.
    """
    played, seats = at.played, len(at.played.names)
    for seat, text in request.programs.items():
        if not 1 <= seat <= seats or seat == me + 1:
            raise InvalidRequest("no-seat-for-program", seat=seat, seats=seats)
        if text.startswith(_COMMANDS):
            raise InvalidRequest("practice-no-command", program=text)
    others = [seat for seat in range(seats) if seat != me]
    usually = iter(usual(played.game.name, len(others)))
    given = {seat: request.programs.get(seat + 1) or next(usually) for seat in others}
    names = {
        seat: check(text, played.game, played.options, seats)
        for seat, text in given.items()
    }
    return [names.get(seat, name) for seat in range(seats)], given
