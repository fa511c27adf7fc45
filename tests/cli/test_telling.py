"""The story of a game, as the people at the table would tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from p2pgame.cli.text.telling import Teller
from p2pgame.client import events
from p2pgame.client.telling.story import Story as ClientStory
from p2pgame.client.telling.views import view_of
from p2pgame.engine import (
    Amount,
    Choose,
    Chosen,
    Deal,
    Dealt,
    Event,
    IllegalMove,
    Open,
    Opened,
    Options,
    Over,
    Place,
    Placed,
    Roll,
    Rolled,
    Seated,
    Shuffle,
    Shuffled,
    Turn,
    advance,
    forfeited,
    learn,
    plain,
    start,
    view,
)
from p2pgame.games.registry import find
from p2pgame.session import Start
from p2pgame.session.lobby.events import AnyView, Audited, Ended, Happened
from p2pgame.session.lobby.lobby import Player
from tests.client.fronts import Recorder

HOLE = "As Ah Kd Kc 7d 2c"
DICE = "0 0 0 0 0 4 2 0 1 5 0 0 0 0 0"
BOARD = "3s 4s 9d Jc Qh"


class Story:
    """A game told to ``seat``, with a deck that the test knows."""

    def __init__(
        self,
        game: str,
        names: Sequence[str],
        seat: int | None,
        deck: str = f"{HOLE} {BOARD}",
    ) -> None:
        self.game, self.seat, self.deck = find(game), seat, deck.split()
        players = tuple(
            Player(b"", name, bytes([number]), b"", b"")
            for number, name in enumerate(names)
        )
        options: Options = self.game.options()
        self._front = Recorder()
        begun = Start(b"", self.game, options, players)
        self._client = ClientStory(self._front, b"table", begun, seat)
        self._client.begin()
        (told,) = self._front.all(events.Begun)
        self.teller = Teller(told)
        self.opening = self.teller.say(told.message)
        self.state = start(self.game, len(names), options).state
        self.faces: dict[int, str] = {}
        self.lines: list[str] = []
        self.tables: list[str] = []

    @property
    def view(self) -> AnyView:
        return view(self.game, self.state, self.seat, self.faces)

    def play(self, *moves: str) -> Story:
        """Let whoever is asked make these moves; the rest happens by itself."""
        todo = list(moves)
        while not isinstance(turn := self.game.turn(self.state), Over):
            if isinstance(turn, Choose) and not todo:
                break
            self._happen(turn, self._do(turn, todo))
        return self

    def _do(self, turn: Turn, moves: list[str]) -> Event:
        match turn:
            case Choose(player):
                return Chosen(player, moves.pop(0))
            case Shuffle():
                return Shuffled()
            case Deal():
                return Dealt()
            case Open(slots):
                return Opened(tuple(self.deck[slot] for slot in slots))
            case Roll(sides, hands=()):
                return Rolled((sides - 1,))
            case Roll():
                return Rolled(())
            case Place():
                return Placed()
        raise AssertionError(turn)

    def _happen(self, turn: Turn, event: Event) -> None:
        step = advance(self.game, self.state, event)
        hands = dict(turn.hands) if isinstance(turn, Deal | Roll) else {}
        own = () if self.seat is None else hands.get(self.seat, ())
        dealt = {slot: self.deck[slot] for slot in own}
        self.faces = dict(learn(self.faces, turn, event, dealt))
        self.state = step.state
        self._told(Happened(turn, event, step.fix_ups, self.view))

    def _told(self, happened: Happened) -> None:
        self._client.hear(happened)
        told = self._front.all(events.Happened)[-1]
        self.lines += self.teller.lines(told.messages)
        if told.look:
            self.tables.append(self.teller.table(told.view))

    def hints(self) -> tuple[str, ...]:
        """Return what may be typed now, move for move."""
        return self.teller.hints(self._client.narrator.hints(self.view))

    def result(self, payoffs: tuple[int, ...], audited: Audited | None = None) -> str:
        """Return how the game has ended."""
        self._client.hear(Ended(payoffs, audited or Audited()))
        return self.teller.say(self._front.all(events.Ended)[-1].message)

    def leave(self, player: int) -> Story:
        """Let a player leave for good, which ends a game that cannot go on."""
        turn, gone = self.game.turn(self.state), Seated(player, "gone")
        try:
            self._happen(turn, gone)
        except IllegalMove:
            seen = replace(self.view, turn=forfeited(len(self.teller.names), {player}))
            self._told(Happened(turn, gone, (), seen))
        return self


def holdem(seat: int | None, *names: str) -> Story:
    """Three players; Ann is on the small blind, the last has the button."""
    return Story("holdem", names or ("Ann", "Ben", "Cleo"), seat)


def test_a_hand_is_told_in_the_words_of_poker() -> None:
    story = holdem(0).play("raise 30", "fold", "call", *("check",) * 6, "show", "muck")
    assert story.lines == [
        "the button starts with Cleo",
        "Ann posts small blind 5",
        "Ben posts big blind 10",
        "52 cards shuffled by 3 players, every proof checked",
        "6 cards dealt",
        "Your cards: As Ah",
        "Cleo raises to 30",
        "Ann folds",
        "Ben calls 20",
        "flop: 3s 4s 9d",
        "Ben checks",
        "Cleo checks",
        "turn: Jc",
        "Ben checks",
        "Cleo checks",
        "river: Qh",
        "Ben checks",
        "Cleo checks",
        "Ben shows Kd Kc",
        "Cleo mucks",
        "pot 65 to Ben",
    ]


def test_hands_that_are_opened_together_are_told_apart() -> None:
    story = holdem(None).play("fold", "raise 1000", "call")
    assert "Ann raises to 1000, all-in" in story.lines
    assert "Ben calls 990, all-in" in story.lines
    assert "Ann shows As Ah, Ben shows Kd Kc" in story.lines


def test_a_spectator_is_told_of_no_cards() -> None:
    assert not [line for line in holdem(None).play().lines if "Your cards" in line]


def test_the_table_is_shown_when_a_hand_begins_a_street_opens_and_at_the_end() -> None:
    story = holdem(2).play("call", "call", "check")
    assert len(story.tables) == 2
    assert "board -" in story.tables[0]
    assert "board 3s 4s 9d" in story.tables[1]
    story.play(*("check",) * 9)
    assert len(story.tables) == 4
    story.play("show", "show", "show")
    assert len(story.tables) == 5
    assert "pot 0   board 3s 4s 9d Jc Qh" in story.tables[-1]


def test_nobody_looks_at_the_table_while_the_rest_of_the_board_runs_out() -> None:
    story = holdem(0).play("fold", "raise 1000", "call")
    assert len(story.tables) == 2  # when it began, and at the end


def test_a_board_is_shown_when_it_is_full() -> None:
    story = Story("tictactoe", ("Ann", "Ben"), 1).play("1", "4", "2", "5", "3")
    assert story.tables == ["X X X\nO O 6\n7 8 9"]
    assert story.lines[0] == "Ann writes X in 1"


def test_own_row_is_marked_and_names_are_told_apart() -> None:
    story = holdem(1, "Ben", "Ben", "Cleo").play()
    assert [
        row.split("  ")[-1].strip() for row in story.tables[0].splitlines()[1:]
    ] == [*("Ben", "Ben (2) (you)", "Cleo, button")]
    assert story.opening == "Ben, Ben (2), Cleo play Texas hold'em."


def test_a_table_is_news_until_it_has_been_shown() -> None:
    story = holdem(0).play()
    assert story.teller.is_news(view_of(story.view))
    story.teller.note(view_of(story.view))
    assert not story.teller.is_news(view_of(story.view))
    story.play("call")
    assert story.teller.is_news(view_of(story.view))


def test_hints_say_what_a_call_costs_and_that_a_raise_is_to() -> None:
    story = holdem(0).play("raise 30")
    assert story.hints() == (
        "fold",
        "call 25",
        "raise to 50…1000 (half pot 65, pot 100)",
    )
    assert story.view.choice is not None
    assert story.view.choice.moves == ("fold", "call", Amount("raise", 50, 1000))


def test_a_call_costs_no_more_than_there_is() -> None:
    story = holdem(0).play("raise 30", "raise 1000", "call")
    assert "Ben calls 990, all-in" in story.lines
    story = holdem(2).play("raise 30", "raise 1000", "fold")
    assert story.hints() == ("fold", "call 970")


def test_a_game_without_words_of_its_own_is_told_plainly() -> None:
    story = Story("kuhn", ("Ann", "Ben"), 1, deck="K J Q").play("bet", "call")
    assert story.lines == [
        "3 cards shuffled by 2 players, every proof checked",
        "2 cards dealt",
        "Your cards: J",
        "Ann: bet",
        "Ben: call",
        "Ann shows K, Ben shows J",
    ]


@pytest.mark.parametrize("game", ["holdem", "kuhn", "tictactoe"])
def test_a_hint_begins_like_its_move_and_ends_with_its_range(game: str) -> None:
    story = Story(game, ("Ann", "Ben"), 0).play()
    turn = story.game.turn(story.state)
    assert isinstance(turn, Choose)
    for offer in turn.moves:
        hint = story.game.hint(story.state, turn.player, offer, {})
        if isinstance(offer, Amount):
            assert hint.startswith(offer.verb)
            unnamed = hint.partition(" (half pot ")[0]
            assert unnamed.endswith(f"{offer.low}…{offer.high}")
        else:
            assert hint.startswith(offer)


def test_own_dice_are_shown_when_they_are_rolled() -> None:
    story = Story("liars-dice", ("Ann", "Ben"), 1, DICE).play()
    assert story.lines == ["everybody rolls in secret", "Your dice: 5 3 1 2 6"]
    assert "Ben (you): 5 left   5 3 1 2 6" in story.tables[0]
    assert "Ann: 5 left   ? ? ? ? ?" in story.tables[0]
    onlooker = Story("liars-dice", ("Ann", "Ben"), None).play()
    assert onlooker.lines == ["everybody rolls in secret"]


def test_a_secret_roll_without_words_of_its_own_is_told() -> None:
    story = Story("kuhn", ("Ann", "Ben"), None)
    story._told(Happened(Roll(6, hands=((0, (0,)),)), Rolled(()), (), story.view))
    assert story.lines == ["the dice are rolled in secret"]


def test_cards_dealt_later_are_new() -> None:
    deck = " ".join(
        ["8d"] * 10 + ["9c", "Jd", "2s", "3s", "4s", "5s", "6s"] + 35 * ["5c"]
    )
    story = Story("crazy-eights", ("Ann", "Ben"), 0, deck=deck).play("draw", "draw")
    assert [line for line in story.lines if "Your" in line] == [
        "Your cards: 8d 8d 8d 8d 8d 9c 2s",
        *("Your new card: 5s", "Your new card: 6s"),
    ]


def test_a_fleet_is_asked_for_with_how_to_write_it_and_then_shown() -> None:
    story = Story("battleship", ("Ann", "Ben"), 0)
    (hint,) = story.hints()
    assert hint == (
        "random, or for each ship (A 5, B 4, C 3, D 3, E 2) its first cell and right "
        "or down, as in 'a1 right c3 down'"
    )
    story.play()
    assert story.lines[0] == "Ann has placed what is hidden"
    assert len(story.tables) == 1


def test_who_has_gone_is_told_in_the_words_of_the_game() -> None:
    story = Story("rps", ("Ann", "Ben", "Cleo"), 0).leave(1)
    assert story.lines == ["Ben leaves, and has lost"]
    assert story.result((1, -2, 1)) == (
        "The game is over: Ann +1, Cleo +1, Ben -2. Ben did not stay to the end."
    )


def test_who_has_gone_from_a_game_without_words_for_it_is_told_too() -> None:
    story = Story("liars-dice", ("Ann", "Ben", "Cleo"), None, DICE).play().leave(1)
    assert story.lines[-1] == "Ben has gone; the others go on without them"
    story = Story("liars-dice", ("Ann", "Ben"), None, DICE).play().leave(1)
    assert story.lines[-1] == "Ben has gone"


def test_a_game_that_cannot_go_on_is_forfeited() -> None:
    story = Story("kuhn", ("Ann", "Ben"), 0).leave(1)
    assert story.lines == ["Ben has gone, and Kuhn poker can't go on with a seat empty"]
    assert story.result((1, -1)) == (
        "The game is over: Ann +1, Ben -1. It was forfeited by Ben."
    )


@pytest.mark.parametrize(("lacking", "who"), [([1], "Ben"), ([1, 2], "Ben, Cleo")])
def test_who_left_before_an_audit_is_told_with_the_result(
    lacking: list[int], who: str
) -> None:
    story = Story("goofspiel", ("Ann", "Ben", "Cleo"), 0)
    assert story.result((2, -1, -1), Audited(lacking=frozenset(lacking))) == (
        "The game is over: Ann +2, Ben -1, Cleo -1. "
        f"Not audited: what {who} did with the deck, for they left with their keys "
        "before the audit."
    )


def test_the_line_that_says_who_is_waited_for_says_how_they_are_reached() -> None:
    players = tuple(events.Player(name, "") for name in ("Ann", "Ben", "Cleo", "Dan"))
    begun = events.Begun("", "rps", 1, {}, players, 0, plain("It begins."))
    reached = Teller(begun).reached(
        (
            events.Connection(1, "direct", 3),
            events.Connection(2, "relayed", 23),
            events.Connection(3, "nostr"),
        )
    )
    assert reached == (
        *("Ann", "Ben (direct, 3 ms)", "Cleo (relayed, 23 ms)"),
        "Dan (relayed by nostr)",
    )
