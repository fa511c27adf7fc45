"""Says who decides at a seat that no person plays: an agent, or another program."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from p2pgame.agents import registry
from p2pgame.agents.registry import Opponent
from p2pgame.engine import AnyGame, Message, Options, Refusal, plain

from ..errors import InvalidRequest
from ..events import AnyEvent
from ..seats import Seat
from . import uci_options
from .own_programs import EXEC, command_of
from .program import Played, Program

if TYPE_CHECKING:
    from p2pgame.agents.cfr.policy import Policy

#: How the name of a search with so many simulations begins, how many it may have, and
#: for how many seconds it may think.
SEARCH, MOST_SIMULATIONS, SEARCH_LIMIT = "search:", 1_000_000, 60.0
#: How the name of a policy's file begins.
POLICY = "policy:"
#: No name of a player is longer.
NAME_LENGTH = 24


class Decider(Protocol):
    """Plays at a seat; decisions are cancelled when their turn closes."""

    async def run(self) -> None:
        """Do what goes on beside the turns, until cancelled."""

    async def tell(self, event: AnyEvent) -> None: ...

    async def decide(self) -> Message | None:
        """Make a move; return why it is not the program's own, if so."""


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
        return f"Search {_simulations_of(text)}"
    if text.startswith(POLICY):
        policy, name = _policy_of(text)
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


def decider(seat: Seat, text: str | None, pace: float) -> Decider:
    """Return who decides at this seat; None: the usual opponent for the game.

    Raises:
      InvalidRequest: There is no such opponent.
    """
    if text is not None and text.startswith(EXEC):
        from .foreign import Foreign  # not for other tables

        return Foreign(seat, command_of(text))
    if text is not None and text.startswith(uci_options.UCI):
        from .uci import UciPlayer  # not for other tables

        return UciPlayer(seat, uci_options.engine_of(text), pace=pace)
    return agent(seat, text, pace)


def agent(seat: Played, text: str | None, pace: float) -> Program:
    """Return the agent that decides at this seat, which is no command.

    None: the usual opponent for the game.

    Raises:
      InvalidRequest: There is no such opponent.
    """
    if text is not None and text.startswith(POLICY):
        from p2pgame.agents.cfr.policy_player import opponent

        return Program(seat, opponent(*_policy_of(text)), pace=pace)
    if text is not None and text.startswith(SEARCH):
        return _searcher(seat, _simulations_of(text), pace)
    try:
        return Program(seat, text, pace=pace)
    except Refusal as error:
        raise InvalidRequest.saying(error.message) from None


def _simulations_of(text: str) -> int:
    """Return the simulations of ``search:SIMULATIONS``.

    Raises:
      InvalidRequest: It is no number, or too large.
    """
    number = text.removeprefix(SEARCH)
    if re.fullmatch("[0-9]{1,7}", number) and 0 < int(number) <= MOST_SIMULATIONS:
        return int(number)
    raise InvalidRequest("search-simulations", most=MOST_SIMULATIONS)


def _searcher(seat: Played, simulations: int, pace: float) -> Program:
    from p2pgame.agents.search.parallel import ParallelAgent  # not for other tables

    name = f"{SEARCH}{simulations}"
    one = Opponent(
        *(name, f"Search {simulations}", "strong", "searches on all cores"),
        partial(ParallelAgent, simulations=simulations),
    )
    return Program(seat, one, pace=pace, limit=SEARCH_LIMIT, simulations=simulations)


def _policy_of(text: str) -> tuple[Policy, str]:
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
        why = plain(error.strerror or str(error))
        raise InvalidRequest("policy-unread", file=str(path), why=why) from None
    except Refusal as error:
        raise InvalidRequest.saying(error.message) from None
