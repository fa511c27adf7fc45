"""One simulated game: machines, lines, what goes wrong, and how it all ends.

First things go wrong, for as long as was drawn; then everything heals, and whoever
is there must come to an end within :data:`HEALED` seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import starmap
from pathlib import Path

import trio
from trio._core import _run
from trio.testing import MockClock

from p2pgame.client.lobby.buy_ins import BuyIns
from p2pgame.session import Me, Table
from p2pgame.session.lobby.events import Declined, Ended, Started, TableEvent
from p2pgame.session.peer.runner import Peer
from p2pgame.transport.link import Link
from tests.simulation import (
    audits,
    buying,
    cheats,
    checkers,
    evening,
    fickle,
    keyholes,
    meddling,
    nemesis,
    slow,
)
from tests.simulation.calls import Calls
from tests.simulation.chance import Chance
from tests.simulation.crashes import AnyStops, Stops, unfolded
from tests.simulation.disk import Call, Disk, Trouble
from tests.simulation.faults import SILENT
from tests.simulation.ledger import Ledger
from tests.simulation.library import LIBRARY
from tests.simulation.network import Network, Weather
from tests.simulation.ordering import Orders
from tests.simulation.outcome import Evidence, Outcome
from tests.simulation.plan import Plan
from tests.simulation.program import HOME, Program, me
from tests.simulation.relays import Relay, frame_in, relays_of

#: Seconds after everything has healed within which a game ends.
HEALED = 900.0
#: Seconds for the last words to go round, once all have ended.
SETTLED = 15.0
#: So many runs of one program are too many: it can't be getting anywhere.
RUNS = 200


class World:
    """One game while it lasts."""

    def __init__(
        self,
        plan: Plan,
        stops: AnyStops | None = None,
        people: Sequence[int] | None = None,
        before: evening.Before | None = None,
    ) -> None:
        self.plan = plan
        #: The table before, and who sits at which machine by its first one.
        self.before = before
        self.people = people or range(plan.seats + plan.guests)
        self.chance = Chance(plan.seed)
        host = me(plan.seed, 0)
        self.epoch_key = self.chance.secret("epoch 0")
        self.ledger = Ledger({0: self.epoch_key, 1: host.derive(b"epoch key")})
        self.seats = plan.seats + plan.guests
        for seat in range(self.seats):
            player = me(plan.seed, seat)
            self.ledger.authors[seat] = player.key.public
            self.ledger.boxes[player.key.public] = player.box_secret
        self.disks = [Disk(self.chance.of("disk", seat)) for seat in range(self.seats)]
        self.net = Network(self.chance.of("network"), self._sent, Weather(plan.delay))
        self.relays = relays_of(self)
        self.ledger.reachable = {*self.ledger.authors, *self.relays}
        self.running: dict[int, Program] = {}
        self.stops = stops or Stops(plan, self.count)
        self._entropy = [
            self.chance.entropy("machine", seat) for seat in range(self.seats)
        ]
        self._logs: dict[int, int] = {}
        self._questions: dict[int, int] = {}
        self._changed = trio.Event()
        self._resting = set[int]()
        self._woken = trio.Event()
        self.has_begun = False
        self.healed = False
        self.has_cheated = False
        self.victim = cheats.victim(self, self.chance.of("victim"))
        self.stories: dict[int, bytes] = {}
        #: How many words about keys somebody has said so far, by seat.
        self.meddled: dict[int, int] = {}
        self.declined = set[int]()
        self.payoffs: dict[int, tuple[int, ...]] = {}
        self.orders = Orders(self)
        #: The players that have asked for chips, as each machine's program has heard.
        self.buys: dict[int, BuyIns] = {}
        self.calls = Calls(self)
        self.slowness = slow.Slowness()
        self.load = 0.0
        #: All that was checked, and of each file whom it is about.
        self.evidence: dict[bytes, str] = {}
        if plan.cheater is not None:
            self.ledger.dishonest.add(plan.cheater)
        if "clock rate" in [one.kind for one in plan.nemeses]:
            self.count("clock rate")

    def count(self, what: str) -> None:
        self.ledger.counts[what] += 1

    # What programs ask for

    def entropy(self, seat: int) -> Callable[[int], bytes]:
        return self._entropy[seat]

    def player(self, seat: int) -> Me:
        return me(self.plan.seed, seat, self.people[seat])

    def table(self, seat: int) -> Table:
        before = self.before
        table = before.table(self, seat) if before else fickle.table_of(self, seat)
        if seat == self.plan.cheater:
            cheats.Forger(self, table)
        if self.plan.keys:
            meddling.meddle(self, seat, table)
        slow.hold_back(self, seat, table)
        return table

    def heard_by(self, program: Program, other: int, link: Link) -> Link:
        """Return the link over which a program talks with another machine."""
        two_faced = self.plan.cheat in ("fork", "twin")
        if program.seat != self.plan.cheater or not two_faced or program.peer is None:
            return link
        return cheats.TwoFaced(self, program.peer.table, link, other)

    def hears_buyers(self, program: Program) -> BuyIns | None:
        """Return what hears who buys chips after this table; None: nobody may."""
        return buying.begin(self, program)

    def cheated(self) -> None:
        if not self.has_cheated:
            self.has_cheated = True
            self.count(f"cheat: {self.plan.cheat}")
            self.ledger.note(f"cheats: {self.plan.cheat}", self.plan.cheater or 0)

    def log_of(self, seat: int) -> Path | None:
        """Return where a log of this seat is, or None if there is none."""
        path = self._log(seat)
        return path if self.disks[seat].content(path) is not None else None

    def new_log_of(self, seat: int) -> Path:
        return self._log(seat)

    def _log(self, seat: int) -> Path:
        return HOME / str(seat) / f"log{self._logs.get(seat, 0)}"

    def _sent(self, sender: int, receiver: int, message: bytes) -> None:
        """Note what leaves a machine; of what is said to a relay, the frames."""
        frame = frame_in(message) if receiver in self.relays else message
        if frame is None:
            self.ledger.note(f"word to {receiver}", sender, message)
        else:
            self.ledger.sent(sender, receiver, frame)

    def thought(self, seat: int, chance: object) -> float:
        """Return for how long a player thinks."""
        if self.plan.cheat == "copied commitment" and seat == self.plan.cheater:
            return max(self.plan.think) + 3  # so that there is something to copy
        if self.healed or seat >= len(self.plan.think):
            return 0.1
        return self.plan.think[seat]

    def leaves(self, seat: int) -> bool:
        if self.plan.leaver is None or self.plan.leaver[0] != seat:
            return False
        self._questions[seat] = self._questions.get(seat, 0) + 1
        if self._questions[seat] <= self.plan.leaver[1]:
            return False
        self.count("leave")
        return True

    # What happens to programs

    def at_call(self, program: Program, call: Call) -> Trouble | None:
        self.ledger.note(f"disk {call.kind} {call.size}", program.seat)
        if self.healed:
            return None
        return self.stops.at_call(program.seat, call)

    def after_send(self, program: Program | Relay) -> None:
        if isinstance(program, Relay):
            return
        if not self.healed and self.stops.after_send(program.seat):
            self.stopped(program)

    def stopped(self, program: Program) -> None:
        """End a program at this very moment."""
        if self.running.get(program.seat) is program:
            self.ledger.note("stopped", program.seat)
            del self.running[program.seat]
            program.kill()
            for line in self.net.of(program.seat):
                line.cut(self.chance.of("lost", trio.current_time(), line.ends))

    def started(self, program: Program) -> None:
        self.ledger.note("started", program.seat)
        if self.plan.keys == "old key" and program.seat == self.plan.meddler:
            meddling.keep_old_key(self, program.peer)

    def unstored(self, program: Program, errors: Sequence[BaseException]) -> None:
        """Note that a disk's error ended a program: whoever plays is told so."""
        self.count("store error")
        self.ledger.note(f"store error {errors[0]}", program.seat)
        if program.peer is None and not self.ledger.safe[program.seat]:
            # A log that was never begun; nothing was ever said with this key.
            self._logs[program.seat] = self._logs.get(program.seat, 0) + 1

    def told(self, program: Program, event: TableEvent) -> None:
        self.ledger.note(f"told {type(event).__name__}", program.seat)
        if isinstance(event, Declined):
            self.declined.add(program.seat)
        self.has_begun |= isinstance(event, Started)
        if self.plan.ordering is not None:
            self.orders.told(program, event)
        checkers.bounded(self, program.seat)
        fickle.told(self, program.seat, event)
        if isinstance(event, Ended):
            self.payoffs[program.seat] = event.payoffs
        self._changed.set()
        self._changed = trio.Event()

    # The game

    async def run(self) -> Outcome:
        """Play it; return how it went."""
        async with trio.open_nursery() as nursery:
            for relay in self.relays.values():
                nursery.start_soon(relay.run)
            for seat in range(self.seats):
                nursery.start_soon(self._keep_running, seat)
            async with trio.open_nursery() as trouble:
                if self.before is not None:
                    trouble.start_soon(self.before.disturb, self)
                for one in nemesis.of(self):
                    trouble.start_soon(one)
                with trio.move_on_after(self.plan.seconds):
                    await self._all_ended()
                trouble.cancel_scope.cancel()
            self._heal()
            began = trio.current_time()
            waits = self.plan.cheat in SILENT and not self.plan.patience
            share = 1 if not waits else 3 if self.relays else 10
            with trio.move_on_after(HEALED / share):
                await self._all_ended()
            ended = trio.current_time() - began
            await trio.sleep(SETTLED)
            checkers.at_end(self)
            self.orders.check()
            keyholes.at_end(self)
            audits.at_end(self)
            slow.at_end(self)
            if self.before is not None:
                self.before.check(self)
            outcome = self._outcome(ended)
            if self.plan.follow:
                outcome = await evening.followed(self, outcome)
            nursery.cancel_scope.cancel()
        return outcome

    def _outcome(self, ended: float) -> Outcome:
        ledger = self.ledger
        return Outcome(
            self.plan,
            ledger.violations,
            dict(ledger.counts),
            trio.current_time(),
            ended,
            len(ledger.bodies),
            sum(ledger.frames.values()),
            sum(ledger.bytes.values()),
            self.load,
            checkers.ending(self),
            ledger.trace,
            [*starmap(Evidence, self.evidence.items())],
            ledger.story or [],
        )

    def _heal(self) -> None:
        self.healed = True
        self.ledger.note("healed", -1)
        for seat in sorted(self._resting):
            self.wake(seat)
        self.net.clear()
        for relay in self.relays.values():
            relay.heal()

    def rest(self, seat: int) -> None:
        """Keep a player away: its program is not started until it is woken."""
        self._resting.add(seat)
        program = self.running.get(seat)
        if program is not None:
            self.stopped(program)

    def is_away(self, seat: int) -> bool:
        return seat in self._resting

    def wake(self, seat: int) -> None:
        self._resting.discard(seat)
        self._woken.set()
        self._woken = trio.Event()

    async def _keep_running(self, seat: int) -> None:
        """Start a program again and again, from what is on its disk."""
        for number in range(RUNS):
            await self._rested(seat)
            if self.before is not None:
                await self.before.reach(self, seat)
            program = Program(self, seat, number)
            self.stops.begin(seat)
            self.running[seat] = program
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._stop_some_time, program)
                    await program.run()
                    nursery.cancel_scope.cancel()
            except Exception as error:
                self.ledger.accuse("I12", f"seat {seat}: {unfolded(error)}")
            self.stopped(program)
            crash = self.stops.end(seat)
            if crash is not None and crash.fate is not None:
                self.disks[seat].cut_power(crash.fate)
                checkers.after_power_cut(self, seat)
            away = 1.0 if crash is None else crash.away
            await trio.sleep(min(away, 0.5) if self.healed else away)
        self.ledger.accuse("I9", f"seat {seat} starts again and again")

    async def _rested(self, seat: int) -> None:
        while seat in self._resting:
            woken = self._woken
            await woken.wait()

    async def _stop_some_time(self, program: Program) -> None:
        wait = self.stops.some_time(program.seat)
        await trio.sleep(wait)
        if not self.healed and self.stops.strike(program.seat):
            self.stopped(program)

    @property
    def honest(self) -> list[int]:
        """The machines of those who keep to the rules."""
        return [s for s in range(self.seats) if s != self.plan.cheater]

    def machine_of(self, author: bytes) -> int:
        """Return whose author key this is."""
        return next(s for s, known in self.ledger.authors.items() if known == author)

    def peer(self, seat: int) -> Peer | None:
        program = self.running.get(seat)
        return None if program is None else program.peer

    async def _all_ended(self) -> None:
        while not all(checkers.has_ended(self, seat) for seat in self.honest):
            changed = self._changed
            with trio.move_on_after(5):
                await changed.wait()


def play(plan: Plan, *, tell: bool = False, stops: AnyStops | None = None) -> Outcome:
    """Simulate one game in a time of its own; without ``stops``, with the plan's."""
    # Private, and what Hypothesis uses too: tasks run in an order drawn from a seed.
    setattr(_run, "_ALLOW_DETERMINISTIC_SCHEDULING", True)  # noqa: B010
    _run._r.seed(plan.seed)

    async def main() -> Outcome:
        world = World(plan, stops)
        if tell:
            world.ledger.story = []
        counted = LIBRARY.remembered(counted=plan.times_slower > 0)
        with counted, audits.nonces_watched(world.ledger):
            return await world.run()

    return trio.run(main, clock=MockClock(autojump_threshold=0))
