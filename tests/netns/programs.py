"""Whole programs at home: a relay, a host at a terminal that we type at, and guests."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

from tests.netns.homes import RELAY, Homes

#: Real seconds for what should come soon.
SOON = 30.0

_LOOK_EVERY = 0.02


class Program:
    """``p2pgame`` at a place, and what it has printed."""

    def __init__(self, there: Homes, place: str, folder: Path, *words: str) -> None:
        name = f"{place} {words[0]}"
        self._out = folder / f"{name}.out"
        self._read = 0
        home = f"P2PGAME_HOME={folder / name}"
        printing = ["sh", "-c", 'exec "$@" > "$0" 2>&1', f"{self._out}"]
        program = [sys.executable, "-m", "p2pgame", *words]
        self.process = there.run(place, "env", home, *printing, *program)

    @property
    def told(self) -> str:
        """All that it has printed."""
        return self._out.read_text() if self._out.exists() else ""

    def until(self, pattern: str, within: float = SOON) -> str:
        """Wait for this in what is printed from where this was found last."""
        found = self._found(pattern, self._read, within)
        self._read = found.end()
        return found[0]

    def sees(self, pattern: str, within: float = SOON) -> None:
        """Wait for this anywhere in what is printed."""
        self._found(pattern, 0, within)

    def _found(self, pattern: str, start: int, within: float) -> re.Match[str]:
        end = time.monotonic() + within
        while time.monotonic() < end:
            found = re.compile(pattern).search(self.told, start)
            if found:
                return found
            time.sleep(_LOOK_EVERY)
        raise AssertionError(f"no {pattern!r} in {self.told[start:]!r}")

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def wait(self) -> None:
        """Wait until it has ended well."""
        assert self.process.wait(SOON) == 0, self.told


class Table:
    """A host at a, who plays what we type, and guests elsewhere, who are programs."""

    def __init__(
        self,
        there: Homes,
        folder: Path,
        *guests: str,
        relayed: bool = True,
        hidden: bool = False,
    ) -> None:
        self._there, self._folder = there, folder
        self._hiding = ("--hide-address",) if hidden else ()
        self.relay = self.start_relay() if relayed else None
        url = self.relay and self.relay.until(r"ws://\S*\d")
        ways = ("--relay", url) if url else ("--no-relay",)
        terms = "--hands", "2", "--players", f"{len(guests) + 1}", "--no-lan"
        kept = "--transcript", f"{folder / 'host'}"
        names = "--name", "Anna"
        self.host = Program(
            there,
            "a",
            folder,
            "host",
            "holdem",
            *terms,
            *names,
            *ways,
            *kept,
            *self._hiding,
        )
        invite = self.host.until(r"P2PGAME:\S+")
        self.guests = [self._guest(place, invite) for place in guests]

    def start_relay(self, port: str = "0") -> Program:
        """Start a relay in the wide world; it goes on from what one has kept there."""
        words = "--listen", f"{RELAY}:{port}", "--store"
        store = f"sqlite:{self._folder / 'relay.db'}"
        return Program(self._there, "public", self._folder, "relay", *words, store)

    def _guest(self, place: str, invite: str) -> Program:
        kept = "--transcript", f"{self._folder / place}"
        words = "join", invite, "--bot", "--name", f"At {place}"
        return Program(self._there, place, self._folder, *words, *kept, *self._hiding)

    def asked(self) -> str:
        """Wait until the host is asked for a move, or the game is over."""
        return self.host.until(r"Your move: .*\n|Verified: ")

    def answer(self, question: str) -> None:
        """Stay in, as cheaply as can be."""
        moves = ("check", "call", "muck")
        self.host.type(next(move for move in moves if move in question))

    def move(self) -> None:
        """Make the host's next move."""
        self.answer(self.asked())

    def finish(self) -> None:
        """Play to the end, which all sign and verify."""
        while "Verified: " not in (question := self.asked()):
            self.answer(question)
        for guest in self.guests:
            guest.until("Verified: ")
            guest.wait()
        self.host.wait()
        transcripts = {(self._folder / "host").read_bytes()}
        transcripts |= {
            (self._folder / place).read_bytes()
            for place in ("a2", "b")
            if (self._folder / place).exists()
        }
        assert len(transcripts) == 1
