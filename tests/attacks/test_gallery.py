"""The gallery's page says what the program says, and each attack meets its defence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from p2pgame.games.registry import KNOWN
from p2pgame.protocols.arithmetic.elgamal import Masked
from p2pgame.protocols.arithmetic.group import Element
from p2pgame.protocols.deck.cards import face_point
from p2pgame.protocols.proofs import ownership
from p2pgame.session.table.evidence import Unproven, check
from p2pgame.session.table.verify import Refuted, verify
from tests import second
from tests.attacks.gallery.__main__ import main, write
from tests.attacks.gallery.cards import rogue_key
from tests.attacks.gallery.exhibit import (
    GOOD,
    OWN,
    Exhibit,
    cheated,
    game,
    last_of,
    nothing,
    swapped,
)
from tests.attacks.gallery.page import (
    EXHIBITS,
    PAGE,
    PITFALLS,
    anchor,
    answer,
    files,
    page,
    path_of,
)
from tests.attacks.gallery.tried import TRIED
from tests.mutants import LISTS, mutants
from tests.refused import judged
from tests.refusing import CHEAT, seat_of
from tests.second.rules import KNOWN as SECOND
from tests.sources import ROOT

ATTACKS = range(1, 77)
#: Bytes of all files that are made for the gallery.
ROOM = 300_000

TRANSCRIPTS = [name for name, one in EXHIBITS.items() if one.command == "verify"]
EVIDENCE = [name for name, one in EXHIBITS.items() if one.command == "evidence"]
#: Of which each file is fair, and both together convict.
PAIRS = [name for name in TRANSCRIPTS if EXHIBITS[name].other is not None]
#: In whose file nobody has cheated.
FAIR = [name for name, one in EXHIBITS.items() if one.home == GOOD]
#: By which player 1 wins the game.
PAYING = {
    *("deck-in-own-order", "shuffle-fitted-to-its-challenge", "card-of-own-choice"),
    *("forged-for-a-weak-hash", "second-thought", "loaded-die"),
}
UNGUARDED = [name for name, one in EXHIBITS.items() if one.swaps]


def data_of(name: str) -> bytes:
    return (ROOT / path_of(name)).read_bytes()


def expected(one: Exhibit) -> tuple[str | None, int | None]:
    return one.fault, one.seat if one.fault else None


# The page and its files


def test_the_page_is_what_the_program_says_of_the_files() -> None:
    again = "make gallery"
    assert PAGE.read_text("utf-8") == page(), again


def test_the_same_program_makes_the_same_files() -> None:
    made = files()
    kept = {f"{OWN}/{path.name}": path for path in (ROOT / OWN).iterdir()}
    assert made.keys() == kept.keys()
    assert [
        name for name, path in kept.items() if path.read_bytes() != made[name]
    ] == []
    assert sum(map(len, made.values())) < ROOM


def test_every_number_is_on_the_page_with_a_file_or_a_test() -> None:
    tables = PAGE.read_text("utf-8").partition("## By number")[2]
    pitfalls, attacks = tables.split("| attack | what |")
    row = re.compile(r"^\| (\d+) \| [^|]+ \| (\S[^|]+) \|$", re.MULTILINE)
    told = {
        "pitfall": {int(number): where for number, where in row.findall(pitfalls)},
        "attack": {int(number): where for number, where in row.findall(attacks)},
    }
    assert [*told["pitfall"]] == [*range(1, 33)] == [*PITFALLS]
    assert [*told["attack"]] == [*ATTACKS]
    for kind, rows in told.items():
        for number, where in rows.items():
            points = where.startswith(("[", "`tests/", "None here", "Not promised"))
            assert points, (kind, number, where)


def test_all_that_was_tried_with_programs_names_what_shows_it() -> None:
    for row in (row for rows in TRIED.values() for row in rows):
        named = re.findall(r"`(tests/[^:`]+)::(\w+)`", row[-1])
        assert named or "`make " in row[-1], row
        for file, test in named:
            assert f"def {test}(" in (ROOT / file).read_text("utf-8"), test


def test_an_exhibit_has_numbers_that_there_are_and_names_where_its_defence_is() -> None:
    titles = [anchor(one.title) for one in EXHIBITS.values()]
    assert len({*titles}) == len(titles)
    left_out = {mutant.without for name in LISTS for mutant in mutants(name)}
    for name, one in EXHIBITS.items():
        assert {*one.pitfalls} <= {*PITFALLS}, name
        assert {*one.attacks} <= {*ATTACKS}, name
        assert (ROOT / one.module).is_file(), name
        assert one.swaps or one.without in left_out, name


def test_the_files_are_written_and_others_are_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    some = {name: EXHIBITS[name] for name in ("second-thought", "two-results")}
    monkeypatch.setattr("tests.attacks.gallery.page.EXHIBITS", some)
    folder = tmp_path / OWN
    folder.mkdir(parents=True)
    (folder / "of-no-exhibit.p2pgame").write_bytes(b"")
    made = write(tmp_path)
    assert {f"{OWN}/{path.name}" for path in folder.iterdir()} == {*made}
    assert len(made) == 3
    assert main(["--wrong"]) == 2
    assert "say --write" in capsys.readouterr().out


# What the files show


@pytest.mark.parametrize("name", [name for name in TRANSCRIPTS if name not in PAIRS])
def test_a_transcript_shows_the_fault_that_was_put_into_it(name: str) -> None:
    found, one = judged(data_of(name)), EXHIBITS[name]
    assert (found.fault, found.seat) == expected(one)
    assert (found.reason is None) is (name in FAIR)
    status = answer(name).status
    assert status == 0 if name in FAIR else status > 0 or one.fault is None


@pytest.mark.parametrize("name", EVIDENCE)
def test_evidence_shows_the_fault_that_was_put_into_it(name: str) -> None:
    one = EXHIBITS[name]
    if one.fault is None:
        with pytest.raises(Unproven):
            check(data_of(name), KNOWN)
        assert answer(name).status == 1
        return
    proven = check(data_of(name), KNOWN)
    assert (proven.fault, seat_of(bytes.fromhex(proven.author))) == expected(one)
    assert answer(name).status == 0


def test_two_results_of_one_player_convict_it() -> None:
    assert answer("two-results").status == 1
    assert "signed two results" in answer("two-results").text


@pytest.mark.parametrize("name", PAIRS)
def test_two_files_that_are_fair_convict_together(name: str) -> None:
    one = EXHIBITS[name]
    assert one.other is not None
    for make in (one.make, one.other):
        assert judged(make()).reason is None
    assert answer(name).status == 1
    assert "signed both" in answer(name).text


OWN_FAULTS = [n for n in TRANSCRIPTS if EXHIBITS[n].is_own and n not in PAIRS]


@pytest.mark.parametrize("name", OWN_FAULTS)
def test_a_second_verifier_finds_the_same(name: str) -> None:
    with pytest.raises(second.Refused) as caught:
        second.verify(data_of(name), SECOND)
    culprit = caught.value.culprit
    seat = None if culprit is None else seat_of(culprit)
    fault = None if seat is None else caught.value.fault
    assert (fault, seat) == expected(EXHIBITS[name])


# Without the defence


@pytest.mark.parametrize("name", [n for n in UNGUARDED if EXHIBITS[n].wins])
def test_without_its_defence_an_attack_succeeds(name: str) -> None:
    """The whole game is played without it, and verified so; then with it again."""
    one = EXHIBITS[name]
    with swapped(one.swaps):
        whole = one.make()
        payoffs = verify(whole, KNOWN).payoffs
    assert name not in PAYING or payoffs[CHEAT] > 0
    assert judged(whole).reason is not None


def reason(name: str) -> str:
    """Return why a file is refused."""
    if EXHIBITS[name].other is not None:
        return answer.__wrapped__(name).text
    try:
        return str(judged(data_of(name)).reason)
    except (AssertionError, Refuted) as error:
        return f"what can't happen: {error}"


@pytest.mark.parametrize("name", [n for n in UNGUARDED if not EXHIBITS[n].wins])
def test_it_is_its_defence_that_finds_an_attack(name: str) -> None:
    """Without it the file is refused for something else, if at all."""
    found = reason(name)
    with swapped(EXHIBITS[name].swaps):
        assert reason(name) != found


def test_with_a_rogue_key_one_player_alone_reads_every_card() -> None:
    """What the attacker would have, if nobody checked who owns a key share."""
    net = game("kuhn", 2)
    with swapped([(ownership, "verify", nothing)]):
        cheated(net, rogue_key)
    play = net.tables[CHEAT].play
    assert play is not None
    secret = play.dealer.held._secret
    assert secret is not None
    shuffled = last_of(net, CHEAT).message
    cards = [Masked.decode(shuffled[at : at + 64]) for at in (0, 64, 128)]
    read: set[Element] = {card.C2 - secret * card.C1 for card in cards}
    assert read == {*map(face_point, "JQK")}
