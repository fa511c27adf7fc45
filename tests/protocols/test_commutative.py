from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols import laps
from protocols.commutative import audit, deal, open_cards, shuffle
from protocols.commutative_deck import card_points
from protocols.errors import (
    InvalidEncoding,
    InvalidOpening,
    InvalidProof,
    ProtocolError,
)
from protocols.group import Element, Scalar
from protocols.rounds import Run
from tests.protocols.locked import (
    FACES,
    PLAYERS,
    SEATS,
    Game,
    play,
    refuse,
    shuffled,
    shuffling,
)
from tests.protocols.table import instead, lies, prg

PACK = tuple(rank + suit for suit in "♠♥♦♣" for rank in "23456789TJQKA")


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


def test_equal_faces_are_different_cards_of_a_locked_deck() -> None:
    faces = ("red", "blue", "red", "red")
    points = card_points(faces)
    assert len({*points}) == 4
    assert card_points(faces[::-1]) == (points[0], points[2], points[1], points[3])
    game, _ = shuffled(faces=faces)
    stages = [turn.after for turn in game.deck.first]
    stages += [turn.after for turn in game.deck.second]
    assert {len({*stage.cards}) for stage in stages} == {4}
    assert sorted(game.faces) == sorted(faces)
    assert sorted(game.opened(0, 1, 2, 3).deck.opened.values()) == sorted(faces)


def test_a_card_has_one_element_at_every_table() -> None:
    assert card_points(("A♠", "A♥"))[0] == card_points(("A♠",))[0]
    assert card_points(("A♠",))[0].encode().hex() == (
        "a0ba8ae6d6d668bee8bd9bca8370acea78c4b1ea07485e110b0f79ebf977f043"
    )


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


@pytest.mark.parametrize("order", range(5))
def test_a_card_is_seen_by_whom_it_is_dealt_to_and_by_nobody_else(order: int) -> None:
    game, _ = shuffled()
    faces = game.faces
    results = game.dealing({0: 2, 1: 0, 3: 2}).play(order)
    after = results[None][0]
    assert results == {
        0: (after, {1: faces[1]}),
        1: (after, {}),
        2: (after, {0: faces[0], 3: faces[3]}),
        3: (after, {}),
        None: (after, {}),
    }
    assert after.dealt == {0: 2, 1: 0, 3: 2}
    assert {slot: set(keys) for slot, keys in after.keys.items()} == {
        0: {0, 1},
        1: {1, 2},
        3: {0, 1},
    }


@pytest.mark.parametrize("order", range(5))
def test_opened_cards_are_seen_by_everybody(order: int) -> None:
    game, _ = shuffled()
    faces = game.faces
    results = game.opening(3, 0).play(order)
    after = results[None][0]
    assert results == dict.fromkeys(SEATS, (after, (faces[3], faces[0])))
    assert after.opened == {3: faces[3], 0: faces[0]}


def test_keys_are_published_once() -> None:
    game = shuffled()[0].dealt({0: 1})
    more = game.dealing({0: 1, 2: 1})
    results = more.play()
    assert results[1][1].keys() == {0, 2}
    assert {len(more.said[player, 1]) for player in (0, 2)} == {32}
    nothing_new = game.now(results[1][0]).dealing({0: 1, 2: 1})
    assert nothing_new.play()[1] == results[1]
    assert nothing_new.said == {}


def test_an_open_card_is_opened_and_dealt_again_without_a_word() -> None:
    game = shuffled()[0].opened(1, 2)
    again, dealing = game.opening(2, 1), game.dealing({1: 2})
    assert again.play()[None] == (game.deck, (game.faces[2], game.faces[1]))
    assert dealing.play()[2][1] == {1: game.faces[1]}
    assert again.said == dealing.said == {}


def test_only_those_who_owe_a_key_are_waited_for() -> None:
    table = shuffled((0, 1))[0].dealing({0: 1, 1: 1})
    table.play()
    assert table.said.keys() == {(0, 0)}
    showdown = shuffled()[0].dealt({0: 1}).opening(0)
    showdown.play()
    assert showdown.said.keys() == {(0, 0), (1, 0), (2, 0), (1, 1)}


@pytest.mark.pitfall(28)
@pytest.mark.pitfall(29)
@pytest.mark.parametrize("silent", PLAYERS)
def test_nothing_is_shown_before_all_agree_on_the_history(silent: int) -> None:
    game, _ = shuffled()
    for table in (game.dealing({0: 0, 1: 1, 2: 2}), game.opening(0), game.auditing()):
        assert table.play(tamper=instead(silent, 0, None)) == {}
        assert table.said == {(player, 0): b"" for player in PLAYERS}
        for run in table.runs.values():
            assert run.waiting_for == {silent}


@pytest.mark.pitfall(22)
@pytest.mark.parametrize("silent", PLAYERS)
def test_a_player_who_withholds_secrets_is_waited_for(silent: int) -> None:
    game, _ = shuffled()
    for table in (game.dealing({0: 0, 1: 1}), game.opening(0), game.auditing()):
        assert table.play(tamper=instead(silent, 1, None)) == {}
        for run in table.runs.values():
            assert (run.round, *run.waiting_for) == (1, silent)


@pytest.mark.parametrize(
    "hands",
    [{4: 0}, {-1: 0}, {0: 3}, {0: 9}, {1: 0}],
    ids=["beyond", "negative", "out of the game", "nobody", "another's"],
)
def test_there_is_no_such_deal(hands: dict[int, int]) -> None:
    deck = shuffled()[0].dealt({1: 1}).deck
    with pytest.raises(ValueError):
        Run(deal(None, deck, hands, None)).step()


@pytest.mark.parametrize("slots", [(4,), (-1,), (0, 0), (0, 1, 0)])
def test_there_is_nothing_to_open_there(slots: tuple[int, ...]) -> None:
    with pytest.raises(ValueError):
        Run(open_cards(None, shuffled()[0].deck, slots, None)).step()


def test_a_player_needs_its_own_secrets_of_the_very_deck() -> None:
    game, _ = shuffled()
    other, _ = shuffled(context=b"hand 2")
    for wrong in (None, game.secrets[1], other.secrets[0]):
        for protocol in (
            deal(0, game.deck, {0: 1}, wrong),
            open_cards(0, game.deck, (0,), wrong),
        ):
            with pytest.raises(ValueError, match="secrets"):
                next(protocol)
        with pytest.raises(ValueError, match="secrets"):
            next(audit(0, game.deck, wrong))
    with pytest.raises(ValueError, match="secrets"):
        next(audit(None, game.deck, game.secrets[0]))


@pytest.mark.pitfall(25)
def test_a_card_is_unlocked_with_exactly_the_keys_of_its_players() -> None:
    game = shuffled()[0].opened(0)
    keys = game.deck.keys[0]
    assert game.deck.unlock(0, keys) == game.faces[0]
    wrong: list[Mapping[int, Scalar]] = [
        {},
        *({p: keys[p] for p in PLAYERS if p != without} for without in PLAYERS),
        {**keys, 3: keys[0]},
        {0: keys[0], 1: keys[1], 3: keys[2]},
    ]
    for some in wrong:
        with pytest.raises(ValueError, match="each player"):
            game.deck.unlock(0, some)
    with pytest.raises(ProtocolError) as caught:
        game.deck.unlock(0, {**keys, 2: keys[1]})
    assert caught.value.culprit is None


def test_a_lone_player_shuffles_deals_opens_and_is_audited() -> None:
    game, _ = shuffled((1,))
    table = game.dealing({0: 1})
    dealt, faces = table.play()[1]
    assert table.said == {}
    assert game.now(dealt).opening(0).play()[None][1] == (faces[0],)
    assert game.auditing().play()[None] == game.faces


def test_an_audit_shows_every_card_and_each_player_says_its_seed_for_it() -> None:
    game = shuffled()[0].dealt({0: 0, 1: 1})
    table = game.auditing()
    assert table.play() == dict.fromkeys(SEATS, game.faces)
    said = {player: table.said[player, 1] for player in PLAYERS}
    assert {len(seed) for seed in said.values()} == {32}
    assert len({*said.values()}) == 3


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


@pytest.mark.pitfall(8)
@pytest.mark.parametrize("proved", [False, True])
@pytest.mark.parametrize("round", [0, 1, 3, 5])
def test_what_is_no_turn_is_refused(round: int, proved: bool) -> None:
    _, said = shuffled(proved=proved)
    culprit = round % 3
    message = said[culprit, round]
    for lie in (b"", message[:-1], message[:-32], message + b"\0", message + bytes(32)):
        refuse(shuffling(proved=proved), culprit, instead(culprit, round, lie))


@pytest.mark.pitfall(8)
@pytest.mark.parametrize("proved", [False, True])
@pytest.mark.parametrize("round", [0, 3])
def test_a_turn_of_another_length_costs_no_curve_work(
    round: int, proved: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, said = shuffled(proved=proved)
    message = said[round % 3, round]
    run = Run(shuffle(None, PLAYERS, FACES, b"hand 1", prg("x"), proved=proved))
    for now in range(round + 1):
        run.step()
        run.receive(now % 3, now, said[now % 3, now] if now < round else message * 99)
    run.work()

    def refuse_work(data: bytes, *, identity: bool = False) -> Element:
        raise AssertionError("something was decoded")

    monkeypatch.setattr(Element, "decode", refuse_work)
    with pytest.raises(InvalidEncoding) as caught:
        run.step()
    assert caught.value.culprit == round % 3


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


@pytest.mark.parametrize("culprit", PLAYERS)
def test_agreement_is_an_empty_word(culprit: int) -> None:
    game, _ = shuffled()
    lie = instead(culprit, 0, b"yes")
    refuse(game.dealing({0: 0}), culprit, lie)
    refuse(game.opening(0), culprit, lie)
    refuse(game.auditing(), culprit, lie)


@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_false_seed_convicts_whoever_says_it(culprit: int) -> None:
    game, _ = shuffled()
    honest = game.auditing()
    honest.play()
    for lie in lies(honest.said[culprit, 1]):
        table = game.auditing()
        refuse(table, culprit, instead(culprit, 1, lie))
        kind = InvalidOpening if len(lie) == 32 else InvalidEncoding
        assert {type(error) for error in table.errors.values()} == {kind}
    another_s = honest.said[(culprit + 1) % 3, 1]
    refuse(game.auditing(), culprit, instead(culprit, 1, another_s))
