"""This module makes simultaneous moves: all players seal one, then all open.

Round 1: all broadcast a commitment.  Round 2: all open it.  A commitment is a hash,
so it hides a move and its length. It is bound to its player, so a copied commitment
can't be opened. A player that does not open stalls the run and is named by
:attr:`~p2pgame.protocols.rounds.Run.waiting_for`. The table's rules set the penalty,
and MUST NOT let that player seal again.

An opening is the nonce, 32 bytes, and then the move.

A player may commit ahead, alone (:func:`seal_ahead`): nobody knows yet who else will
choose.  Its commitment then names another occasion, and opens in the second round, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

from ..arithmetic import commitment
from ..arithmetic.errors import InvalidEncoding, blame
from ..arithmetic.group import Entropy
from ..arithmetic.transcript import Transcript
from ..rounds import Protocol, Round

#: The longest move in bytes.
LIMIT = 1024

_NONCE = commitment.NONCE_SIZE
_NONE: Mapping[int, bytes] = MappingProxyType({})


def seal(
    me: int | None,
    choosers: Collection[int],
    context: bytes,
    move: bytes | None,
    entropy: Entropy,
    *,
    spare: bool = False,
    ahead: Mapping[int, bytes] = _NONE,
) -> Protocol[dict[int, bytes]]:
    """Return every chooser's move, none of which could depend on another's.

    Args:
      context: Names this one occasion; a commitment is void in any other.
      move: My choice, at most :data:`LIMIT` bytes; None if I am no chooser.
      spare: Whether an evicted chooser's move may be missing; the others' moves
        stand, sealed or opened.
      ahead: The contexts of those who have committed ahead, by player; looked at once
        all have committed.  ``entropy`` is that of mine.

    Raises:
      ProtocolError: A chooser opened something else than it had sealed.
      ValueError: My move is missing, too long, or not asked for.
    """
    _check_move(me, choosers, move)
    hear = frozenset(choosers)
    occasion = _occasion(context, hear)
    sealed, opening = None, None
    if me is not None and move is not None:
        mine, nonce = _alone(ahead, me) or occasion, entropy(_NONCE)
        sealed, opening = commitment.commit(mine, me, move, nonce), nonce + move

    commitments = {}
    spared = hear if spare else frozenset()
    for player, message in (yield Round(sealed, hear, spared)).items():
        with blame(player):
            commitments[player] = commitment.decode(message)

    moves = {}
    hear = frozenset(commitments)
    for player, message in (yield Round(opening, hear, hear & spared)).items():
        with blame(player):
            theirs = _alone(ahead, player) or occasion
            moves[player] = _open(commitments[player], theirs, player, message)
    return moves


def seal_ahead(me: int, context: bytes, move: bytes, entropy: Entropy) -> bytes:
    """Return my commitment to a move on an occasion of which nobody else is sure yet.

    Raises:
      ValueError: My move is too long.
    """
    _check_move(me, (me,), move)
    alone = _occasion(context, frozenset({me}))
    return commitment.commit(alone, me, move, entropy(_NONCE))


def open_ahead(move: bytes, entropy: Entropy) -> bytes:
    """Return the opening of what :func:`seal_ahead` sealed with the same ``entropy``.

    Say it once all have sealed theirs, and not before.
    """
    return entropy(_NONCE) + move


def unseal(
    me: int,
    choosers: Collection[int],
    context: bytes,
    message: bytes,
    moves: Iterable[bytes],
    entropy: Entropy,
) -> bytes | None:
    """Return which of ``moves`` I sealed in ``message``, or None.

    Recovers a lost decision from the same ``entropy``. Cost: a hash for each move.
    """
    occasion, nonce = _occasion(context, frozenset(choosers)), entropy(_NONCE)
    for move in moves:
        if commitment.commit(occasion, me, move, nonce) == message:
            return move
    return None


def _check_move(me: int | None, choosers: Collection[int], move: bytes | None) -> None:
    if (move is not None) != (me in choosers):
        raise ValueError("a move is for those to give who choose")
    if move is not None and len(move) > LIMIT:
        raise ValueError(f"a move has at most {LIMIT} bytes")


def _alone(ahead: Mapping[int, bytes], player: int) -> bytes | None:
    context = ahead.get(player)
    return None if context is None else _occasion(context, frozenset({player}))


def _occasion(context: bytes, choosers: frozenset[int]) -> bytes:
    transcript = Transcript(b"sealed moves")
    transcript.append(b"occasion", context, sorted(choosers))
    return transcript.challenge(b"occasion").encode()


def _open(sealed: bytes, occasion: bytes, player: int, message: bytes) -> bytes:
    if len(message) > _NONCE + LIMIT:
        raise InvalidEncoding("no move is as long as that")
    nonce, move = message[:_NONCE], message[_NONCE:]
    commitment.open_(sealed, occasion, player, move, nonce)
    return move
