"""What is typed before one's turn is prepared, or it is said why not."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
import trio.testing

from p2pgame.cli.text import moves, words
from p2pgame.cli.text.aside import Aside, why_not
from p2pgame.cli.text.chatted import is_said
from p2pgame.client.events import Choice, Planned
from p2pgame.client.words import title_of
from p2pgame.games.registry import GAMES
from tests.client.planners import Player, Table, table

FOR_TWO = sorted(name for name, game in GAMES.items() if 2 in game.seats)


async def idle(there: Table) -> Player:
    """Return a player who is not asked while the game goes on."""
    ann, ben = there.ann, there.ben
    with trio.fail_after(600):
        while True:
            asked = [one for one in (ann, ben) if one.seat.now.turn is not None]
            if len(asked) == 1:
                return ben if asked == [ann] else ann
            if asked:
                turn = ann.seat.now.turn
                assert turn is not None
                await ann.seat.move(first(turn.choice))
            await trio.sleep(0.1)


def first(choice: Choice) -> str:
    """Return one move of a choice."""
    move = choice.moves[0]
    return move if isinstance(move, str) else f"{move.verb} {move.low}"


@pytest.mark.parametrize(
    ("line", "game", "said"),
    [
        ("hello", "chess", True),
        ("Good luck, Ben!", "holdem", True),
        ("resign now", "chess", False),
        ("fold", "holdem", False),
        ("e4", "chess", False),
        ("queen of hearts", "hearts", False),
        ("undo", "flow", False),
        ("takeback please", "checkers", False),
        ("b", "tictactoe", False),
    ],
)
def test_words_for_the_others_are_told_from_moves(
    line: str, game: str, said: bool
) -> None:
    assert is_said(line, GAMES[game]) == said


@pytest.mark.parametrize("name", FOR_TWO)
async def test_a_line_before_its_turn_is_prepared_or_names_what_to_do(
    name: str, tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    game = GAMES[name]
    async with table(tmp_path, name) as there:
        await there.ann.wait_for(lambda: there.ann.seat.observation is not None)
        player = there.ben if name == "mover" else await idle(there)
        begun, said = player.seat.now.begun, list[str]()
        assert begun is not None
        heard = Aside(
            *(player.seat, begun, said.append, lambda: None, lambda: False),
            script=False,
        )
        if name != "mover":  # where all are asked in every tick
            assert not heard.takes("xyzzy")
        why = why_not(heard, "xyzzy")
        if not game.plans_ahead:
            title = words.say(title_of(name))
            assert why.startswith(f"In {title} no move is prepared before it is asked")
            told = ". Make it when you are asked. To tell it to the others: say xyzzy"
            assert why.endswith(told)
            assert why_not(heard, "xyzzy 7").endswith(". Make it when you are asked.")
            return
        assert why.startswith("'xyzzy' is no move that may come in your next turn")
        assert " plan shows which may" in why
        assert why.endswith(". To tell it to the others: say xyzzy")
        ahead = player.seat.ahead
        if ahead is None or not ahead.moves:
            return
        hints = [words.say(hint, ["Ann", "Ben"]) for hint in ahead.hints]
        typed = moves.typed(hints)[0].strip()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(heard.run)
            assert heard.takes(typed)
            await player.wait(Planned, lambda plan: plan.confirmed)
            nursery.cancel_scope.cancel()
