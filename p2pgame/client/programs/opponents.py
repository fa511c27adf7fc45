"""Says what opponents are called, and whether there is one of a name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from p2pgame.agents import registry
from p2pgame.engine import AnyGame, Options, Refusal

from .. import system_reason
from ..errors import InvalidRequest
from . import uci_options
from .own_programs import EXEC, command_of

if TYPE_CHECKING:
    from p2pgame.agents.cfr.policy import Policy

#: How the name of a search with so many simulations begins, and how many it may have.
SEARCH, MOST_SIMULATIONS = "search:", 1_000_000
#: How the name of a policy's file begins.
POLICY = "policy:"
#: No name of a player is longer.
NAME_LENGTH = 24


def check(
    text: str,
    game: AnyGame | None = None,
    options: Options | None = None,
    seats: int = 2,
) -> str:
    """Return the name under which this opponent sits at a table.

    None: the game, or its options, are not known yet.
    ``text`` is an opponent's name, ``exec:COMMAND``, ``policy:FILE``,
    ``search:SIMULATIONS``, or an engine ``uci:COMMAND``, which is started to see
    whether it is one.

    Raises:
      InvalidRequest: There is no such opponent, for this game.
    """
    if text.startswith(uci_options.UCI):
        engine = uci_options.engine_of(text)
        if game is not None and game.name != uci_options.GAME:
            raise InvalidRequest("uci-plays-chess", agent=engine.name, game=game.name)
        uci_options.check(engine)
        return engine.shown[:NAME_LENGTH]
    if text.startswith(EXEC):
        return Path(command_of(text)[0]).name[:NAME_LENGTH]
    if text.startswith(SEARCH):
        return f"Search {simulations_of(text)}"
    if text.startswith(POLICY):
        policy, name = policy_of(text)
        wrong = None if game is None else policy.why_not_for(game, options, seats)
        if wrong is not None:
            raise InvalidRequest.saying(wrong)
        return name
    try:
        return registry.find(text, None if game is None else game.name).display
    except Refusal as error:
        raise InvalidRequest.saying(error.message) from None


def usual(game: str, count: int) -> tuple[str, ...]:
    """Return the names of so many opponents, where nobody has chosen any."""
    return tuple(one.name for one in registry.usual(game, count))


def lasting(text: str) -> str:
    """Return a name for the same opponent that holds in any current folder."""
    if not text.startswith(POLICY):
        return text
    return f"{POLICY}{Path(text.removeprefix(POLICY)).absolute()}"


def simulations_of(text: str) -> int:
    """Return the simulations of ``search:SIMULATIONS``.

    Raises:
      InvalidRequest: It is no number, or too large.
    """
    number = text.removeprefix(SEARCH)
    if re.fullmatch("[0-9]{1,7}", number) and 0 < int(number) <= MOST_SIMULATIONS:
        return int(number)
    raise InvalidRequest("search-simulations", most=MOST_SIMULATIONS)


def policy_of(text: str) -> tuple[Policy, str]:
    """Return the policy of ``policy:FILE``, and the name of who plays it.

    Raises:
      InvalidRequest: There is no such file, or it holds no policy.
    """
    from p2pgame.agents.cfr.policy import SIZE_LIMIT, decode  # not for other tables

    path = Path(text.removeprefix(POLICY))
    try:
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
        return decode(data), path.stem.removesuffix(".policy")[:NAME_LENGTH]
    except OSError as error:
        why = system_reason.why(error)
        raise InvalidRequest("policy-unread", file=str(path), why=why) from None
    except Refusal as error:
        raise InvalidRequest.saying(error.message) from None
