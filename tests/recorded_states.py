"""Shows the states and turns of games in the archive: docs/states/.

``python -m tests.recorded_states --write`` writes them.  A verifier without the rules
of a game takes its turns from there, and compares its digests.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from p2pgame.client.states_shown import head_shown, place_shown
from p2pgame.engine import AnyGame, Options, play
from p2pgame.engine.exact_json import encode
from p2pgame.games.registry import KNOWN
from p2pgame.log import decode_archive
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Genesis
from tests.archiving import ARCHIVE, SUFFIX, kept_trace
from tests.borrowed_rules import event_of
from tests.second import turns as asked
from tests.second.states import Field

FOLDER = Path(__file__).parent.parent / "docs" / "states"


#: Games whose rules docs/wire.md and the pages beside it write out.
WRITTEN_OUT = ("goofspiel", "holdem", "kuhn", "pig", "rps", "tictactoe")
#: Files with an end that no event leads to: what a draw by agreement and a forfeit are
#: worth is on the page.
OTHER_ENDS = {"checkers-1-draw", "leduc-2-left-audited"}


def names() -> list[str]:
    """Return the files that are shown.

    One of each version of each game, and all of games whose rules no page writes out.
    """
    games = {f"{name}-{version}-masked" for name, version in KNOWN}
    others = {path.name.removesuffix(SUFFIX) for path in ARCHIVE.glob(f"*{SUFFIX}")}
    others = {name for name in others if not name.startswith(WRITTEN_OUT)}
    return sorted(games | others - OTHER_ENDS)


def shown(name: str) -> str:
    """Return the lines of a file: each event, and the state and turn that follow."""
    return "".join(f"{line}\n" for line in _lines(ARCHIVE / f"{name}{SUFFIX}"))


def _lines(path: Path) -> Iterator[str]:
    said = [payloads.decode(e.payload) for e in decode_archive(path.read_bytes())[1]]
    genesis = next(one for one in said if isinstance(one, Genesis))
    game, seats = KNOWN[genesis.game, genesis.version], len(genesis.hellos)
    options = msgspec.convert(genesis.options, game.options)
    traced = (line.split(" ", 2) for line in kept_trace(path))
    events = ((one[1], json.loads(one[2])) for one in traced if one[0] == "event")
    return told(game, seats, options, events)


def told(
    game: AnyGame,
    seats: int,
    options: Options,
    events: Iterable[tuple[str, Sequence[Field]]],
) -> Iterator[str]:
    """Yield the lines of one game, by the kinds and values of its events."""
    state = play.start(game, seats, options).state
    yield head_shown(game, seats, options)
    yield from place_shown(state, game.turn(state))
    for kind, values in events:
        event = event_of(asked.Event(kind, tuple(values)))
        state = play.advance(game, state, event).state
        yield encode({"event": kind, "values": values}).decode()
        yield from place_shown(state, game.turn(state))


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    FOLDER.mkdir(exist_ok=True)
    for name in names():
        (FOLDER / f"{name}.jsonl").write_text(shown(name), "utf-8")
