"""Whole transcripts that every later release must verify: tests/archive/.

``python -m tests.archiving --write`` writes those that are missing, each with its trace
(docs/wire.md#trace).  It never writes a file again that is there, because somebody may
have such files.  ``--remake`` does: that is for a wire that no release speaks yet.

Every file is made by tables in one process from fixed seeds, so the same program makes
the same bytes.  Those that a verifier must refuse are in tests/archive/refused/, and
made by :mod:`tests.refused`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random

from p2pgame.games.registry import KNOWN
from p2pgame.session.entries.payloads import UNTIMED, Absence, Time, Times
from p2pgame.session.table.trace import trace
from p2pgame.transport.wire_version import SPOKEN, Versions
from tests.archived_rulings import (
    SHORT_BLIND,
    SHORT_RAISE,
    capturing,
    reshuffling,
    short_all_in,
    short_blind,
)
from tests.games.cases import GOLDEN
from tests.session.tables import Decide, Deck, Net, any_offer

ARCHIVE = Path(__file__).parent / "archive"
SUFFIX, TRACE = ".p2pgame", ".trace"
#: Options that make a short game, where the golden playthrough's is long.
SHORTER: Mapping[str, dict[str, object]] = {"crazy-eights": {"cards": 4, "plays": 12}}
OTHER_DECKS: tuple[Deck, ...] = ("commutative", "proved")
#: What programs spoke when most of the files were made.
BEFORE = Versions(2, 2)
#: Words of one player after which it is gone, and rounds in which the others wait.
WORDS, ROUNDS = 9, 12
#: Who leaves a deck that needs an audit, and after how many words.
LEFT = 2, 8

Make = Callable[[], bytes]


def wanted() -> dict[str, Make]:
    """Return how each file is made, by its name: game, version, and what happens."""
    return {**dict(_games()), **dict(_kinds())}


def _games() -> Iterator[tuple[str, Make]]:
    """Yield every version of every game, with every kind of deck that it can have."""
    cases = {name: (seats, options) for name, seats, options in GOLDEN}
    for name, version in KNOWN:
        seats, options = cases[name]
        chosen, only_deals = SHORTER.get(name, options), KNOWN[name, version].only_deals
        for deck in ("masked", *(OTHER_DECKS if only_deals else ())):
            made = Whole(f"{name}@{version}", seats, chosen, deck=deck, quorum=0)
            yield f"{name}-{version}-{deck}", made.data


def _kinds() -> Iterator[tuple[str, Make]]:
    """Yield what may happen at a table besides."""
    four: dict[str, object] = {"cards": 4}
    hands: dict[str, object] = {"hands": 2}
    yield "goofspiel-1-evicted", Whole("goofspiel", 3, four).without(2)
    yield "holdem-1-stand-ins", Whole("holdem", 3, hands).without(2)
    yield "holdem-1-default", Whole("holdem", 3, {}, absence="default").without(2)
    yield "holdem-1-forfeited", Whole("holdem", 3, {}, absence="forfeit").without(2)
    forfeit = Whole("holdem@2", 3, hands, absence="forfeit")
    yield "holdem-2-forfeited", forfeit.without(2)
    yield "holdem-2-left", Whole("holdem@2", 3, hands).left_by(1, 8)
    leduc = Whole("leduc@2", 2, deck="commutative", quorum=0)
    yield "leduc-2-left-audited", leduc.left_by(1, 8)
    yield "goofspiel-2-evicted", Whole("goofspiel@2", 3, four).without(2)
    yield "rps-2-left", Whole("rps@2", 3, {"rounds": 1}, quorum=0).left_by(1, 6)
    yield "rps-1-forfeited", Whole("rps", 3, {"rounds": 1}).without(2, 3)
    yield "rps-1-end-evicted", Whole("rps", 3, {"rounds": 1}).without(2, 6)
    one: dict[str, object] = {"dice": 1}
    yield "liars-dice-2-dropped", Whole("liars-dice@2", 3, one).without(2, 6)
    yield "liars-dice-2-evicted", Whole("liars-dice@2", 3, one).without(2, 7)
    yield "holdem-2-five", Whole("holdem@2", 5).without(3, 12)
    yield "kuhn-1-left", Whole("kuhn", 2).left_by(1)
    yield "kuhn-2-left", Whole("kuhn@2", 2).seeded(5).left_by(1, 6)
    cards = Whole("goofspiel", 3, four, deck="commutative", quorum=0)
    yield "goofspiel-1-left-audited", cards.left_by(*LEFT)
    yield "kuhn-1-chat", Whole("kuhn", 2).chatting
    yield "kuhn-1-watched", Whole("kuhn", 2, watch=bytes(range(32))).data
    yield "holdem-1-checkpoints", Whole("holdem", 2, hands).data
    many: dict[str, object] = {"hands": 9}
    yield "holdem-1-last-round", Whole("holdem", 2, many).agreeing("last round", 4)
    yield "checkers-1-draw", Whole("checkers", 2).agreeing("draw", 4)
    yield "mover-1-ahead", Whole("mover", 2, {"ticks": 6, "field": 5}).ordering_ahead
    yield "tictactoe-1-takeback", Whole("tictactoe", 2).agreeing("takeback 1", 2)
    full: dict[str, object] = {"cards": 23, "plays": 7}
    again = Whole("crazy-eights@2", 2, full, quorum=0).deciding(lambda: reshuffling)
    yield "crazy-eights-2-reshuffled", again.data
    yield from _timed()
    yield from _rulings()


def _rulings() -> Iterator[tuple[str, Make]]:
    """Yield games in which something comes about that a newer version rules otherwise.

    Their versions are older ones.
    """
    stacks = {"button": 3, "stacks": f"1000,{SHORT_BLIND},1000"}
    short = Whole("holdem", 3, stacks, quorum=0).deciding(lambda: short_blind)
    yield "holdem-1-short-blind", short.data
    stacks = {"button": 4, "stacks": f"1000,1000,1000,{SHORT_RAISE}"}
    short = Whole("holdem", 4, stacks, quorum=0).deciding(lambda: short_all_in)
    yield "holdem-1-short-all-in", short.data
    yield "chess-1-bare-king", Whole("chess", 2).deciding(lambda: capturing(3)).data
    few: dict[str, object] = {"cards": 1, "plays": 4, "draws": 1}
    eight = Whole("crazy-eights", 2, few, quorum=0).lucky(b"eight 24")
    yield "crazy-eights-1-eight", eight.data
    bet = Whole("kuhn", 2).seeded(5)
    yield "kuhn-1-left-after-a-bet", bet.left_by(1, 6)


def _timed() -> Iterator[tuple[str, Make]]:
    """Yield some of a wire that has all fields of time."""
    programs = Time(programs=120, grace=5)
    cases = {name: (seats, options) for name, seats, options in GOLDEN}
    for name in ("kuhn@2", "rps@1", "pig@1", "holdem@2"):
        seats, options = cases[name.partition("@")[0]]
        made = Whole(name, seats, options, time=programs, quorum=0)
        yield f"{name.replace('@', '-')}-timed", made.data
    chess_clock = Time(base=300, increment=3, delay=1, programs=120, grace=5)
    yield "tictactoe-1-timed", Whole("tictactoe", 2, time=chess_clock).data
    yield "kuhn-2-timed-left", Whole("kuhn@2", 2, time=programs).left_by(1, 6)
    four: dict[str, object] = {"cards": 4}
    gone = Whole("goofspiel", 3, four, time=Time(days=2, programs=2**17, grace=3600))
    yield "goofspiel-1-timed-evicted", gone.without(2)


class Whole:
    """A game that is played to its end: version 1, or as in ``spades@2``.

    Its version of the wire is 3 if it has a ``time``, else 2.
    """

    def __init__(
        self,
        name: str,
        seats: int,
        options: Mapping[str, object] | None = None,
        *,
        deck: Deck = "masked",
        quorum: int | None = None,
        absence: Absence | None = None,
        watch: bytes | None = None,
        time: Time | None = None,
    ) -> None:
        found, _, version = name.partition("@")
        self._game, self._seats = KNOWN[found, int(version or 1)], seats
        self._options = self._game.options(**(options or {}))
        self._deck: Deck = deck
        self._quorum, self._absence, self._watch = quorum, absence, watch
        self._time = time
        self._luck = b""
        self._decide: Callable[[], Decide] = lambda: any_offer(Random(1))

    def seeded(self, seed: int) -> Whole:
        """Have players choose their moves otherwise."""
        return self.deciding(lambda: any_offer(Random(seed)))

    def deciding(self, decide: Callable[[], Decide]) -> Whole:
        """Have all players of each game choose their moves so."""
        self._decide = decide
        return self

    def lucky(self, luck: bytes) -> Whole:
        """Have other cards and dice come."""
        self._luck = luck
        return self

    def net(self) -> Net:
        """Return the tables of such a game before anything is said."""
        net = Net(
            *(self._game, self._seats, self._options),
            decide=self._decide(),
            luck=self._luck,
            deck=self._deck,
            quorum=self._quorum,
            absence=self._absence,
            watch=self._watch,
            patience=0 if self._time is None else 300,
            time=self._time or UNTIMED,
            spoken=BEFORE if self._time is None else SPOKEN,
        )
        for seat, table in enumerate(net.tables if self._time else ()):
            table.own.times = partial(_counted, seat, self._seats)
        return net

    def data(self) -> bytes:
        net = self.net()
        net.play()
        return _data(net)

    def without(self, seat: int, words: int = WORDS) -> Make:
        """Return how it is made if this player falls silent after some words."""
        return lambda: _data(self.silenced(seat, words))

    def silenced(self, seat: int, words: int = WORDS) -> Net:
        """Return the tables when the others have gone on without this player."""
        net = self.net()
        net.play(until=lambda: _words(net, seat) >= words)
        net.silent = {seat}
        for _ in range(ROUNDS):
            net.play()
            for other, table in enumerate(net.tables):
                if other != seat:
                    table.lose_patience()
        net.play()
        return net

    def left_by(self, seat: int, words: int = 5) -> Make:
        """Return how it is made if this player leaves after some words."""
        return lambda: _data(self.left(seat, words))

    def left(self, seat: int, words: int) -> Net:
        """Return the tables when this player has left after some words."""
        net = self.net()
        net.play(until=lambda: _words(net, seat) >= words)
        net.tables[seat].leave()
        net.play()
        return net

    def chatting(self) -> bytes:
        net = self.net()
        net.play(until=lambda: net.tables[1].play is not None)
        net.tables[1].chat("Good luck — виel Glück! 🂡")
        net.play()
        return _data(net)

    def ordering_ahead(self) -> bytes:
        """Have one player order for three ticks before the other does for the first."""
        net = self.net()
        decide, net._decide = net._decide, None
        net.play()
        for turns in range(3):
            net.notes.append((0, net.tables[0].own.propose(f"k {turns + 1}", turns)))
            net.play()
        net._decide = decide
        play = net.tables[1].play
        assert play is not None
        assert decide is not None
        net.notes.append((1, net.tables[1].own.propose(decide(play.view))))
        net.play()
        return _data(net)

    def agreeing(self, words: str, turns: int) -> Make:
        """Return how it is made if all agree to something after so many turns."""

        def make() -> bytes:
            net = self.net()
            net.play(until=lambda: _turns(net) >= turns)
            decide, net._decide = net._decide, None
            net.play()
            for seat, table in enumerate(net.tables):
                net.notes.append((seat, table.own.propose(words)))
                net.play()
            net._decide = decide
            for seat, table in enumerate(net.tables):
                if table.play is not None and seat in table.play.waiting_for:
                    assert decide is not None
                    net.notes.append((seat, table.own.propose(decide(table.play.view))))
            net.play()
            return _data(net)

        return make


def _counted(by: int, seats: int) -> Times:
    """Return what a player says of time: by the last one the first was slow."""
    thought = tuple(10 * by + seat for seat in range(seats))
    slow = by == seats - 1
    return Times(thought, tuple(812 * (slow and seat == 0) for seat in range(seats)))


def _words(net: Net, seat: int) -> int:
    return sum(author == seat for author, _ in net.said)


def _turns(net: Net) -> int:
    play = net.tables[0].play
    return 0 if play is None else play.board.turns


def _data(net: Net) -> bytes:
    """Return the one transcript that all who are there have."""
    there = [table for seat, table in enumerate(net.tables) if seat not in net.silent]
    assert not any(table.stopped for table in there)
    assert all(table.complete for table in there), "the game has no end"
    (data,) = {table.transcript() for table in there}
    return data


# Files


def files(folder: Path = ARCHIVE) -> list[Path]:
    """Return the transcripts that are kept."""
    return sorted(folder.glob(f"*{SUFFIX}"))


def traced(data: bytes) -> list[str]:
    """Return the lines of a transcript's trace, which verifying it gives."""
    lines: list[str] = []
    trace(data, KNOWN, lines.append)
    return lines


def kept_trace(path: Path) -> list[str]:
    return path.with_suffix(TRACE).read_text("utf-8").splitlines()


def write(folder: Path = ARCHIVE, *, again: bool = False) -> list[str]:
    """Write the files that are missing, or all ``again``, and return their names."""
    written = []
    for name, make in wanted().items():
        path = folder / f"{name}{SUFFIX}"
        if path.exists() and not again:
            continue
        data = make()
        lines = traced(data)
        assert lines[-1] == "signed", f"{name}: {lines[-1]}"
        path.write_bytes(data)
        path.with_suffix(TRACE).write_text("\n".join(lines) + "\n", "utf-8")
        written.append(name)
    return written


def main(arguments: list[str]) -> int:
    if arguments not in (["--write"], ["--remake"]):
        print("say --write for the files that are missing, or --remake for all")
        return 2
    from tests import refused  # made from the files that are written here

    again = arguments == ["--remake"]
    done = [*write(again=again), *refused.write(again=again)]
    total = sum(path.stat().st_size for path in ARCHIVE.rglob("*.*"))
    print(f"{len(done)} files written, {total} bytes in all")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
