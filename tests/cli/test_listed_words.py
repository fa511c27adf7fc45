"""Each word that ``?`` lists does something then: nobody is told that it can't be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from p2pgame.cli.text import words
from p2pgame.cli.text.aside_words import DRAW, LEAVE, QUIT, RESIGN
from p2pgame.client.events import Begun
from p2pgame.games.registry import GAMES
from tests.cli.typed_effects import SOON, Typist, typing
from tests.client.planners import alone, table

#: What is typed of a form that takes more.
LINES = {"say TEXT": "say hello"}
#: It depends on the cell whether there is something to undo for it.
UNDO_FOR = "undo for WHAT"
#: What would end the seat, and what is taken elsewhere while a move is asked for.
ENDING = (LEAVE, RESIGN, QUIT, "help")


async def type_all(typist: Typist, *without: str) -> list[str]:
    """Type each word that is listed, and then what it has listed anew."""
    typed = list[str]()
    while True:
        known = [
            one
            for one in typist.aside.known
            if not {one.name, one.form} & {*ENDING, *without}
        ]
        rest = [one for one in known if one.form not in typed]
        if not rest:
            return typed
        typed.append(rest[0].form)
        line = LINES.get(rest[0].form, rest[0].name)
        assert await typist.types(line), f"{line!r} is no word"


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what will have been said of words that can't be."""
    found, told = list[str](), words.told

    def keep(error: Exception, names: Sequence[str] = ()) -> str:
        found.append(str(error))
        return told(error, names)

    monkeypatch.setattr(words, "told", keep)
    return found


@pytest.mark.parametrize("game", [name for name in GAMES if 2 in GAMES[name].seats])
async def test_of_two_players_either_can_do_what_is_listed(
    game: str, tmp_path: Path, autojump_clock: MockClock, refused: list[str]
) -> None:
    async with table(tmp_path, game) as there:
        for player in (there.ann, there.ben):
            await player.wait(Begun, lambda begun: True)
            await trio.sleep(SOON)
            async with typing(player) as typist:
                typed = await type_all(typist, DRAW)  # whoever agrees ends the game
            is_asked = player.seat.now.turn is not None
            assert ("nudge" in typed) != is_asked or game == "mover", typed
            assert not {"sit out", "buy in N"} & {*typed}, typed
            assert refused == [], (refused, typed)


@pytest.mark.parametrize("game", [name for name in GAMES if 1 in GAMES[name].seats])
async def test_who_plays_alone_can_do_what_is_listed(
    game: str, tmp_path: Path, autojump_clock: MockClock, refused: list[str]
) -> None:
    async with alone(tmp_path, game) as player:
        unasked = ["hint"] if game == "mover" else []  # a tick is open only at times
        async with typing(player) as typist:
            typed = await type_all(typist, UNDO_FOR, *unasked)
        assert ("hint [more|N]" in typed) == player.all(Begun)[0].gives_hints
        assert refused == [], (refused, typed)
