"""The second reader agrees on what players agree to, and on what they only claim."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from p2pgame.engine import Over
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.session.entries.payloads import Answer, Checkpoint, Payload
from tests import second
from tests.second import turns as asked
from tests.second.rules import KNOWN
from tests.second.scripted import Scripted, Story
from tests.session.agreeing import at_the_table, finish, say
from tests.session.game.test_checkpoints import Hands
from tests.session.tables import Net, me


def read(net: Net) -> second.Result:
    """Read the transcript of this table, as the page says."""
    hands_of_three = Scripted("hands", hands)
    return second.verify(net.tables[0].transcript(), {**KNOWN, "hands": hands_of_three})


def played(*said: tuple[int, str]) -> Net:
    net = at_the_table(2, game=TicTacToe())
    for seat, words in said:
        say(net, seat, words)
    return net


def test_a_draw_by_agreement_reads_as_the_page_says() -> None:
    net = played((0, "5"), (0, "draw"), (1, "draw"))
    game, play = read(net), net.tables[0].play
    assert play is not None
    assert (game.turns[-1], game.payoffs) == (play.id, (0, 0))


def test_moves_taken_back_read_as_the_page_says() -> None:
    back = [(0, "takeback 2"), (1, "takeback 2")]
    rest = [(0, "1"), (1, "9"), (0, "2"), (1, "8"), (0, "3")]
    net = played((0, "5"), (1, "1"), *back, *rest)
    game, play = read(net), net.tables[0].play
    assert play is not None
    assert isinstance(play.turn, Over)
    assert (game.turns[-1], game.payoffs) == (play.id, (1, -1))


@pytest.mark.parametrize("proposal", [b"draw", b"takeback 1", b"takeback 9"])
def test_a_false_seal_is_refused_by_the_page_too(proposal: bytes) -> None:
    def forge(seat: int, payload: Payload) -> Payload:
        if isinstance(payload, Answer) and payload.message == b"9":
            return replace(payload, message=proposal)
        return payload

    net = at_the_table(2, game=TicTacToe(), forge=forge)
    for seat, words in ((0, "5"), (1, "9")):
        say(net, seat, words)
    assert net.tables[0].stopped is not None
    with pytest.raises(second.Refused) as caught:
        read(net)
    assert (caught.value.fault, caught.value.culprit) == ("rules", me(1).key.public)


def hands() -> Story:
    """The rules of ``Hands`` for the second reader."""
    step = [0]
    for deck in range(3):
        yield [*step], asked.Shuffle(("a", "b"), (0, 1) if deck < 2 else (0,))
        step = [2 * deck + 1]
        yield [*step], asked.Choose(0, ("go",))
        step = [2 * deck + 2]
    yield [*step], asked.Over((1, -1))


@pytest.mark.parametrize("false", [False, True])
def test_checkpoints_read_as_the_page_says(false: bool) -> None:
    def forge(seat: int, payload: Payload) -> Payload:
        if false and seat == 1 and isinstance(payload, Checkpoint):
            return replace(payload, state=bytes(32))
        return payload

    net = at_the_table(2, game=Hands(), forge=forge)
    if not false:
        finish(net, "go")
        assert net.tables[0].complete
    if not false:
        assert read(net).payoffs == (1, -1)
        return
    say(net, 0, "go")
    assert net.tables[0].stopped is not None
    with pytest.raises(second.Refused) as caught:
        read(net)
    assert (caught.value.fault, caught.value.culprit) == (
        "checkpoint",
        me(1).key.public,
    )
