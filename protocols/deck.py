"""Decks of cards: shuffled by all, dealt to one, opened to all.

A deck starts as face elements in the open, and each player in turn shuffles and
remasks it and proves to have done nothing else; one honest player is enough for
nobody to know the order.  A card is then a slot, its place in the last deck.
To deal it, every player but its owner publishes a reveal token for it; to open
it, the owner does too.  Tokens are broadcast, with one proof for all of them,
so everybody checks everything, spectators too.

Three rules keep cards hidden from those who do not play fair.  A :class:`Deck`
exists only when every shuffle of it has been verified, and tokens are only for
its slots: no card that a shuffler smuggled in is ever opened.  Before tokens
everybody agrees on the history, so that nobody is shown two.  And it takes one
token of each player of the deck to see a card, so while its owner holds the
last one back it stays hidden, whatever becomes of the other cards.

Face elements are hashed from the faces: none is a sum or a multiple of others.
Equal faces have equal elements and are the same card.

Source: Barnett and Smart, "Mental Poker Revisited" (2003); Pfitzmann, "Breaking
an Efficient Anonymous Channel" (EUROCRYPT '94), for what a smuggled card does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeAlias

from . import reveal, stage
from .elgamal import Masked, token, unmask
from .errors import InvalidEncoding, ProtocolError, blame
from .group import Element, Entropy, G, Scalar, hash_to_group
from .keys import Keys
from .rounds import Protocol, Round
from .transcript import Transcript

Tokens: TypeAlias = Mapping[int, Element]


@lru_cache(maxsize=1024)
def face_point(face: str) -> Element:
    """Return the element that stands for ``face`` at every table."""
    return hash_to_group(b"face", face.encode())


@dataclass(frozen=True, slots=True)
class Deck:
    """A shuffled deck and all that is public of it; the same for everybody.

    ``faces`` are those it was made of and say nothing of its order; ``cards``,
    ``tokens`` (by slot and player), ``dealt`` (to whom) and ``opened`` go by
    slot.  ``identity`` is a hash of the deck's whole history: context, players,
    their keys, faces, and the cards after every shuffle.
    """

    faces: tuple[str, ...]
    cards: tuple[Masked, ...]
    players: tuple[int, ...]
    keys: Keys
    identity: bytes
    tokens: Mapping[int, Tokens] = field(default_factory=dict)
    dealt: Mapping[int, int] = field(default_factory=dict)
    opened: Mapping[int, str] = field(default_factory=dict)

    def unmask(self, slot: int, tokens: Tokens) -> str:
        """Return the face in ``slot``.

        Raises:
          ValueError: Not exactly one token of each player of the deck.
          ProtocolError: It is no face of this deck; no player is to blame, for
            in a verified deck, with verified tokens, it cannot happen.
        """
        if tokens.keys() != set(self.players):
            raise ValueError("a card needs the token of each player of its deck")
        card = unmask(self.cards[slot], tokens.values())
        # A search would take longer for some cards than for others.
        face = {face_point(face): face for face in self.faces}.get(card)
        if face is None:
            raise ProtocolError("a card is no card of its deck")
        return face


def shuffle(
    me: int | None,
    players: tuple[int, ...],
    keys: Keys,
    faces: tuple[str, ...],
    context: bytes,
    entropy: Entropy,
) -> Protocol[Deck]:
    """Return a deck of ``faces`` that ``players``, in this order, have shuffled.

    One round for each player, who broadcasts the deck after its shuffle and a
    proof.  The next player does not wait for that proof to be verified: it
    shuffles first, says so, and verifies afterwards, while the others verify and
    it works; a deck comes out only when all is verified.

    Args:
      context: Names this one deck; a shuffle is void in any other.

    Raises:
      ProtocolError: A player did something else than shuffle.
      ValueError: ``players`` or ``faces`` cannot make a deck.

    Cost: 9n multiplications to shuffle n cards, 5n to verify each shuffle.
    """
    now = stage.first(players, keys, tuple(map(face_point, faces)), context)
    claims: list[stage.Claim] = []
    for player in players:
        say = stage.mix(now, player, entropy) if player == me else None
        if say is None:
            _verify(claims)
        inbox = yield Round(say, frozenset({player}))
        with blame(player):
            claims.append(stage.decode(now, player, inbox[player]))
        now = claims[-1].after
    _verify(claims)
    return Deck(faces, now.cards, players, keys, now.identity)


def _verify(claims: list[stage.Claim]) -> None:
    """Verify all of ``claims`` and cross them off."""
    while claims:
        stage.verify(claims.pop(0))


def deal(
    me: int | None,
    deck: Deck,
    hands: Mapping[int, int],
    secret: Scalar | None,
    context: bytes,
    entropy: Entropy,
) -> Protocol[tuple[Deck, dict[int, str]]]:
    """Deal each slot of ``hands`` to the player it maps to.

    Returns the deck with the tokens, and the faces, by slot, dealt to me.

    Args:
      secret: Behind my key share; None if I am no player of the deck.
      context: Names this one occasion; a token is void in any other.

    Raises:
      ProtocolError: A player broadcast something else than its tokens.
      ValueError: A slot is not in the deck or another player's, a player is
        none of the deck, or ``secret`` is not mine.

    Cost: 2m + 4 multiplications to make m tokens, and as many to verify them.
    """
    _check_secret(me, deck, secret)
    _check_slots(deck, tuple(hands))
    for slot, player in hands.items():
        if player not in deck.players:
            raise ValueError("only a player of the deck is dealt from it")
        if deck.dealt.get(slot, player) != player:
            raise ValueError(f"slot {slot} is another player's already")
    foreign = {
        player: tuple(slot for slot in sorted(hands) if hands[slot] != player)
        for player in deck.players
    }
    deck = yield from _publish(me, deck, foreign, secret, context, entropy)
    deck = replace(deck, dealt={**deck.dealt, **hands})
    if me is None or secret is None:
        return deck, {}
    mine = sorted(slot for slot, player in hands.items() if player == me)
    return deck, {slot: _look(deck, slot, me, secret) for slot in mine}


def open_cards(
    me: int | None,
    deck: Deck,
    slots: tuple[int, ...],
    secret: Scalar | None,
    context: bytes,
    entropy: Entropy,
) -> Protocol[tuple[Deck, tuple[str, ...]]]:
    """Open ``slots`` to everybody, with the tokens not published before.

    Returns the deck with the tokens and faces, and the faces in the order asked
    for.  For slots that are open already nobody says a word.

    Raises, and takes arguments, like :func:`deal`.
    """
    _check_secret(me, deck, secret)
    _check_slots(deck, slots)
    everybody = dict.fromkeys(deck.players, tuple(sorted(slots)))
    deck = yield from _publish(me, deck, everybody, secret, context, entropy)
    faces = {slot: deck.unmask(slot, deck.tokens[slot]) for slot in slots}
    deck = replace(deck, opened={**deck.opened, **faces})
    return deck, tuple(faces[slot] for slot in slots)


def _check_secret(me: int | None, deck: Deck, secret: Scalar | None) -> None:
    if me is None or me not in deck.players:
        return
    if secret is None or secret * G != deck.keys.shares[me]:
        raise ValueError("a player needs the secret behind its key share")


def _check_slots(deck: Deck, slots: tuple[int, ...]) -> None:
    if len(set(slots)) != len(slots):
        raise ValueError("a slot is named twice")
    if not all(0 <= slot < len(deck.cards) for slot in slots):
        raise ValueError(f"the deck has slots 0 to {len(deck.cards) - 1}")


def _publish(
    me: int | None,
    deck: Deck,
    slots: Mapping[int, tuple[int, ...]],
    secret: Scalar | None,
    context: bytes,
    entropy: Entropy,
) -> Protocol[Deck]:
    """Return the deck with each player's tokens for its ``slots``."""
    owed = {player: _owed(deck, player, slots[player]) for player in deck.players}
    hear = frozenset(player for player, missing in owed.items() if missing)
    if not hear:
        return deck
    if len(deck.players) > 2:
        yield from _agree(me, frozenset(deck.players))
    say = None
    if me is not None and me in hear and secret is not None:
        cards, transcript = _statement(deck, me, owed[me], context)
        say = reveal.prove(cards, secret, transcript, entropy)
    for player, message in (yield Round(say, hear)).items():
        cards, transcript = _statement(deck, player, owed[player], context)
        with blame(player):
            tokens = reveal.verify(message, cards, deck.keys.shares[player], transcript)
        deck = _note(deck, player, dict(zip(owed[player], tokens, strict=True)))
    return deck


def _owed(deck: Deck, player: int, slots: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(slot for slot in slots if player not in deck.tokens.get(slot, {}))


def _agree(me: int | None, players: frozenset[int]) -> Protocol[None]:
    """Hear an empty word from everybody.

    What carries it is signed over the history it follows, so whoever was shown
    another one is found out before any token is.
    """
    for player, word in (yield Round(b"" if me in players else None, players)).items():
        if word:
            raise InvalidEncoding("agreement is an empty word", player)


def _statement(
    deck: Deck, player: int, slots: tuple[int, ...], context: bytes
) -> tuple[list[Masked], Transcript]:
    """Return what tokens of ``player`` are for, and what their proof is bound to."""
    transcript = Transcript(b"reveal tokens")
    transcript.append(b"occasion", context, deck.identity, player, slots)
    return [deck.cards[slot] for slot in slots], transcript


def _note(deck: Deck, player: int, tokens: Tokens) -> Deck:
    """Return the deck with these tokens, by slot, of ``player``."""
    known = deck.tokens
    new = {slot: {**known.get(slot, {}), player: T} for slot, T in tokens.items()}
    return replace(deck, tokens={**known, **new})


def _look(deck: Deck, slot: int, me: int, secret: Scalar) -> str:
    """Return the face in a slot of mine, with a token that I keep to myself."""
    mine = {me: token(deck.cards[slot], secret)}
    return deck.unmask(slot, {**deck.tokens.get(slot, {}), **mine})
