"""What players say to each other has no part in the game, and reaches the seated."""

from __future__ import annotations

from random import Random

import pytest

from p2pgame.engine import IllegalMove
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.log import Entry
from p2pgame.session import InvalidPayload, Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import CHAT_LENGTH, Answer, Chat, Payload
from p2pgame.session.lobby.events import Completed, Said, Started, TableEvent
from p2pgame.session.table.verify import verify
from tests.english import refusing
from tests.session.tables import TABLE, Net, any_offer, known, me

#: A direction that is overridden, a colour, two lines, no lines, not in NFC, and
#: a person who is two.
UNSHOWN = (
    "a\u202eb",
    "\x1b[31m",
    "a\nb",
    " a",
    "a\u0308",
    "\u200d",
    "\ufeffa",
    "\ud800",
)

#: What programs with other tables of Unicode may say, and what is told of it here.
MENDED = {
    "a\u202eb": "a\ufffdb",
    "a\u0308": "\xe4",
    "\u200d": "\ufffd",
    "\ufeffa": "\ufffda",
    "\ue000": "\ufffd",
    "\u00a0a": "\ufffda",
}


def heard(told: list[TableEvent]) -> list[tuple[int, str]]:
    return [(e.seat, e.text) for e in told if isinstance(e, Said)]


def at_play(spectators: int = 1) -> Net:
    net = Net(TicTacToe(), 2, spectators=spectators, decide=None)
    net.play()
    return net


def test_what_a_player_says_is_told_to_all_once_in_the_order_of_its_feed() -> None:
    net = at_play()
    for text in ("hello", "Zoë spielt", "hello", "👋"):
        net.tables[1].chat(text)
    net.play()
    for told in net.events:
        assert heard(told) == [(1, t) for t in ("hello", "Zoë spielt", "hello", "👋")]


@pytest.mark.parametrize("seed", range(4))
def test_talk_changes_nothing_about_the_game(seed: int) -> None:
    def play(*, talking: bool) -> tuple[list[bytes], int]:
        chance, luck = Random(seed), Random(seed + 100)
        net = Net(KuhnPoker(), 2, spectators=1, decide=any_offer(chance), chance=luck)

        def meddle() -> None:
            table = net.tables[0]
            if talking and table.play is not None and len(net.said) % 3 == 0:
                table.chat("well")

        net.meddle = meddle
        net.play(lambda: all(table.complete for table in net.tables))
        answers = [
            payload.message
            for _, raw in net.said
            if isinstance(payload := payloads.decode(Entry.read(raw).payload), Answer)
        ]
        report = verify(net.tables[2].transcript(), known(KuhnPoker()))
        assert len({table.transcript() for table in net.tables}) == 1
        return [m for m in answers if len(m) < 32], report.payoffs[0]

    assert play(talking=True)[0] == play(talking=False)[0]


def test_talk_goes_on_after_the_end_but_not_into_the_transcript() -> None:
    net = Net(TicTacToe(), 2, spectators=1)
    net.play()
    before = net.tables[0].transcript()
    net.tables[0].chat("again?")
    net.play()
    net.tables[1].chat("yes")
    net.play()
    for told in net.events:
        assert heard(told) == [(0, "again?"), (1, "yes")]
        assert told.count(Completed()) == 1
    assert {table.transcript() for table in net.tables} == {before}
    verify(before, known(TicTacToe()))


@pytest.mark.parametrize(
    "text", [*UNSHOWN, "", "   ", "x" * (CHAT_LENGTH + 1)], ids=ascii
)
def test_what_cannot_be_shown_is_not_said(text: str) -> None:
    net = at_play()
    with refusing(ValueError, match=r"^(say it|that is longer|there is nothing)"):
        net.tables[0].chat(text)
    busy, raw = net.tables[0].advance()
    assert (busy, raw) == (False, None)
    net.tables[0].chat("x" * CHAT_LENGTH)


@pytest.mark.parametrize(("text", "told"), MENDED.items(), ids=ascii)
def test_what_cannot_be_shown_is_told_mended_and_blames_nobody(
    text: str, told: str
) -> None:
    net = at_play()
    said(net, 1, Chat(text))
    net.tables[1].chat("fine")
    net.play()
    for table, events in zip(net.tables, net.events, strict=True):
        assert heard(events) == [(1, told), (1, "fine")]
        assert table.stopped is None


@pytest.mark.parametrize("text", ["\x1b[31m", "a\nb", " a", "a ", "a\x9fb", "\x7f"])
def test_control_characters_and_outer_spaces_are_in_no_payload(text: str) -> None:
    with pytest.raises(InvalidPayload, match="control characters or outer spaces"):
        payloads.decode(payloads.encode(Chat(text)))


def said(net: Net, seat: int, payload: Payload, among: int = 2) -> None:
    """Let somebody's program say this, whatever the player wants."""
    table = net.tables[seat]
    data = payloads.encode(payload)
    players = [me(n).key.public for n in range(among)]
    entry = table.history.write(me(seat).key, data, among=players)
    net.send(seat, table.receive(entry.raw))
    net.play()


@pytest.mark.parametrize("text", ["", "x" * (CHAT_LENGTH + 1)], ids=len)
def test_a_text_of_no_length_that_there_is_is_no_payload(text: str) -> None:
    with pytest.raises(InvalidPayload):
        payloads.decode(payloads.encode(Chat(text)))


def test_only_players_talk_and_only_once_the_game_has_begun() -> None:
    early = Table(TABLE, known(TicTacToe()), me(0))
    with refusing(IllegalMove, match="only players talk"):
        early.chat("hello")
    net = at_play()
    with refusing(IllegalMove, match="only players talk"):
        net.tables[2].chat("hello")
    net.tables[0].leave()
    with refusing(IllegalMove, match="left"):
        net.tables[0].chat("hello")


def test_a_stranger_s_talk_is_told_nobody() -> None:
    net, stranger = Net(TicTacToe(), 2, decide=None), me(7)
    table = net.tables[0]
    words: tuple[Payload, ...] = (stranger.hello(TABLE), Chat("buy this"))
    for number, word in enumerate(words):
        among = table.history.feeds if number else ()
        data = payloads.encode(word)
        entry = table.history.write(stranger.key, data, among=among)
        net.send(0, table.receive(entry.raw))
    net.play()
    assert all(heard(told) == [] for told in net.events)


def test_what_was_said_before_a_restart_is_told_again_after_it_and_not_said_twice() -> (
    None
):
    net = at_play()
    net.tables[0].chat("hello")
    net.play()
    table = Table(TABLE, known(TicTacToe()), me(0))
    for entry in net.tables[0].entries:
        table.receive(entry.raw)
    assert table.advance() == (False, None)
    told = list(table.events)
    assert heard(told) == [(0, "hello")]
    assert [type(e) for e in told].index(Started) < [type(e) for e in told].index(Said)
