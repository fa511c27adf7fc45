"""Names a chess engine and its settings: ``uci:stockfish?elo=1500&hash=64``.

What follows the question mark are options of the engine by its own names for them;
case, spaces, hyphens and underscores don't count.  ``elo`` limits its strength, for
which UCI has two options.

Source: "Universal Chess Interface" (Meyer-Kahlen, Huber, 2006).
"""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeAlias

from ..errors import InvalidRequest
from .own_programs import command_of

#: How the name of an engine begins.
UCI = "uci:"
#: The one game that engines play.
GAME = "chess"
#: Seconds for an engine to say what it is, and bytes.
HANDSHAKE, _SAID_LIMIT = 10.0, 256 * 1024
#: A number as engines write it.
NUMBER = re.compile(r"-?[0-9]{1,12}")
#: Where Debian keeps games, which is not on everybody's path.
_FOLDERS = "/usr/games:/usr/local/games"

Kind: TypeAlias = Literal["check", "spin", "combo", "button", "string"]


@dataclass(frozen=True, slots=True)
class ChessEngine:
    """The command that starts an engine, and its settings as they were given."""

    command: tuple[str, ...]
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        return Path(self.command[0]).name

    @property
    def shown(self) -> str:
        """Its name at a table, with its strength if that is limited."""
        elo = [value for name, value in self.settings if _plain(name) == "elo"]
        return " ".join([self.name, *elo])


@dataclass(frozen=True, slots=True)
class Option:
    """An option that an engine offers; ``values`` are those of a ``combo``."""

    name: str
    kind: str
    low: int | None = None
    high: int | None = None
    values: tuple[str, ...] = ()


def engine_of(text: str) -> ChessEngine:
    """Return the engine that ``uci:COMMAND?NAME=VALUE&…`` describes.

    Raises:
      InvalidRequest: It describes none, or there is no such program.
    """
    command, _, given = text.partition("?")
    settings = []
    for one in filter(None, given.split("&")):
        name, equals, value = (part.strip() for part in one.partition("="))
        if not (name and equals and one.isprintable()):
            raise InvalidRequest("uci-setting-wrong", text=repr(one[:60]))
        settings.append((name, value))
    return ChessEngine(tuple(command_of(command, UCI, also=_FOLDERS)), tuple(settings))


@lru_cache(maxsize=8)
def check(engine: ChessEngine) -> None:
    """Start an engine, and see whether it is one that takes its settings.

    Raises:
      InvalidRequest: It is none, or does not.
    """
    why, said = "", b""
    try:
        said = _said(engine)
    except TimeoutError:
        why = f"it does not answer within {HANDSHAKE:.0f} s"
    except OSError as error:
        why = error.strerror or "it does not start"
    lines = said.decode(errors="replace").splitlines()
    if not why and "uciok" not in (line.strip() for line in lines):
        why = "it does not say uciok"
    if why:
        raise InvalidRequest("uci-no-engine", agent=engine.name, why=why)
    commands(engine, lines)


def _said(engine: ChessEngine) -> bytes:
    """Return what an engine says of itself, or the beginning of that.

    Raises:
      TimeoutError: It goes on for too long.
      OSError: It does not start.
    """
    late = threading.Event()

    def end() -> None:
        late.set()
        child.kill()

    with subprocess.Popen(
        engine.command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        timer = threading.Timer(HANDSHAKE, end)
        timer.start()
        try:
            with suppress(BrokenPipeError):  # it has ended without a look
                child.stdin.write(b"uci\nquit\n")
                child.stdin.flush()
            said = child.stdout.read(_SAID_LIMIT)
        finally:
            timer.cancel()
            child.kill()
            with suppress(BrokenPipeError):
                child.stdin.close()
    if late.is_set():
        raise TimeoutError
    return said


def commands(engine: ChessEngine, lines: Iterable[str]) -> list[str]:
    """Return the commands that make an engine's settings.

    ``lines`` are those by which it has said which options it has.

    Raises:
      InvalidRequest: It has no such option, or not with this value.
    """
    options = [option for line in lines if (option := _option(line)) is not None]
    known = {_plain(option.name): option for option in options}
    made = []
    for name, value in engine.settings:
        if _plain(name) == "elo":
            limit = _found(engine, known, "UCI_LimitStrength")
            made.append(f"setoption name {limit.name} value true")
            name = "UCI_Elo"
        option = _found(engine, known, name)
        _check_value(engine, option, value)
        made.append(f"setoption name {option.name} value {value}")
    return made


def _found(engine: ChessEngine, known: dict[str, Option], name: str) -> Option:
    option = known.get(_plain(name))
    if option is None or option.kind == "button":
        names = [one.name for one in known.values() if one.kind != "button"]
        shown = ", ".join(names) or "none"
        raise InvalidRequest("uci-no-option", agent=engine.name, name=name, known=shown)
    return option


def _check_value(engine: ChessEngine, option: Option, value: str) -> None:
    agent, name = engine.name, option.name
    if option.kind == "spin" and not _is_within(option, value):
        low, high = f"{option.low}", f"{option.high}"
        raise InvalidRequest(
            "uci-option-range", agent=agent, name=name, value=value, low=low, high=high
        )
    values = ("true", "false") if option.kind == "check" else option.values
    if values and value not in values:
        shown = " or ".join(values)
        raise InvalidRequest(
            "uci-option-value", agent=agent, name=name, value=value, known=shown
        )


def _is_within(option: Option, value: str) -> bool:
    """Return whether a text is a number within the bounds of an option."""
    if not NUMBER.fullmatch(value):
        return False
    too_low = option.low is not None and int(value) < option.low
    too_high = option.high is not None and int(value) > option.high
    return not too_low and not too_high


def _option(line: str) -> Option | None:
    """Read ``option name Skill Level type spin default 20 min 0 max 20``."""
    words = line.split() if line.strip().isprintable() else []
    if words[:2] != ["option", "name"] or "type" not in words:
        return None
    at = words.index("type")
    name, kind, rest = " ".join(words[2:at]), words[at + 1 : at + 2], words[at + 2 :]
    values, numbers = [], {}
    for number, word in enumerate(rest):
        after = rest[number + 1 : number + 2]
        if word == "var":
            ends = [n for n in range(number + 1, len(rest)) if rest[n] == "var"]
            values.append(" ".join(rest[number + 1 : ends[0] if ends else len(rest)]))
        elif word in ("min", "max") and after and NUMBER.fullmatch(after[0]):
            numbers[word] = int(after[0])
    low, high = numbers.get("min"), numbers.get("max")
    return Option(name, "".join(kind), low, high, tuple(values))


def _plain(name: str) -> str:
    """Return an option's name without what does not count in it."""
    return "".join(c for c in name.casefold() if c not in " -_")
