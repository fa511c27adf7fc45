"""A hundred files of rules that say now this and now that, and what becomes of them.

Each takes its answers from another source of difference, in one of four places.  First
the look at the text says what it finds.  Then nobody looks, and three tables play the
game, each with rules processes of its own, and a fourth game verifies what they signed.
Nobody may be accused of anything, and the rules are named.
:mod:`.contrary_programs` has real programs play.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

from p2pgame.engine import AnyGame, RulesError
from p2pgame.engine.guarded import guarded
from p2pgame.game_files.confined_game import confined, confinement
from p2pgame.game_files.source_text import check_text
from p2pgame.session import Refuted, Table, Unfinished, verify
from p2pgame.session.lobby.events import RulesBroken, TableEvent
from p2pgame.session.table.verify import RulesContradict
from tests.forked import ROOT
from tests.session.tables import TABLE, Net, known, me

RULES = '''
"""Three say a word in turn, twice each."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Choose, Event, Game, Options, Over, Reason, State, Turn


HEAD


def number() -> int:
    return int(SOURCE) % 1009


class Said(State, frozen=True):
    count: int = 0
    mark: int = 0


class Contrary(Game[Said, Options]):
    name, version, seats, options = "contrary", 1, range(3, 4), Options

    def setup(self, seats: int, options: Options) -> Said:
        return Said()

    def turn(self, state: Said) -> Turn:
        said = NUMBER
        if state.count == 6:
            return Over(RESULT)
        return Choose(state.count % 3, OFFERS)

    def apply(self, state: Said, event: Event) -> Said:
        return Said(state.count + 1, MARK)

REFUSES
    def show(self, state: Said, faces: Mapping[int, str]) -> str:
        return str(state.count)
'''
#: Where each difference comes from: what is done before, and the number.
SOURCES: Mapping[str, tuple[str, str]] = {
    "seconds": ("", "__import__('time').time() * 1000"),
    "a monotonic clock": ("", "__import__('time').monotonic_ns() >> 10"),
    "a performance counter": ("", "__import__('time').perf_counter() * 1e6"),
    "a date": ("", "__import__('datetime').datetime.now().microsecond"),
    "C's coarse clock": (
        "import ctypes\nroom = ctypes.create_string_buffer(16)\n\n\n"
        "def coarse() -> int:\n"
        "    if ctypes.CDLL(None).clock_gettime(5, room) != 0:\n"
        "        raise PermissionError('a coarse clock')\n"
        "    return room.raw[9]",
        "coarse()",
    ),
    "processor time": ("", "__import__('time').process_time_ns() >> 10"),
    "entropy": ("", "__import__('os').urandom(1)[0]"),
    "the system's chance": ("", "__import__('random').SystemRandom().random() * 99"),
    "Python's chance": ("", "__import__('random').random() * 99"),
    "a number of a process": ("", "__import__('os').getpid()"),
    "a number of a thread": ("", "__import__('threading').get_ident() >> 12"),
    "id()": ("", "id(object()) >> 21"),
    "an address in a text": ("", "int(repr(object()).split()[-1][:-1], 16) >> 21"),
    "a hash of an object": ("", "hash(object()) >> 17"),
    "a hash of a text": ("", "hash('a text')"),
    "the order of texts": ("", "int(''.join({*'123456789'}))"),
    "the order of objects": (
        "class A:\n    pass",
        "min(range(9), key=[*map(id, {A() for _ in range(9)})].__getitem__)",
    ),
    "a list": ("SEEN: list[int] = []", "(SEEN.append(1), len(SEEN))[1]"),
    "a global": (
        "SEEN = 0\n\n\ndef more() -> int:\n    global SEEN\n    SEEN += 1\n"
        "    return SEEN",
        "more()",
    ),
    "an argument": (
        "def more(seen: list[int] = []) -> int:\n    seen.append(1)\n"
        "    return len(seen)",
        "more()",
    ),
    "an attribute": (
        "def more() -> int:\n    more.seen = getattr(more, 'seen', 0) + 1\n"
        "    return more.seen",
        "more()",
    ),
    "an iterator": ("from itertools import count\nCOUNT = count()", "next(COUNT)"),
    "depth": (
        "def deep() -> int:\n    try:\n        return deep() + 1\n"
        "    except RecursionError:\n        return 0",
        "deep()",
    ),
    "memory": (
        "def room() -> int:\n    size = 2**30\n    while True:\n        try:\n"
        "            return len(bytearray(size)) >> 20\n"
        "        except MemoryError:\n            size -= 2**20",
        "room()",
    ),
    "floats": (
        "import math",
        "sum(int(math.sin(n / 7) * 2**53) for n in range(9999))",
    ),
}
#: What of the rules differs, in place of what is the same.
PLACES: Mapping[str, Mapping[str, str]] = {
    "the offers": {"OFFERS": '(f"say {number()}",)'},
    "a refusal": {
        "REFUSES": """
    def why_illegal(self, state: Said, player: int, move: str) -> Reason | None:
        is_odd = number() >> state.count & 1
        return Reason.of("no", "game-over") if is_odd else None
"""
    },
    "the state": {"MARK": "number()"},
    "the result": {"RESULT": "(said, -said, 0)", "NUMBER": "number()"},
}
_SAME = {
    "NUMBER": "0",
    "OFFERS": '("one", "two")',
    "REFUSES": "",
    "MARK": "0",
    "RESULT": "(0, 0, 0)",
}
#: The environment of a program whose rules processes do not look at what they run.
UNLOOKED = {
    "PYTHONPATH": os.pathsep.join((str(ROOT), str(Path(__file__).parent / "unlooked")))
}


def files() -> dict[str, str]:
    """Return the hundred texts by what differs where."""
    made = {}
    for source, (head, number) in SOURCES.items():
        for place, differing in PLACES.items():
            text = RULES.replace("HEAD", head).replace("SOURCE", number)
            for word, same in _SAME.items():
                text = text.replace(word, differing.get(word, same))
            made[f"{source}, in {place}"] = text
    return made


def looked(text: str) -> str | None:
    """Return what the look at a text finds, or None."""
    try:
        check_text(text)
    except RulesError as error:
        return str(error)
    return None


def played(text: str, own: Sequence[AnyGame] = ()) -> set[str]:
    """Return what comes of a table of three programs by rules that nobody looked at.

    ``own`` are games of the same text for the last seats, whose rules run here; they
    also verify.

    ``accused`` stands for an accusation, ``fair`` for an end that all have signed, and
    ``waits`` for a table that waits for another; anything else is what is said of the
    rules, and after which turn.
    """
    with ExitStack() as stack, patch.dict(os.environ, UNLOOKED):

        def game() -> AnyGame:
            made = guarded(confined(text))
            stack.callback(confinement(made).close)
            return made

        try:
            games = [*(game() for _ in range(3 - len(own))), *own]
        except RulesError as error:
            return {str(error)}
        net = Net(games[0], 3)
        for seat in (1, 2):
            net.tables[seat] = Table(TABLE, known(games[seat]), me(seat))
        net.play()
        found = {*map(_come_to, net.tables, net.events)}
        found |= _verified(net.tables[0], own[0] if own else game())
    return found


def _come_to(table: Table, events: Sequence[TableEvent]) -> str:
    if table.stopped is not None or table.cheats:
        return "accused"
    if table.broken is not None:
        turns = next(one.turns for one in events if isinstance(one, RulesBroken))
        return f"{table.broken} (after turn {turns})"
    return "fair" if table.complete else "waits"


def _verified(table: Table, game: AnyGame) -> set[str]:
    try:
        verify(table.transcript(), known(game))
    except (RulesContradict, Unfinished) as found:
        return {str(found)}
    except Refuted:
        return {"accused"}
    return {"fair"}
