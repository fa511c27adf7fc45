"""This module shuffles, deals, opens and reshuffles cards as joint protocols.

A deck starts as open face elements. Each player in turn shuffles and remasks it and
proves to have done nothing else. One honest player suffices to hide the order from
all.  To deal a card, each of its players but the owner publishes a reveal token for
it; to open it, the owner does too.  Tokens are broadcast, with one proof for all of
them, so everybody checks everything, spectators too.

Three rules keep cards hidden from those who do not play fair.  A card lies on the
table only when everything that made it has been verified, and tokens are only for
what lies there: nothing that a shuffler smuggled in is ever opened. Before tokens
all players agree on the history, which detects a player that shows two. And a card
takes one token of each of its players, so it stays hidden while its owner withholds
the last one.

The tokens of evicted players come by threshold opening: the others publish partial
tokens made with their shares of the missing key, for this turn's cards only. The
key itself is never reconstructed.

To mix cards again they are taken as they lie, an open one as its face, so that
no card can come in that was not there; new masks make the old tokens useless.

Source: Barnett and Smart, "Mental Poker Revisited" (2003); Castellà-Roca, Sebé
and Domingo-Ferrer, "Dropout-Tolerant TTP-Free Mental Poker" (2005); Pfitzmann,
"Breaking an Efficient Anonymous Channel" (EUROCRYPT '94), for what a smuggled
card does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from ..arithmetic.elgamal import Masked, start, token
from ..arithmetic.errors import ProtocolError, blame
from ..arithmetic.group import Entropy, Scalar
from ..proofs import remasking
from ..rounds import Protocol, Round
from . import stage, tokens
from .cards import Card, Cards, Secrets, Tokens, face_point
from .tokens import Occasion

NOBODY: frozenset[int] = frozenset()


def shuffle(
    me: int | None,
    players: tuple[int, ...],
    cards: Cards,
    faces: tuple[str, ...],
    context: bytes,
    entropy: Entropy,
) -> Protocol[Cards]:
    """Return a table with nothing on it but a new deck of ``faces``, from slot 0 on.

    Each player, in this order, has one round and broadcasts the shuffled deck with
    a proof. The next player shuffles and sends before it verifies that proof, so
    peers verify while others shuffle. A peer verifies its remaining proofs at once
    at the end. A deck is returned only when all proofs are verified.

    Args:
      context: Names this one deck; a shuffle is void in any other.

    Raises:
      ProtocolError: A player did something else than shuffle.
      ValueError: ``players`` or ``faces`` cannot make a deck.

    Cost: 9n multiplications to shuffle n cards, 5n to verify each shuffle.
    """
    points = tuple(map(face_point, faces))
    now = stage.first(players, cards.keys, points, context)
    now = yield from _mix(me, players, now, entropy)
    deck = _lay(now, players, faces, 0)
    return replace(cards, slots=deck)


def reshuffle(
    me: int | None,
    players: tuple[int, ...],
    cards: Cards,
    slots: tuple[int, ...],
    first: int,
    context: bytes,
    entropy: Entropy,
) -> Protocol[Cards]:
    """Take the cards on ``slots`` and lay them, mixed, on those from ``first`` on.

    Cards that are not open must all take the tokens of the same players; open
    ones do as they do, or take those of ``players`` if all are open.

    One player alone, where there are others, mixes only what was dealt to it, or what
    no other player holds.  It knows the new masks and the order.  With the tokens for
    the cards as they lay it would read those of others, though all holders are honest:
    their token for a new card, less its own mask times their key, is one for the old.

    Raises, and costs, what :func:`shuffle` does; a single card is only remasked.
    """
    if not players:
        raise ValueError("somebody has to mix these cards")
    pile, left = cards.on(slots), cards.take(slots)
    _require_own(players, cards, pile)
    left.require_free(range(first, first + len(slots)))
    if any(card.shift is not None for card in pile):
        raise ValueError("a die is no card to be shuffled")
    laid = zip(slots, pile, strict=True)
    hidden = {card.players: slot for slot, card in laid if card.face is None}
    if len(hidden) > 1:
        opened = (f"slot {slot} by players {held}" for held, slot in hidden.items())
        raise ValueError(
            f"these cards do not open alike: {', '.join(opened)}. A Reshuffle mixes "
            "cards that the same players open: shuffle each kind by itself, or Open "
            "them first"
        )
    holders = next(iter(hidden), players)
    faces = tuple(dict.fromkeys(face for card in pile for face in card.faces))
    masked = tuple(_as_it_lies(card) for card in pile)
    origins = tuple(card.origin for card in pile)
    now = stage.again(players, holders, cards.keys, masked, origins, context)
    if len(pile) == 1:
        now = yield from _remask(me, players, now, entropy)
    else:
        now = yield from _mix(me, players, now, entropy)
    return left.lay(_lay(now, holders, faces, first))


def deal(
    me: int | None,
    cards: Cards,
    hands: Mapping[int, int],
    secrets: Secrets | None,
    context: bytes,
    entropy: Entropy,
    gone: frozenset[int] = NOBODY,
) -> Protocol[tuple[Cards, dict[int, str]]]:
    """Deal each slot of ``hands`` to the player it maps to.

    Returns the table with the tokens, and the faces, by slot, dealt to me.

    Args:
      secrets: Mine; None for a spectator.
      context: Names this one occasion; a token is void in any other.
      gone: The evicted players, whose tokens need a threshold opening.

    Raises:
      ProtocolError: A player broadcast something else than its tokens.
      ValueError: Nothing lies on a slot, it is another player's, the player does
        not help to open it, or ``secrets`` are not mine.

    Cost: 2m + 4 multiplications to make m tokens, and as many to verify them.
    """
    cards.require_secrets(me, secrets)
    for card, player in zip(cards.on(hands), hands.values(), strict=True):
        if player not in card.players:
            raise ValueError("only a player of the deck is dealt from it")
        if card.owner not in (None, player):
            raise ValueError("a slot is another player's already")
    wanted = {
        slot: [other for other in cards[slot].players if other != player]
        for slot, player in hands.items()
    }
    occasion = Occasion(me, secrets, context, entropy, gone)
    cards = yield from tokens.publish(cards, wanted, occasion)
    cards = cards.change(
        {slot: replace(cards[slot], owner=player) for slot, player in hands.items()}
    )
    if me is None or secrets is None:
        return cards, {}
    mine = sorted(slot for slot, player in hands.items() if player == me)
    return cards, {slot: _look(cards[slot], me, secrets.key) for slot in mine}


def open_cards(
    me: int | None,
    cards: Cards,
    slots: tuple[int, ...],
    secrets: Secrets | None,
    context: bytes,
    entropy: Entropy,
    gone: frozenset[int] = NOBODY,
) -> Protocol[tuple[Cards, tuple[str, ...]]]:
    """Open ``slots`` to everybody, with the tokens not published before.

    Returns the table with the tokens and faces, and the faces in the order asked
    for.  For slots that are open already nobody says a word.

    Raises, and takes arguments, like :func:`deal`.
    """
    cards.require_secrets(me, secrets)
    pile = zip(slots, cards.on(slots), strict=True)
    wanted = {slot: card.players for slot, card in pile if card.face is None}
    occasion = Occasion(me, secrets, context, entropy, gone)
    cards = yield from tokens.publish(cards, wanted, occasion)
    opened = {
        slot: replace(cards[slot], face=cards[slot].read(cards[slot].tokens))
        for slot in wanted
    }
    cards = cards.change(opened)
    return cards, tuple(str(cards[slot].face) for slot in slots)


def _mix(
    me: int | None, players: tuple[int, ...], now: stage.Stage, entropy: Entropy
) -> Protocol[stage.Stage]:
    claims: list[stage.Claim] = []
    for player in players:
        say = stage.mix(now, me, entropy) if player == me else None
        meanwhile = partial(_verify, claims) if claims else None
        inbox = yield Round(say, frozenset({player}), meanwhile=meanwhile)
        try:
            with blame(player):
                claims.append(stage.decode(now, player, inbox[player]))
        except ProtocolError:
            _verify(claims)  # all peers name the first cheat
            raise
        now = claims[-1].after
    _verify(claims)
    return now


def _verify(claims: list[stage.Claim]) -> None:
    """Verify all of ``claims`` at once, and cross them off."""
    due = tuple(claims)
    claims.clear()
    stage.verify_all(due)


def _remask(
    me: int | None, players: tuple[int, ...], now: stage.Stage, entropy: Entropy
) -> Protocol[stage.Stage]:
    """Give the only card of a pile new masks, from one player after the other."""
    for player in players:
        transcript, (before,) = now.transcript(player), now.cards
        say = None
        if player == me:
            say = remasking.remask(before, now.key, transcript, entropy)
        inbox = yield Round(say, frozenset({player}))
        with blame(player):
            after = remasking.verify(
                inbox[player], before, now.key, now.transcript(player)
            )
        now = now.then(player, (after,))
    return now


def _require_own(players: tuple[int, ...], cards: Cards, pile: list[Card]) -> None:
    """Raise ValueError if one player alone would mix cards that are not all its own."""
    if len(players) > 1 or len(cards.keys.shares) == 1:
        return
    if any(card.owner not in players and card.players != players for card in pile):
        raise ValueError("one player alone mixes cards that were not dealt to it")


def _lay(
    now: stage.Stage, players: tuple[int, ...], faces: tuple[str, ...], first: int
) -> dict[int, Card]:
    return {
        slot: Card(masked, players, faces, now.identity + slot.to_bytes(8, "little"))
        for slot, masked in enumerate(now.cards, first)
    }


def _as_it_lies(card: Card) -> Masked:
    return card.masked if card.face is None else start(face_point(card.face))


def _look(card: Card, me: int, secret: Scalar) -> str:
    """Return the face of a card of mine, with a token that I keep to myself."""
    mine: Tokens = {me: token(card.masked, secret)}
    return card.read({**card.tokens, **mine})
