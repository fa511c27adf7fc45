"""Files from anybody: evidence that accuses, transcripts that claim an end."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from p2pgame import log
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.registry import GAMES
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.log import Entry, Feed, decode_archive, encode_archive
from p2pgame.session import Refuted
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import Fault
from p2pgame.session.entries.payloads import Accept, Answer, End, Payload
from p2pgame.session.table.evidence import TITLE, Unproven, check, gather
from p2pgame.session.table.verify import verify
from tests.attacks.test_attack_forks import TwoFaced
from tests.cli.test_commands import run
from tests.session.draw import Draw
from tests.session.table.test_evidence import cheated
from tests.session.tables import Deck, Net, known, me

SEED = 20_250
CHEAT = 2


def forked() -> bytes:
    """Return the evidence of a fork, at a table of four."""
    net = Net(GAMES["rps"], 4, tamper=TwoFaced(victim=1))
    net.play()
    table = net.tables[0]
    assert table.stopped is not None
    assert table.stopped.fault is Fault.FORK
    return gather(table, table.stopped)


@pytest.mark.attack(1)
def test_a_fork_is_shown_to_a_fresh_program_by_the_file_alone(tmp_path: Path) -> None:
    (tmp_path / "fork.evidence").write_bytes(forked())
    done = run("evidence", "fork.evidence", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f", calling itself player {CHEAT}, cheated. " in done.stdout
    assert me(CHEAT).key.public.hex() in done.stdout


def honest_game() -> tuple[bytes, bytes, list[Entry]]:
    """Return the id, the transcript and the entries of a game without a fault."""
    net = Net(Draw(), 3)
    net.play()
    assert net.tables[0].complete
    game = net.tables[0].transcript()
    return net.tables[0].id, game, decode_archive(game)[1]


def archive(table: bytes, entries: Sequence[Entry]) -> bytes:
    feeds: dict[bytes, Feed] = {}
    for entry in sorted(entries, key=lambda entry: entry.sequence):
        feeds.setdefault(entry.author, Feed(entry.author)).append(entry)
    return encode_archive(table, feeds.values())


def accusations(
    table: bytes, game: bytes, entries: list[Entry], chance: Random
) -> Iterator[bytes]:
    """Yield files in which the words of honest players speak against them.

    Whoever accuses them has all that they signed here, and can take away, put
    together and claim as it likes; what it cannot do is sign for them.
    """
    authors = sorted({entry.author for entry in entries})
    for culprit in authors:
        for fault in Fault:
            pair = chance.sample(entries, 2)
            fork: list[log.Value] = [entry.raw for entry in pair]
            keep = entries[: chance.randrange(len(entries) + 1)]
            for some in (game, archive(table, keep)):
                content: list[log.Value] = [table, culprit, fault.value, fork, some]
                data = TITLE + log.encode(content)
                yield data
                at = chance.randrange(len(TITLE), len(data))
                yield data[:at] + chance.randbytes(1) + data[at + 1 :]


@pytest.mark.attack(4)
def test_no_file_speaks_against_those_who_kept_to_the_rules() -> None:
    """Nothing but what they signed can convict; the seed is printed."""
    print("seed", SEED)
    table, game, entries = honest_game()
    for data in accusations(table, game, entries, Random(SEED)):
        with pytest.raises(Unproven):
            check(data, known(Draw()))


@pytest.mark.attack(4)
def test_a_true_proof_names_nobody_else() -> None:
    """Whatever is changed in it, it shows the culprit's fault or nothing."""
    print("seed", SEED)
    chance, data = Random(SEED), forked()
    content = log.decode(data[len(TITLE) :], limit=1 << 22)
    assert isinstance(content, list)
    others = {me(seat).key.public for seat in range(4)} - {content[1]}
    files = [
        TITLE + log.encode([content[0], other, fault.value, *content[3:]])
        for other in others
        for fault in Fault
    ]
    for _ in range(60):
        at = chance.randrange(len(data))
        files.append(data[:at] + chance.randbytes(1) + data[at + 1 :])
    culprits = set()
    for file in files:
        with suppress(Unproven):
            culprits.add(check(file, known(GAMES["rps"])).author)
    assert culprits <= {me(CHEAT).key.public.hex()}


@pytest.mark.attack(4)
@pytest.mark.parametrize("fault", [*Fault])
def test_a_true_proof_shows_no_other_fault_than_its_own(fault: Fault) -> None:
    """So nobody is told of a worse one than there was."""
    table = cheated(Draw(), Fault.RULES).tables[0]
    assert table.stopped is not None
    content = log.decode(gather(table, table.stopped)[len(TITLE) :], limit=1 << 22)
    assert isinstance(content, list)
    file = TITLE + log.encode([*content[:2], fault.value, *content[3:]])
    if fault is Fault.RULES:
        assert check(file, known(Draw())).fault is fault
        return
    with pytest.raises(Unproven):
        check(file, known(Draw()))


@pytest.mark.attack(9)
@pytest.mark.parametrize("deck", ["masked", "commutative"])
def test_whatever_tail_is_cut_off_the_rest_is_never_a_whole_game(deck: Deck) -> None:
    """Every part of a log that holds its own causes is a good unfinished game."""
    game = KuhnPoker()
    net = Net(game, 2, deck=deck)
    net.play()
    whole = net.tables[0].transcript()
    table, entries = decode_archive(whole)
    for length in range(len(entries)):
        with pytest.raises(Refuted) as caught:
            verify(archive(table, entries[:length]), known(game))
        unfinished = "never started|in the middle|not signed by"
        assert caught.match(unfinished), (length, str(caught.value))
        assert "cheated" not in str(caught.value)
    assert archive(table, entries) == whole


def whims(payload: Payload, chance: Random) -> Payload | bytes:
    """Return what a player who wants to break the verifier may sign instead."""
    match payload:
        case Answer(turn, number, message):
            at = chance.randrange(len(message) + 1)
            lies: list[Payload | bytes] = [
                Answer(turn, number, message[:at] + chance.randbytes(1)),
                Answer(turn, number, message * 2),
                Answer(turn, 65_535, message),
                Answer(chance.randbytes(32), number, message),
                chance.randbytes(40),
                b"\x9a\x00\xff\xff\xff" + message,
            ]
            return chance.choice(lies)
        case Accept() | End():
            return payload if chance.random() < 0.5 else chance.randbytes(3)
    return payload


#: What a verdict may be about; every sentence belongs to one of these.
VERDICTS = (
    "cheated in entry|never started|in the middle of the game|is not signed by|"
    "damaged or was changed|no part of the game|seen entries that the file"
)


def judged(data: bytes) -> str:
    """Return what is wrong with a file, in a sentence of the list; "" if nothing."""
    try:
        verify(data, known(Draw()))
    except Refuted as refuted:
        text = str(refuted)
    else:
        return ""
    assert text.isprintable()
    assert re.search(VERDICTS, text), text
    return text


@pytest.mark.attack(53)
def test_no_signed_nonsense_keeps_a_verifier_busy_or_without_a_verdict() -> None:
    """One seated player signs what it likes, at any place; the seed is printed."""
    print("seed", SEED)
    slowest, verdicts = 0.0, 0
    for number in range(25):
        chance = Random(SEED + number)
        when = chance.randrange(1, 12)
        left = [when]

        def forge(
            seat: int,
            payload: Payload,
            left: list[int] = left,
            chance: Random = chance,
        ) -> Payload | bytes:
            left[0] -= seat == 1
            return whims(payload, chance) if seat == 1 and left[0] < 0 else payload

        net = Net(Draw(), 3, forge=forge)
        net.play(until=lambda net=net: len(net.said) > 80)  # type: ignore[misc]
        data = net.tables[0].transcript()
        began = time.process_time()
        verdict = judged(data)
        verdicts += verdict != ""
        slowest = max(slowest, time.process_time() - began)
    assert verdicts > 15
    assert slowest < 2.0


@pytest.mark.attack(53)
def test_a_file_of_as_many_entries_as_fit_is_judged_in_bounded_time() -> None:
    """Five thousand signed words without a meaning: linear work, one verdict."""
    author = me(0)
    net = Net(TicTacToe(), 2, decide=None)
    net.play()
    table = net.tables[0]
    for _ in range(5_000):
        word = payloads.encode(Accept(bytes(32)))
        table.receive(table.history.write(author.key, word, among=()))
    data = table.transcript()
    began = time.process_time()
    with pytest.raises(Refuted, match="in the middle of the game"):
        verify(data, known(TicTacToe()))
    assert time.process_time() - began < 5.0
