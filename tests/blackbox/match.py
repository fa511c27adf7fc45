"""One game of real programs that are killed again and again, and its judgement.

What is promised: no record that was on a disk is ever lost, nobody signs two
things in one place, nobody is called a cheat, and the game ends, with the same
verified transcript for all.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import trio

from .disk import Witness
from .players import Player, free_port, verified
from .proxy import FAULTS, HOST, Fault, Proxy

#: Games, at how many seats, with what options; programs play them in a second or so.
GAMES: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    ("holdem", 3, ("--hands", "2")),
    ("rps", 3, ("-o", "rounds=3")),
    ("goofspiel", 2, ("-o", "cards=8")),
    ("liars-dice", 3, ("-o", "dice=2")),
    ("battleship", 2, ("-o", "size=4", "-o", "ships=2 1")),
    ("crazy-eights", 2, ("-o", "plays=12")),
    ("kuhn", 2, ("--deck", "proved")),
    ("kuhn", 2, ("--deck", "commutative")),
    ("tictactoe", 2, ()),
)
#: Games in which no secret is only in a player's own log, which a backup may lack.
OPEN_GAMES = {"holdem", "crazy-eights", "tictactoe"}
#: Below the ports that systems give out by themselves.
PORTS = range(20_000, 32_000)
#: Seconds for the game to end once nothing is done to it any more.
WITHIN = 120.0
#: Seconds in which programs are up.
UP_WITHIN = 60.0
#: How often to look, in seconds.
LOOK = 0.005
#: What programs print when they name somebody, or have a fault of their own.
NEVER = ("Anyone can check who cheated", "Traceback")


@dataclass
class Plan:
    """What is drawn from the seed: all of it is printed if something is wrong."""

    seed: int
    game: str
    seats: int
    options: tuple[str, ...]
    kills: int
    faults: tuple[Fault, ...]
    #: Whether logs are put back from backups, too.
    backups: bool = False

    @classmethod
    def draw(cls, seed: int, kills: int) -> Plan:
        chance = random.Random(seed)
        game, seats, options = chance.choice(GAMES)
        faults = [fault for fault in FAULTS if chance.random() < 0.5]
        backups = game in OPEN_GAMES and chance.random() < 0.5
        return cls(seed, game, seats, options, kills, tuple(faults), backups)


@dataclass
class Report:
    """What has come of one match."""

    plan: Plan
    kills: int = 0
    put_back: int = 0
    records: int = 0
    entries: int = 0
    harm: dict[str, int] = field(default_factory=dict)
    wrongs: list[str] = field(default_factory=list)
    seconds: float = 0.0


class Match:
    def __init__(self, plan: Plan, folder: Path) -> None:
        self._plan = plan
        self._chance = random.Random(plan.seed + 1)
        self._folder = folder
        self._witness = Witness()
        # Not from the seed: two campaigns may run at once.
        start = secrets.randbelow(len(PORTS) - 1000)
        self._port = free_port(PORTS[start:])
        self._door = free_port(PORTS[start + 500 :])
        self.report = Report(plan)
        self.players: list[Player] = []

    async def play(self) -> Report:
        began = trio.current_time()
        proxy = Proxy(self._port, self._chance, self._plan.faults)
        try:
            async with trio.open_nursery() as nursery:
                await nursery.start(proxy.run, self._door)
                await self._sit_down()
                await self._kill_all_along()
                proxy.heal()
                await self._play_out()
                nursery.cancel_scope.cancel()
        finally:
            for player in self.players:
                player.end()
        await trio.to_thread.run_sync(self._judge)
        self.report.harm = proxy.done
        self.report.seconds = trio.current_time() - began
        return self.report

    async def _sit_down(self) -> None:
        plan = self._plan
        where = (
            "--listen",
            f"{HOST}:{self._port}",
            "--address",
            f"{HOST}:{self._door}",
        )
        seats = ("--players", str(plan.seats), *plan.options)
        common = ("--bot", "--transcript", "game.transcript")
        first = ["host", plan.game, *seats, *where, *common]
        host = self._add("Host", first)
        host.start()
        invite = None
        with trio.fail_after(UP_WITHIN):
            while (invite := host.invite()) is None:
                if not host.is_running:
                    raise AssertionError(host.printed)
                await trio.sleep(LOOK)
        for number in range(1, plan.seats):
            name = f"Guest {number}"
            guest = self._add(name, ["join", invite, "--name", name, *common])
            guest.start()

    def _add(self, name: str, first: list[str]) -> Player:
        self.players.append(Player(name, self._folder / name, first))
        return self.players[-1]

    async def _kill_all_along(self) -> None:
        while self.report.kills < self._plan.kills:
            running = [player for player in self.players if player.is_running]
            if not running:
                return
            victims = [self._chance.choice(running)]
            await self._moment(victims[0])
            if not self._chance.randrange(5):
                victims = running  # the power fails for all
            if not self._kill(victims):
                continue
            await trio.sleep(self._chance.choice((0, 0, 0.1, 0.5)))
            if self._plan.backups and len(victims) == 1:
                self._use_backup(victims[0])
            for victim in victims:
                self._start_again(victim)

    async def _moment(self, victim: Player) -> None:
        """Wait until a program is at work, then until it has written, or a while.

        Now and then it is not at work yet.  The first time it is as soon as it has
        written anything, for some games are over in a second.
        """
        chance = self._chance
        if not self.report.kills:
            while victim.is_running:
                await trio.sleep(LOOK)
                if victim.log_size:
                    return
        if chance.randrange(6):
            with trio.move_on_after(UP_WITHIN):
                while victim.is_running:
                    await trio.sleep(LOOK)
                    if victim.has_spoken:
                        break
        grown = victim.log_size + int(10 ** chance.uniform(1.5, 4.0))
        by_growth = chance.random() < 0.7
        with trio.move_on_after(chance.uniform(0.0, 1.5)):
            while victim.is_running:
                await trio.sleep(LOOK)
                if by_growth and victim.log_size >= grown:
                    return

    def _kill(self, victims: Sequence[Player]) -> int:
        """Kill programs, and see that nothing is lost by that alone."""
        killed = 0
        for victim in victims:
            self._look(victim)
            killed += victim.kill()
            self._look(victim)
        self.report.kills += killed
        return killed

    def _start_again(self, player: Player) -> None:
        """Start a program that was killed; one that had ended is left alone."""
        if player.status is not None and player.status < 0:
            player.end()
            player.start_again(by_invite=not self._chance.randrange(4))

    def _use_backup(self, player: Player) -> None:
        """Back a log up, or put back what was kept."""
        for one in self.players:
            self._look(one)
        if self._chance.randrange(2) and player.put_back():
            self._witness.forget(player.name)
            self.report.put_back += 1
        elif not player.has_backup or not self._chance.randrange(4):
            player.back_up()

    def _look(self, player: Player) -> None:
        self._witness.look(player.name, player.home)

    async def _play_out(self) -> None:
        """Wait for the end; whoever has given up too early is started again."""
        with trio.move_on_after(WITHIN):
            while not all(map(has_ended, self.players)):
                for player in self.players:
                    if not player.is_running and not has_ended(player):
                        player.end()
                        player.start_again()
                host, lacking = self.players[0], not all(map(has_ended, self.players))
                if lacking and has_ended(host) and not host.is_running:
                    host.end()
                    host.start("resume", "1")  # for whoever has not fetched the end
                await trio.sleep(0.1)
            return
        self.report.wrongs.append("the game has not ended")

    def _judge(self) -> None:
        report, witness = self.report, self._witness
        for player in self.players:
            report.records += witness.look(player.name, player.home)
            for words in NEVER:
                if words in player.printed:
                    line = next(s for s in player.printed.split("\n") if words in s)
                    report.wrongs.append(f"{player.name} says: {line}")
            if list(player.folder.rglob("*.evidence")):
                report.wrongs.append(f"{player.name} has evidence against somebody")
        report.entries = len(witness.entries)
        report.wrongs += witness.wrongs
        transcripts = []
        for player in self.players:
            with suppress(FileNotFoundError):
                transcripts.append(player.transcript.read_bytes())
        if len(transcripts) < len(self.players) or len({*transcripts}) > 1:
            report.wrongs.append("the players have different transcripts")
        refuted = verified(self.players[0].transcript)
        if refuted is not None:
            report.wrongs.append(f"the transcript is refuted: {refuted}")


def has_ended(player: Player) -> bool:
    """Return whether the program has played to the end, and said so."""
    return "Verified: " in player.printed
