"""Transcripts: real games, spoilt byte by byte or by players who sign anew.

The file's reader refuses by ``InvalidArchive`` only.  What it takes is verified,
and the verdict is one of a closed list, in one line.  Of what is accepted:

* Nobody signed anything anew: it is byte by byte the file of the game.
* Somebody did: each player who did not, and whose end is in it, has signed just
  this result, so it is that of the real game.  (But for a quorum of forgers, who
  may go on without such a player.)
* The second reader, which shares no code with the program, comes to the same
  result; and it accepts nothing that is refused here.

And nobody is accused who did not sign anew, or cheat in the real game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from p2pgame.cli.text import words
from p2pgame.log import Entry, InvalidArchive, decode_archive
from p2pgame.session import Refuted, Report
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import End
from p2pgame.session.lobby.lobby import Games
from p2pgame.session.table.verify import events, read, verify
from tests import second, wire_reader
from tests.fuzz.forging import forged, forgers
from tests.fuzz.havoc import below, havoc, one_of, splice
from tests.fuzz.played import REGISTRY, TITLE, Played, assemble, in_order, summed
from tests.fuzz.target import Input, Target, Wrong
from tests.second.entries import Entry as Said
from tests.second.rules import KNOWN
from tests.wire_values import Malformed

_START = len(TITLE) + 32

#: All that a verifier may say against a file.
VERDICTS = {
    word: re.compile(pattern)
    for word, pattern in (
        (
            "damaged",
            "the file is damaged or was changed, by no fault of its players: .+",
        ),
        ("cheated", r".{1,24} cheated in entry \d+ by .{1,24}: .+"),
        ("seen", r"entry \d+ by .{1,24} has seen entries that the file does not hold"),
        ("entry", r"entry \d+ by .{1,24}: .+"),
        ("part", r"this is part \d+ of a transcript, without .+"),
        ("not started", "the game never started: not all players accepted it"),
        ("unfinished", r"the file ends in the middle of the game, after turn \d+: .+"),
        ("unsigned", "the end of the game is not signed by .+"),
        ("more", "the file holds entries that are no part of the game"),
        ("no game", ".+ is not known here|.+ has other rules here: .+"),
        ("no game", r".+ has no such options|.+ is not for \d+ players"),
        (
            "no game",
            ".+ can't be played like that: .+|no table has such terms: .+",
        ),
        ("no game", ".+: absence wait|.+: a patience"),
    )
}


class Transcripts(Target):
    """``read`` takes a file apart, ``verify`` says what is in it."""

    name, inputs, seconds = "transcripts", 1_000_000, 0.5

    def __init__(
        self,
        games: Sequence[Played],
        *,
        read: Callable[[bytes], tuple[bytes, list[Entry]]] = decode_archive,
        verify: Callable[[bytes, Games], Report] = verify,
    ) -> None:
        # Those with cards take ten times as long: of them there are few.
        self._games = [g for g in games for _ in range(1 if "kuhn" in g.name else 9)]
        self._by_table = {game.table: game for game in games}
        self._read = read
        self._verify = verify

    def make(self, chance: Random) -> Input:
        way = chance.random()
        game = one_of(chance, self._games)
        if way < 0.002:
            return Input(game.data, valid=not game.guilty)
        entries = self._part(chance, game)
        if way < 0.16:
            keys = forgers(chance, game)
            raws = in_order(forged(chance, game, entries, keys))
            return Input(assemble(game.table, raws), frozenset(keys))
        raws = in_order(entries)
        if way < 0.5:
            body = assemble(game.table, raws)[:-32]
            body = havoc(chance, body, [game.data])
            return Input(summed(body, below(chance, 8) == 0))
        if way < 0.6:
            return Input(havoc(chance, assemble(game.table, raws), [game.data]))
        if way < 0.97:
            return Input(self._rearranged(chance, game, raws))
        data, other = assemble(game.table, raws), one_of(chance, self._games).data
        return Input(summed(splice(chance, data, other)))

    def _part(self, chance: Random, game: Played) -> Sequence[Entry]:
        """Return a game, or what was said up to some point of it: that is cheaper."""
        if chance.random() < 0.3:
            return game.entries
        return game.entries[: below(chance, len(game.entries) + 1)]

    def _rearranged(self, chance: Random, game: Played, raws: list[bytes]) -> bytes:
        """Return a file whose entries are good and out of place."""
        count: int | None = None
        for _ in range(1 + below(chance, 2)):
            at, to = below(chance, len(raws)), below(chance, len(raws))
            match below(chance, 7):
                case 0:
                    raws = raws[:at] + raws[at + 1 :]
                case 1:
                    raws = [*raws[:at], *raws[to : to + 1], *raws[at:]]
                case 2 if raws:
                    raws[at], raws[to] = raws[to], raws[at]
                case 3:
                    other = one_of(chance, self._games)
                    raws[at : at + 1] = [one_of(chance, other.entries).raw]
                case 4:
                    raws = (
                        in_order(one_of(chance, self._games).entries)[:at] + raws[at:]
                    )
                case 5:
                    count = one_of(chance, (0, 1, len(raws) + 1, 200_000, 200_001))
                case _:
                    raws = raws[::-1]
        return assemble(game.table, raws, count, touched=below(chance, 9) == 0)

    def parse(self, data: bytes) -> object:
        return self._verify(data, REGISTRY)

    def judge(self, given: Input) -> str:
        data = given.data
        try:
            _, entries = self._read(data)
        except InvalidArchive as error:
            if not str(error).isprintable():
                raise Wrong("the reason cannot be shown") from None
            if given.valid:
                raise Wrong(f"the real game is refused: {error}") from None
            if data[-3:-2] < b"\x20":
                _check_second_parse(data, taken=False)
            return "refused by the parser"
        _check_second_parse(data, taken=True)
        game = self._by_table.get(data[len(TITLE) : _START])
        try:
            report = self._verify(data, REGISTRY)
        except Refuted as error:
            self._check_second(data, entries, game, None)
            return self._check_refused(given, game, words.told(error))
        self._check_accepted(given, game, entries, report)
        self._check_second(data, entries, game, report)
        return "COMPLETE"

    def _check_refused(self, given: Input, game: Played | None, text: str) -> str:
        if given.valid:
            raise Wrong(f"the real game is refused: {text}")
        if not text.isprintable():
            raise Wrong("the verdict cannot be shown")
        verdicts = [word for word, p in VERDICTS.items() if p.fullmatch(text)]
        if not verdicts:
            raise Wrong(f"a verdict that is not on the list: {text}")
        if "cheated" in verdicts or given.data[-2] % 8 == 0:
            check_accused(given, game)
        return verdicts[0]

    def _check_accepted(
        self, given: Input, game: Played | None, entries: list[Entry], report: Report
    ) -> None:
        if game is None:
            raise Wrong("a game at a table that there is none of is complete")
        if not given.forged:
            if given.data != game.data:
                raise Wrong("nobody signed it, and it is complete")
            return
        if game.report is None or 0 < game.quorum <= len(given.forged):
            return
        honest = {
            entry.author
            for entry in entries
            if entry.author not in given.forged
            and isinstance(payloads.decode(entry.payload), End)
        }
        if honest and _result(report) != _result(game.report):
            raise Wrong("a player has signed another result than this")

    def _check_second(
        self,
        data: bytes,
        entries: list[Entry],
        game: Played | None,
        report: Report | None,
    ) -> None:
        """Ask the second reader, if it knows the game; of refused ones, some."""
        if game is None or "tictactoe" not in game.name:
            return
        if report is None and data[-1] % 4:
            return
        try:
            result = _second(data, entries)
        except second.Refused:
            if report is not None:
                raise Wrong("accepted, and the second reader refuses it") from None
            return
        if report is None:
            raise Wrong("refused, and the second reader accepts it")
        if (result.payoffs, len(result.turns) - 1) != (report.payoffs, report.turns):
            raise Wrong("the second reader comes to another result")


def _check_second_parse(data: bytes, *, taken: bool) -> None:
    """Ask the second reader whether a file is well-formed, and its entries signed."""
    try:
        wire_reader.read_file(data)
    except Malformed as error:
        if taken:
            raise Wrong(f"parsed, and the page refuses it: {error}") from None
        return
    if not taken:
        raise Wrong("refused by the parser, and the page takes it")


def check_accused(given: Input, game: Played | None) -> None:
    """Check that only those are accused who signed anew, or cheated in the game."""
    try:
        table = read(given.data, REGISTRY)
    except Refuted:
        return
    for _ in events(table):
        pass
    guilty = frozenset[bytes]() if game is None else game.guilty
    for author in {*table.cheats, *table.history.forks}:
        if author not in given.forged | guilty:
            raise Wrong(f"{author.hex()[:16]} is accused of what others did")


def _result(report: Report) -> tuple[bytes, tuple[int, ...], int]:
    return report.start.id, report.payoffs, report.turns


def _second(data: bytes, entries: Sequence[Entry]) -> second.Result:
    """Return what the second reader makes of a file whose entries hold."""
    fields = [
        Said(
            *(e.table, e.author, e.sequence, e.previous, e.seen, e.payload, e.id),
            len(e.raw),
        )
        for e in sorted(entries, key=lambda e: (e.author, e.sequence))
    ]
    return second.judge(data[len(TITLE) : _START], fields, KNOWN)
