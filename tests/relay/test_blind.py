"""A relay learns nothing of what is said, by whom, or which tables belong together.

Two games of real programs go by a real relay.  Then all that it has is searched: the
database, the log, and the memory of the running program, half way and at the end.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Literal, TypeAlias

import pytest

from p2pgame.transport.envelope import Envelope
from p2pgame.transport.finding import chain
from p2pgame.transport.link import SIZES, InvalidFrame
from tests.relay import recorded
from tests.relay.needles import SURE, Needles, spellings
from tests.relay.recorded import BOT, CHAT, HOST, PERSON, Evening, Seen
from tests.wire_briefs import Wholes

Moment: TypeAlias = Literal["half", "end"]

#: A card's face, as people and programs write it.
FACE = re.compile(r"\b(10|[2-9TJQKA])([cdhs]\b|[♣♦♥♠])")
#: Of a frame, what stands in clear: its version and its epoch.
HEAD = 5


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return recorded.spend(tmp_path_factory.mktemp("evening"))


@pytest.fixture(scope="module")
def needles(evening: Evening) -> Needles:
    return Needles(dict(secrets_of(evening)))


def secrets_of(evening: Evening) -> Iterator[tuple[str, bytes | str]]:
    """Yield everything that is nobody's but the players', with a name."""
    yield from (("host's name", HOST), ("bot's name", BOT), ("person's name", PERSON))
    yield "chat", CHAT
    for number, text in enumerate(evening.told):
        lines = [line for line in text.split("\n") if FACE.search(line)]
        yield f"cards that player {number} was shown", "\n".join(lines)
    for player, (identity, seats) in enumerate(evening.players()):
        yield f"identity {player}", identity.public
        yield f"identity's secret {player}", (evening.homes[player]).read_bytes()
        for table, me in enumerate(seats):
            yield f"author {player}.{table}", me.key.public
            yield f"seed {player}.{table}", me.seed
            yield f"box secret {player}.{table}", me.box_secret
    for table, invite in enumerate(evening.invites):
        yield f"table {table}", invite.table
        yield f"invite's secret {table}", invite.secret
        yield f"watch secret {table}", invite.watch_secret
        yield f"watch box {table}", chain.box_secret(invite.watch_secret)
        yield f"writing key {table}", invite.writing
        for epoch, key in enumerate(evening.keys(table)):
            yield f"key {epoch} of {table}", key
        entries = evening.entries(table)
        yield f"entries {table}", evening.transcript(table)
        yield f"ids {table}", b"".join(entry.id for entry in entries)


def looked_at(evening: Evening, moment: Moment) -> Seen:
    seen = evening.half if moment == "half" else evening.end
    if not seen.memory:
        pytest.skip("Nobody may read another program's memory here.")
    return seen


def stored(evening: Evening) -> list[list[bytes]]:
    """Return the frames that the relay keeps, by topic."""
    with closing(sqlite3.connect(evening.database)) as database:
        rows = database.execute("SELECT row FROM topics ORDER BY row").fetchall()
        ask = "SELECT frame FROM frames WHERE place >> 32 = ? ORDER BY place"
        return [[f for (f,) in database.execute(ask, row)] for row in rows]


def test_the_search_finds_what_is_planted(evening: Evening) -> None:
    """A piece of any spelling, wherever it stands, in what is full of other things."""
    planted: dict[str, bytes | str] = dict(secrets_of(evening))
    for name in ("chat", "author 1.0", "invite's secret 0", "entries 1"):
        search = Needles({name: planted[name]})
        for number, spelling in enumerate(spellings(planted[name])):
            middle = (len(spelling) - SURE) // 2
            piece = spelling[middle : middle + SURE]
            place = b"\xa7" * (100 + number) + piece + b"\xa7" * 8
            assert search.found(place) == {name}, spelling
            assert search.found(place, before=b"\x01" + piece) == set()
    assert number > 7


def test_the_same_search_finds_everything_in_a_players_memory(
    evening: Evening, needles: Needles
) -> None:
    looked_at(evening, "half")
    found = needles.found(evening.player)
    mine = {name for name in dict(secrets_of(evening)) if name.endswith((" 0", ".0"))}
    own = {f"{what} {n}.0" for what in ("seed", "box secret") for n in range(3)}
    own |= {f"identity's secret {n}" for n in range(3)}
    own |= {f"cards that player {n} was shown" for n in range(3)}
    assert found >= {"host's name", "bot's name", "person's name", "chat"}
    assert found >= {"key 0 of 0", "key 1 of 0", *mine} - own - {"watch secret 0"}
    assert len(found & own) >= 3


@pytest.mark.parametrize("moment", ["half", "end"])
def test_a_relays_memory_was_read_while_it_had_the_table(
    evening: Evening, moment: Moment
) -> None:
    seen = looked_at(evening, moment)
    table = Needles({"topic": evening.invites[0].topic})
    assert table.found(seen.memory) == table.found(seen.files["relay.db-wal"])
    assert table.found(seen.memory) == {"topic"}
    assert not table.found(evening.before)
    frame = stored(evening)[0][3]
    assert frame in seen.files["relay.db-wal"]
    assert Needles({"frame": frame}).found(seen.memory)


@pytest.mark.attack(37)
@pytest.mark.parametrize("moment", ["half", "end"])
def test_nothing_of_two_games_is_in_memory_or_files_of_the_relay(
    evening: Evening, needles: Needles, moment: Moment
) -> None:
    """What was in memory before anybody came is the program's own."""
    for where, place in looked_at(evening, moment).places.items():
        found = needles.found(place, before=evening.before)
        assert found == set(), (where, needles.shown(place, before=evening.before))


def test_nothing_of_two_games_is_in_the_log_of_the_relay(
    evening: Evening, needles: Needles
) -> None:
    for text in (evening.log, evening.metrics):
        place = text.encode()
        assert needles.found(place, before=evening.before) == set(), text
    lines = evening.log.splitlines()
    assert len(lines) > 3
    counts = "connections: N, topics: N, published: N, refused: N"
    told = {"listening", "stopping", f"stopped; {counts}", f"forgotten: N; {counts}"}
    for line in lines:
        day, time, level, text = line.split(" ", 3)
        assert re.fullmatch(r"[-:,\d]+", day + time), line
        assert (level, re.sub(r"\d+", "N", text) in told) == ("INFO", True), line


def test_the_relay_keeps_both_games_whole_and_sealed(evening: Evening) -> None:
    """All entries are in its frames, for whoever has the keys."""
    for table, kept in enumerate(stored(evening)):
        keys = evening.keys(table)
        envelope = Envelope({0: keys[0], 1: keys[1]})
        wholes = Wholes()
        wholes.read(envelope.open(frame)[1] for frame in kept)
        assert wholes.raws >= {entry.raw for entry in evening.entries(table)}


def test_all_that_is_kept_is_of_few_lengths(evening: Evening) -> None:
    for kept in stored(evening):
        assert len(kept) > 20
        assert {len(frame) for frame in kept} <= {*SIZES}


@pytest.mark.attack(37)
def test_two_tables_of_the_same_friends_have_nothing_in_common(
    evening: Evening,
) -> None:
    one, other = stored(evening)
    first, second = evening.invites
    assert first.topic != second.topic
    assert not windows(one) & windows(other)
    for frame in one:
        with pytest.raises(InvalidFrame):
            Envelope({0: second.epoch_key}).open(frame)
    with closing(sqlite3.connect(evening.database)) as database:
        tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
        assert {*database.execute(tables)} == {
            *(("topics",), ("frames",), ("lives",), ("sqlite_sequence",))
        }
        row = database.execute("SELECT * FROM topics")
        names = [column for column, *_ in row.description]
        assert names == ["row", "topic", "first", "last", "life", "size", "at"]
        topics = set()
        for _, topic, *_, at in row:
            topics.add(topic)
            assert at % 3600 == 0, "it says when a table played"
        row = database.execute("SELECT * FROM frames")
        assert [column for column, *_ in row.description] == ["place", "frame"]
    assert topics == {first.topic, second.topic}


def windows(kept: list[bytes]) -> set[bytes]:
    """Return every eight bytes of some frames, but for what stands in clear."""
    return {frame[at : at + 8] for frame in kept for at in range(HEAD, len(frame) - 7)}


@pytest.mark.attack(37)
def test_no_address_is_in_the_database_or_the_log(evening: Evening) -> None:
    """All came from 127.0.0.1, which is what an address looks like here."""
    for text in (evening.log, evening.metrics):
        assert not re.search(r"\d+\.\d+\.\d+\.\d+|::", text)
    for moment in (evening.half, evening.end):
        for where, place in moment.files.items():
            assert not re.search(rb"127\.0\.0\.|localhost|::ffff", place), where
            assert b"1\x002\x007\x00.\x000\x00" not in place
