"""What a form needs before a game, and what leaves in other notations."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2pgame.agents.shipped import SHIPPED
from p2pgame.client.answering import inquire
from p2pgame.client.answers import (
    Exported,
    Games,
    Programs,
    QrShown,
    SettingsShown,
    Transcripts,
)
from p2pgame.client.choosing import about
from p2pgame.client.errors import ClientError, InvalidRequest
from p2pgame.client.events import Player, Verified
from p2pgame.client.inquiries import (
    AnyInquiry,
    Export,
    ListGames,
    ListPrograms,
    ListTranscripts,
    SetName,
    ShowQr,
    ShowSettings,
)
from p2pgame.client.transcripts.exports import results
from p2pgame.client.words import say, speak_here
from p2pgame.client.world import World
from p2pgame.engine import Message
from p2pgame.games import registry

ARCHIVE = Path(__file__).parent.parent / "archive"


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setenv("P2PGAME_TRANSCRIPTS", str(tmp_path / "kept"))
    return World.native(tmp_path / "home")


async def answer(request: AnyInquiry, world: World) -> object:
    (event,) = [event async for event in inquire(request, world)]
    return event


@pytest.mark.parametrize("language", ["en", "de"])
async def test_each_game_has_a_title_a_sentence_and_options_that_say_what_they_are(
    world: World, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_FILES", [])  # another test may have added some
    speak_here(language)
    found = await answer(ListGames(), world)
    assert isinstance(found, Games)
    for game in found.games:
        assert game.title != game.name
        assert game.about.endswith((".", ":")), game
        assert all(option.about for option in game.options), game.name
    titles = {game.name: game.title for game in found.games}
    assert titles["kuhn"] == {"en": "Kuhn poker", "de": "Kuhn-Poker"}[language]


async def test_programs_are_listed_with_their_strength(world: World) -> None:
    found = await answer(ListPrograms("tictactoe"), world)
    assert isinstance(found, Programs)
    assert [one.id for one in found.programs][-1] == "perfect-pia"
    assert found.programs[-1].level == "perfect"
    everybody = await answer(ListPrograms(), world)
    assert isinstance(everybody, Programs)
    assert len(everybody.programs) >= len(SHIPPED)
    with pytest.raises(InvalidRequest, match="nonsense"):
        await answer(ListPrograms("nonsense"), world)


def test_what_a_program_does_is_said_in_each_language() -> None:
    for one in SHIPPED:
        assert say(about(one), language="en") == one.about
    german = [say(about(one), language="de") for one in SHIPPED]
    assert len({*german}) == len(SHIPPED)
    other = Message.of("program-about", program="a-stranger")
    assert say(other, language="de") not in german


async def test_a_name_is_kept(world: World) -> None:
    assert await answer(ShowSettings(), world) == SettingsShown(())
    assert await answer(SetName("Ann"), world) == SettingsShown((), "Ann")
    assert await answer(ShowSettings(), world) == SettingsShown((), "Ann")
    with pytest.raises(InvalidRequest):
        await answer(SetName("a\nb"), world)


async def test_transcripts_are_listed_the_last_one_first(world: World) -> None:
    folder = world.folder
    assert await answer(ListTranscripts(), world) == Transcripts(str(folder), ())
    folder.mkdir()
    for name in ("a.p2pgame", "b.p2pgame", "c.txt"):
        (folder / name).write_bytes(b"1234")
    found = await answer(ListTranscripts(), world)
    assert isinstance(found, Transcripts)
    assert {one.file for one in found.transcripts} == {"a.p2pgame", "b.p2pgame"}
    assert {one.size for one in found.transcripts} == {4}


async def test_the_folder_that_is_listed_is_that_to_which_games_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who has chosen no folder at all finds the games in the documents."""
    for name in ("P2PGAME_HOME", "P2PGAME_TRANSCRIPTS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path / "Documents"))
    world = World.native()
    assert world.folder == tmp_path / "Documents" / "p2pgame"
    world.folder.mkdir(parents=True)
    (world.folder / "kuhn.p2pgame").write_bytes(b"1234")
    found = await answer(ListTranscripts(), world)
    assert isinstance(found, Transcripts)
    assert [one.file for one in found.transcripts] == ["kuhn.p2pgame"]


async def test_a_link_to_nowhere_hides_no_other_transcript(world: World) -> None:
    world.folder.mkdir()
    (world.folder / "kuhn.p2pgame").write_bytes(b"1234")
    (world.folder / "gone.p2pgame").symlink_to(world.folder / "nowhere")
    found = await answer(ListTranscripts(), world)
    assert isinstance(found, Transcripts)
    assert [one.file for one in found.transcripts] == ["kuhn.p2pgame"]


async def test_a_code_is_told_as_rows_of_modules(world: World) -> None:
    found = await answer(ShowQr("P2PGAME:AB"), world)
    assert isinstance(found, QrShown)
    assert {len(row) for row in found.rows} == {len(found.rows)}
    assert found.rows[0].startswith("11111110")
    with pytest.raises(InvalidRequest, match="2953"):
        await answer(ShowQr("ä" * 2000), world)


async def test_results_leave_as_a_table(world: World) -> None:
    file = ARCHIVE / "tictactoe-1-masked.p2pgame"
    found = await answer(Export(str(file), "csv"), world)
    assert isinstance(found, Exported)
    assert found.name == "tictactoe-1-masked.csv"
    head, first, second = found.text.splitlines()
    assert head == "game,version,table,seat,name,identity,payoff"
    assert first.startswith("tictactoe,1,")
    assert int(first.split(",")[-1]) == -int(second.split(",")[-1])
    with pytest.raises(ClientError, match="Chess"):
        await answer(Export(str(file), "pgn"), world)


async def test_chess_leaves_as_pgn(world: World) -> None:
    pytest.importorskip("chess")
    file = next(ARCHIVE.glob("chess-*.p2pgame"))
    found = await answer(Export(str(file), "pgn"), world)
    assert isinstance(found, Exported)
    assert found.text.startswith("[Event")


def test_a_name_is_no_formula_in_a_spreadsheet() -> None:
    players = (Player('=HYPERLINK("x")', "aa"), Player("Ben", "bb"))
    message = Message.of("left-lobby")
    found = Verified("", "kuhn", 1, {}, players, (1, -1), 3, 9, message)
    assert "'=HYPERLINK" in results(found)
    assert "\n=" not in results(found)
    assert ",=" not in results(found)
