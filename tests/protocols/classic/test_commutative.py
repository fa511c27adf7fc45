"""In two laps all players lock and shuffle a deck, and everybody gets the same one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic.errors import InvalidProof
from p2pgame.protocols.arithmetic.group import Element
from p2pgame.protocols.classic import laps
from p2pgame.protocols.classic.commutative import shuffle
from p2pgame.protocols.classic.commutative_deck import card_points
from p2pgame.protocols.rounds import Run
from tests.protocols.classic.locked import (
    FACES,
    PACK,
    PLAYERS,
    Game,
    play,
    refuse,
    shuffled,
    shuffling,
)
from tests.protocols.table import instead, prg


@settings(max_examples=12, deadline=None)
@given(
    players=st.sampled_from([(0,), (1, 0), (0, 1, 2), (4, 2, 0, 3)]),
    faces=st.lists(st.sampled_from("ABC"), min_size=2, max_size=6).map(tuple),
    proved=st.booleans(),
    order=st.integers(0, 2**32),
)
def test_everybody_gets_the_same_deck_of_the_same_faces(
    players: tuple[int, ...], faces: tuple[str, ...], proved: bool, order: int
) -> None:
    table = shuffling(players, faces, proved=proved)
    results = table.play(order)
    assert table.errors == {}
    deck = results[None][0]
    assert {seat: got for seat, (got, _) in results.items()} == dict.fromkeys(
        table.runs, deck
    )
    assert (deck.faces, deck.players, deck.proved) == (faces, players, proved)
    assert {seat for seat, (_, mine) in results.items() if mine} == {*players}
    game = Game(deck, {seat: mine for seat, (_, mine) in results.items()})
    opened = game.opening(*range(len(faces))).play(order)[None][1]
    assert sorted(opened) == sorted(faces)


@pytest.mark.parametrize("proved", [False, True], ids=["unproved", "proved"])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_whole_game_from_the_shuffle_to_the_audit(count: int, proved: bool) -> None:
    players = tuple(range(count))
    game, said = shuffled(players, PACK[:12], proved=proved)
    assert said.keys() == {(i % count, i) for i in range(2 * count)}
    hands = {slot: slot % count for slot in range(2 * count)}
    results = game.dealing(hands).play()
    game = game.now(results[None][0])
    faces = game.faces
    for seat, (deck, mine) in results.items():
        assert deck == game.deck
        assert mine == {slot: faces[slot] for slot in hands if hands[slot] == seat}
    board = (2 * count, 2 * count + 1)
    game = game.opened(*board).opened(0)
    assert game.deck.opened == {slot: faces[slot] for slot in (*board, 0)}
    assert game.deck.dealt == hands
    assert game.auditing().play() == dict.fromkeys(game.secrets, faces)
    assert sorted(faces) == sorted(PACK[:12])


def test_a_hand_with_a_whole_pack_of_cards() -> None:
    game, said = shuffled(faces=PACK)
    assert [len(said[i % 3, i]) for i in range(6)] == [1664] * 3 + [3328] * 3
    assert game.opened(*range(52)).deck.opened == dict(enumerate(game.faces))
    assert sorted(game.faces) == sorted(PACK)
    assert game.faces != PACK


def test_a_proved_pack_says_what_it_takes() -> None:
    _, said = shuffled((0, 1), PACK, proved=True)
    assert [len(said[i % 2, i]) for i in range(4)] == [6976] * 2 + [5056] * 2


@pytest.mark.parametrize("proved", [False, True])
def test_one_player_s_shuffle_is_enough_to_change_the_order(proved: bool) -> None:
    orders = set()
    for seed in range(8):
        table = shuffling(proved=proved)
        entropy = prg(f"other {seed}")
        table.runs[1] = Run(
            shuffle(1, PLAYERS, FACES, b"hand 1", entropy, proved=proved)
        )
        orders.add(play(table).faces)
    assert len(orders) > 4


def test_a_secret_is_not_in_what_is_printed() -> None:
    game, _ = shuffled()
    mine = game.secrets[0]
    assert mine is not None
    shown = f"{mine} {game.opened(0).deck}"
    for secret in (mine.seed.data, *(key.encode() for key in mine.keys)):
        assert repr(secret) not in shown
    for key in mine.keys:
        assert str(key.value) not in shown


@pytest.mark.pitfall(29)
def test_the_next_player_speaks_first_and_verifies_afterwards() -> None:
    _, said = shuffled(proved=True)
    bad = said[0, 0][:-1] + bytes([said[0, 0][-1] ^ 1])
    next_, other = (
        Run(shuffle(me, PLAYERS, FACES, b"hand 1", prg("x"), proved=True))
        for me in (1, 2)
    )
    for run in (next_, other):
        run.step()
        run.receive(0, 0, bad)
    with pytest.raises(InvalidProof) as caught:
        other.step()
    assert caught.value.culprit == 0
    words = next_.step()
    assert words is not None
    with pytest.raises(InvalidProof) as caught:
        next_.work()
    assert caught.value.culprit == 0
    assert not next_.done


@pytest.mark.pitfall(29)
@pytest.mark.parametrize("round", range(6))
def test_there_is_no_deck_until_every_proof_of_it_holds(round: int) -> None:
    _, said = shuffled(proved=True)
    message = said[round % 3, round]
    bad = message[:-1] + bytes([message[-1] ^ 1])
    refuse(shuffling(proved=True), round % 3, instead(round % 3, round, bad))


@pytest.mark.pitfall(22)
@pytest.mark.parametrize("round", range(6))
def test_a_player_who_will_not_shuffle_is_waited_for(round: int) -> None:
    table = shuffling()
    assert table.play(tamper=instead(round % 3, round, None)) == {}
    for run in table.runs.values():
        assert (run.round, *run.waiting_for) == (round, round % 3)


@pytest.mark.parametrize("proved", [False, True])
def test_the_same_seed_and_messages_make_the_same_run(proved: bool) -> None:
    game, said = shuffled(proved=proved)
    for me in PLAYERS:
        entropy = prg(f"table {me}")
        run = Run(shuffle(me, PLAYERS, FACES, b"hand 1", entropy, proved=proved))
        words = [run.step()]
        for round in range(6):
            run.receive(round % 3, round, said[round % 3, round])
            words.append(run.step())
        assert run.result == (game.deck, game.secrets[me])
        assert (words[me], words[me + 3]) == (said[me, me], said[me, me + 3])


@pytest.mark.parametrize(
    ("players", "faces"),
    [
        ((), FACES),
        ((0, 0), FACES),
        ((0, 1), ()),
        ((0, 1), ("A♠",)),
        ((0, 1), ("A♠",) * 513),
    ],
)
def test_there_is_no_such_deck(
    players: tuple[int, ...], faces: tuple[str, ...]
) -> None:
    with pytest.raises(ValueError):
        Run(shuffle(None, players, faces, b"hand 1", prg("x"))).step()


@pytest.mark.pitfall(18)
def test_the_same_randomness_never_makes_the_same_turn_of_two_decks() -> None:
    """A run that starts again is handed another deck, with equal entropy."""
    secrets: set[object] = set()
    shown: set[Element] = set()
    for context in (b"hand 1", b"hand 2"):
        game, _ = shuffled(context=context)
        shown |= {P for turn in game.deck.second for P in turn.locks}
        for player in PLAYERS:
            mine = game.secrets[player]
            assert mine is not None
            secrets |= {mine.seed.data, mine.seed.mixing(game.deck.first[0].before)}
    assert len(secrets) == 12
    assert len(shown) == 24


def test_another_order_of_the_first_lap_makes_other_keys() -> None:
    game, _ = shuffled()
    mine = game.secrets[0]
    assert mine is not None
    stages = [turn.after for turn in game.deck.first]
    assert len({key for stage in stages for key in mine.seed.keys(stage)}) == 12


@pytest.mark.pitfall(3)
def test_the_identity_of_a_deck_is_that_of_all_its_history() -> None:
    points = card_points(FACES)
    stages = [
        laps.start(players, cards, context, proved=proved)
        for players, cards, context, proved in (
            (PLAYERS, points, b"hand 1", False),
            (PLAYERS[::-1], points, b"hand 1", False),
            (PLAYERS, points[::-1], b"hand 1", False),
            (PLAYERS, points, b"hand 2", False),
            (PLAYERS, points, b"hand 1", True),
        )
    ]
    assert len({stage.identity for stage in stages}) == 5
    cards = points[::-1]
    later = [stage.then(0, cards) for stage in stages]
    later += [stages[0].then(1, cards), stages[0].then(0, points)]
    later += [stages[0].then(0, cards, points[0])]
    assert len({stage.identity for stage in later}) == 8
