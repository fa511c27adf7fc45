"""This module shares each player's key secret among the others, for threshold opening.

A masked card takes a token of each player of its deck. For the token of an evicted
player, each of the others holds a share of that player's secret. A threshold of
them publish partial tokens made with their shares, and these combine to the missing
one. The secret itself is never reconstructed.

Round 1: every player deals its secret to all others. Round 2: every player
broadcasts an empty message, or a complaint about the first dealer whose share does
not fit.  Messages are described in :mod:`p2pgame.protocols.threshold.vss`.

Source: Castellà-Roca, Sebé and Domingo-Ferrer, "Dropout-Tolerant TTP-Free Mental
Poker" (TrustBus 2005); Komlo and Goldberg, "FROST" (SAC 2020), for the two rounds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ..arithmetic.errors import blame
from ..arithmetic.group import Element, Entropy, G, Scalar
from ..arithmetic.polynomial import combine
from ..rounds import Protocol, Round
from . import vss
from .keys import Keys


@dataclass(frozen=True, slots=True)
class Sharing:
    """The public data of the shares of every player's secret.

    ``commitments``, by owner, are to the coefficients of a polynomial; any
    ``threshold`` of the other players can make the owner's tokens.
    """

    threshold: int
    players: tuple[int, ...]
    commitments: Mapping[int, tuple[Element, ...]]

    def share_key(self, owner: int, holder: int) -> Element:
        """Return ``G`` times the share that ``holder`` has of ``owner``'s secret.

        A token made with the share is verified with it, as one made with a secret
        is with a key share.

        Raises:
          ValueError: One of them is no player, or they are the same.

        Cost: threshold - 1 multiplications, once.
        """
        if owner == holder or not {owner, holder} <= set(self.players):
            raise ValueError("a share is one player's, of another's secret")
        return vss.share_key(self.commitments[owner], holder)


def stand_in(tokens: Mapping[int, Sequence[Element]], threshold: int) -> list[Element]:
    """Combine the holders' partial tokens to those of an evicted owner.

    Args:
      tokens: By holder, made with their shares of the owner's secret, each of
        them verified with its :meth:`Sharing.share_key`.

    Raises:
      ValueError: Fewer holders than the threshold, or not all for as many cards.

    Cost: 1 multiplication and 1 addition for each card and each of ``threshold``
    holders.
    """
    if len({len(cards) for cards in tokens.values()}) != 1:
        raise ValueError("the holders' tokens are not for the same cards")
    by_card = zip(*tokens.values(), strict=True)
    return [combine(dict(zip(tokens, one, strict=True)), threshold) for one in by_card]


def share(
    me: int | None,
    players: Collection[int],
    keys: Keys,
    threshold: int,
    secret: Scalar | None,
    context: bytes,
    entropy: Entropy,
) -> Protocol[tuple[Sharing, dict[int, Scalar]]]:
    """Return the public data of all shares, and my shares by owner.

    Args:
      threshold: The number of other players that a threshold opening takes; as many
        together also see everything that the player sees.
      secret: The secret of my key share; None if I am no player.
      context: Names this one occasion; a dealing is void in any other.

    Raises:
      ProtocolError: A player dealt shares that do not fit, or complained about
        one that does.
      ValueError: A threshold of none of the others or of more than there are, a
        player without a key share, or ``secret`` is not mine.

    Cost: n(t + 4) + t multiplications for n players and a threshold of t.
    """
    occasion = vss.Occasion.of(players, keys, threshold, context)
    dealer = _Dealer.of(me, occasion, secret, entropy)
    everybody = frozenset(occasion.players)

    dealings = {}
    say = dealer.deal() if dealer else None
    for player, message in (yield Round(say, everybody)).items():
        with blame(player):
            dealings[player] = vss.Dealing.decode(message, occasion, player)
            vss.verify(occasion, player, dealings[player])

    mine = dealer.open(dealings) if dealer else {}
    say = dealer.complain(dealings, mine) if dealer else None
    for player, message in (yield Round(say, everybody)).items():
        if message:
            vss.judge(occasion, dealings, player, message)
    commitments = {player: dealing.commitments for player, dealing in dealings.items()}
    return Sharing(threshold, occasion.players, commitments), mine


@dataclass(frozen=True, slots=True)
class _Dealer:
    """My own part, which takes my secret."""

    me: int
    occasion: vss.Occasion
    secret: Scalar
    entropy: Entropy

    @classmethod
    def of(
        cls,
        me: int | None,
        occasion: vss.Occasion,
        secret: Scalar | None,
        entropy: Entropy,
    ) -> _Dealer | None:
        if me is None or me not in occasion.players:
            return None
        if secret is None or secret * G != occasion.keys.shares[me]:
            raise ValueError("a player needs the secret behind its key share")
        return cls(me, occasion, secret, entropy)

    def deal(self) -> bytes:
        return vss.deal(self.occasion, self.me, self.secret, self.entropy).encode()

    def open(self, dealings: Mapping[int, vss.Dealing]) -> dict[int, Scalar]:
        """Return my shares by owner, be they right or wrong."""
        shares = {}
        for owner in self.occasion.others(self.me):
            dealing, K = dealings[owner], self.secret * dealings[owner].E
            shares[owner] = vss.open_share(self.occasion, dealing, owner, self.me, K)
        return shares

    def complain(
        self, dealings: Mapping[int, vss.Dealing], mine: Mapping[int, Scalar]
    ) -> bytes:
        """Return a complaint about the first dealer whose share does not fit."""
        for owner, one in mine.items():
            if not vss.fits(one, dealings[owner], self.me):
                return vss.complain(
                    self.occasion,
                    dealings[owner],
                    owner,
                    self.me,
                    self.secret,
                    self.entropy,
                )
        return b""
