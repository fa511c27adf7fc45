"""A transcript that was touched anywhere is refused in one sentence."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from itertools import permutations

import pytest

from p2pgame.engine import AnyGame
from p2pgame.games.duel.kuhn_1 import KuhnPoker1
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.session import Refuted
from p2pgame.session.table.verify import held, verify
from tests.session.draw import Draw
from tests.session.rps import RockPaperScissors
from tests.session.tables import Deck, Net, known

START = len(b"p2pgame transcript 2\n") + 32 + 35
GAMES = known(KuhnPoker1(), TicTacToe(), Draw(), RockPaperScissors())


def transcript(game: AnyGame, seats: int, luck: bytes = b"") -> bytes:
    net = Net(game, seats, luck=luck)
    net.play()
    return net.tables[0].transcript()


@cache
def small() -> bytes:
    return transcript(TicTacToe(), 2)


@cache
def proved() -> bytes:
    return transcript(KuhnPoker1(), 2)


def split(data: bytes) -> list[bytes]:
    """Return a transcript's entries, each with its length."""
    entries, at = [], START + 4
    while at < len(data) - 32:
        end = at + 4 + int.from_bytes(data[at : at + 4])
        entries.append(data[at:end])
        at = end
    return entries


def joined(data: bytes, entries: list[bytes]) -> bytes:
    """Return a transcript of these entries whose count and checksum are right."""
    body = data[:START] + len(entries).to_bytes(4) + b"".join(entries)
    return body + blake2b(body, digest_size=32, person=b"p2pgame archive").digest()


def refuted(data: bytes) -> str:
    with pytest.raises(Refuted) as caught:
        verify(data, GAMES)
    text = str(caught.value)
    assert text
    assert "\n" not in text
    assert text.isprintable()
    return text


def test_the_helpers_of_this_test_take_a_file_apart_and_together() -> None:
    assert joined(small(), split(small())) == small()


def test_good_files_are_verified() -> None:
    assert verify(small(), GAMES).payoffs == (1, -1)
    assert sum(verify(proved(), GAMES).payoffs) == 0


@pytest.mark.parametrize(
    ("game", "deck"),
    [
        (TicTacToe(), "masked"),
        (Draw(), "masked"),
        (KuhnPoker1(), "masked"),
        (KuhnPoker1(), "proved"),
        (KuhnPoker1(), "commutative"),
    ],
)
def test_a_table_reports_of_itself_what_its_transcript_is_verified_as(
    game: AnyGame, deck: Deck
) -> None:
    net = Net(game, 2, spectators=1, deck=deck)
    net.play()
    report = verify(net.tables[0].transcript(), known(game))
    assert [held(table) for table in net.tables] == [report] * 3


@pytest.mark.attack(53)
def test_every_flipped_byte_is_found() -> None:
    for at in range(len(small())):
        refuted(small()[:at] + bytes([small()[at] ^ 0x01]) + small()[at + 1 :])


def test_flipped_bits_of_a_proved_game_are_found() -> None:
    for at in range(0, len(proved()), 7):
        changed = proved()[at] ^ (1 << at % 8)
        refuted(proved()[:at] + bytes([changed]) + proved()[at + 1 :])


def test_a_flipped_byte_in_an_entry_is_said_to_be_there() -> None:
    entries = split(small())
    at = START + 4 + sum(map(len, entries[:5])) + 120
    text = refuted(small()[:at] + bytes([small()[at] ^ 1]) + small()[at + 1 :])
    assert "entry 6 " in text


@pytest.mark.attack(9)
def test_every_cut_is_found() -> None:
    for length in range(0, len(small()), 3):
        refuted(small()[:length])


def test_a_missing_entry_is_found_even_under_a_new_checksum() -> None:
    entries = split(proved())
    for at in range(len(entries)):
        refuted(joined(proved(), entries[:at] + entries[at + 1 :]))


def test_a_repeated_entry_is_found_even_under_a_new_checksum() -> None:
    entries = split(small())
    for at in range(len(entries)):
        refuted(joined(small(), entries[: at + 1] + entries[at:]))


def test_swapped_entries_are_found_even_under_a_new_checksum() -> None:
    entries = split(small())
    for one, other in permutations(range(len(entries)), 2):
        swapped = list(entries)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        if one < other:
            refuted(joined(small(), swapped))


def test_an_entry_of_another_game_is_found() -> None:
    theirs = split(transcript(Draw(), 2, b"U"))
    ours = split(proved())
    for at in range(len(ours)):
        refuted(
            joined(proved(), [*ours[:at], theirs[at % len(theirs)], *ours[at + 1 :]])
        )


@pytest.mark.attack(9)
def test_a_game_without_its_signed_end_is_unfinished() -> None:
    net = Net(TicTacToe(), 2)
    net.play(until=lambda: net.tables[0].play is not None and net.tables[0].play.over)
    assert "not signed by" in refuted(net.tables[0].transcript())


def test_a_game_that_stops_half_way_says_who_is_waited_for() -> None:
    net = Net(TicTacToe(), 2, decide=None)
    net.play()
    text = refuted(net.tables[0].transcript())
    assert "player 0 has not answered" in text


def test_several_who_are_waited_for_are_told_in_one_sentence() -> None:
    net = Net(RockPaperScissors(), 4, decide=None)
    net.play()
    text = refuted(net.tables[0].transcript())
    assert "player 0, player 1 and player 2 have not answered" in text


def test_a_game_that_is_not_known_here_is_refused() -> None:
    with pytest.raises(Refuted, match="kuhn, version 1, is not known here"):
        verify(proved(), {})


def test_other_rules_of_the_same_name_are_refused() -> None:
    class Newer(KuhnPoker1):
        version = 2

    with pytest.raises(Refuted, match="not known here"):
        verify(proved(), known(Newer()))


@pytest.mark.attack(54)
def test_other_rules_of_the_same_version_are_refused() -> None:
    class Other(KuhnPoker1):
        rules = bytes([1]) * 32

    with pytest.raises(Refuted, match="kuhn, version 1, has other rules here"):
        verify(proved(), known(Other()))


def test_rules_of_an_old_version_are_still_there_for_its_transcripts() -> None:
    class Newer(KuhnPoker1):
        version = 2

    assert sum(verify(proved(), known(Newer(), KuhnPoker1())).payoffs) == 0
