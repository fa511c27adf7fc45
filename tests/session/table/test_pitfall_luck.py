"""All that a player draws comes from its seed and from what has happened so far."""

from __future__ import annotations

import os
import random
import secrets

import pytest

from p2pgame.engine import Together
from p2pgame.log import Entry
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Answer
from p2pgame.session.lobby.events import AnyView
from tests.session.secrets import Secretive
from tests.session.tables import Net, first_offer, me


def play(paper: int | None = None) -> Net:
    """Play a whole game; ``paper`` is who says so instead of rock."""

    def decide(view: AnyView) -> str:
        if isinstance(view.turn, Together) and view.player == paper:
            return "paper"
        return first_offer(view)

    net = Net(Secretive(), 3, decide=decide, quorum=2)
    net.play()
    assert all(table.complete for table in net.tables)
    return net


@pytest.mark.pitfall(18)
def test_no_game_asks_for_randomness_but_its_players_seeds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a generator with 64 bits of seed, an order of 52 cards keeps but 64."""

    def refuse(*args: object, **more: object) -> object:
        raise AssertionError("somebody asked for randomness")

    for module in (random, secrets):
        for name in vars(module):
            if not name.startswith("_") and callable(getattr(module, name)):
                monkeypatch.setattr(module, name, refuse)
    monkeypatch.setattr(os, "urandom", refuse)
    files = {play().tables[0].transcript() for _ in range(2)}
    assert len(files) == 1


@pytest.mark.pitfall(18)
def test_a_seed_has_as_many_bits_as_an_order_of_the_cards_needs() -> None:
    """52! has 226 bits."""
    assert len(me(0).derive(b"turn")) * 8 >= 226


def answers(net: Net) -> dict[tuple[int, bytes, int], bytes]:
    """Return what everybody said, by seat, turn and round."""
    said = {}
    for seat, raw in net.said:
        payload = payloads.decode(Entry.read(raw).payload)
        if isinstance(payload, Answer):
            said[seat, payload.turn, payload.round] = payload.message
    return said


def parts(message: bytes) -> set[bytes]:
    return {message[at : at + 32] for at in range(0, len(message) - 31, 32)}


@pytest.mark.attack(40)
@pytest.mark.pitfall(18)
def test_a_seed_that_plays_on_from_another_history_repeats_nothing() -> None:
    """As when a folder is copied, or restored, and the game goes another way.

    Up to the fork all say the same.  Then one number that two proofs have in
    common would be a nonce used twice, and show the key; one element, a mask.
    """
    one, other = answers(play()), answers(play(paper=1))
    common = one.keys() & other.keys()
    forked = {spot for spot in common if one[spot] != other[spot]}
    assert {seat for seat, _, _ in forked} == {1}
    assert {turn for _, turn, _ in forked} == {[*one][len(common) - 1][1]}
    after = [
        {part for spot in said.keys() - common for part in parts(said[spot])}
        for said in (one, other)
    ]
    assert min(map(len, after)) > 200
    assert not after[0] & after[1]


@pytest.mark.pitfall(18)
def test_what_is_drawn_in_one_turn_is_drawn_in_no_other() -> None:
    turns = [bytes([number]) * 32 for number in range(20)]
    assert len({me(0).entropy(turn)(32) for turn in turns}) == len(turns)
    assert me(0).entropy(turns[0])(32) == me(0).entropy(turns[0])(32)
