"""The commands perft, rules and playthrough."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from p2pgame.cli.main import main
from p2pgame.client.words import say, title_of
from p2pgame.engine import AnyGame, Game, Options
from p2pgame.engine.rules import check
from p2pgame.games import registry
from p2pgame.games.registry import GAMES, SHIPPED, find
from p2pgame.playtest import POINTS, Case, Point
from p2pgame.playtest.form import Field, form
from tests.games.cases import PLAYTHROUGHS, golden
from tests.sources import ROOT


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def refused(*arguments: str) -> str:
    """Return the sentence of a command that makes no sense."""
    done = run(*arguments)
    assert done.exit_code == 2, done.output
    sentence = done.output.strip().splitlines()[-1]
    assert sentence.startswith("Error: ")
    return sentence.removeprefix("Error: ")


def test_perft_counts_the_leaves_of_each_depth() -> None:
    assert run("perft", "tictactoe", "--depth", "5").output.splitlines() == [
        *("1 9", "2 72", "3 504", "4 3024", "5 15120"),
    ]


@pytest.mark.row("G10")
def test_perft_shows_where_each_choice_leads() -> None:
    """The table of a position: each choice, the state after it, and who is next."""
    lines = run("perft", "tictactoe", "--depth", "2", "--divide").output.splitlines()
    assert len(lines) == 9 * 5
    assert lines[20:25] == [
        "player 0: 5  8",
        *("    1 2 3", "    4 X 6", "    7 8 9"),
        "    player 1 chooses: 1, 2, 3, 4, 6, 7, 8, 9",
    ]
    rolls = run("perft", "pig", "--depth", "2", "--divide").output.splitlines()
    assert [line for line in rolls if not line.startswith(" ")] == [
        *("player 0: roll  6", "player 0: hold  2"),
    ]
    assert "cannot be counted 3 turns ahead: a Deal may go in" in refused(
        "perft", "holdem", "--depth", "3", "--divide"
    )


def test_perft_counts_deals_and_rolls_as_they_may_fall() -> None:
    counts = run("perft", "kuhn", "--depth", "3").output.splitlines()
    assert counts == ["1 1", "2 6", "3 12"]
    assert run("perft", "pig", "--depth", "2").output.splitlines() == ["1 2", "2 8"]


def test_perft_starts_from_a_position() -> None:
    pytest.importorskip("chess")
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
    # Kiwipete, from the chess programming wiki's perft results.
    done = run(
        *("perft", "chess", "--depth", "2", "--from", fen, "-o", "agreement=false")
    )
    assert done.output.splitlines() == ["1 48", "2 2039"]


def test_rules_are_loaded_from_no_address() -> None:
    """An author may think of a game as an address; ours are files that one looks at."""
    address = "https://example.org/tictactoe.rules.py"
    told = f"Rules are loaded from files only: save {address}, look at it, and name "
    for command in (("perft", "--depth", "1"), ("rules", "add"), ("rules",)):
        assert refused(*command, address) == f"{told}the file."


def test_perft_refuses_what_cannot_be_counted_in_a_sentence() -> None:
    assert refused("perft", "nosuch", "--depth", "1").startswith("Invalid value")
    assert "cannot be counted 3 turns ahead: a Deal may go in" in refused(
        "perft", "holdem", "--depth", "3"
    )
    assert refused("perft", "kuhn", "--depth", "1", "--from", "x") == (
        "Kuhn poker has no notation for positions."
    )
    assert "0 is not in the range" in refused("perft", "kuhn", "--depth", "0")
    assert "has no options" in refused("perft", "kuhn", "--depth", "1", "-o", "x=1")


@pytest.mark.row("B02", "B61")
@pytest.mark.parametrize("name", GAMES)
def test_rules_are_told_with_players_and_options(name: str) -> None:
    done, game = run("rules", name), find(name)
    title = say(title_of(name))
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert lines[0].startswith(f"{title}, version {game.version}, for ")
    assert not any(line.startswith("rules ") for line in lines)
    told = [line for line in lines if line.startswith("option ")]
    defaults = msgspec.to_builtins(game.options())
    for line, (option, value) in zip(told, defaults.items(), strict=True):
        assert line.startswith(f"option {option} = {value}")
    doc = sys.modules[type(game).__module__].__doc__
    assert doc
    in_words = " ".join(doc.replace("``", "'").replace("::\n", ":\n").split())
    assert in_words in " ".join(done.output.split())


@pytest.mark.row("B32")
def test_rules_say_what_each_kind_of_move_does() -> None:
    """In a file's own words, where no description has any."""
    game = run("rules", str(ROOT / "tests" / "tabletop" / "pairs.py"))
    assert re.search(
        "^moves:\n    .*reveal NUMBER  +Turns up a card", game.output, re.M
    )
    assert re.search(
        "^    stand  +Take no more cards.$", run("rules", "blackjack").output, re.M
    )


@pytest.mark.row("B76")
@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.__name__)
def test_a_new_game_keeps_its_promises_as_it_is_written(
    point: Point, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run("newgame", "up-and-away")
    assert done.exit_code == 0
    (tmp_path / "fresh_game.py").write_text(done.output)
    monkeypatch.syspath_prepend(str(tmp_path))
    module = importlib.import_module("fresh_game")
    monkeypatch.delitem(sys.modules, "fresh_game")
    game: AnyGame = module.UpAndAway()
    check(game, {"fresh_game": done.output})
    for seed in range(3):
        point(Case(game, 3, game.options(), seed))


def test_a_new_game_needs_a_name_that_can_be_typed() -> None:
    assert refused("newgame", "My Game!") == (
        "a name is a to z, 0 to 9, - and _, not 'My Game!'."
    )
    assert "not '-'" in refused("newgame", "_")


@pytest.mark.parametrize(
    ("game", "option", "told"),
    [
        ("holdem", "stack=abc", "the option stack is a whole number, not 'abc'"),
        ("holdem", "stack=", "the option stack is a whole number, not ''"),
        ("spades", "proof=maybe", "the option proof is true or false, not 'maybe'"),
        (
            "liars-dice",
            "wild=some",
            "the option wild is one of ones, highest, none, not 'some'",
        ),
        ("tictactoe", "x=1", "Tic-tac-toe has no options."),
        (
            "pig",
            "points=1",
            "Pig has no option 'points', but goal",
        ),
    ],
)
@pytest.mark.parametrize("command", ["play", "playthrough"])
def test_an_option_that_is_wrong_is_refused_in_words(
    command: str, game: str, option: str, told: str
) -> None:
    assert refused(command, game, "-o", option) == told


def test_a_game_that_needs_an_extra_is_listed_with_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gone = registry.Shipped(
        "p2pgame.games.duel.kuhn", "KuhnPoker", library="no_such_library"
    )
    monkeypatch.setitem(SHIPPED, ("gone", 1), gone)
    needs = "-m pip install 'p2pgame[no_such_library]'"
    told, line = run("games").output.splitlines()[-2:]
    assert told == "gone needs more than is installed here:"
    assert line.endswith(needs)
    assert refused("play", "gone").endswith(needs)
    assert "gone needs a library that is not installed here" in refused("play", "Gone")


def test_a_new_game_is_made_as_the_readme_says() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "p2pgame newgame my_game > my_game.py" in readme
    done = run("newgame", "my_game")
    assert done.exit_code == 0
    assert done.output == run("newgame", "my-game").output
    assert 'name = "my-game"' in done.output


@pytest.mark.row("B76")
def test_a_new_game_comes_with_a_test_and_a_page_of_what_to_change(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "new"
    assert run("newgame", "my-game", "--into", str(folder)).exit_code == 0
    assert (folder / "my_game.py").read_text() == run("newgame", "my-game").output
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert tested.returncode == 0, tested.stdout
    guide = (folder / "my_game.md").read_text()
    told = re.findall(r"^    p2pgame (\w+) ", guide, re.MULTILINE)
    assert told == ["play", "play", "host", "rules", "playthrough", "perft", "verify"]
    again = refused("newgame", "my-game", "--into", str(folder))
    assert "my_game.py can't be written: File exists." in again


def test_a_new_game_is_not_called_like_one_of_ours() -> None:
    said = refused("newgame", "kuhn")
    assert said == "A game of p2pgame is called kuhn: choose another name."


@pytest.mark.row("B61")
def test_what_may_be_chosen_is_found_out_from_the_rules() -> None:
    hands, stack, _, button, small, big, ante, rising = form(find("holdem"), 2)
    assert hands == Field("hands", 1, 0, 1000)
    assert stack == Field("stack", 1000, 10, 10**12)
    assert (button.low, button.high) == (0, 2)
    assert (small.low, small.high, big.low, big.high) == (1, 10, 5, 1000)
    assert str(ante) == "ante = 0  (0…1000)"
    assert rising.name == "raise_every"


class Switches(Options, frozen=True):
    fast: bool = True
    any: int = 5
    name: str = "x"


class Switched(Game):  # type: ignore[type-arg]
    name = "switched"
    options = Switches

    def setup(self, seats, options):  # type: ignore[no-untyped-def]
        raise NotImplementedError

    turn = apply = show = setup  # type: ignore[assignment]


def test_an_option_without_bounds_is_shown_as_such() -> None:
    fast, number, name = form(Switched(), 2)
    assert str(fast) == "fast = True  (False, True)"
    assert str(number) == "any = 5"
    assert str(name) == "name = x"


@pytest.mark.row("B61")
def test_options_that_the_rules_forbid_are_refused() -> None:
    assert "can't be played like that: the goal is 2 to 1000" in refused(
        "playthrough", "pig", "-o", "goal=1"
    )
    assert "no option 'goals'" in refused("playthrough", "pig", "-o", "goals=1")
    assert "Pig takes 2 to 10 players, not 11" in refused(
        "playthrough", "pig", "--players", "11"
    )


@pytest.mark.row("B67", "B72")
@pytest.mark.parametrize("case", [*golden()], ids=str)
def test_a_playthrough_is_the_text_that_is_kept(case: object) -> None:
    (each,) = [one for one in golden() if str(one) == str(case)]
    options = msgspec.to_builtins(each.options)
    given = [f"-o{name}={value}" for name, value in options.items()]
    done = run(
        *("playthrough", each.game.name, "--seed", "1", "--tables", "20"),
        *("--players", str(each.seats), *given),
    )
    assert done.output == (PLAYTHROUGHS / f"{each.game.name}.txt").read_text("utf-8")


@pytest.mark.row("B67")
def test_a_playthrough_draws_the_table_for_everybody() -> None:
    text = run("playthrough", "kuhn", "--seed", "3").output
    assert "player 0 ?, player 1 ?" in text
    assert "player 0 sees\n  player 0 J, player 1 ?" in text
    assert "player 1 sees\n  player 0 ?, player 1 Q" in text
    assert run("playthrough", "kuhn", "--seed", "4").output != text
