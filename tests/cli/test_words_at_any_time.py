"""What may be typed at any time is answered from what the client has told."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from p2pgame.agents.observation import Record
from p2pgame.cli.text import moves, words
from p2pgame.cli.text.aside import Aside
from p2pgame.cli.text.aside_words import begins
from p2pgame.cli.text.giving_up import sure
from p2pgame.client import events as e
from p2pgame.client.commands import Premove
from p2pgame.client.front_end import FrontEnd
from p2pgame.client.questions import PlayAgain, Question
from p2pgame.client.seat.seat import Seat
from p2pgame.client.words import say
from p2pgame.client.world import World
from p2pgame.engine import (
    Amount,
    Choose,
    Chosen,
    Message,
    advance,
    plain,
    start,
    view,
)
from p2pgame.games.registry import GAMES

PLAYERS = (e.Player("Ann", "aa"), e.Player("Ben", "bb"), e.Player("Cleo", "cc"))
BEGUN = e.Begun(
    "t", "kuhn", 1, {}, PLAYERS, 0, plain("They play."), draws=True, has_rounds=True
)
KUHN = GAMES["kuhn"]
VIEW = e.View(
    *(0, "choose", {"player": 1}, {}, {}, "player 1: 3 cards"),
    hand="Qh Kd",
    scores=(5, 12, 0),
    scene=KUHN.scene(start(KUHN, 2, KUHN.options()).state, {}, 0),
)


class Table:
    """A seat at a table where three play, and all that is said there."""

    def __init__(
        self,
        begun: e.Begun = BEGUN,
        *,
        turn: Choose | None = None,
        script: bool = False,
        is_over: bool = False,
    ) -> None:
        self.said: list[str] = []
        self.front = FrontEnd(is_attended=True)
        self.quits = 0
        self.front.stop = self._quit
        self.aside = Aside(
            *(
                Seat(self.front, World.native(Path())),
                begun,
                lambda text: self.said.extend(text.split("\n")),
            ),
            turn=lambda: turn,
            is_over=lambda: is_over,
            script=script,
        )

    def _quit(self) -> None:
        self.quits += 1

    def happened(self, *texts: str) -> Table:
        for text in texts:
            message = Message.by("player-moves", 1, move=text)
            self.aside.hear(e.Happened((message,), VIEW))
        return self

    def typed(self, line: str) -> list[str] | None:
        """Return what is said to who types this; None if it is not taken."""
        self.said.clear()
        return [*self.said] if self.aside.takes(line) else None


def test_a_player_asks_for_hand_table_score_and_what_happened() -> None:
    table = Table().happened("bet", "raise", "call")
    assert table.typed("hand") == ["You have: Qh Kd"]
    assert table.typed("Table") == ["Pot 2.", "Ben is to move."]
    assert table.typed("turn") == ["Ben is to move."]
    assert table.typed("score") == ["Score: Ben 12, Ann 5, Cleo 0"]
    assert table.typed("last") == ["Ben: call"]
    assert table.typed("history") == ["Ben: bet", "Ben: raise", "Ben: call"]
    assert table.typed("history 1") == [
        "(2 earlier lines: history 3 shows all)",
        "Ben: call",
    ]


def test_turn_tells_what_people_call_the_phase_and_the_seats() -> None:
    table = Table()
    roles = (None, plain("the button"), plain("small blind"))
    view = replace(VIEW, phase=plain("flop"), roles=roles)
    table.aside.hear(e.Happened((), view))
    named = ["Phase: flop.", "Seats: Ben is the button, Cleo is small blind."]
    assert table.typed("turn") == ["Ben is to move.", *named]
    asked = e.Choice(("bet",), (plain("bet"),))
    table.aside.hear(e.YourTurn(1, view, asked))
    assert (table.typed("turn") or [])[-2:] == named


def test_turn_says_for_whom_one_waits_where_the_table_names_nobody() -> None:
    """As after a break: what is known of the table is behind what goes on."""
    table = Table()
    table.aside.hear(e.Happened((), replace(VIEW, turn="deal", terms={})))
    nobody = "Nobody is to move just now: the programs are at work."
    assert table.typed("turn") == [nobody]
    table.aside.hear(e.Waiting(plain("waiting for Ben")))
    assert table.typed("turn") == ["Waiting for Ben."]
    table.aside.hear(e.Waiting())
    assert table.typed("turn") == [nobody]


def test_who_leaves_while_others_move_hears_at_once_that_it_is_done() -> None:
    table = Table()
    assert table.typed("leave") == [say(sure("leave", 3, None))]
    told = ["You give your seat up: the others are told now."]
    assert table.typed("leave") == told
    assert table.typed("resign") == [say(sure("resign", 3, None))]
    assert table.typed("resign") == told


def test_the_rules_are_told_in_words() -> None:
    told, *_ = Table().typed("rules") or [""]
    assert told.startswith("Kuhn poker: two players, three cards, one bet.")


def test_before_anything_has_happened_that_is_said() -> None:
    table = Table()
    assert table.typed("last") == ["Nothing has happened yet."]
    assert table.typed("history") == ["Nothing has happened yet."]
    assert table.typed("table") == ["Nothing has happened yet."]
    assert table.typed("score") == ["This game counts nothing before its end."]


def test_what_is_said_beside_the_moves_is_history_too() -> None:
    table = Table()
    table.aside.hear(e.Chat(1, "hello", Message.by("chat", 1, text="hello")))
    assert table.typed("history") == ["Ben: hello"]


def test_history_after_a_break_has_what_happened_and_was_said_before() -> None:
    table = Table()
    bet = Message.by("player-moves", 1, move="bet")
    said = Message.by("chat", 1, text="hello")
    past = (e.PastLine("move", bet), e.PastLine("chat", said, 1, "hello"))
    table.aside.hear(e.Resumed(plain("You are back."), bet, VIEW, past))
    assert table.typed("history") == ["Ben: bet", "Ben: hello"]
    assert table.typed("last") == ["Ben: bet"]


def test_the_evening_is_told_once_there_is_more_than_one_table() -> None:
    table = Table()
    assert table.typed("evening") == ["This is the first table of the evening."]
    assert "evening" not in table.aside.words()
    pays = Message.of("evening-pays", payer="Ben", payee="Ann", amount=30)
    table.front.tell(e.EveningShown(2, (), messages=(pays,)))
    table.front.tell(BEGUN)  # the next table
    assert table.typed("evening") == ["Ben pays Ann 30."]
    assert "evening" in table.aside.words()


def test_chips_are_bought_where_there_are_some_for_sale() -> None:
    table = Table(is_over=True)
    assert "buy" not in table.aside.words()
    table.front.tell(e.Purse(300, 1000, 0, plain("You have 300.")))
    assert "buy" in table.aside.words()
    assert "  buy in N " in table.aside.help
    assert table.typed("buy in 700") == []
    assert table.typed("buy in 7.5") is None
    assert table.typed("buy 700") is None


def test_quit_ends_the_program_and_not_the_game() -> None:
    table = Table()
    assert table.typed("quit") == []
    assert table.quits == 1


@pytest.mark.parametrize(
    "word", ["hand", "table", "turn", "score", "last", "rules", "history"]
)
def test_a_word_counts_while_a_move_is_asked_for_and_after_the_game(word: str) -> None:
    choice = Choose(0, ("check", "bet"))
    for table in (Table(turn=choice), Table(is_over=True), Table()):
        assert table.happened("bet").typed(word)
    assert Table(turn=choice, script=True).happened("bet").typed(word)
    assert Table(script=True).typed(word) is None  # it may be a later move


@pytest.mark.parametrize("word", ["hand", "last", "quit", "draw"])
def test_a_move_of_that_name_comes_first(word: str) -> None:
    table = Table(turn=Choose(0, (word, "check")))
    assert table.typed(word) is None
    assert word not in table.aside.words()
    assert "table" in table.aside.words()
    takes = Table(turn=Choose(0, (Amount(word, 1, 9),)))
    assert takes.typed(word) is None
    assert takes.quits == table.quits == 0


def test_a_spectator_asks_what_all_may_know() -> None:
    looking = Table(
        e.Begun("t", "kuhn", 1, {}, PLAYERS, None, plain("They play."), draws=True)
    ).happened("bet")
    assert looking.typed("table") == ["Pot 2.", "Ben is to move."]
    assert looking.typed("score") == ["Score: Ben 12, Ann 5, Cleo 0"]
    for word in ("hand", "leave", "draw", "nudge", "say hello", "takeback", "hint"):
        assert looking.typed(word) is None
    assert looking.aside.words() == [
        *("table", "turn", "score", "last", "history", "rules", "quit", "help"),
    ]


@pytest.mark.parametrize(
    ("program", "moves", "count"), [(True, "51", 2), (True, "519", 1), (False, "51", 1)]
)
def test_a_takeback_among_programs_goes_to_ones_own_last_move(
    program: bool, moves: str, count: int
) -> None:
    game = GAMES["tictactoe"]
    state = start(game, 2, game.options()).state
    players = (e.Player("Ann", "aa"), e.Player("Bot", "bb", is_program=program))
    table = Table(e.Begun("t", "tictactoe", 1, {}, players, 0, plain("They play.")))
    record = Record(game, game.options(), 2, 0, view(game, state, 0, {}))
    for n, move in enumerate(moves):
        turn, event = game.turn(state), Chosen(n % 2, move)
        state = advance(game, state, event).state
        record.note(turn, event, view(game, state, 0, {}))
    table.front.record = record
    assert table.aside.since_own_move == count


def test_leave_is_meant_if_it_is_typed_twice_in_a_row() -> None:
    table = Table()
    assert table.typed("leave") == [
        "Leave for good? You can't come back, and may lose by it. Type leave again, "
        "or else your move."
    ]
    assert table.typed("table")
    assert table.typed("leave") != []  # it is asked again
    told = ["You give your seat up: the others are told now."]
    assert table.typed("leave") == told


def test_yes_and_no_answer_whether_one_leaves_until_something_else_is_asked() -> None:
    table = Table()
    assert table.typed("leave")
    assert table.typed("no") == ["The game goes on."]
    assert table.typed("y") is None
    assert table.typed("leave")
    table.aside.hear(e.Asked(Question(1, PlayAgain(3, None, None), 60, 0)))
    assert table.typed("y") is None, "it answers what is asked"
    assert table.typed("resign")
    told = ["You give your seat up: the others are told now."]
    assert table.typed("yes") == told


def test_the_help_has_a_line_for_each_word() -> None:
    lines = Table().typed("?") or []
    assert lines[0] == "At any time:"
    told = "  history [N]  what has happened so far, "
    assert any(line.startswith(told) for line in lines)
    assert [line.split()[0] for line in lines[1:]] == [
        *("say", "hand", "table", "turn", "score", "last", "history", "rules"),
        *("nudge", "leave", "quit", "help"),
    ]
    over = [line.split()[0] for line in Table(is_over=True).typed("?") or []]
    assert over[-3:] == ["sit", "quit", "help"]
    assert not {"nudge", "leave"} & {*over}


def test_the_help_names_what_can_be_done_with_a_plan() -> None:
    table = Table()
    steps = tuple(e.PlanStep((move,), (plain(move),)) for move in ("bet", "call"))
    about = {"plan", "undo", "redo", "group", "confirm", "drop"}

    def named(*steps: e.PlanStep, confirmed: bool = False) -> set[str]:
        plan = e.Planned(steps, 0, waits=True, confirmed=confirmed)
        table.aside.hear(plan)
        return about & {*table.aside.words()}

    assert not about & {*table.aside.words()}
    assert named() == {"plan", "drop"}
    assert named(*steps[:1], confirmed=True) == {"plan", "undo", "drop"}
    assert named(*steps[:1]) == {"plan", "undo", "drop", "confirm"}
    assert named(*steps) == about - {"redo"}
    table.aside.hear(e.Planned((), 1))
    assert about & {*table.aside.words()} == {"plan", "redo", "drop"}
    table.aside.hear(e.PlanEnded(False, plain("It is over.")))
    assert not about & {*table.aside.words()}


@pytest.mark.parametrize(
    ("name", "seat", "moves", "may"),
    [
        *(("tictactoe", 0, "", True), ("tictactoe", 1, "", True)),
        *(("tictactoe", 0, "14253", False), ("rps", 0, "", False)),
        ("holdem", 0, "", False),
        *(("mover", 0, "", False), ("leduc", 0, "", True)),
    ],
)
def test_the_help_names_a_plan_where_one_can_be_begun(
    name: str, seat: int, moves: str, may: bool
) -> None:
    game = GAMES[name]
    begun = e.Begun("t", name, 1, {}, PLAYERS[:2], seat, plain("They play."))
    table, state = Table(begun), start(game, 2, game.options()).state
    for n, move in enumerate(moves):
        state = advance(game, state, Chosen(n % 2, move)).state
    seen = view(game, state, seat, {})
    table.front.record = Record(game, game.options(), 2, seat, seen)
    assert ("plan" in table.aside.words()) == may
    assert not {"undo", "redo"} & {*table.aside.words()}
    practice = Table(replace(begun, practice=True))
    practice.front.record = table.front.record
    assert {"plan", "undo", "redo"} & {*practice.aside.words()} == {"undo"}


def test_a_word_is_a_step_of_a_plan_that_waits_where_the_game_has_that_move() -> None:
    """There ``draw`` offered a draw, though the game has none."""
    game = GAMES["crazy-eights"]
    begun = e.Begun("t", game.name, 1, {}, PLAYERS[:2], 0, plain("They play."))
    table, state = Table(begun), start(game, 2, game.options()).state
    seen = view(game, state, 0, {})
    table.front.record = Record(game, game.options(), 2, 0, seen)

    def sent(line: str) -> object:
        assert table.typed(line) == []
        act = table.aside._acts.receive_nowait()
        assert isinstance(act, partial)
        return act.args[0]

    assert sent("draw") == "draw"
    table.aside.hear(e.Planned((), waits=True))
    assert sent("draw") == Premove("draw")
    assert table.typed("score")


def test_the_help_names_undos_that_make_room_where_a_game_has_them() -> None:
    players = (e.Player("Ann", "00" * 32),)
    alone = e.Begun("t", "flow", 1, {}, players, 0, plain("It begins."))
    assert not any("undo for" in line for line in Table(alone).typed("?") or [])
    rooms = replace(alone, makes_room=True)
    (line,) = (one for one in Table(rooms).typed("?") or [] if "undo for WHAT" in one)
    assert line.endswith("then: undo more, undo way N")


def test_what_may_be_typed_now_is_a_list_of_words_for_a_front_end() -> None:
    choice = Choose(0, ("fold", "call", Amount("raise", 20, 90)))
    hints = ("fold", "call 10", "raise to 20…90 (half pot 25, pot 40)")
    table = Table(turn=choice)
    words = moves.typed(hints)
    named = ["raise min", "raise half pot", "raise pot", "raise max"]
    assert words == ["fold", "call 10", "raise to ", *named]
    for word in ("fold", "call 10", *named):
        assert moves.understand(word, choice, hints).split()[0] in word
    assert moves.typed(("e2e4 (e4)", "draw (4 cards)")) == ["e2e4", "e4", "draw"]
    assert {"say ", "hand", "table", "quit"} < {*table.aside.words()}


def test_a_word_that_is_half_typed_is_known() -> None:
    for text in ("h", "hist", "history 2", "say hello", "quit", "?"):
        assert begins(text)
    assert not begins("quite")
    assert not begins("")


@pytest.mark.parametrize("has_rounds", [False, True])
def test_a_last_round_is_listed_in_games_with_rounds_alone(has_rounds: bool) -> None:
    """In others it could only be refused."""
    table = Table(replace(BEGUN, has_rounds=has_rounds))
    assert "last round" not in table.aside.help, "nobody decides"
    game = GAMES["tictactoe"]
    seen = view(game, start(game, 2, game.options()).state, 0, {})
    table.front.record = Record(game, game.options(), 2, 0, seen)
    assert ("last round" in table.aside.help) is has_rounds


def test_what_introduces_lines_ends_in_its_colon() -> None:
    assert words.sentence("the evening after 1 table:") == "The evening after 1 table:"
