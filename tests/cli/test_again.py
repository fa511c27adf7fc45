"""Scripts and programs beside the moves: further games, time that is up, words."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest
from click.testing import CliRunner

from p2pgame.cli.main import main
from p2pgame.cli.text.aside import Aside
from p2pgame.cli.text.aside_words import begins
from p2pgame.cli.text.giving_up import sure
from p2pgame.client.events import Begun, Player
from p2pgame.client.front_end import FrontEnd
from p2pgame.client.seat.seat import Seat
from p2pgame.client.words import say
from p2pgame.client.world import World
from p2pgame.engine import Choose, plain
from p2pgame.games.registry import find
from p2pgame.session.entries.payloads import Absence
from tests.children import lines_from
from tests.cli.processes import Guests, line_with

HOST = ("--bot", "--listen", "127.0.0.1:0", "--transcript", "game.p2pgame")


@pytest.fixture
def guests(tmp_path: Path) -> Iterator[Guests]:
    guests = Guests(tmp_path)
    watchdog = Timer(60, guests.end)
    watchdog.start()
    yield guests
    watchdog.cancel()
    guests.close()


def typed(text: str, process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write(text)
    process.stdin.flush()


def test_programs_play_as_many_further_games_as_they_are_told(guests: Guests) -> None:
    host = guests.start("host", "kuhn", *HOST, "--name", "Host", "--again", "1")
    invite = line_with("p2pgame join", host).split()[-1]
    join = ("join", invite, "--bot", "--name", "Ann")
    guest = guests.start(*join, "--again", "5", "--transcript", "hers")
    for process in (host, guest):
        line_with("Host, Ann play Kuhn poker.", process)
        line_with("Verified: ", process)
        line_with("Ann, Host play Kuhn poker.", process)
        line_with("Verified: ", process)
        assert process.wait(timeout=30) == 0
    for ours, theirs in (("game.p2pgame", "hers"), ("game-2.p2pgame", "hers-2")):
        assert (guests.folder / ours).read_bytes() == (
            guests.folder / theirs
        ).read_bytes()
        done = CliRunner().invoke(main, ["verify", str(guests.folder / ours)])
        assert done.exit_code == 0
        assert "\nAll have signed the first " in done.stdout


def test_who_does_not_play_again_ends_as_ever(guests: Guests) -> None:
    host = guests.start("host", "kuhn", *HOST, "--again", "1")
    invite = line_with("p2pgame join", host).split()[-1]
    guest = guests.start("join", invite, "--bot", "--transcript", "hers")
    line_with("Verified: ", guest)
    assert guest.wait(timeout=30) == 0
    again = line_with("p2pgame join", host).split()[-1]
    assert again != invite
    listed = guests.start("tables", home="home 0")
    assert "kuhn" in line_with("waiting", listed)
    assert line_with("over", listed).startswith("  2  kuhn")


def test_a_script_talks_before_it_is_asked_and_keeps_its_moves(guests: Guests) -> None:
    host = guests.start("host", "tictactoe", *HOST)
    invite = line_with("p2pgame join", host).split()[-1]
    guest = guests.start("join", invite, "--name", "Ann", "--transcript", "hers")
    typed("say hello\nsay  what a\tmove \n" + "say more\n" * 20, guest)
    typed("\n1\n2\n3\n4\n5\n6\n7\n8\n9\n", guest)
    for process in (host, guest):
        line_with("Ann: hello", process)
    line_with("Ann: what a move", host)
    heard = [*lines_from(host)]
    for told in ("Ann writes O in ", "Ann says a lot; ", "Verified: "):
        assert any(line.startswith(told) for line in heard), told
    line_with("Verified: ", guest)
    shown = guests.start("show", "game.p2pgame")
    line_with("Ann: hello", shown)


@pytest.mark.parametrize("policy", ["default", "forfeit"])
def test_what_becomes_of_who_is_silent_is_told_before_and_when_it_is_so(
    policy: Absence, guests: Guests
) -> None:
    terms = ("--players", "3", "--patience", "2", "--bank", "9", "--absence", policy)
    # In one hand the two programs may both fold before Ann is asked.
    host = guests.start("host", "holdem", *HOST, *terms, "--hands", "9")
    invite = line_with("p2pgame join", host).split()[-1]
    guests.start("join", invite, "--bot", "--name", "Ben", "--transcript", "his")
    guest = guests.start("join", invite, "--name", "Ann", "--transcript", "hers")
    told = {
        "default": "A move is made for a player who is silent for 2 s.",
        "forfeit": "A player who is silent for 2 s has lost, and the game is over.",
    }[policy]
    bank = "For all decisions together each player has 9 s."
    trust = {
        "default": "1 player may vanish and the game goes on. Cards stay hidden "
        "unless 2 players conspire, or 1 player who controls the network between the "
        "others keeps them apart.",
        "forfeit": "If a player vanishes, the game is over. Cards stay hidden unless "
        "2 players conspire.",
    }[policy]
    for process in (host, guest):
        assert line_with(trust, process) == f"{trust}\n"  # before the game begins
        opening = line_with(" play Texas hold'em.", process)
        assert opening.endswith(f"{told} {bank} {trust}\n")
    line_with("(the others wait 2 s for you)", guest)
    if policy == "default":
        made = line_with("You were silent for too long: ", guest)
        # Whoever sits down second may have nothing to call.
        (move,) = (m for m in ("fold", "check") if f": {m} is made for you." in made)
        line_with(f"Ann is silent: {move} is made for them.", host)
    else:
        line_with("It was forfeited by Ann.", host)


def test_how_far_a_game_that_was_cut_off_is_signed_is_told(guests: Guests) -> None:
    host = guests.start("host", "tictactoe", *HOST)
    invite = line_with("p2pgame join", host).split()[-1]
    guest = guests.start("join", invite, "--name", "Ann", "--transcript", "hers")
    line_with("Your move: ", guest)
    typed("say wait\n", guest)  # no answer to what is asked
    line_with("Ann: wait", host)
    guest.terminate()
    line_with("You have left the table", guest)
    told = CliRunner().invoke(main, ["verify", str(guests.folder / "hers"), "--json"])
    assert told.exit_code == 0
    outcome = json.loads(told.stdout)
    assert (outcome["ok"], outcome["finished"]) == (True, False)
    assert " has not answered" in outcome["unfinished"]
    assert outcome["signed"].keys() == {"turns", "hands"}
    assert all("payoff" not in player for player in outcome["players"])


def words_for(
    game: str, *, asked: Choose | None = None, script: bool, said: list[str]
) -> Aside:
    """Return what hears words at a table of two, of whom ours is ``asked``."""
    players = tuple(Player(name, "") for name in ("Ann", "Ben"))
    draws = find(game).draws
    begun = Begun("", game, 1, {}, players, 0, plain("It begins."), draws)
    return Aside(
        *(Seat(FrontEnd(), World.native(Path())), begun, said.append),
        turn=lambda: asked,
        is_over=lambda: False,
        script=script,
    )


@pytest.mark.parametrize(
    ("game", "line", "script", "taken"),
    [
        ("crazy-eights", "draw", True, False),  # a move there, written ahead
        ("crazy-eights", "draw", False, True),  # which the table refuses
        ("chess", "draw", True, True),
        ("chess", "Last  Round", True, True),
        ("chess", "takeback 3", True, True),
        ("chess", "takeback 0", True, False),
        ("chess", "leave", True, False),
        ("chess", "leave", False, True),
        ("chess", "?", True, False),
        ("chess", "say", False, False),
        ("chess", "e2e4", False, False),
    ],
)
def test_words_count_before_anybody_is_asked_if_they_are_no_moves(
    game: str,
    line: str,
    script: bool,
    taken: bool,
) -> None:
    assert words_for(game, script=script, said=[]).takes(line) is taken


def test_a_move_of_that_name_comes_first() -> None:
    said: list[str] = []
    turn = Choose(0, ("play 3", "draw"))
    at_cards = words_for("crazy-eights", asked=turn, script=False, said=said)
    assert not at_cards.takes("draw")
    assert at_cards.takes("last round")
    assert not at_cards.takes("leave")  # whoever asks asks once more itself
    unasked = words_for("chess", script=False, said=said)
    for line in ("resign", "say wait", "resign"):
        assert unasked.takes(line)
    assert (
        said == [say(sure("resign", 2, None))] * 2
    )  # between them it has thought better of it


@pytest.mark.parametrize(
    "text", ["s", "say", "Say he", "takeb", "last r", "takeback 1"]
)
def test_what_may_become_a_word_is_kept_when_a_question_comes(text: str) -> None:
    assert begins(text)


@pytest.mark.parametrize("text", ["", "5", "e2e4", "sayonara", "lasts"])
def test_what_becomes_no_word_is_no_answer_to_a_later_question(text: str) -> None:
    assert not begins(text)
