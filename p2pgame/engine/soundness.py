"""This module refuses turns that no table can play.

Rules hand the table moves, faces, slots and players.  A move that no answer can carry,
or a card that no protocol can deal, would make honest players sign what all others
must refuse.  So a turn is checked where the rules give it, before anybody is asked:
the rules are at fault then, and no player is (docs/design/faults-of-rules.md).

What lies on a slot only the table knows; it refuses the turns that need another card
there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from .errors import RulesError
from .turns import (
    FARTHEST_HORIZON,
    MOST_DIGITS,
    MOVE_LIMIT,
    Amount,
    Choose,
    Deal,
    NoneOf,
    Offer,
    OneOf,
    Open,
    Over,
    Place,
    Prove,
    Reshuffle,
    Roll,
    Shuffle,
    Tick,
    Together,
    Turn,
    is_move,
    is_offered,
    players_in,
)

if TYPE_CHECKING:
    from .game import Game, O, S

#: The most cards of a deck, and the most dice of a roll that everybody sees.
MOST_CARDS = 512
MOST_DICE = 2**16
#: The most cells times faces of a placement, and the most bytes of the message.
MOST_BRANCHES = 4096
MOST_BYTES = 98304
#: Slots, and a die's sides, are numbers of 64 bits.
WORD = 2**64
#: The characters of a wrong move that are shown.
SHOWN = 60

_MOVE = f"a move is 1 to {MOVE_LIMIT} characters of ASCII, from space to ~"


def turn_of(game: Game[S, O], state: S, seats: int | None = None) -> Turn:
    """Return the turn of ``state``; ``seats`` None: they are not known here.

    Raises:
      RulesError: The rules give no turn, or one that no table can play.

    Cost: 0.2 µs for nine moves, again and again; 1 µs for others.
    """
    try:
        turn = game.turn(state)
        wrong = why_unsound(turn, seats)
    except RulesError:
        raise
    except Exception as error:
        raise RulesError.within(game.name, "turn", error) from error
    if wrong is not None:
        raise RulesError(f"{game.name} {wrong}")
    return turn


@lru_cache(maxsize=512)
def why_unsound(turn: Turn, seats: int | None = None) -> str | None:
    """Return what is wrong with a turn, in words that follow the game's name, or None.

    ``seats`` None: they are not known here.
    """
    if type(turn) is Choose:
        wrong = _why_no_choice(turn)
    else:
        wrong = _why_no_turn(turn, seats) or _why_twice(turn)
    if wrong is None and seats is not None:
        strange = [n for n in players_in(turn) if not 0 <= n < seats]
        if strange:
            kind = type(turn).__name__
            return f"names player {strange[0]} of {seats} in a {kind}"
    return wrong


def _why_no_choice(turn: Choose) -> str | None:
    timer = turn.timer
    wrong = _why_no_moves(turn.moves)
    if wrong is None and timer is not None and not is_offered(timer.move, turn.moves):
        wrong = f"the move {timer.move!r} when time runs out, and no such move"
    return None if wrong is None else f"offers player {turn.player} {wrong}"


def _why_no_moves(moves: tuple[Offer, ...]) -> str | None:
    if not moves:
        return "no move"
    return next(filter(None, map(_why_no_offer, moves)), None)


def _why_no_offer(offer: Offer) -> str | None:
    if not isinstance(offer, Amount):
        return None if is_move(offer) else f"the move {_named(offer)}: {_MOVE}"
    if " " in offer.verb or not is_move(f"{offer.verb} {offer.high}"):
        return f"the move {_named(str(offer))}: its verb is one word, and {_MOVE}"
    if not 0 <= offer.low <= offer.high < 10**MOST_DIGITS:
        most = f"0 to {MOST_DIGITS} digits, the lower first"
        return f"the move {_named(str(offer))}: its numbers are {most}"
    return None


def _named(move: str) -> str:
    return repr(move if len(move) <= SHOWN else f"{move[:SHOWN]}…")


def _why_no_turn(turn: Turn, seats: int | None) -> str | None:
    match turn:
        case Together(choices):
            wrong = next(filter(None, map(_why_no_choice, choices)), None)
            return wrong if choices else "asks nobody in a Together"
        case Tick(players, moves, _, horizon):
            wrong = _why_no_moves(moves) if moves else None
            if wrong is not None:
                return f"offers {wrong}"
            if not 0 <= horizon <= FARTHEST_HORIZON:
                return f"takes orders {horizon} ticks ahead"
            return None if players else "asks nobody in a Tick"
        case Shuffle():
            return _why_no_shuffle(turn)
        case Reshuffle(slots, players, first):
            if not players or not 1 <= len(slots) <= MOST_CARDS:
                least = f"somebody reshuffles 1 to {MOST_CARDS}"
                return (
                    f"has {len(players)} players reshuffle {len(slots)} cards: {least}"
                )
            return _why_no_slots(slots) or _why_no_slots((first, first + len(slots)))
        case Deal(hands):
            return _why_no_slots(slot for _, hand in hands for slot in hand)
        case Open(slots):
            return _why_no_slots(slots)
        case Roll():
            return _why_no_roll(turn)
        case Place(_, slots, faces):
            wrong = _why_not_placed(len(slots), len(faces)) or _why_no_slots(slots)
            return wrong or _why_no_faces(faces, distinct=True)
        case Prove():
            return _why_no_claim(turn)
        case Over(payoffs):
            if seats is not None and len(payoffs) != seats:
                return f"ends with {len(payoffs)} payoffs for {seats} players"
            if all(-WORD // 2 <= payoff < WORD // 2 for payoff in payoffs):
                return None
            return "ends with a payoff of more than 64 bits, which no receipt holds"
    return f"gives {type(turn).__name__} as its turn"


def _why_no_shuffle(turn: Shuffle) -> str | None:
    players, faces = turn.players, turn.faces
    if not 2 <= len(faces) <= MOST_CARDS:
        return f"shuffles {len(faces)} cards: a deck has 2 to {MOST_CARDS}"
    if not players:
        return "has nobody shuffle a deck"
    return _why_no_faces(faces)


def _why_no_roll(turn: Roll) -> str | None:
    sides, dice, hands = turn.sides, turn.dice, turn.hands
    if not 1 <= sides < WORD or not 0 <= dice <= MOST_DICE:
        most = f"0 to {MOST_DICE} dice have 1 to 2⁶⁴ − 1 sides"
        return f"rolls {dice} dice of {sides} sides: {most}"
    for _, hand in hands:
        wrong = _why_not_placed(len(hand), sides)
        if wrong is not None:
            return wrong
    return _why_no_slots(slot for _, hand in hands for slot in hand)


def _why_no_claim(turn: Prove) -> str | None:
    match turn.claim:
        case OneOf(slot, ()):
            return f"asks for a proof that slot {slot} has none of all faces"
        case OneOf(slot, faces):
            return _why_no_slots((slot,)) or _why_no_faces(faces)
        case NoneOf(slots, faces):
            return _why_no_slots(slots) or _why_no_faces(faces)


def _why_not_placed(cells: int, faces: int) -> str | None:
    """Return why no message can hold so many masked cells and their proof, or None."""
    fits = cells * faces <= MOST_BRANCHES and 64 * cells * (faces + 1) <= MOST_BYTES
    if cells and faces and fits:
        return None
    return f"has {cells} things of {faces} faces placed, which no message holds"


def _why_no_slots(slots: Iterable[int]) -> str | None:
    named = list(slots)
    if len({*named}) < len(named):
        return f"names slot {_repeated(named)} twice"
    wrong = [slot for slot in named if not 0 <= slot < WORD]
    return f"names slot {wrong[0]}: slots count from 0" if wrong else None


def _why_no_faces(faces: tuple[str, ...], *, distinct: bool = False) -> str | None:
    for face in faces:
        if not 0 < len(face) <= MOVE_LIMIT or not _is_utf8(face):
            return f"has the face {face!r}: a face is 1 to {MOVE_LIMIT} characters"
    if distinct and len({*faces}) < len(faces):
        return f"has the face {_repeated(faces)!r} placed twice"
    return None


def _is_utf8(face: str) -> bool:
    """Return whether a face can be hashed: no half of a surrogate pair is in it."""
    return face.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in face)


def _why_twice(turn: Turn) -> str | None:
    """Return that a turn names a player twice that may be in it once, or None."""
    players = players_in(turn)
    if isinstance(turn, Deal) or len({*players}) == len(players):
        return None
    return f"names player {_repeated(players)} twice in a {type(turn).__name__}"


def _repeated(values: Iterable[object]) -> object:
    return Counter(values).most_common(1)[0][0]
