"""What fuzzing has found in files that peers hand over, and must not come back."""

from __future__ import annotations

from itertools import permutations

import pytest

from p2pgame.log import Entry, codec
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Answer
from p2pgame.session.table.evidence import TITLE, Unproven, check, gather
from p2pgame.session.table.verify import events
from tests.fuzz.forging import rewritten
from tests.fuzz.played import REGISTRY, Played, cheated, games
from tests.wire_values import Value, read_cbor, write_cbor

CHEATED = {game.name: game for game in cheated()}


def fields(game: Played) -> list[Value]:
    content = read_cbor(game.evidence[len(TITLE) :])
    assert isinstance(content, list)
    return content


@pytest.mark.parametrize("more", [[None], [0, b""], [b""]], ids=repr)
@pytest.mark.parametrize("name", CHEATED)
def test_evidence_holds_the_two_entries_of_a_fork_and_nothing_beside_them(
    name: str, more: list[Value]
) -> None:
    table, author, fault, fork, game = fields(CHEATED[name])
    assert isinstance(fork, list)
    assert check(CHEATED[name].evidence, REGISTRY).fault == fault
    for changed in ([*fork, *more], [*more, *fork], more):
        data = TITLE + write_cbor([table, author, fault, changed, game])
        with pytest.raises(Unproven):
            check(data, REGISTRY)


def test_what_was_done_late_in_a_long_game_is_shown_by_a_file_as_well() -> None:
    """Evidence holds a whole game, so it is longer than any message may be."""
    game = CHEATED["tictactoe: payload"]
    speaker = next(
        e for e in game.entries if e.sequence == 2 and e.author == game.table
    )
    long = payloads.encode(Answer(bytes(32), 0, bytes(payloads.MESSAGE_LIMIT)))
    words = [speaker.payload, long, long, long]
    table = Table(game.table, REGISTRY)
    for entry in rewritten(game.entries, speaker, words, game.keys):
        table.receive(entry.raw)
    for _ in events(table):
        pass
    assert table.stopped is not None
    data = gather(table, table.stopped)
    assert len(data) > codec.LIMIT
    assert {check(data, REGISTRY).author} == {author.hex() for author in game.guilty}


def test_nonsense_behind_its_author_s_end_is_void_whoever_else_has_signed() -> None:
    game = games()[0]
    ends = [entry for entry in game.entries if entry.payload.startswith(b"\x83cend")]
    first, second = ends
    rest = [entry for entry in game.entries if entry not in ends]
    nonsense = Entry.write(
        game.keys[first.author],
        game.table,
        sequence=first.sequence + 1,
        previous=first.id,
        seen=(),
        payload=b"nonsense",
    )
    for order in permutations((first, nonsense, second)):
        table = Table(game.table, REGISTRY)
        for entry in (*rest, *order):
            table.receive(entry.raw)
            for _ in events(table):
                pass
        assert table.complete
        assert not table.cheats


@pytest.mark.parametrize("name", CHEATED)
def test_every_fault_is_shown_by_the_file_that_is_written_about_it(name: str) -> None:
    (culprit,) = CHEATED[name].guilty
    proven = check(CHEATED[name].evidence, REGISTRY)
    assert proven.author == culprit.hex()
    assert proven.fault == name.partition(": ")[2]


@pytest.mark.parametrize("name", [name for name in CHEATED if "fork" not in name])
def test_evidence_of_no_fork_holds_no_entries_but_those_of_its_game(name: str) -> None:
    table, author, fault, _, game = fields(CHEATED[name])
    raw: Value = CHEATED[name].entries[0].raw
    data = TITLE + write_cbor([table, author, fault, [raw, raw], game])
    with pytest.raises(Unproven):
        check(data, REGISTRY)
