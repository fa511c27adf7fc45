"""This module publishes the tokens that open cards, by threshold opening where needed.

A turn names slots and, for each, the players whose tokens are wanted. Published
tokens are not made again. In the first round all who are there agree on the history,
whoever holds the cards, unless they are at most two. In the next each player publishes
the tokens that it owes. If some of these players are evicted, a last round is the
threshold opening: the holders of shares of their secrets publish partial tokens. No
secret is ever reconstructed, and partial tokens are valid for these slots only.

A message is described in :mod:`p2pgame.protocols.deck.reveal`.  A holder's message
concatenates one for each evicted player, in the order of the players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from ..arithmetic.errors import InvalidEncoding
from ..arithmetic.group import Element, Entropy, Scalar
from ..arithmetic.transcript import Transcript
from ..rounds import Protocol, Round
from ..threshold import sharing
from . import reveal
from .cards import Cards, Secrets

#: Slots by player.
Owed: TypeAlias = Mapping[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Occasion:
    """One occasion to publish tokens, as I see it.

    ``secrets`` are mine, None for a spectator; ``context`` names the occasion, and
    a token is void on any other. ``gone`` are the evicted players, whose tokens
    need a threshold opening.
    """

    me: int | None
    secrets: Secrets | None
    context: bytes
    entropy: Entropy = field(repr=False)
    gone: frozenset[int]

    def speaker(self, speakers: Collection[int]) -> tuple[int, Secrets] | None:
        """Return me and my secrets, if I am one of ``speakers``."""
        if self.me is None or self.secrets is None or self.me not in speakers:
            return None
        return self.me, self.secrets


def publish(
    cards: Cards, wanted: Mapping[int, Iterable[int]], occasion: Occasion
) -> Protocol[Cards]:
    """Return the table with the tokens of the ``wanted`` players for each slot.

    Raises:
      ProtocolError: A player broadcast something else than its tokens.
      ValueError: Too few players are left for the threshold opening.
    """
    owed = _owed(cards, wanted)
    if not owed:
        return cards
    crowd = frozenset(cards.keys.shares) - occasion.gone
    if len(crowd) > 2:
        crowd = yield from _agree(occasion.me, crowd)
    hear = crowd.intersection(owed)
    if hear:
        cards, said = yield from _hear(cards, hear, owed, occasion)
        crowd -= hear - said
    missing = {player: slots for player, slots in owed.items() if player not in crowd}
    if missing:
        cards = yield from _stand_in(cards, crowd, missing, occasion)
    return cards


def _owed(cards: Cards, wanted: Mapping[int, Iterable[int]]) -> Owed:
    """Return the slots for which each player's token is not published yet."""
    owed: dict[int, tuple[int, ...]] = {}
    for slot in sorted(wanted):
        for player in wanted[slot]:
            if player not in cards[slot].tokens:
                owed[player] = (*owed.get(player, ()), slot)
    return dict(sorted(owed.items()))


def _agree(me: int | None, players: frozenset[int]) -> Protocol[frozenset[int]]:
    """Wait for an empty message from every player; return the players still present.

    Its entry signs the history that it follows, so two different histories are
    detected before any token is published.
    """
    inbox = yield Round(b"" if me in players else None, players, players)
    for player, word in inbox.items():
        if word:
            raise InvalidEncoding("agreement is an empty word", player)
    return frozenset(inbox)


def _hear(
    cards: Cards, hear: frozenset[int], owed: Owed, occasion: Occasion
) -> Protocol[tuple[Cards, frozenset[int]]]:
    """Return the table with these players' tokens, and which of them have sent any."""
    say = None
    if mine := occasion.speaker(hear):
        me, secrets = mine
        say = _make(cards, me, owed[me], secrets.key, occasion)
    inbox = yield Round(say, hear, hear)
    claims = [
        _claim(cards, player, message, owed[player], occasion)
        for player, message in inbox.items()
    ]
    for player, tokens in zip(inbox, reveal.verify_all(claims), strict=True):
        cards = _note(cards, player, owed[player], tokens)
    return cards, frozenset(inbox)


def _stand_in(
    cards: Cards, crowd: frozenset[int], missing: Owed, occasion: Occasion
) -> Protocol[Cards]:
    """Return the table with the evicted players' tokens, by threshold opening."""
    table = cards.sharing
    if table is None:
        raise ValueError("nobody holds shares of the keys of those who are gone")
    holders = crowd.intersection(table.players)
    _check_threshold(table, holders)
    say = None
    if mine := occasion.speaker(holders):
        me, secrets = mine
        say = b"".join(
            _make(cards, me, slots, secrets.shares[owner], occasion, owner)
            for owner, slots in missing.items()
        )
    inbox = yield Round(say, holders, holders)
    _check_threshold(table, inbox)

    claims = [
        claim
        for holder, message in inbox.items()
        for claim in _parts(cards, holder, message, missing, occasion)
    ]
    found = iter(reveal.verify_all(claims))
    made = {holder: [next(found) for _ in missing] for holder in inbox}
    for i, (owner, slots) in enumerate(missing.items()):
        parts = {holder: tokens[i] for holder, tokens in made.items()}
        tokens = sharing.stand_in(parts, table.threshold)
        cards = _note(cards, owner, slots, tokens)
    return cards


def _check_threshold(table: sharing.Sharing, holders: Collection[int]) -> None:
    if len(holders) < table.threshold:
        raise ValueError("too few are left to open the cards of those who are gone")


def _parts(
    cards: Cards, holder: int, message: bytes, missing: Owed, occasion: Occasion
) -> list[reveal.Claim]:
    """Return the claims of ``holder``, one for each evicted player.

    A message of a wrong length ends in a claim of a wrong length.
    """
    claims, last = [], [*missing][-1]
    for owner, slots in missing.items():
        end = len(message) if owner == last else reveal.size(len(slots))
        part, message = message[:end], message[end:]
        claims.append(_claim(cards, holder, part, slots, occasion, owner))
    return claims


def _make(
    cards: Cards,
    player: int,
    slots: tuple[int, ...],
    secret: Scalar,
    occasion: Occasion,
    owner: int | None = None,
) -> bytes:
    """Return the message of ``player``: its tokens, or partial ones for ``owner``."""
    masked = [card.masked for card in cards.on(slots)]
    transcript = _transcript(cards, player, slots, occasion.context, owner)
    return reveal.prove(masked, secret, transcript, occasion.entropy)


def _claim(
    cards: Cards,
    player: int,
    message: bytes,
    slots: tuple[int, ...],
    occasion: Occasion,
    owner: int | None = None,
) -> reveal.Claim:
    """Return the counterpart of :func:`_make`, to be verified."""
    share = cards.keys.shares[player]
    if owner is not None and cards.sharing is not None:
        share = cards.sharing.share_key(owner, player)
    masked = [card.masked for card in cards.on(slots)]
    transcript = _transcript(cards, player, slots, occasion.context, owner)
    return reveal.Claim(player, message, masked, share, transcript)


def _transcript(
    cards: Cards, player: int, slots: tuple[int, ...], context: bytes, owner: int | None
) -> Transcript:
    """Return the transcript of tokens, bound to occasion, cards and player."""
    origins = [card.origin for card in cards.on(slots)]
    transcript = Transcript(b"reveal tokens")
    whose = player if owner is None else owner
    transcript.append(b"occasion", context, player, whose, slots, origins)
    return transcript


def _note(
    cards: Cards, player: int, slots: tuple[int, ...], tokens: Collection[Element]
) -> Cards:
    """Return the table with these tokens of ``player``."""
    return cards.change(
        {
            slot: replace(cards[slot], tokens={**cards[slot].tokens, player: T})
            for slot, T in zip(slots, tokens, strict=True)
        }
    )
