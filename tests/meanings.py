"""What each version of a game means, as fingerprints that never change.

A line of ``tests/archive/meanings.jsonl`` is one version with seats, options and a
seed, and a fingerprint of each of its aspects:

* ``terms``: seats, options with their defaults, and what of them is playable
* ``play``: a random game's turns, states, payoffs, and what rules say beside them
* ``perft``: how many positions are one turn ahead, two, and so on
* ``legality``: what the engine makes of moves near those offered, and of nonsense

No word that people read is in them, and no name from the source but those of options,
turns and events.  The rows named ``engine/…`` are of test games, and their version is
the engine's: these games hold what the engine and the tabletop kit mean.

``python -m tests.meanings`` compares (all games, or those that are named), and
``--write`` appends what is new.  It never writes a line again that is there: another
meaning is another version.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TypeAlias, get_args

import msgspec

from p2pgame.engine import (
    AnyGame,
    Choose,
    Chosen,
    Event,
    IllegalMove,
    Options,
    Place,
    State,
    Status,
    Together,
    Turn,
    advance,
    digest,
)
from p2pgame.engine.offers import choice_of
from p2pgame.engine.rules import ENGINE_VERSION
from p2pgame.engine.turns import Tick
from p2pgame.games.registry import GAMES, KNOWN
from p2pgame.playtest import Chance, Perft, Playout, nonsense, play
from tests.engine.counting import Counting
from tests.engine.park import ParkGame
from tests.engine.vampires import Vampires
from tests.games.cases import GOLDEN, MORE, MOST_SEATS
from tests.games.keeping import keeping
from tests.session.secrets import Secretive
from tests.tabletop.pairs import Pairs

FILE = Path(__file__).parent / "archive" / "meanings.jsonl"
#: How fingerprints are taken.  It rises with a change of this module, or of the room
#: that plays by itself, by which they would differ for the same rules; lines of other
#: numbers are no longer compared.
MEASURE = 1
ENGINE = "engine/"
#: Games that hold what the engine and its kit mean.
SAMPLES: Mapping[str, AnyGame] = {
    game.name: game
    for game in (Counting(), ParkGame(), Vampires(), Secretive(), Pairs())
}

#: States of one game that are looked at closely, spread evenly.
CLOSELY = 40
#: Positions that are walked to count those a turn further.
WALKED = 2000
#: Seats of which rules are asked, at most.
ASKED = 4
#: What options are tried as, where they are numbers.
NUMBERS = (-1, 0, 1, 2, 7, 100, 10**6)
DIGEST = 8

Settings: TypeAlias = Mapping[str, object]


@dataclass(frozen=True)
class Row:
    """One way to play one version of a game."""

    game: str
    version: int
    seats: int
    options: str
    seed: int
    measure: int = MEASURE

    def __str__(self) -> str:
        return f"{self.seats} seats, options {self.options}, seed {self.seed}"

    @property
    def rules(self) -> AnyGame:
        if self.game.startswith(ENGINE):
            return SAMPLES[self.game.removeprefix(ENGINE)]
        return KNOWN[self.game, self.version]

    @property
    def is_here(self) -> bool:
        """Whether there is something to compare: older versions may have retired."""
        if self.game.startswith(ENGINE):
            is_ours = self.version == ENGINE_VERSION
        else:
            is_ours = (self.game, self.version) in {*KNOWN}
        return is_ours and self.measure == MEASURE


Written: TypeAlias = dict[Row, dict[str, str]]


def written(path: Path = FILE) -> Written:
    """Return the fingerprints of a file."""
    rows: Written = {}
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        fields = json.loads(line)
        row = Row(**{name: fields.pop(name) for name in Row.__dataclass_fields__})
        assert row not in rows, f"{path.name} has two lines of {row}"
        rows[row] = fields
    return rows


def wanted() -> Iterator[Row]:
    """Yield what a version that is new is written down with."""
    for name, game in GAMES.items():
        for seats in sorted({game.seats[0], min(game.seats[-1], MOST_SEATS)}):
            yield from (Row(name, game.version, seats, "{}", n) for n in range(3))
    for name, seats, options in (*GOLDEN, *MORE):
        if name in GAMES and seats <= MOST_SEATS and options:
            told = json.dumps(options, sort_keys=True)
            yield Row(name, GAMES[name].version, seats, told, 1)
    for name, game in SAMPLES.items():
        for seed in range(3):
            seats = game.seats[0] + seed % len(game.seats)
            yield Row(f"{ENGINE}{name}", ENGINE_VERSION, seats, "{}", seed)


# Comparing


def differences(rows: Written, names: Collection[str] = ()) -> Iterator[str]:
    """Yield a sentence for each line that does not hold; ``names``: of these games."""
    for row, before in rows.items():
        if not row.is_here or (names and row.game not in names):
            continue
        now = fingerprints(row)
        changed = [aspect for aspect in before if now.get(aspect) != before[aspect]]
        if changed:
            yield _accuse(row, changed)


def _accuse(row: Row, changed: list[str]) -> str:
    what = " and ".join(changed)
    if row.game.startswith(ENGINE):
        return (
            f"The engine, version {row.version}, means something else now: {what} of "
            f"the test game {row.game.removeprefix(ENGINE)} ({row}) changed. Undo the "
            "change of p2pgame/engine or p2pgame/tabletop, or raise ENGINE_VERSION in "
            "p2pgame/engine/rules.py and run: make meanings"
        )
    return (
        f"{row.game}, version {row.version}, means something else now: {what} of it "
        f"({row}) changed. Undo the change of its rules or of the engine, or give the "
        "changed rules the next version (CONTRIBUTING.md, A rule or an option of a "
        "game) and run: make meanings"
    )


def unwritten(rows: Written) -> list[str]:
    """Return a sentence for each version that is here and not written down."""
    noted = {(row.game, row.version) for row in rows if row.measure == MEASURE}
    needed = {*KNOWN} | {(f"{ENGINE}{name}", ENGINE_VERSION) for name in SAMPLES}
    return [
        f"{name}, version {version}, is not written down: run make meanings"
        for name, version in sorted(needed - noted)
    ]


def append(rows: Written, path: Path = FILE) -> int:
    """Append what is new, and return how many lines; those that are there stay."""
    new = [row for row in wanted() if row not in rows]
    with path.open("a", encoding="utf-8") as file:
        for row in new:
            fields = {name: getattr(row, name) for name in Row.__dataclass_fields__}
            file.write(json.dumps({**fields, **fingerprints(row)}) + "\n")
    return len(new)


# Measuring


def fingerprints(row: Row) -> dict[str, str]:
    """Return each aspect's fingerprint."""
    game = keeping(row.rules)
    options = game.options(**json.loads(row.options))
    playout = play(game, row.seats, options, row.seed)
    aspects: Mapping[str, Callable[[Playout], Iterator[object]]] = {
        "terms": _terms,
        "play": _played,
        "perft": _counts,
        "legality": _judged,
    }
    return {name: _hash(aspect(playout)) for name, aspect in aspects.items()}


def _hash(things: Iterator[object]) -> str:
    """Return the hash of plain things, and of states and turns without their names."""
    hashed = blake2b(digest_size=DIGEST, person=b"p2pgame meaning")
    for thing in things:
        hashed.update(msgspec.msgpack.encode(_plain(thing)) + b"\n")
    return hashed.hexdigest()


def _plain(thing: object) -> object:
    match thing:
        case State():
            fields = (getattr(thing, name) for name in thing.__struct_fields__)
            return [type(thing).__name__, *map(_plain, fields)]
        case tuple() | list():
            return [*map(_plain, thing)]
        case int() if thing.bit_length() > 63:
            return str(thing)
    return thing


def _terms(playout: Playout) -> Iterator[object]:
    game, standard = playout.game, playout.game.options()
    yield [*game.seats], game.draws, game.only_deals
    yield sorted(msgspec.to_builtins(standard).items())
    for name, value in sorted(msgspec.to_builtins(playout.options).items()):
        tries: tuple[object, ...] = ()
        if isinstance(value, bool):
            tries = (not value,)
        elif isinstance(value, int):
            tries = NUMBERS
        for other in tries:
            changed = msgspec.structs.replace(playout.options, **{name: other})
            yield name, other, _is_playable(game, playout.seats, changed)


def _is_playable(game: AnyGame, seats: int, options: Options) -> bool:
    return game.why_not(seats, options) is None


def _played(playout: Playout) -> Iterator[object]:
    game = playout.game
    yield game.teams(playout.seats, playout.options)
    for n, (state, turn) in enumerate(zip(playout.states, playout.turns, strict=True)):
        yield digest(state), turn
        if n < len(playout.events):
            yield playout.events[n]
    for state in _closely(playout):
        yield from _beside(game, state, playout.seats)
    yield playout.payoffs
    kept = game.kept(playout.states[-1])
    carried = playout.options if kept is None else game.continued(playout.options, kept)
    yield sorted(msgspec.to_builtins(carried).items())


def _beside(game: AnyGame, state: State, seats: int) -> Iterator[object]:
    """Yield what rules say of a state besides whose turn it is."""
    turn, last = game.turn(state), game.last_round(state)
    yield None if last is None else digest(last)
    yield game.why_no_draw(state) is None
    for seat in range(min(seats, ASKED)):
        if choice_of(turn, seat) is not None:
            yield game.absent_move(state, seat)
        for status in get_args(Status):
            yield game.why_not_seated(state, seat, status) is None
    if isinstance(turn, Place):
        for number in range(3):
            yield game.placement(state, turn.player, f"random {number}")


def _closely(playout: Playout) -> list[State]:
    """Return some states, spread evenly, the first and the last among them."""
    states = playout.states
    step = max(1, -(-len(states) // CLOSELY))
    return [*states[::step], states[-1]]


def _counts(playout: Playout) -> Iterator[object]:
    state, counter = playout.states[0], Perft(playout.game)
    depth, leaves = 0, 1
    while 0 < leaves <= WALKED and depth < 12:
        depth += 1
        try:
            leaves = counter.leaves(state, depth)
        except ValueError:
            return
        yield depth, leaves


def _judged(playout: Playout) -> Iterator[object]:
    game, chance = playout.game, Chance(f"meaning {playout.seats}")
    for state in _closely(playout):
        turn = game.turn(state)
        for choice in [*_choices(turn)][:ASKED]:
            for move in nonsense.moves(choice, chance, ()):
                other = (choice.player + 1) % playout.seats
                for player in (choice.player, other):
                    yield player, move, game.why_illegal(state, player, move) is None
                    yield _after(game, state, Chosen(player, move))
        for event in nonsense.events(turn, chance, playout.events):
            yield _after(game, state, event)


def _after(game: AnyGame, state: State, event: Event) -> bytes | None:
    """Return the digest of the state after an event; None: it is refused."""
    try:
        return digest(advance(game, state, event).state)
    except IllegalMove:
        return None


def _choices(turn: Turn) -> Iterator[Choose]:
    match turn:
        case Choose():
            yield turn
        case Together(choices):
            yield from choices
        case Tick(players, moves):
            yield from (Choose(player, moves) for player in players)


def main(arguments: list[str]) -> int:
    names = [name for name in arguments if name != "--write"]
    rows = written()
    wrong = [*differences(rows, names)]
    if "--write" in arguments and not wrong:
        print(f"{append(rows)} lines appended to {FILE.name}")
        return 0
    if not names:
        wrong += unwritten(rows)
    for sentence in wrong:
        print(sentence)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
