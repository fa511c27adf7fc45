"""A hundred files of rules that say now this and now that, and what becomes of them.

Each takes its answers from another source of difference, in one of four places.  First
the look at the text says what it finds.  Then nobody looks, and three programs play the
game, each with processes of its own, and a fourth verifies what they signed.  Nobody
may be accused of anything.

Run as ``python -m tests.game_files.contrary``, or by ``make contrary``.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from unittest.mock import patch

from p2pgame.engine import AnyGame, RulesError
from p2pgame.engine.guarded import guarded
from p2pgame.game_files import rules_process
from p2pgame.game_files.confined_game import confined, confinement
from p2pgame.game_files.source_text import check_text
from p2pgame.session import Refuted, Table, Unfinished, verify
from p2pgame.session.table.verify import Contradictory
from tests.session.tables import TABLE, Net, known, me

RULES = '''
"""Three say a word in turn, twice each."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Choose, Event, Game, Options, Over, Reason, State, Turn


HEAD


def odd(state: object = None) -> int:
    return int(SOURCE) % 2


class Said(State, frozen=True):
    count: int = 0
    mark: int = 0


class Contrary(Game[Said, Options]):
    name, version, seats, options = "contrary", 1, range(3, 4), Options

    def setup(self, seats: int, options: Options) -> Said:
        return Said()

    def turn(self, state: Said) -> Turn:
        if state.count == 6:
            return Over(RESULT)
        return Choose(state.count % 3, OFFERS)

    def apply(self, state: Said, event: Event) -> Said:
        return Said(state.count + 1, MARK)

    def why_illegal(self, state: Said, player: int, move: str) -> Reason | None:
        return REFUSAL

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
        "import ctypes\nroom = ctypes.create_string_buffer(16)",
        "(ctypes.CDLL(None).clock_gettime(5, room), room.raw[9])[1]",
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
    "the order of texts": ("", "ord(next(iter({'a', 'b', 'c'})))"),
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
    "floats": ("import math", "sum(math.sin(n / 7) * 1e9 for n in range(99))"),
}
#: What of the rules differs, in place of what is the same.
PLACES: Mapping[str, Mapping[str, str]] = {
    "the offers": {"OFFERS": '("one",) if odd(state) else ("two",)'},
    "a refusal": {"REFUSAL": 'Reason.of("no", "game-over") if odd(state) else None'},
    "the state": {"MARK": "odd(state)"},
    "the result": {"RESULT": "(1, -1, 0) if odd(state) else (-1, 1, 0)"},
}
_SAME = {
    "OFFERS": '("one", "two")',
    "REFUSAL": "None",
    "MARK": "0",
    "RESULT": "(0, 0, 0)",
}
#: A program that runs a text into which nobody has looked, and changes nothing in it.
_UNLOOKED = (
    "from p2pgame.game_files import loading, server; server.check_text = len;"
    " loading.freeze = id; server.main()"
)


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


def played(text: str) -> set[str]:
    """Return what comes of a table of three programs by rules that nobody looked at.

    ``accused`` stands for an accusation, and ``fair`` for an end that all have signed;
    anything else is what is said of the rules.
    """
    command = (sys.executable, "-P", "-c", _UNLOOKED)
    with ExitStack() as stack, patch.object(rules_process, "_COMMAND", command):

        def game() -> AnyGame:
            made = guarded(confined(text))
            stack.callback(confinement(made).close)
            return made

        try:
            games = [game() for _ in range(3)]
        except RulesError as error:
            return {str(error)}
        net = Net(games[0], 3)
        for seat in (1, 2):
            net.tables[seat] = Table(TABLE, known(games[seat]), me(seat))
        net.play()
        found = {_come_to(table) for table in net.tables}
        found |= _verified(net.tables[0], game())
    return found


def _come_to(table: Table) -> str:
    if table.stopped is not None or table.cheats:
        return "accused"
    if table.broken is not None:
        return str(table.broken)
    return "fair" if table.complete else "waits"


def _verified(table: Table, game: AnyGame) -> set[str]:
    try:
        verify(table.transcript(), known(game))
    except (Contradictory, Unfinished) as found:
        return {str(found)}
    except Refuted:
        return {"accused"}
    return {"fair"}


def main(*sources: str) -> int:
    """Play all, print what comes of each, and return 1 if somebody is accused.

    ``sources``: those of these alone.
    """
    counts = Counter[str]()
    for name, text in files().items():
        if sources and name.partition(", in ")[0] not in sources:
            continue
        found = played(text)
        kinds = sorted({_kind(one) for one in found})
        counts.update(kinds)
        counts["found by the look"] += looked(text) is not None
        counts["named as it is played"] += not {*kinds} <= {"fair", "waits", "accused"}
        print(f"{name}: {looked(text)}; unlooked: {', '.join(kinds)}", flush=True)
    print(*(f"{count} {kind}" for kind, count in sorted(counts.items())), sep="\n")
    return 1 if counts["accused"] else 0


def _kind(found: str) -> str:
    for kind in ("accused", "fair", "waits", "contradict themselves", "fail"):
        if kind in found:
            return kind
    return "stopped" if "stopped" in found else "at fault"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
