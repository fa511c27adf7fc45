"""The verifier in JavaScript and the program tell whole games alike, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

from p2pgame.engine import IllegalMove
from p2pgame.games.registry import find
from p2pgame.log import Entry
from p2pgame.session.entries.payloads import Answer, End, EvictionVote, Leave, Payload
from tests import second_prover as prover
from tests.archiving import Whole, traced
from tests.node_verifier import SAID, SIGNED, verdicts
from tests.refused import judged
from tests.refusing import CHEAT, Change, changed, good, kuhn, nth, payload_of
from tests.session.tables import Net, any_offer
from tests.wire_group import G, Transcript
from tests.wire_values import Value, write_cbor

#: Entries after which a player leaves: from its accept to its end.
LEAVING = range(2, 10)
#: The order of the group's scalars.
ORDER = 2**252 + 27742317777372353535851937790883648493


#: Each game that it plays, and its version.
PLAYED = ("kuhn", 1), ("kuhn", 2), ("tictactoe", 1)


def net_of(name: str, seed: int, version: int = 1) -> Net:
    """Return two players who draw their moves, and hear each other in any order."""
    game = find(name, version)
    decide = any_offer(Random(seed))
    return Net(game, 2, chance=Random(seed), decide=decide, quorum=0)


def transcript(net: Net) -> bytes | None:
    """Return the file that all who are done have, if anybody is."""
    files = {table.transcript() for table in net.tables if table.complete}
    assert len(files) < 2
    return next(iter(files), None)


def whole(name: str, seed: int, version: int) -> bytes:
    net = net_of(name, seed, version)
    net.play()
    data = transcript(net)
    assert data is not None
    return data


def left(name: str, seat: int, words: int, version: int) -> bytes | None:
    """Return the file of a game that a player leaves after so many entries."""
    net = net_of(name, words, version)
    net.play(until=lambda: sum(each == seat for each, _ in net.said) >= words)
    with suppress(IllegalMove):
        net.tables[seat].leave()
    net.play()
    return transcript(net)


def left_at_the_end(seat: int, seed: int) -> bytes | None:
    """Return the file of a game whose end a player leaves without signing it."""
    net = net_of("kuhn", seed)

    def forge(speaker: int, payload: Payload) -> Payload:
        return Leave() if speaker == seat and isinstance(payload, End) else payload

    net._forge = forge
    net.play()
    return transcript(net)


def told_alike(files: Iterator[bytes | None], folder: Path) -> int:
    """Check that both programs print the same of each file; return how many."""
    paths = list[Path]()
    for number, data in enumerate(data for data in files if data is not None):
        paths.append(folder / str(number))
        paths[-1].write_bytes(data)
    for path, told in zip(paths, verdicts(paths), strict=True):
        assert told == (SIGNED, traced(path.read_bytes()))
    return len(paths)


def refused_alike(files: Iterable[bytes], folder: Path) -> list[str]:
    """Check that both stop in each file at the same line; return what is said."""
    paths, lines, said = list[Path](), list[tuple[str, ...]](), list[tuple[int, str]]()
    for data in files:
        paths.append(folder / str(len(paths)))
        paths[-1].write_bytes(data)
        verdict = judged(data)
        assert verdict.reason is not None
        lines.append(verdict.lines)
        said.append(SAID[verdict.said])
    told = verdicts(paths)
    assert [one.said for one in told] == said
    assert [one.lines[:-1] for one in told] == [[*each] for each in lines]
    return [one.lines[-1] for one in told]


def test_both_tell_alike_what_both_players_agree_on(tmp_path: Path) -> None:
    tictactoe, cards = Whole("tictactoe", 2), Whole("kuhn", 2)
    makes = [tictactoe.agreeing(f"takeback {k}", 4) for k in (1, 2, 4)]
    makes += [tictactoe.agreeing("draw", turns) for turns in (0, 3)]
    makes.append(cards.agreeing("takeback 1", 3))
    assert told_alike((make() for make in makes), tmp_path) == 6


def test_both_tell_any_game_alike(tmp_path: Path) -> None:
    files = (
        whole(name, seed, version) for name, version in PLAYED for seed in range(8)
    )
    assert told_alike(files, tmp_path) == 24


def test_both_tell_alike_of_a_player_who_leaves_at_any_time(tmp_path: Path) -> None:
    files = (
        left(name, seat, words, version)
        for name, version in PLAYED
        for seat in (0, 1)
        for words in LEAVING
    )
    assert told_alike(files, tmp_path) > 30


def test_both_tell_alike_of_a_player_who_leaves_the_end(tmp_path: Path) -> None:
    files = (left_at_the_end(seat, seed) for seat in (0, 1) for seed in range(3))
    assert told_alike(files, tmp_path) == 6


# A player whose proofs are not right

#: The parts of player 1's messages, by the number of its answer: "E" is an element.
PARTS = {0: "EEs", 1: "E" * 10 + "s" * 4 + "E" * 3 + "s" * 7, 2: "EEss", 4: "EEss"}
GENERATOR = bytes.fromhex(
    "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"
)


def other_part(at: int, kind: str) -> Change:
    """Change one part to another element, or another scalar."""

    def change(message: bytes) -> bytes:
        part = message[32 * at : 32 * at + 32]
        other = GENERATOR if kind == "E" else bytes([part[0] ^ 1]) + part[1:]
        return message[: 32 * at] + other + message[32 * at + 32 :]

    return change


def too_large(at: int) -> Change:
    """Write a scalar as one above the order that is the same modulo it."""

    def change(message: bytes) -> bytes:
        scalar = int.from_bytes(message[32 * at : 32 * at + 32], "little") + ORDER
        return (
            message[: 32 * at] + scalar.to_bytes(32, "little") + message[32 * at + 32 :]
        )

    return change


def one_more(message: bytes) -> bytes:
    return message + bytes(32)


def changes() -> Iterator[tuple[int, Change]]:
    for number, kinds in PARTS.items():
        yield number, one_more
        for at, kind in enumerate(kinds):
            yield number, other_part(at, kind)
        for at in {kinds.index("s"), len(kinds) - 1}:
            yield number, too_large(at)


def test_both_refuse_any_change_of_a_proof_at_the_same_line(tmp_path: Path) -> None:
    files = (kuhn(nth(CHEAT, number, change)) for number, change in changes())
    assert len(refused_alike(files, tmp_path)) > 40


def with_secrets(*secrets: int) -> bytes:
    """Return a game with key shares of these secrets, each with a proof that holds."""

    def forge(seat: int, payload: Payload) -> Payload:
        if not isinstance(payload, Answer) or len(payload.message) != 96:
            return payload
        proof = Transcript("key share")
        proof.append("occasion", payload.turn, [0, 1], seat)
        secret = secrets[seat] % ORDER
        _, shown = prover.ownership(secret, proof, bytes(32))
        share = prover.parts(secret * G)
        return Answer(payload.turn, payload.round, share + shown)

    return kuhn(forge)


def test_both_refuse_key_shares_that_are_neutral_equal_or_cancel_out(
    tmp_path: Path,
) -> None:
    files = [with_secrets(*pair) for pair in ((7, 0), (7, 7), (7, -7))]
    assert refused_alike(files, tmp_path) == [
        "refused an element or scalar is wrong",
        "refused the pair of key shares is wrong",
        "refused the pair of key shares is wrong",
    ]


# What nobody has agreed to


def agreed_too_early(earlier: int) -> bytes:
    """Return a game in which player 0 says draw, and player 1 assents elsewhere.

    That is: to a turn before, or to this one, but unheard of by player 0.
    """
    net = net_of("tictactoe", 1)
    decide, net._decide = net._decide, None
    net.play()
    net.tables[1].own.propose("draw")
    net._decide, net._forge = decide, nth(0, earlier, lambda move: b"draw")
    net.notes.append((0, net.tables[0].own.propose("1")))
    net.play()
    return net.tables[1].transcript()


def test_both_refuse_a_draw_without_an_assent_to_this_turn(tmp_path: Path) -> None:
    files = [agreed_too_early(0), agreed_too_early(1)]
    lacking = "refused a proposal lacks an assent"
    assert refused_alike(files, tmp_path) == [lacking, lacking]


def left_otherwise(vote: list[Value] | None = None) -> bytes:
    """Return kuhn-1-left with another eviction vote, or else without the leave."""
    file = good("kuhn-1-left")
    leave = next(raw for raw in file.raws if isinstance(payload_of(raw), Leave))
    gone = Entry.kept(leave)
    raws = list[bytes]()
    for raw in file.raws:
        entry, fields = Entry.kept(raw), dict[str, Value]()
        if vote is None and gone.id in entry.seen:
            fields["seen"] = [id for id in entry.seen if id != gone.id]
        if vote is not None and isinstance(payload_of(raw), EvictionVote):
            fields["payload"] = write_cbor(vote)
        if entry.sequence and entry.author != gone.author:
            fields["previous"] = Entry.kept(raws[-1]).id
        raws += [changed(raw, **fields)] if raw != leave or vote is not None else []
    return file.with_entries(raws).data()


def test_both_refuse_to_go_on_without_a_leave_or_a_vote(tmp_path: Path) -> None:
    (vote,) = (
        said
        for raw in good("kuhn-1-left").raws
        if isinstance(said := payload_of(raw), EvictionVote)
    )
    other: list[Value] = ["evict", vote.turn, vote.round, [0]]
    files = [left_otherwise(), left_otherwise(other)]
    told = refused_alike(files, tmp_path)
    assert all(line.endswith("has no answer yet") for line in told)


def test_both_say_that_a_game_is_not_over(tmp_path: Path) -> None:
    net = net_of("kuhn", 0)
    net.play(until=lambda: len(net.said) > 11)
    files = [net.tables[0].transcript()]
    (told,) = refused_alike(files, tmp_path)
    assert re.fullmatch("unfinished turn [0-9]+ has no answer yet", told)
