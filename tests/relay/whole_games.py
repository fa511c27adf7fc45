"""Whole games of real programs whose only way to each other is a relay.

The relay, the host and the guests are processes; programs decide.  Each member may
reach the relay by a way of its own, so that somebody can stand on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import trio

from p2pgame.client.transcripts.checking import NotVerified, verify
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.relay.url import RelayUrl
from tests.blackbox.match import NEVER, has_ended
from tests.blackbox.players import Player
from tests.relay.programs import Program

#: Seconds in which programs are up, and between two looks at them.
UP_WITHIN, LOOK = 60.0, 0.05
#: How all of them play: nobody tells an address, so nothing goes past the relay.
SEATED = ("--hide-address", "--bot", "--transcript", "game.transcript")


def url_of(running: Program) -> str:
    """Return where a relay is, as people write it."""
    return "ws://{}:{}".format(*running.address)


@dataclass
class WholeGame:
    """A host and its guests, in a folder each, and what has come of their game."""

    folder: Path
    players: list[Player] = field(default_factory=list)
    #: How often a program that had ended was started for somebody else's sake.
    called_back: int = 0

    async def host(self, relays: Sequence[str], *game: str) -> Invite:
        """Start the host; return its invite."""
        ways = (part for relay in relays for part in ("--relay", relay))
        first = ["host", *game, *ways, *SEATED]
        host = self._start("Host", first)
        with trio.fail_after(UP_WITHIN):
            while (invite := host.invite()) is None:
                if not host.is_running:
                    raise AssertionError(host.printed)
                await trio.sleep(LOOK)
        return Invite.parse(invite)

    def guest(
        self, invite: Invite, relays: Sequence[str], module: str = "p2pgame"
    ) -> None:
        """Start a guest who goes by these relays; ``module`` is its program."""
        own = replace(invite, relays=tuple(map(RelayUrl.parse, relays))).encode()
        name = f"Guest {len(self.players)}"
        self._start(name, ["join", own, "--name", name, *SEATED], module)

    def _start(self, name: str, first: list[str], module: str = "p2pgame") -> Player:
        player = Player(name, self.folder / name, first, module=module)
        self.players.append(player)
        player.start()
        return player

    @property
    def is_over(self) -> bool:
        return all(map(has_ended, self.players))

    def has_begun(self) -> bool:
        """Return whether everybody has signed something, or one is gone."""
        return all(player.log_size for player in self.players) or not all(
            player.is_running for player in self.players
        )

    @property
    def is_running(self) -> bool:
        return any(player.is_running for player in self.players)

    async def wait(self, condition: Callable[[], bool]) -> None:
        """Look again and again: programs tell nobody how they are."""
        while not condition():  # noqa: ASYNC110
            await trio.sleep(LOOK)

    async def play_out(self, seconds: float) -> bool:
        """Wait until all have the end; return whether they have it in time.

        Who has given up is started again, as its owner would do.  So is who has the
        end, while others lack it: it may be nowhere else.
        """
        with trio.move_on_after(seconds):
            while not self.is_over:
                if not any(p.is_running for p in self.players if not has_ended(p)):
                    for player in self.players:
                        if not player.is_running:
                            self._call_back(player)
                await trio.sleep(LOOK)
            return True
        return False

    def _call_back(self, player: Player) -> None:
        player.end()
        if has_ended(player):
            self.called_back += 1
            player.start("resume", "1")
        else:
            player.start_again()

    def end(self) -> None:
        for player in self.players:
            player.end()

    def wrongs(self) -> list[str]:
        """Return everything that is not as it is promised."""
        wrongs = []
        for player in self.players:
            lines = player.printed.split("\n")
            wrongs += [
                f"{player.name} says: {line}"
                for line in lines
                if any(words in line for words in NEVER)
            ]
            if list(player.folder.rglob("*.evidence")):
                wrongs.append(f"{player.name} has evidence against somebody")
            if not has_ended(player):
                wrongs.append(f"{player.name} has no end; it says: {lines[-4:]}")
        transcripts = []
        for player in self.players:
            with suppress(FileNotFoundError):
                transcripts.append(player.transcript.read_bytes())
        if len(transcripts) < len(self.players) or len({*transcripts}) > 1:
            wrongs.append("the players have different transcripts")
        else:
            try:
                verify(self.players[0].transcript)
            except NotVerified as refuted:
                wrongs.append(f"the transcript is refuted: {refuted}")
        return wrongs
