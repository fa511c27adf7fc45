"""This module tests the promises of every game: one function for each promise.

For the author of a game, here or anywhere::

    @pytest.mark.parametrize("point", POINTS)
    def test_my_game(point):
        point(Case(MyGame(), seats=3, seed=1))

Each point plays the case at random and raises ``AssertionError``, with a
sentence, where the game breaks its promise.  Two more points are for cases that
have something to compare with: :func:`agrees_with_oracle`, :func:`matches_golden`.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import unified_diff
from itertools import islice

import msgspec

from p2pgame.engine import (
    Choose,
    Chosen,
    IllegalMove,
    State,
    Tick,
    Together,
    Turn,
    advance,
    digest,
    replay,
    start,
    view,
)
from p2pgame.engine.offers import choice_of
from p2pgame.engine.prepared import prepared
from p2pgame.engine.state import encode
from p2pgame.engine.turns import movers, only_deals
from p2pgame.engine.undo.timeline import Timeline

from . import nonsense
from .case import Case
from .chance import Chance
from .leaking import shows_what_zones_show
from .playthrough import playthrough
from .secrecy import agrees_with_the_all_knowing, hides_secrets, keeps_every_component

#: The first states of a game that expensive checks examine.
CLOSELY = 40
#: Of later states these checks examine one in this many.
SELDOM = 16
#: The moves that are tried for a seat which is not asked.
UNASKED = 32


def ends(case: Case) -> None:
    """Check that a random game ends, and that its payoffs balance."""
    payoffs = case.playout.payoffs
    assert not case.balanced or sum(payoffs) == 0, f"payoffs {payoffs} do not balance"


def takes_its_seats(case: Case) -> None:
    """Check that the game takes the numbers of players it names, and no others."""
    game = case.game
    for seats in game.seats:
        wrong = game.why_not(seats, game.options())
        assert wrong is None, f"the default options do not suit {seats}: {wrong}"
        start(game, seats, game.options())
    for seats in (0, game.seats[0] - 1, game.seats[-1] + 1):
        try:
            start(game, seats, case.options)
        except ValueError:
            continue
        raise AssertionError(f"it starts with {seats} players")


def is_pure(case: Case) -> None:
    """Check that an event leads to one state, and mutates none."""
    playout = case.playout
    for n, event in enumerate(playout.events):
        before, after = playout.steps[n].state, playout.steps[n + 1]
        was = encode(before)
        again = advance(case.game, before, event)
        assert again == after, f"event {n}, {event}, leads to two different states"
        assert encode(before) == was, f"event {n}, {event}, changed an old state"
        turn = case.game.turn(after.state)
        assert turn == playout.turns[n + 1], f"after {n + 1} events the turn changes"
        case.game.show(after.state, playout.secrets[n + 1].faces)
        assert encode(after.state) == encode(again.state), "looking changes the state"


def survives_writing(case: Case) -> None:
    """Check that a state is immutable, and the same when encoded and decoded."""
    for n, state in enumerate(case.playout.states):
        _holds_still(state, type(state).__name__)
        try:
            read = msgspec.msgpack.decode(encode(state), type=prepared(type(state)))
        except msgspec.MsgspecError as error:
            raise AssertionError(f"state {n} is not of its type: {error}") from error
        assert read == state, f"state {n} is not what was written of it"
        assert encode(read) == encode(state), f"state {n} is written in two ways"
        assert case.game.turn(read) == case.playout.turns[n], f"turn {n} differs"


def _holds_still(value: object, where: str) -> None:
    match value:
        case State():
            assert value.__struct_config__.frozen, f"{where} can be changed"
            for name in value.__struct_fields__:
                _holds_still(getattr(value, name), f"{where}.{name}")
        case tuple():
            for inner in value:
                _holds_still(inner, where)
        case _:
            kind = type(value).__name__
            plain = isinstance(value, int | str | bytes | None)
            assert plain, f"{where} holds a {kind}: it is for numbers, text and tuples"


def undoes_and_redoes(case: Case) -> None:
    """Check that undo returns to the earlier state, and redo to the later one."""
    playout, chance = case.playout, Chance(f"walk {case.seed}")
    digests = [digest(state) for state in playout.states]
    line = Timeline.begin(case.game, case.seats, case.options)
    for n, event in enumerate(playout.events, start=1):
        line = line.advance(event)
        assert digest(line.state) == digests[n], f"event {n} leads elsewhere"
        turn = playout.turns[n]
        if not isinstance(turn, Choose) or (n > CLOSELY and chance.below(SELDOM)):
            continue
        levels = line.levels(turn.player)
        if levels:
            back = chance.between(1, levels)
            earlier = line.undo(turn.player, back)
            assert digest(earlier.state) == digests[n - back], f"undo to {n - back}"
            again = earlier.redo(turn.player, back)
            assert digest(again.state) == digests[n], f"redo to {n} differs"
    for n, old in enumerate(playout.states):
        assert digest(old) == digests[n], f"state {n} has changed since"


def offers_what_is_legal(case: Case) -> None:
    """Check that a move is legal exactly if offered; a refusal has a reason.

    What is made for an absent player is one of those, too.
    """
    playout, chance = case.playout, Chance(f"near {case.seed}")
    played = sorted({e.move for e in playout.events if isinstance(e, Chosen)})
    for n, (state, turn) in enumerate(zip(playout.states, playout.turns, strict=True)):
        asked = movers(turn)
        if n > CLOSELY and chance.below(SELDOM):
            continue
        if isinstance(turn, Choose):
            made = case.game.absent_move(state, turn.player)
            offered = made is None or nonsense.is_offered(made, turn.moves)
            assert offered, f"{made!r} is made for an absent player, and not offered"
        seats = (-1, chance.below(case.seats), case.seats)
        for player in {*asked[:4], *asked[-4:], *seats}:
            choice = choice_of(turn, player)
            assert (choice is not None) == (player in asked)
            seen = view(case.game, state, player, {}, turn).choice
            assert seen == choice, f"player {player} is shown {seen}, not {choice}"
            moves = nonsense.moves(choice or _anyone(turn), chance, played)
            if choice is None:
                moves = chance.shuffled(moves)[:UNASKED]
            for move in moves:
                _is_rightly_judged(case, state, player, move, choice)


def _is_rightly_judged(
    case: Case, state: State, player: int, move: str, choice: Choose | None
) -> None:
    offered = choice is not None and nonsense.is_offered(move, choice.moves)
    reason = case.game.why_illegal(state, player, move)
    assert (reason is None) == offered, (
        f"{move!r} by player {player} is {'' if offered else 'not '}offered, "
        f"but: {reason or 'legal'}"
    )
    if reason is not None:
        if choice is not None:
            reason = case.game.explain(state, player, move, {}) or reason
        assert reason.code, f"{move!r}: a reason without a code"
        assert reason.message.id, f"{move!r}: no reason"


def replays(case: Case) -> None:
    """Check that replaying a game's events gives the same game."""
    end = replay(case.game, case.seats, case.options, case.playout.events)
    assert encode(end) == encode(case.playout.states[-1]), "the replay ends elsewhere"


def refuses_nonsense(case: Case) -> None:
    """Check that any outside event is played, or refused as illegal."""
    playout, chance = case.playout, Chance(f"nonsense {case.seed}")
    for _ in range(min(CLOSELY // 2, len(playout.turns))):
        n = chance.below(len(playout.turns))
        state, turn = playout.steps[n].state, playout.turns[n]
        was = encode(state)
        for event in nonsense.events(turn, chance, playout.events):
            try:
                step = advance(case.game, state, event)
            except IllegalMove:
                pass
            except Exception as error:
                raise AssertionError(f"{event} after {n} events: {error!r}") from error
            else:
                case.game.turn(step.state)
            assert encode(state) == was, f"{event} changed the state it was refused in"


def agrees_with_oracle(case: Case) -> None:
    """Another program that knows the game comes to the same."""
    assert case.oracle is not None, f"{case} has no oracle to agree with"
    case.oracle(case.playout)


def matches_golden(case: Case) -> None:
    """The playthrough is word for word the one that is kept."""
    assert case.golden is not None, f"{case} has no golden playthrough to match"
    now = playthrough(case.playout, case.say)
    if now != case.golden:
        lines = unified_diff(
            case.golden.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=2
        )
        changes = "\n".join(islice(lines, 40))
        raise AssertionError(f"{case.game.name} is played otherwise now:\n{changes}")


def settles(case: Case) -> None:
    """Check that the fix-ups after an event are bounded, and each has a text."""
    for n, step in enumerate(case.playout.steps):
        count = len(step.fix_ups)
        assert count <= case.fix_ups, f"{count} steps follow event {n} by themselves"
        for message, state in step.fix_ups:
            told = case.say(message)
            assert told, f"a step after event {n} has no words"
            assert told.isprintable(), f"{told!r} cannot be shown"
            case.game.show(state, {})
        assert case.game.fix_up(step.state) is None, f"event {n} has not settled"


def keeps_to_its_deck(case: Case) -> None:
    """Check that a game which says that it only deals does no more with cards."""
    if case.game.only_deals:
        more = [turn for turn in case.playout.turns if not only_deals(turn)]
        assert not more, f"it says that it only deals, and has {more[0]}"


Point = Callable[[Case], None]
#: What can be asked of every game.
POINTS: tuple[Point, ...] = (
    *(ends, takes_its_seats, is_pure, survives_writing, undoes_and_redoes),
    *(offers_what_is_legal, keeps_every_component, agrees_with_the_all_knowing),
    *(hides_secrets, shows_what_zones_show, replays, refuses_nonsense, settles),
    keeps_to_its_deck,
)


def _anyone(turn: Turn) -> Choose:
    """Return one seat's choice, for a seat that is not asked to try."""
    match turn:
        case Choose():
            return turn
        case Together(choices):
            return choices[0]
        case Tick(_, moves):
            return Choose(-1, moves)
    return Choose(-1, ())
