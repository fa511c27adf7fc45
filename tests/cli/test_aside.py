"""Words beside the moves, typed at any time, and playing again: at two terminals."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no terminals of this kind", allow_module_level=True)

from p2pgame.client.transcripts.checking import verify
from p2pgame.games.poker.holdem_evening import HoldemOptions
from p2pgame.games.registry import KNOWN
from p2pgame.session.table.verify import read
from tests.cli.test_terminal import Terminal

#: A prompt, and no card table's mark.
PROMPT = "> "
#: Runs the program for somebody of this name.
Open = Callable[..., Terminal]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Open]:
    """A function that opens a terminal for a name, with the arguments given."""
    opened: list[Terminal] = []

    def run(name: str, *arguments: str) -> Terminal:
        folder = tmp_path / name
        folder.mkdir()
        opened.append(Terminal(folder, *arguments, "--name", name))
        return opened[-1]

    yield run
    for one in opened:
        one.close()


def invite(host: Terminal) -> str:
    host.wait_for("p2pgame join ")
    host.wait_for("\n")
    return host.shown.rpartition("p2pgame join ")[2].split()[0]


def join(sit: Open, name: str, invite: str) -> Terminal:
    """Join a host on this machine, which is asked about."""
    guest = sit(name, "join", invite)
    guest.wait_for("[Y/n]")
    guest.wait_for("> ")
    guest.type("\n")
    return guest


def let_in(host: Terminal, name: str) -> None:
    host.wait_for(f"{name} has come with your link. Play with {name}? [Y/n]")
    host.wait_for("> ")
    host.type("\n")


#: Seconds after which a line is typed once more.
ONCE_MORE = 1.0


def type_until(
    table: Terminal, line: str, other: Terminal, text: str, *, at_prompt: bool = False
) -> None:
    """Type a line until it counts, which it does not before the game has come so far.

    That is when ``other`` is told this text.  With ``at_prompt`` it is typed only where
    a prompt waits for it: later questions are asked of what was typed before.
    """

    typed = 0.0

    def is_told() -> bool:
        nonlocal typed
        table.look()
        # A slow program would have ever more lines to read.
        is_time = time.monotonic() - typed >= ONCE_MORE
        may_type = not at_prompt or table.shown.endswith("> ")
        if text not in other.shown and is_time and may_type:
            table.type(f"{line}\n")
            typed = time.monotonic()
        return text in other.shown

    other.wait_until(is_told, text)


def host(sit: Open, *arguments: str) -> Terminal:
    return sit("Ann", "host", *arguments, "--listen", "127.0.0.1:0")


def test_a_hint_is_given_where_no_other_person_plays(sit: Open) -> None:
    ann = sit("Ann", "play", "blackjack", "--players", "1")
    ann.wait_for("Your move: ")
    ann.wait_for("> ")
    ann.type("hint\n")
    ann.wait_for(" suggests: ")


def test_no_hint_is_given_against_another_person(sit: Open) -> None:
    ann = host(sit, "tictactoe")
    ben = join(sit, "Ben", invite(ann))
    let_in(ann, "Ben")
    ann.wait_for("Your move: ")
    ann.wait_for("> ")
    ann.type("hint\n")
    ann.wait_for("There are hints only where no other person plays.")
    assert "hint" not in ben.shown


def test_two_talk_go_back_agree_on_a_draw_and_play_again(
    sit: Open, tmp_path: Path
) -> None:
    ann = host(sit, "tictactoe")
    ben = join(sit, "Ben", invite(ann))
    let_in(ann, "Ben")
    ann.wait_for("Your move: ")
    ann.wait_for("> ")
    type_until(ben, "score", ben, "This game counts nothing before its end.")
    ben.type("say hello, Ann\n")
    for table in (ann, ben):
        table.wait_for("Ben: hello, Ann")
    ann.type("5\n")
    for table in (ann, ben):
        table.wait_for("Ann writes X in 5")

    ben.wait_for("> ")
    ann.type("takeback\n")
    ann.wait_for("it counts if all agree before the next move.")
    ben.wait_for("Ann asks to take the last move back; type takeback 1 to agree.")
    ben.type("takeback 1\n")
    for table in (ann, ben):
        table.wait_for("all agree to take the last move back")

    plan_and_agree_on_a_draw(ann, ben)
    ann.wait_for("Again? [y/N] (or the name of another game)")
    ben.wait_for("aiting to see whether Ann plays again")
    ann.wait_for("> ")
    ann.type("y\n")
    for table in (ann, ben):
        table.wait_for("Ben, Ann play Tic-tac-toe.")  # who was second is first now
    ben.wait_for("Your move: ")
    ben.wait_for("> ")
    ben.type("resign\n")
    ben.wait_for("Resign? You lose the game then.")
    ben.type("resign\n")
    ann.wait_for("It was forfeited by Ben.")
    ann.wait_for("Again? [y/N] (or the name of another game)")  # Ben may play on
    ann.wait_for("> ")
    ann.type("n\n")
    for name, table in (("Ann", ann), ("Ben", ben)):
        keep_nobody(table)
        assert table.wait_end() == 0
        assert table.echoes
        reports = map(verify, (tmp_path / name).glob("*.p2pgame"))
        assert sorted(report.payoffs for report in reports) == [(-1, 1), (0, 0)]


def plan_and_agree_on_a_draw(ann: Terminal, ben: Terminal) -> None:
    """Prepare a move that is taken back, and end the game."""
    ann.wait_for("Your move: 1, 2, 3, 4, 5")
    ann.wait_for("> ")
    ben.type("seven\n")
    ben.wait_for("'seven' is no move that may come in your next turn")
    ben.type("7\n")
    ben.wait_for("Made when your turn comes: 7 (undo takes that back)")
    ben.type("undo\n")
    ben.wait_for("There is no plan any more; nobody knows of it.")
    ben.type("last round\n")
    ben.wait_for("Tic-tac-toe has no rounds to stop after.")
    ben.type("draw\n")
    ann.wait_for("Ben offers a draw; type draw to agree.")
    ann.type("draw\n")
    for table in (ann, ben):
        table.wait_for("all agree to a draw")
        table.wait_for("The game is over: nobody wins or loses.")


def keep_nobody(table: Terminal) -> None:
    """Say no to the question about whom to keep as a contact."""
    table.wait_for("Keep ")
    table.wait_for("> ")
    table.type("n\n")


def test_the_question_goes_with_the_last_who_could_play_again(sit: Open) -> None:
    ann = host(sit, "tictactoe")
    ben = join(sit, "Ben", invite(ann))
    let_in(ann, "Ben")
    for move, (mover, other) in zip(
        "14273", ((ann, ben), (ben, ann)) * 3, strict=False
    ):
        mover.wait_for("Your move: ")
        mover.wait_for("> ")
        mover.type(f"{move}\n")
        other.wait_for(f" in {move}")
    ann.wait_for("Again? [y/N]")
    ben.wait_for("aiting to see whether Ann plays again")
    ben.process.terminate()
    assert ben.wait_end() == 0
    ann.wait_for("Nobody else is here to play again. For another game open a new ")
    keep_nobody(ann)
    assert ann.wait_end() == 0


def test_after_a_last_round_somebody_new_joins_and_chips_go_on(
    sit: Open, tmp_path: Path
) -> None:
    ann = host(sit, "holdem", "--hands", "9", "--transcript", "hand")
    ben = join(sit, "Ben", invite(ann))
    let_in(ann, "Ben")
    ann.wait_for("the button starts with ")
    ann.wait_for("\n")
    is_ann = ann.shown.rpartition("the button starts with ")[2].startswith("Ann")
    asked, other = (ann, ben) if is_ann else (ben, ann)
    asked.wait_for(PROMPT)
    text = "asks that this be the last round; type last round to agree."
    type_until(other, "last round", asked, text)
    asked.type("last round\n")
    other.wait_for("all agree that this is the last round")
    type_until(asked, "fold", ann, "The game is over: ", at_prompt=True)
    asked.wait_for("may begin the next table with up to 1000")
    ann.wait_for("Again? [y/N]")
    ann.wait_for("> ")
    asked.type("buy in 3\n")
    asked.wait_for("You buy 3 chips for the next table.")
    if not is_ann:
        ann.wait_for("Ben buys 3 chips for the next table.")
    ann.type("y 1\n")
    ann.wait_for("Not like that: ")
    ann.wait_for("> ")
    ann.type("y 3\n")
    ann.wait_for("for anybody else who is to come:")
    join(sit, "Cleo", invite(ann))
    let_in(ann, "Cleo")  # who comes on from the table before is not asked about
    first, second = ("Ben", "Ann") if is_ann else ("Ann", "Ben")
    ann.wait_for(f"{first}, {second}, Cleo play Texas hold'em.")
    other.wait_for(f"{'Ann' if is_ann else 'Ben'} has bought 3 chips.")
    ann.wait_for(f"the button starts with {first}")
    ann.process.terminate()
    assert ann.wait_end() == 130
    carried = read((tmp_path / "Ann" / "hand-2").read_bytes(), KNOWN)
    while carried.advance()[0]:
        pass
    assert carried.play is not None
    options = carried.play.start.options
    lost = verify(tmp_path / "Ann" / "hand").payoffs
    assert isinstance(options, HoldemOptions)
    chips = [1000 + won + (3 if won < 0 else 0) for won in lost]
    if is_ann:
        chips.reverse()
    assert options.stacks == f"{chips[0]},{chips[1]},1000"


def throw(table: Terminal, shape: str) -> None:
    table.wait_for("Your move: ")
    table.wait_for("> ")
    table.type(f"{shape}\n")


def test_one_sits_out_a_game_and_comes_back_for_the_next(sit: Open) -> None:
    ann = host(sit, "rps", "--players", "3", "-o", "rounds=1")
    way = invite(ann)
    ben = join(sit, "Ben", way)
    let_in(ann, "Ben")
    cleo = join(sit, "Cleo", way)
    let_in(ann, "Cleo")
    for table, shape in ((ann, "paper"), (ben, "rock"), (cleo, "rock")):
        throw(table, shape)
    ann.wait_for("Again? [y/N]")
    cleo.wait_for("aiting to see whether Ann plays again; sit out skips one game")
    cleo.type("sit out\n")
    ann.wait_for("Cleo sits out the next game.")
    ann.wait_for("Again? [y/N]")
    ann.wait_for("> ")
    ann.type("y\n")
    cleo.wait_for("You come to the next table by yourself")
    for table, shape in ((ann, "paper"), (ben, "rock")):
        throw(table, shape)
    ann.wait_for("The evening after 2 tables:")
    ann.wait_for("Again? [y/N]")
    ann.wait_for("> ")
    ann.type("sit out\n")  # so another opens the next table
    ann.wait_for("Ben is asked to open the next table.")
    ben.wait_for("Ann sits out the next game, and asks you to open its table.")
    ben.wait_for("Again? [y/N]")
    ben.wait_for("> ")
    ben.type("y\n")
    ann.wait_for("You come to the next table by yourself")
    cleo.wait_for("Your move: ")


def test_the_host_goes_on_without_one_who_does_not_come_again(sit: Open) -> None:
    ann = host(sit, "rps", "--players", "3", "-o", "rounds=1")
    way = invite(ann)
    ben = join(sit, "Ben", way)
    let_in(ann, "Ben")
    cleo = join(sit, "Cleo", way)
    let_in(ann, "Cleo")
    for table, shape in ((ann, "paper"), (ben, "rock"), (cleo, "rock")):
        throw(table, shape)
    ann.wait_for("Again? [y/N]")
    ben.process.send_signal(signal.SIGSTOP)  # its line stays
    ann.wait_for("> ")
    ann.type("y\n")
    ann.wait_for("aiting for Ben (2 of 3 here); without opens")
    ann.type("without\n")
    for table, shape in ((ann, "paper"), (cleo, "rock")):
        throw(table, shape)
    ann.wait_for("The evening after 2 tables:")


def test_guests_whom_the_host_gives_no_seat_are_told(sit: Open) -> None:
    """One at the question, and one who had a seat before the start."""
    ann = host(sit, "rps", "--players", "3")
    way = invite(ann)
    ben = join(sit, "Ben", way)
    ann.wait_for("Ben has come with your link. Play with Ben? [Y/n]")
    ann.wait_for("> ")
    ann.type("n\n")
    ben.wait_for("Ann gives you no seat at this table.")
    cleo = join(sit, "Cleo", way)
    let_in(ann, "Cleo")
    type_until(ann, "remove Cleo", ann, "Cleo gets no seat.")
    cleo.wait_for("Ann gives you no seat at this table.")
    ann.type("remove Cleo\n")
    ann.wait_for("There is no guest Cleo whom you could remove.")
    for guest in (ben, cleo):
        assert guest.wait_end() == 1
