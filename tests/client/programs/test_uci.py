"""A chess engine plays at a seat; one that fails costs a sentence and a fair move."""

from __future__ import annotations

import random
import re
import shlex
import shutil
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import chess
import pytest
import trio

from p2pgame.agents.agent import Budget, Seating
from p2pgame.agents.match import Match
from p2pgame.agents.observation import Observation, Record
from p2pgame.agents.players.chess_player import HastyPlayer
from p2pgame.client.errors import InvalidRequest
from p2pgame.client.events import Begun, Proposed
from p2pgame.client.programs import opponents, uci_engine, uci_options
from p2pgame.client.programs.uci import UciPlayer, position
from p2pgame.client.programs.uci_engine import worth_of
from p2pgame.client.seat.seat import Seat
from p2pgame.client.world import World
from p2pgame.engine import (
    AnyGame,
    Choose,
    Chosen,
    Message,
    Options,
    Over,
    advance,
    plain,
    view,
)
from p2pgame.games.registry import GAMES
from tests.cli.test_commands import run
from tests.english import english

ENGINE = Path(__file__).with_name("uci_engine.py")
STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
CHESS = GAMES["chess"]
#: Seconds; a test that takes longer has failed.
WITHIN = 30.0


def scripted(log: Path, *what: str) -> str:
    """Return the name of an opponent: the engine that plays a script."""
    return "uci:" + shlex.join([sys.executable, str(ENGINE), str(log), *what])


def observed(*moves: str, fen: str = chess.STARTING_FEN) -> Observation:
    """Return what the side to move sees after these moves."""
    options = CHESS.options()
    at = CHESS.position(2, options, fen)
    records = [
        Record(CHESS, options, 2, seat, view(CHESS, at, seat, {})) for seat in (0, 1)
    ]
    for move in moves:
        turn = CHESS.turn(at)
        assert isinstance(turn, Choose)
        event = Chosen(turn.player, move)
        at = advance(CHESS, at, event).state
        for seat, record in enumerate(records):
            record.note(turn, event, view(CHESS, at, seat, {}))
    seen = [record.observation for record in records]
    return seen[0] if seen[0].choice is not None else seen[1]


class Desk:
    """A seat at which a game stands still."""

    def __init__(self, observation: Observation) -> None:
        self.world = World.native(Path())
        self.observation = observation
        self.moves: list[str] = []
        self.proposals: list[str] = []

    async def move(self, move: str) -> None:
        self.moves.append(move)

    async def propose(self, proposal: str) -> None:
        self.proposals.append(proposal)


@asynccontextmanager
async def seated(
    desk: Desk, text: str, limit: float = 10.0
) -> AsyncIterator[UciPlayer]:
    player = UciPlayer(cast(Seat, desk), uci_options.engine_of(text), limit=limit)
    with trio.fail_after(WITHIN):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(player.run)
            yield player
            nursery.cancel_scope.cancel()


def told(log: Path) -> list[str]:
    return log.read_text().splitlines()


async def test_an_engine_hears_of_the_game_so_far_and_its_move_is_made(
    tmp_path: Path,
) -> None:
    log = tmp_path / "log"
    desk = Desk(observed("e2e4", "offer draw", "e7e5"))
    async with seated(desk, scripted(log, "g1f3")) as player:
        assert await player.decide() is None
        desk.observation = observed(fen="4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
        await player.tell(Begun("", "chess", 1, {}, (), 0, plain("")))
        player._pace = 0.25
        assert await player.decide() is not None  # there is no knight
    assert desk.moves[0] == "g1f3"
    assert told(log) == [
        *("uci", "isready", "position startpos moves e2e4 e7e5", "go movetime 50"),
        "ucinewgame",
        "position fen 4k3/P7/8/8/8/8/8/4K2R w K - 0 1",
        *("go movetime 250", "quit"),
    ]


@pytest.mark.parametrize("move", ["a7a8q", "a7a8n", "e1g1", "h1h8"])
async def test_promotions_and_castling_are_written_as_the_game_does(
    move: str, tmp_path: Path
) -> None:
    desk = Desk(observed(fen="8/P3k3/8/8/8/8/8/4K2R w K - 0 1"))
    async with seated(desk, scripted(tmp_path / "log", move)) as player:
        assert await player.decide() is None
    assert desk.moves == [move]


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("crash", "has failed (it has stopped)"),
        ("hang", "thought for more than"),
        ("e2e5", "wanted 'e2e5', and "),
        ("(none)", "wanted '(none)', and "),
        ("resign!", "wanted 'resign!', and "),
        ("mute", "has failed (it does not answer within"),
        ("endless", "has failed (it says too much)"),
    ],
)
async def test_an_engine_that_fails_is_told_and_a_fair_move_is_made(
    what: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uci_engine, "HANDSHAKE", 0.6 if what == "mute" else WITHIN)
    desk = Desk(observed())
    text = scripted(tmp_path / "log", what)
    async with seated(desk, text, limit=2.0 if what == "hang" else WITHIN) as player:
        complaint = await player.decide()
    assert complaint is not None
    assert why in english(complaint)
    assert "another move was made for it." in english(complaint)
    assert desk.observation.choice is not None
    assert desk.moves[0] in desk.observation.choice.moves


async def test_an_engine_that_has_died_is_started_anew(tmp_path: Path) -> None:
    log, desk = tmp_path / "log", Desk(observed())
    async with seated(desk, scripted(log, "dies-once")) as player:
        assert await player.decide() is not None
        assert await player.decide() is None
    assert desk.moves[1] == "e2e4"
    assert told(log).count("uci") == 2


async def test_an_engine_that_goes_on_thinking_is_told_to_stop(tmp_path: Path) -> None:
    log, desk = tmp_path / "log", Desk(observed())
    async with seated(desk, scripted(log, "late")) as player:
        assert await player.decide() is None
    assert desk.moves == ["e2e4"]
    assert told(log)[-2:] == ["stop", "quit"]


async def test_a_turn_that_closes_leaves_no_answer_behind(tmp_path: Path) -> None:
    """An answer to the position before would be taken for the next one's."""
    log, desk = tmp_path / "log", Desk(observed())
    async with seated(desk, scripted(log, "hang")) as player:
        with trio.move_on_after(1.0):
            await player.decide()
        assert player._process._process is None
    assert desk.moves == []
    assert told(log)[-1] == "go movetime 50"


@pytest.mark.parametrize(
    ("score", "move", "accepts"),
    [
        ("cp 51", 40, False),
        ("cp 50", 40, True),
        ("cp -50", 39, False),
        ("cp -51", 1, True),
        ("mate 3", 40, False),
        ("mate -3", 1, True),
    ],
)
async def test_a_draw_is_made_by_an_engine_that_is_behind_or_late_and_even(
    score: str, move: int, accepts: bool, tmp_path: Path
) -> None:
    fen = chess.STARTING_FEN.replace(" 0 1", f" 0 {move}")
    desk = Desk(observed("offer draw", "e2e4", fen=fen))
    text = scripted(tmp_path / "log", "score", *score.split(), "e7e5")
    async with seated(desk, text) as player:
        assert await player.decide() is None
        for words in ("draw", "takeback 2"):
            await player.tell(Proposed(0, words, plain("")))
            await player.tell(Proposed(1, words, plain("")))  # its own
    assert desk.moves == ["accept draw" if accepts else "e7e5"]
    assert desk.proposals == (["draw"] if accepts else []) + ["takeback 2"]


async def test_a_draw_is_claimed_by_an_engine_that_is_not_ahead(tmp_path: Path) -> None:
    look = observed(*("g1f3", "g8f6", "f3g1", "f6g8") * 2)
    for score, move in (("0", "claim draw"), ("1", "e2e4")):
        desk = Desk(look)
        text = scripted(tmp_path / "log", "score", "cp", score, "e2e4")
        async with seated(desk, text) as player:
            assert await player.decide() is None
        assert desk.moves == [move]


async def test_an_engine_plays_no_other_game(tmp_path: Path) -> None:
    desk = Desk(Match(GAMES["tictactoe"], 2, Options(), "x").observation(0))
    async with seated(desk, scripted(tmp_path / "log", "e2e4")) as player:
        complaint = await player.decide()
    assert "plays chess, not Tic-tac-toe" in english(complaint)
    assert len(desk.moves) == 1


def refused(text: str, game: AnyGame = CHESS) -> str:
    with pytest.raises(InvalidRequest) as caught:
        opponents.check(text, game)
    return english(caught.value.message)


def test_what_is_no_engine_is_refused_before_a_table_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fine = scripted(tmp_path / "log", "e2e4")
    assert opponents.check(f"{fine}?elo=1500", None).endswith(" 1500")
    assert refused("uci:") == "uci: is followed by a command: it is empty"
    assert refused("uci:no-such-engine") == "there is no program no-such-engine"
    assert "plays chess, not Kuhn poker" in refused(fine, GAMES["kuhn"])
    assert "it does not say uciok" in refused(f"uci:{sys.executable} -c pass")
    for endless in ("yes", "cat /dev/zero"):  # gigabytes, before the time was up
        assert "it does not say uciok" in refused(f"uci:{endless}")
    monkeypatch.setattr(uci_options, "HANDSHAKE", 0.3)
    assert "it does not answer within" in refused(
        f"uci:{sys.executable} -c 'import time; time.sleep(99)'"
    )


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("elo=1100", "UCI_Elo of {} is a number from 1350 to 2850, not 1100"),
        ("skill-level=x", "Skill Level of {} is a number from 0 to 20, not x"),
        ("style=Wild", "Style of {} is Solid or Very Risky, not Wild"),
        ("UCI_LimitStrength=1", "UCI_LimitStrength of {} is true or false, not 1"),
        ("Clear Hash=1", "{} has no option Clear Hash; known: Skill Level, UCI_"),
        ("hash=64", "{} has no option hash; known: Skill Level, UCI_"),
        ("elo", "the options of an engine are NAME=VALUE, not 'elo'"),
        ("style=Solid\nquit", "the options of an engine are NAME=VALUE, not 'style="),
    ],
)
def test_a_setting_that_an_engine_does_not_take_is_refused(
    given: str, why: str, tmp_path: Path
) -> None:
    fine = scripted(tmp_path / "log", "e2e4")
    assert why.format(Path(sys.executable).name) in refused(f"{fine}?{given}")


async def test_settings_reach_the_engine_by_its_own_names(tmp_path: Path) -> None:
    log, desk = tmp_path / "log", Desk(observed())
    text = scripted(log, "e2e4") + "?elo=1500&skill_level=3&STYLE=Very Risky"
    async with seated(desk, text) as player:
        assert await player.decide() is None
    assert told(log)[1:5] == [
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 1500",
        "setoption name Skill Level value 3",
        "setoption name Style value Very Risky",
    ]


def test_scores_are_read_from_what_an_engine_says() -> None:
    said = {
        "info depth 9 score cp -31 lowerbound nodes 1": -31,
        "info depth 9 score mate 2 pv e2e4": uci_engine.MATE,
        "info depth 9 score mate -2 pv e2e4": -uci_engine.MATE,
        "info depth 9 score mate 0": -uci_engine.MATE,
        "info string score cp": None,
        "info score": None,
        "info score cp --5": None,
        f"info score cp {'9' * 5000}": None,
        "bestmove e2e4 score cp 3": None,
    }
    assert {line: worth_of(line) for line in said} == said
    assert position(observed()) == "position startpos"


def _stockfish() -> str:
    if STOCKFISH is None:
        pytest.skip("stockfish is not here (apt-get install stockfish)")
    return STOCKFISH


def test_engines_play_at_a_table_of_processes(tmp_path: Path) -> None:
    white = scripted(tmp_path / "white", "moves", "f2f3", "g2g4")
    black = scripted(tmp_path / "black", "moves", "e7e5", "d8h4")
    seats = ("--seat", f"1={white}", "--seat", f"2={black}?elo=1500")
    done = run("play", "chess", *seats, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "another move was made" not in done.stdout
    assert re.search(r"The game is over: python\S* 1500 \+1, python", done.stdout)
    for log in ("white", "black"):
        assert told(tmp_path / log)[-1] == "quit"


async def test_stockfish_plays_a_whole_game_by_the_rules() -> None:
    moves, options = list[str](), CHESS.options()
    seating = Seating(CHESS, options, 2, 0, random.Random(1).randbytes)
    hasty = HastyPlayer(seating)
    desk = Desk(observed())
    async with seated(desk, f"uci:{_stockfish()}") as player:
        while not isinstance(desk.observation.turn, Over):
            look = desk.observation
            if look.seat == 0:
                assert look.choice is not None
                budget = Budget.of(lambda: 0.0, simulations=1)
                moves.append(hasty.decide(look, look.choice, budget))
            else:
                assert await player.decide() is None
                moves.append(desk.moves[-1])
            desk.observation = observed(*moves)
    assert desk.observation.turn.payoffs == (-1, 1)


async def test_stockfish_promotes_and_mates() -> None:
    path = _stockfish()
    cases: Sequence[tuple[str, str]] = (
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8"),
        ("7k/P7/6K1/8/8/8/8/8 w - - 0 1", "a7a8"),
    )
    desk = Desk(observed())
    async with seated(desk, f"uci:{path}") as player:
        for fen, _ in cases:
            desk.observation = observed(fen=fen)
            complaint: Message | None = await player.decide()
            assert complaint is None
    assert [move[:4] for move in desk.moves] == [move for _, move in cases]


@pytest.mark.parametrize("low", ["--1", "9" * 5000, "\N{ARABIC-INDIC DIGIT ONE}"])
def test_what_an_engine_calls_a_bound_may_be_none(low: str) -> None:
    """Two of these ended the program with a traceback."""
    engine = uci_options.engine_of("uci:true?hash=5")
    said = [f"option name Hash type spin min {low}"]
    assert uci_options.commands(engine, said) == ["setoption name Hash value 5"]


def test_an_option_whose_name_draws_on_the_terminal_is_none() -> None:
    engine = uci_options.engine_of("uci:true?hash=5")
    with pytest.raises(InvalidRequest) as caught:
        uci_options.commands(engine, ["option name \x1b[2J type string"])
    assert "known: none" in english(caught.value.message)
