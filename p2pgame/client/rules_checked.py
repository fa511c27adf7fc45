"""Checks that a game's rules say the same in programs that share nothing.

This program and two fresh ones play the games of :mod:`.states_shown`.  Each of the two
hashes texts in its own way, and has another day in its calendar.  Rules that answer by
such things, or by a clock, chance or an address, come to different lines.
"""

from __future__ import annotations

import os
import secrets
import subprocess
from itertools import zip_longest

from p2pgame.engine import AnyGame

from .errors import ClientError, RulesContradict
from .native import PROGRAM
from .states_shown import states_of

#: Time zones whose dates differ at every moment.
_ZONES = "Pacific/Kiritimati", "Pacific/Pago_Pago"
#: Seconds for a program, and the characters of a line that are shown.
WITHIN, SHOWN = 300.0, 200


def check(game: AnyGame) -> int:
    """Return how many events, states and turns three programs agree on.

    Raises:
      RulesContradict: They don't agree; the sentence says on what.
      ClientError: A program fails, or does not come to its end in time.
      RulesError: The rules fail here.
    """
    programs = [_begun(game, zone) for zone in _ZONES]
    try:
        here = [*states_of(game)]
        for program in programs:
            _compare(game, here, _printed(game, program))
    finally:
        for program in programs:
            program.kill()
            program.communicate()
    return len(here)


def _begun(game: AnyGame, zone: str) -> subprocess.Popen[str]:
    differs = {"PYTHONHASHSEED": f"{secrets.randbits(32)}", "TZ": zone}
    return subprocess.Popen(
        [*PROGRAM, "rules", "show", game.name, "--states"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, **differs, "PYTHONUTF8": "1"},
    )


def _printed(game: AnyGame, program: subprocess.Popen[str]) -> list[str]:
    try:
        output, errors = program.communicate(timeout=WITHIN)
    except subprocess.TimeoutExpired:
        said = f"{WITHIN:g} s"
        raise ClientError("rules-unchecked", game=game.name, why=said) from None
    if program.returncode:
        said = errors.strip().rpartition("\n")[2]
        raise ClientError("rules-unchecked", game=game.name, why=said)
    return output.splitlines()


def _compare(game: AnyGame, here: list[str], there: list[str]) -> None:
    """Raise if two programs have printed something else, and say where.

    Raises:
      RulesContradict: They have.
    """
    for number, (one, two) in enumerate(zip_longest(here, there, fillvalue=""), 1):
        if one != two:
            first, second = one[:SHOWN], two[:SHOWN]
            place = {"game": game.name, "line": f"{number}"}
            raise RulesContradict("rules-differ", **place, one=first, two=second)
