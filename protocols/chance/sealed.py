"""Simultaneous moves: everybody seals one, then everybody opens it.

Round 1: all broadcast a commitment.  Round 2: all open it.  A commitment is a
hash, so it says nothing of a move, not even how long it is; and it is bound to
its player, so whoever copies one can never open it.  A player who will not open
spoils the run and is named by :attr:`~protocols.rounds.Run.waiting_for`; the
table's rules say what that costs, and sealing anew must not be among its
choices.

An opening is the nonce, 32 bytes, and then the move.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ..arithmetic import commitment
from ..arithmetic.errors import InvalidEncoding, blame
from ..arithmetic.group import Entropy
from ..arithmetic.transcript import Transcript
from ..rounds import Protocol, Round

#: The longest move in bytes.
LIMIT = 1024

_NONCE = commitment.NONCE_SIZE


def seal(
    me: int | None,
    choosers: Collection[int],
    context: bytes,
    move: bytes | None,
    entropy: Entropy,
    *,
    spare: bool = False,
) -> Protocol[dict[int, bytes]]:
    """Return every chooser's move, none of which could depend on another's.

    Args:
      context: Names this one occasion; a commitment is void in any other.
      move: What I choose, at most :data:`LIMIT` bytes; None if I do not.
      spare: Whether there may be no move of somebody who has gone; the others'
        stand, sealed or opened as they are.

    Raises:
      ProtocolError: A chooser opened something else than it had sealed.
      ValueError: My move is missing, too long, or not asked for.
    """
    _check_move(me, choosers, move)
    hear = frozenset(choosers)
    occasion = _occasion(context, hear)
    sealed, opening = None, None
    if me is not None and move is not None:
        nonce = entropy(_NONCE)
        sealed, opening = commitment.commit(occasion, me, move, nonce), nonce + move

    commitments = {}
    spared = hear if spare else frozenset()
    for player, message in (yield Round(sealed, hear, spared)).items():
        with blame(player):
            commitments[player] = commitment.decode(message)

    moves = {}
    hear = frozenset(commitments)
    for player, message in (yield Round(opening, hear, hear & spared)).items():
        with blame(player):
            moves[player] = _open(commitments[player], occasion, player, message)
    return moves


def unseal(
    me: int,
    choosers: Collection[int],
    context: bytes,
    message: bytes,
    moves: Iterable[bytes],
    entropy: Entropy,
) -> bytes | None:
    """Return which of ``moves`` I sealed in ``message``, or None: none of them.

    For whoever has the same ``entropy`` again, and forgot what it had decided on.
    Cost: a hash for each move.
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
