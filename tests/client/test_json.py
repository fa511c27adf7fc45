"""Everything that goes between client and front end goes as JSON, too."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from p2pgame.client import commands as c
from p2pgame.client import events as e
from p2pgame.client import questions as q
from p2pgame.client import requests as r
from p2pgame.engine import Message, plain

SAID = Message.by("player-moves", 1, move="bet")
NESTED = Message.of("sentences", first=SAID, second=plain("done"))
FACES = (q.Picture("🐶", "dog"), q.Picture("🐱", "cat"))
SEEN = (q.Seen("Ann", "kuhn", 1, 2), q.Seen("Ben", "chess", 1, 2))
ASKS: list[q.AnyAsk] = [
    q.PlayWith("Ben", impostor=True),
    q.LetIn("Ben", FACES),
    q.PlayAgain(3),
    q.PlayAgain(1, None, q.NextLevel("five", "flow", {"level": "five"})),
    q.ChooseTable(SEEN),
    q.DialNearby(("127.0.0.1:4000",), here=True),
]
QUESTIONS = tuple(q.Question(n, ask, 900.0, 0) for n, ask in enumerate(ASKS, 1))
ZONES = (
    e.Zone("deck", non_empty=True, length=3),
    e.Zone("hand", slots=(0, 4), faces=("Ah", None)),
    e.Zone("board", slots=(5,), faces=("",)),
)
VIEW = e.View(1, "choose", {"player": 1}, {"pot": 3}, {0: "Ah"}, "player 1: ?", ZONES)
CHOICE = e.Choice(
    ("fold", e.Range("raise", 2, 9)), (plain("fold"), SAID), False, 30, "fold", 60
)
PLAYERS = (e.Player("Ann", "00" * 32), e.Player("Ben", "11" * 32))
INVITED = e.Invited("aa" * 32, "P2PGAME:x", "P2PGAME-WATCH:x", "P2PGAME:X", True, True)
BEGUN = e.Begun(
    *("aa" * 32, "kuhn", 1, {"hands": 2}, PLAYERS, 0, SAID, True, 60, 2, True),
    e.Trust(1, 2, 1),
)
TURN = e.YourTurn(7, VIEW, CHOICE, ("check",), 1, 2)
PLAN = e.Planned(
    (e.PlanStep(("bet",), (SAID, SAID), (NESTED,), "a bluff", -2, SAID, (SAID,)),),
    *(1, False, True, VIEW, SAID, NESTED, CHOICE),
)
CONNECTIONS = (e.Connection(1, "direct", 3), e.Connection(2, "nostr"))
GUESTS = (e.Guest("22" * 32, "Cleo", "Cleopatra", True, True),)
WAITING = e.Waiting(SAID, 41, 12, CONNECTIONS, GUESTS)
ENDED = e.Ended((1, -1), NESTED)
SAVED = e.Saved("game.p2pgame", (1,))
EVENTS: list[e.AnyEvent] = [
    INVITED,
    e.WordsTold("7-purple-sausages-river"),
    e.Compare("Ann", (q.Picture("🐶", "dog"),)),
    e.Arrived("Ben", "Benny"),
    e.Notice(NESTED),
    e.Terms(SAID, 3, 2, 60, "finish", e.Trust(1, 2, 1)),
    BEGUN,
    e.Resumed(SAID, None, VIEW),
    e.Happened((SAID, NESTED), VIEW, look=True),
    TURN,
    e.TurnClosed(7),
    e.Weighed("resign", SAID),
    PLAN,
    e.PlanEnded(True, SAID),
    e.HintShown(1, 3, SAID),
    e.UndosFound("b3", (e.UndosShown(1, ("undo A",), NESTED),), True),
    e.Chat(1, "hello", SAID),
    e.Proposed(1, "draw", SAID),
    e.Nudged(1, SAID),
    e.MovedFor(1, "fold", SAID),
    e.Overtaken(SAID),
    ENDED,
    WAITING,
    e.Progress("verify", 3, 9),
    SAVED,
    e.Verified(
        *("game.p2pgame", "kuhn", 1, {"hands": 2}, PLAYERS, (1, -1), 9, 40, SAID),
        e.SignedShown(9, 2, (9, 8), SAID),
        e.AuditShown("commutative", (0,), (1,), (NESTED,)),
        e.AbsencesShown((e.Departed(1, (0,), 8, True, SAID),), (0, 2), True),
        SAID,
        "aa" * 32,
        (e.LocalFact("you", SAID, 0), e.LocalFact("other-story", SAID, warns=True)),
    ),
    e.EveningShown(
        *(2, (e.Account("kuhn", (e.Standing("Ann", "ab" * 32, 3),)),), True, (SAID,))
    ),
    e.Purse(300, 1000, 500, SAID),
    e.Accused(None, SAID, "game.p2pgame", "game.evidence"),
    e.ForkShown(1, "Ben", "ab" * 32, "cd" * 32, SAID, "game-01234567.evidence"),
    e.KnownForker("Zoe", "ab" * 32, "cd" * 32, SAID, ("game-01234567.evidence",)),
    e.RulesBroken(SAID, "game.p2pgame"),
    e.SecretsShown((0, 2)),
    e.Done(3),
    e.NotDone(SAID, "unknown-move", 3),
    e.Finished(SAID),
    e.Snapshot(
        *(3, INVITED, BEGUN, VIEW, TURN, QUESTIONS, WAITING, ENDED, SAVED),
        plan=PLAN,
    ),
    *map(e.Asked, QUESTIONS),
    e.Answered(1, None, "nobody"),
]
COMMANDS: list[c.AnyCommand] = [
    c.Move("raise 5"),
    c.Weigh("resign"),
    c.Propose("takeback 2"),
    c.Say("hello"),
    c.Nudge(),
    c.Answer(3, 1),
    c.Remove("22" * 32),
    c.Leave(),
    c.SitOut(),
    c.BuyIn(500),
    c.GoWithout(),
    c.Begin(),
    c.PlayNext("chess", {"clock": 5}),
    c.Quit(),
    c.Plan(),
    c.Plan("e4"),
    c.Premove("raise 5"),
    c.Group(3, "a bluff"),
    c.Undo(2),
    c.Redo(0),
    c.FindUndos("b3"),
    c.MakeUndos(2),
    c.Hint(2),
    c.Confirm(),
    c.Drop(id=3),
]
REQUESTS: list[r.AnyRequest] = [
    r.Host(game="holdem", players=3, options={"hands": 2}, name="Ann", relays=()),
    r.Join(invite="P2PGAME:x", name="Ben", again=2),
    r.Resume(table=1, listen="0.0.0.0:1", addresses=("a.example:2",)),
    r.Spectate(link="P2PGAME-WATCH:x", hide_address=True),
    r.Practise(file="kuhn.p2pgame", turns=3, seat=2, programs={1: "random"}),
]


def again(struct: msgspec.Struct, kind: Any) -> object:
    """Return a struct that has gone as JSON, and was read as one of a union."""
    return msgspec.json.decode(msgspec.json.encode(struct), type=kind)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_is_read_as_it_was_written(event: e.AnyEvent) -> None:
    assert again(event, e.AnyEvent) == event


@pytest.mark.parametrize("command", COMMANDS, ids=lambda one: type(one).__name__)
def test_a_command_is_read_as_it_was_written(command: c.AnyCommand) -> None:
    assert again(command, c.AnyCommand) == command


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda one: type(one).__name__)
def test_a_request_is_read_as_it_was_written(request_: r.AnyRequest) -> None:
    assert again(request_, r.AnyRequest) == request_


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
def test_what_is_asked_is_read_as_it_was_written(ask: q.AnyAsk) -> None:
    assert again(ask, q.AnyAsk) == ask


@pytest.mark.parametrize(
    ("examples", "union"),
    [
        (EVENTS, e.AnyEvent),
        (COMMANDS, c.AnyCommand),
        (REQUESTS, r.AnyRequest),
        (ASKS, q.AnyAsk),
    ],
)
def test_each_kind_has_an_example_and_a_name_of_its_own(
    examples: list[msgspec.Struct], union: Any
) -> None:
    kinds = {*get_args(union)}
    assert {type(one) for one in examples} == kinds
    tags = [kind.__struct_config__.tag for kind in kinds]
    assert len({*tags}) == len(kinds)


def test_the_field_event_names_the_class() -> None:
    told = msgspec.json.decode(msgspec.json.encode(e.TurnClosed(7)))
    assert told == {"event": "turn-closed", "number": 7}


@pytest.mark.parametrize(
    "line",
    [
        b'{"command": "move"}',
        b'{"command": "move", "move": 5}',
        b'{"command": "move", "move": "' + b"x" * 5000 + b'"}',
        b'{"command": "move", "move": "bet", "more": 1}',
        b'{"command": "move", "move": "bet", "id": "7"}',
        b'{"command": "move", "move": "bet", "id": -1}',
        b'{"command": "move", "move": "bet", "id": 9007199254740992}',
        b'{"command": "host", "move": "bet"}',
        b'{"move": "bet"}',
        b"[]",
    ],
)
def test_what_is_no_command_is_refused(line: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(line, type=c.AnyCommand)
