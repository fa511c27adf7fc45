"""Compares two verifiers on files of the archive that players changed and signed anew.

``make alterations`` runs some thousands: the program, and the second reader, which was
written from docs/wire.md.  Both must come to one verdict, blame the same player for the
same fault, and print the same lines but the last, of which the words are their own.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from random import Random
from typing import Any

from p2pgame.games.registry import KNOWN as REGISTRY
from p2pgame.log import Entry, decode_archive
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import ALONE
from p2pgame.session.entries.payloads import (
    Answer,
    End,
    EvictionVote,
    Leave,
    Payload,
)
from tests import second
from tests.archiving import ARCHIVE, SUFFIX
from tests.borrowed_rules import Borrowed
from tests.fuzz.forging import NONE, forged, forgers, rewritten, said_more
from tests.fuzz.havoc import below, havoc, one_of
from tests.fuzz.played import Played, assemble, in_order
from tests.refused import judged
from tests.refusing import COMPLETE, NOT_FAIR, NOT_HERE, SO_FAR, seat_of
from tests.second.rules import KNOWN
from tests.second.turns import Rules
from tests.session.tables import me

#: Files that are cheap to read, and those with cards, of which there are fewer.
LIGHT = (
    *("tictactoe-1-masked", "tictactoe-1-takeback", "tictactoe-1-timed"),
    *("rps-1-masked", "rps-1-forfeited", "rps-1-timed", "checkers-1-draw"),
    *("pig-1-masked", "mover-1-ahead", "rps-1-end-evicted"),
)
CARDS = (
    *("kuhn-1-masked", "kuhn-1-chat", "kuhn-2-left", "kuhn-1-commutative"),
    *("kuhn-1-proved", "leduc-2-left-audited", "goofspiel-1-evicted"),
    *("goofspiel-1-left-audited", "liars-dice-2-masked"),
    *("liars-dice-2-dropped", "liars-dice-2-evicted"),
    "crazy-eights-2-reshuffled",
)
#: Those with a quorum, in which players vote.
VOTING = (
    *("rps-1-forfeited", "rps-1-end-evicted", "goofspiel-1-timed-evicted"),
    *("goofspiel-1-timed-evicted", "liars-dice-2-dropped"),
)
VERDICTS: Mapping[str, str] = {
    "refused": NOT_FAIR,
    "unfinished": SO_FAR,
    "unknown": NOT_HERE,
}
#: Of several players with these faults it is not fixed which one is named, nor of one
#: player which fault if one is a checkpoint.
DELIVERED = frozenset(map(str, ALONE)) | {"checkpoint"}


@dataclass(frozen=True)
class Found:
    """What a verifier makes of a file: verdict, fault and seat, and its trace."""

    verdict: str
    fault: str | None
    seat: int | None
    lines: tuple[str, ...]


@cache
def played(name: str) -> Played:
    data = (ARCHIVE / f"{name}{SUFFIX}").read_bytes()
    table, entries = decode_archive(data)
    authors = sorted({entry.author for entry in entries})
    seats = [seat for seat in map(seat_of, authors) if seat is not None]
    players = [me(seat) for seat in seats]
    seeds = {player.key.public: player.derive(b"author key") for player in players}
    return Played(name, table, tuple(entries), seeds, 0, data)


@cache
def _rules() -> Mapping[str, Rules[Any]]:
    """Return the second reader's own rules, and the program's where it has none."""
    own = {f"{one.name}@{one.version}": one for one in KNOWN.values()}
    own.pop("battleship@1")
    lent = {f"{name}@{v}": Borrowed(game) for (name, v), game in REGISTRY.items()}
    return {**lent, **own}


def altered(chance: Random) -> tuple[str, bytes]:
    """Return the name of a game, and a file of it that its players have changed."""
    votes = chance.random() < 0.15
    name = one_of(chance, LIGHT if chance.random() < 0.8 else CARDS)
    name = one_of(chance, VOTING) if votes else name
    game = played(name)
    entries: Sequence[Entry] = game.entries
    if chance.random() < 0.3:
        most = len(entries) if chance.random() < 0.7 else 3 * len(game.keys) + 2
        entries = entries[: below(chance, most + 1)]
    elif votes:
        entries = entries[: -1 - below(chance, len(entries) // 2)]
    if votes:
        entries = _voted(chance, game, entries)
        if chance.random() < 0.7:
            return name, assemble(game.table, in_order([*entries]))
    keys = forgers(chance, game)
    if chance.random() < 0.4:
        changed = _answered_otherwise(chance, game, entries, keys)
    else:
        changed = forged(chance, game, entries, keys)
    return name, assemble(game.table, in_order(changed))


def _voted(chance: Random, game: Played, entries: Sequence[Entry]) -> list[Entry]:
    """Return entries and some more, which vote in a late round, end it, or leave.

    Their authors have seen some of the others' last words.
    """
    said = [(entry, payloads.decode(entry.payload)) for entry in entries[-2:]]
    answers = [(e, word) for e, word in said if isinstance(word, Answer)]
    more, authors = [*entries], [*game.keys]
    for _ in range(1 + below(chance, 3) if answers else 0):
        entry, late = one_of(chance, answers)
        victim = seat_of(entry.author)
        if victim is None or chance.random() < 0.3:
            victim = below(chance, len(authors))
        word: Payload = EvictionVote(late.turn, late.round, (victim,))
        way = chance.random()
        if way < 0.1:
            word = Leave()
        elif way < 0.3:
            word = End(late.turn, NONE)
        author = one_of(chance, authors)
        more = said_more(chance, game, more, author, payloads.encode(word))
    return more


def _answered_otherwise(
    chance: Random, game: Played, entries: Sequence[Entry], keys: Mapping[bytes, Any]
) -> list[Entry]:
    """Return the entries after one answer with another message, of the same form."""
    said = [(entry, payloads.decode(entry.payload)) for entry in entries]
    answers = [(e, p) for e, p in said if isinstance(p, Answer) and e.author in keys]
    if not answers:
        return [*entries]
    victim, answer = one_of(chance, answers)
    message = havoc(chance, answer.message, game.said)
    if answer.message and chance.random() < 0.7:
        data = bytearray(answer.message)
        data[below(chance, len(data))] ^= 1 << below(chance, 8)
        message = bytes(data)
    other = Answer(answer.turn, answer.round, message[:98304])
    return rewritten(entries, victim, [payloads.encode(other)], keys)


def by_program(data: bytes) -> Found:
    told = judged(data)
    return Found(told.said, told.fault, told.seat, told.lines)


def by_second(data: bytes) -> Found:
    try:
        lines = second.verify(data, _rules()).trace
    except second.Refused as refused:
        verdict = VERDICTS[refused.lines[-1].split()[0]]
        seat = None if refused.culprit is None else seat_of(refused.culprit)
        return Found(verdict, refused.fault, seat, refused.lines[:-1])
    return Found(COMPLETE, None, None, lines)


def why_different(one: Found, other: Found) -> str | None:
    """Return in what two verifiers differ that docs/wire.md fixes, or None."""
    if one.verdict != other.verdict:
        return f"{one.verdict} / {other.verdict}"
    blamed = (one.fault, one.seat), (other.fault, other.seat)
    if blamed[0] != blamed[1]:
        faults = {fault for fault, _ in blamed}
        is_free = blamed[0][1] != blamed[1][1] or "checkpoint" in faults
        if not (faults <= DELIVERED and is_free):
            return f"{blamed[0]} / {blamed[1]}"
    return why_other_lines(one.lines, other.lines)


def why_other_lines(one: Sequence[str], other: Sequence[str]) -> str | None:
    """Return the first line in which two traces differ, or None."""
    pairs = zip_longest(one, other, fillvalue="no line")
    return next((f"{a} / {b}" for a, b in pairs if a != b), None)


def compared(seed: str, count: int) -> Iterator[tuple[str, int, Found, str | None]]:
    """Yield each alteration's game and number, what comes of it, and a difference."""
    for number in range(count):
        name, data = altered(Random(f"{seed} {number}"))
        mine = by_program(data)
        yield name, number, mine, why_different(mine, by_second(data))


def main() -> None:
    parser = argparse.ArgumentParser(prog="make alterations", description=__doc__)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", default="1")
    chosen = parser.parse_args()
    verdicts, wrong = Counter[str](), 0
    for name, number, found, difference in compared(chosen.seed, chosen.count):
        verdicts[found.verdict + (f": {found.fault}" if found.fault else "")] += 1
        if difference is not None:
            wrong += 1
            print(f"{name}, seed {chosen.seed!r}, number {number}: {difference}")
    for verdict, many in verdicts.most_common():
        print(f"{many:6}  {verdict}")
    print(f"{chosen.count} alterations, {wrong} on which the two differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
