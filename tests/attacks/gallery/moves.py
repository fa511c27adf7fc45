"""Attacks on sealed moves, dice, the rules, and what players sign of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from itertools import count
from random import Random

from p2pgame.games.dice.pig import Points
from p2pgame.protocols.arithmetic import commitment
from p2pgame.protocols.chance import coin
from p2pgame.session.entries.payloads import Answer, Payload
from p2pgame.session.game import dealer
from p2pgame.session.game.checkpoints import Checkpoints
from p2pgame.session.game.own_move import OwnMove
from p2pgame.session.lobby.record import Record
from tests.refusing import CHEAT
from tests.session.tables import Forge, Net, any_offer

from .exhibit import (
    Exhibit,
    Swap,
    Words,
    answers,
    cheated,
    game,
    last_of,
    nobody_lies,
    nothing,
    of_refused,
)

_NONCE = commitment.NONCE_SIZE
_BEATS = {b"rock": b"paper", b"paper": b"scissors", b"scissors": b"rock"}


def instead(says: Callable[[Net, Answer], bytes]) -> Words:
    """Let player 1's answers say something else."""

    def words(net: Net) -> Forge:
        def forge(seat: int, payload: Payload) -> Payload:
            if seat != CHEAT or not isinstance(payload, Answer):
                return payload
            return Answer(payload.turn, payload.round, says(net, payload))

        return forge

    return words


def _second_thought(net: Net, answer: Answer) -> bytes:
    if answer.round == 0:
        return answer.message
    return answer.message[:_NONCE] + _BEATS[last_of(net, 0).message[_NONCE:]]


def _copied(net: Net, answer: Answer) -> bytes:
    """Copy what player 0 says in the first turn; two copies would never part."""
    is_first = len(answers(net, CHEAT)) < 2
    return last_of(net, 0).message if is_first else answer.message


def _opens_anything(net: Net) -> Sequence[Swap]:
    """Have player 1's program open a move though it has sealed another."""
    return ((OwnMove, "is_astray", lambda *_: False),)


def _copying() -> bytes:
    any_shape = any_offer(Random(1))
    table = game("rps", 3, {"rounds": 1}, decide=any_shape)
    return cheated(table, _opens_anything, instead(_copied))


def _loaded(net: Net, answer: Answer) -> bytes:
    """Open a number that makes the die show what player 1 wants."""
    play = net.tables[0].play
    if answer.round == 0 or len(answer.message) != _NONCE + coin.SIZE:
        return answer.message
    assert play is not None
    state = play.view.state
    assert isinstance(state, Points)
    wanted = 5 if state.player == CHEAT else 0
    occasion = sha256(b"p2pgame v1 coin occasion" + answer.turn).digest()
    first, last = (last_of(net, seat).message[_NONCE:] for seat in (0, 2))
    begun = b"p2pgame v1 coin result" + occasion + first
    for number in count():
        throw = number.to_bytes(coin.SIZE)
        if coin.roll(sha256(begun + throw + last).digest(), 6) == (wanted,):
            break
    return answer.message[:_NONCE] + throw


_COMMIT = commitment.commit


def _commit_for_all(context: bytes, player: int, value: bytes, nonce: bytes) -> bytes:
    """Seal without the player's number."""
    return _COMMIT(context, 0, value, nonce)


def _any_move(message: bytes, player: int, why_illegal: object) -> str:
    return message.decode()


_ANY_OPENING = ((commitment, "open_", nothing),)
_ANY_MOVE = ((dealer, "_read", _any_move),)

LUCK: Mapping[str, Exhibit] = {
    "second-thought": Exhibit(
        "A second thought",
        "All seal their moves. Player 1 waits until the others have opened theirs, and"
        " then opens the one that beats player 0's.",
        "It wins each round.",
        "a seal is a hash of one move and one nonce, and opens as no other",
        "protocols/arithmetic/commitment.py",
        lambda: cheated(
            game("rps", 3, {"rounds": 1}), nobody_lies, instead(_second_thought)
        ),
        pitfalls=(23,),
        fault="opening",
        without=_ANY_OPENING,
    ),
    "copied-seal": Exhibit(
        "A copied seal",
        "Player 1 repeats player 0's first seal, and then its opening.",
        "Without knowing the move it has made the same one, so it never loses. Of"
        " numbers that are added up it could cancel one.",
        "a seal is bound to its player's seat",
        "protocols/arithmetic/commitment.py",
        _copying,
        pitfalls=(24,),
        attacks=(20,),
        fault="opening",
        without=((commitment, "commit", _commit_for_all),),
    ),
    "loaded-die": Exhibit(
        "A loaded die",
        "Each die is made of a sealed number of each player. Player 1 opens last, and"
        " tries numbers until the die shows what it wants.",
        "It rolls a six each time, and the others a one.",
        "the number was sealed before any other was opened",
        "protocols/chance/coin.py",
        lambda: cheated(game("pig", 3, {"goal": 20}), nobody_lies, instead(_loaded)),
        pitfalls=(23,),
        attacks=(22,),
        fault="opening",
        without=_ANY_OPENING,
    ),
    "sealed-move-illegal": of_refused(
        "sealed-move-illegal",
        title="A sealed move that there is not",
        does="Player 1 seals and opens a well, which their game does not have.",
        gains="Nobody could see it before it was opened, and nothing beats it.",
        stopped="opened moves pass the same gate as all others",
        module="p2pgame/session/game/dealer.py",
        without=_ANY_MOVE,
        wins=False,
    ),
}

RULES: Mapping[str, Exhibit] = {
    "move-into-a-taken-cell": of_refused(
        "move-into-a-taken-cell",
        title="A move that the rules forbid",
        does="Player 1 writes into a cell that is taken.",
        gains="A row that it has not earned.",
        stopped="each peer asks its own copy of the rules about each move",
        module="p2pgame/session/game/dealer.py",
        without=_ANY_MOVE,
        wins=False,
    ),
    "draw-not-agreed": of_refused(
        "draw-not-agreed",
        title="A draw to which nobody has agreed",
        does="Player 1 answers its turn with a draw.",
        gains="It saves a lost game.",
        stopped="what needs everybody's consent is no move, and takes everybody's word",
        module="p2pgame/session/game/dealer.py",
        without=_ANY_MOVE,
        wins=False,
    ),
    "end-of-another-state": of_refused(
        "end-of-another-state",
        title="Another end than the game had",
        does="Player 1 signs an end with another state.",
        gains="There are two results, and each has signatures.",
        stopped="a result is worked out and never believed; a false one that is signed"
        " convicts",
        module="p2pgame/session/lobby/record.py",
        without=((Record, "why_wrong", nothing),),
    ),
    "checkpoint-of-another-state": of_refused(
        "checkpoint-of-another-state",
        title="A checkpoint of another state",
        does="Player 1 signs a checkpoint of an earlier turn with another state.",
        gains="If the game breaks off, friends can say that all had agreed to that.",
        stopped="each checkpoint is compared with what everybody has worked out",
        module="p2pgame/session/game/checkpoints.py",
        without=((Checkpoints, "_check", nothing),),
    ),
}

EXHIBITS: Mapping[str, Exhibit] = {**LUCK, **RULES}
