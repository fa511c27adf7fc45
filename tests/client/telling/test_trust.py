"""How many may vanish, and how many could read cards, is told before the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest
import trio

import p2pgame
from p2pgame.client.events import AnyEvent, Begun, Notice, Terms, Trust, YourTurn
from p2pgame.client.lobby.lobby_news import Lobby
from p2pgame.client.telling.trust import TableTerms
from p2pgame.client.words import say
from p2pgame.engine import Message
from p2pgame.games.registry import GAMES
from p2pgame.session import Offer
from p2pgame.session.entries.payloads import Absence
from p2pgame.transport.finding.announce import LABEL_LIMIT
from tests.client.test_seats import TABLE, WITHIN, only, play, world

SIX_OF_WHOM_FOUR_GO_ON = (
    "2 players may vanish and the game goes on. Cards stay hidden unless 4 players "
    "conspire, or 2 players who control the network between the others conspire to "
    "keep them apart."
)


Until: TypeAlias = Callable[[AnyEvent], bool]


def terms(seats: int, quorum: int, patience: int, absence: Absence) -> TableTerms:
    return TableTerms(seats, quorum, patience, absence)


def begins(event: AnyEvent) -> bool:
    return isinstance(event, Begun)


def decides(event: AnyEvent) -> bool:
    return isinstance(event, YourTurn)


def is_asked(event: AnyEvent) -> bool:
    return isinstance(event, Notice) and event.message.id == "gone-ask"


async def heard_by(
    home: Path, patience: int, until: Mapping[str, Until]
) -> dict[str, list[AnyEvent]]:
    """Return what three players are told, each ``until`` it stops; Ann hosts."""
    table = {**TABLE, "players": 3, "patience": patience}
    heard: dict[str, list[AnyEvent]] = {}

    async def sit_down(name: str, invite: str) -> None:
        there = world(home / name)
        async with p2pgame.join(invite, name=name, world=there) as seat:
            heard[name] = await play(seat, until[name])

    ann = world(home / "Ann")
    with trio.fail_after(WITHIN):
        async with (
            p2pgame.host("goofspiel", name="Ann", world=ann, **table) as seat,
            trio.open_nursery() as nursery,
        ):
            assert seat.invite is not None
            nursery.start_soon(sit_down, "Ben", seat.invite)
            nursery.start_soon(sit_down, "Cleo", seat.invite)
            heard["Ann"] = await play(seat, until["Ann"])
    return heard


async def test_host_and_guests_know_who_could_read_cards_before_the_game(
    tmp_path: Path,
) -> None:
    until = dict.fromkeys(("Ann", "Ben", "Cleo"), begins)
    heard = await heard_by(tmp_path, 60, until)
    said = (
        "1 player may vanish and the game goes on. Cards stay hidden unless 2 players "
        "conspire, or 1 player who controls the network between the others keeps them "
        "apart."
    )
    assert len(heard) == 3
    for events in heard.values():
        told = only(Terms, events)
        assert told == Terms(told.message, 3, 2, 60, "finish", Trust(1, 2, 1))
        assert say(told.message) == said
        begun = only(Begun, events)
        assert begun.trust == told.trust
        assert said in say(begun.message, ("Ann", "Ben", "Cleo"))


async def test_whoever_goes_on_without_somebody_is_told_to_ask_them_elsewhere(
    tmp_path: Path,
) -> None:
    """Ben's program stops at its first turn, and nobody can know why."""
    until = {"Ann": is_asked, "Ben": decides, "Cleo": is_asked}
    heard = await heard_by(tmp_path, 4, until)
    for name in ("Ann", "Cleo"):
        names = [player.name for player in only(Begun, heard[name]).players]
        asked = heard[name][-1]
        assert isinstance(asked, Notice)
        assert say(asked.message, names) == (
            "Ask Ben by another way, such as a phone. If they play on without you, "
            "too, somebody keeps you apart and may be reading cards: stop."
        )


CASES = [
    (terms(6, 4, 300, "finish"), "holdem", Trust(2, 4, 2), SIX_OF_WHOM_FOUR_GO_ON),
    (terms(6, 5, 300, "finish"), "holdem", Trust(1, 5, 4), None),
    (
        *(terms(6, 4, 300, "finish"), "pig", Trust(2)),
        "2 players may vanish and the game goes on.",
    ),
    (
        *(terms(6, 4, 0, "finish"), "holdem", Trust(0, 4)),
        "If a player vanishes, the game waits. Cards stay hidden unless 4 players "
        "conspire.",
    ),
    (
        *(terms(6, 4, 300, "forfeit"), "holdem", Trust(0, 4)),
        "If a player vanishes, the game is over. Cards stay hidden unless 4 players "
        "conspire.",
    ),
    (terms(6, 4, 300, "default"), "holdem", Trust(1, 4, 2), None),
    (
        *(terms(6, 0, 300, "wait"), "holdem", Trust()),
        "If a player vanishes, the game waits.",
    ),
    (
        *(terms(4, 3, 300, "finish"), None, Trust(1, 3, 2)),
        "1 player may vanish and the game goes on. Cards stay hidden unless 3 players "
        "conspire, or 2 players who control the network between the others conspire "
        "to keep them apart.",
    ),
]


@pytest.mark.parametrize(("table", "name", "trust", "said"), CASES)
def test_what_is_told_follows_from_all_terms_of_a_table(
    table: TableTerms, name: str | None, trust: Trust, said: str | None
) -> None:
    game = None if name is None else GAMES[name]
    assert table.trust(game) == trust
    message = table.said(game)
    assert isinstance(message, Message)
    if said is not None:
        assert say(message) == said
    assert "beherrsch" in say(message, language="de") or not trust.forkers


def test_two_players_are_told_nothing_of_a_quorum() -> None:
    assert terms(2, 0, 300, "wait").told(GAMES["kuhn"]) is None


def test_an_offer_that_names_no_quorum_has_the_default_terms() -> None:
    game = GAMES["holdem"]
    offer = Offer(game, game.options(), 7, patience=60)
    assert TableTerms.of_offer(offer) == terms(7, 5, 60, "finish")


def test_a_label_says_what_the_host_means() -> None:
    told = Lobby("Ann: 1/2", "holdem", 2, terms(6, 5, 300, "finish"))
    label = "Ann: 1/2: holdem 2/6, quorum 5, patience 300, absence finish"
    assert told.label == label
    assert Lobby.read(label) == told
    long = Lobby("\U0001f989" * 24, "holdem" * 6, 2, terms(10, 7, 2**32 - 1, "forfeit"))
    assert len(long.label.encode()) <= LABEL_LIMIT
    assert Lobby.read(long.label) == Lobby("", *(long.game, long.taken, long.terms))


@pytest.mark.parametrize(
    "label",
    [
        "Ann: holdem 2/6",
        "Ann: holdem 2/6, quorum 3, patience 300, absence finish",
        "Ann: holdem 2/6, quorum 6, patience 300, absence finish",
        "Ann: holdem 2/6, quorum 5, patience 300, absence wait",
        "Ann: holdem 2/6, quorum 5, patience 300, absence often",
        "Ann: holdem 2/0, quorum 0, patience 300, absence finish",
        "Ann: holdem 2/\u0666, quorum 5, patience 300, absence finish",
    ],
)
def test_a_label_with_terms_that_no_game_has_says_nothing(label: str) -> None:
    assert Lobby.read(label) is None
