"""The classic deck: all players lock every card, and publish keys to show one.

Multiplying by secrets commutes, so locks come off in any order.  In a first lap
each player multiplies all cards by one secret and shuffles them; in a second lap
each takes that secret off again and puts a key of its own on each card instead
(:mod:`p2pgame.protocols.classic.laps`).  To deal a card, every player but its owner
publishes its key for that card; to open it, the owner does too.  A key is checked
against its lock, which was published with the second lap, so a wrong key convicts
its player at once. A key needs no proof, and opens one card of one deck and nothing
else.  The secret of the first lap, which opens all cards, is never shown before an
audit.

**Unproved**, the laps are checked for their form only.  A cheating player can mark
cards, duplicate one and drop another, or look at a card that is not its own; nobody
sees it then. The deterrent is :func:`audit`: after the game every player shows the
seed of all its secrets. Every peer then recomputes all turns, and a deviation
convicts its player by that player's own signed messages. An audit shows every card:
folded, undealt, all hands. The turns of a player who has gone can't be recomputed;
those of all others can.  While all players are honest, cards are as well hidden
as in the masked deck.

**Proved**, each turn carries a proof that it is correct, and a deck is returned
only when all proofs hold. No audit is needed.

Neither variant has fresh masks or a joint key. So cards can't be reshuffled,
placed, proved about, or opened without a player who has left.

Source: Shamir, Rivest and Adleman, "Mental Poker" (1979); Barnett and Smart,
"Mental Poker Revisited" (2003), for the group; Aumann and Lindell, "Security
Against Covert Adversaries" (TCC 2007), for what an audit is worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from ..arithmetic.errors import InvalidEncoding, InvalidOpening, ProtocolError, blame
from ..arithmetic.group import Element, Entropy, G, Scalar
from ..rounds import Protocol, Round
from . import laps
from .commutative_deck import CommutativeDeck, Keys, Secrets, card_points
from .laps import SEED_SIZE, First, Second, Seed


def shuffle(
    me: int | None,
    players: tuple[int, ...],
    faces: tuple[str, ...],
    context: bytes,
    entropy: Entropy,
    *,
    proved: bool = False,
) -> Protocol[tuple[CommutativeDeck, Secrets | None]]:
    """Return a deck of ``faces`` that ``players`` have shuffled, and my secrets.

    One round for each player in this order, twice.  A proof is verified after the
    next player has spoken, as in :func:`p2pgame.protocols.deck.dealing.shuffle`. A deck
    is
    returned only when all proofs are verified.

    Args:
      context: Names this one deck; a turn is void in any other.

    Raises:
      ProtocolError: A player broadcast no such cards, one of them twice, or, if
        ``proved``, did something else than the laps ask for.
      ValueError: ``players`` or ``faces`` cannot make a deck.

    Cost: 2n multiplications and n base multiplications; proved 9n and 2n, and in
    verifying each player's turns 6n and n.
    """
    now = laps.start(players, card_points(faces), context, proved=proved)
    claims: list[First | Second] = []
    seed = None
    first: dict[int, First] = {}
    for player in players:
        say = None
        if player == me:
            seed = Seed.draw(me, now, entropy)
            say = laps.first_turn(now, seed, entropy, proved=proved)
        message = yield from _turn(player, say, claims)
        with blame(player):
            first[player] = First.decode(now, player, message, proved=proved)
        now = first[player].after
        claims.append(first[player])

    secrets = None
    second: list[Second] = []
    for player in players:
        say = None
        if seed is not None and player == me:
            say = laps.second_turn(now, seed, first[me], entropy)
            secrets = seed, seed.keys(now)
        message = yield from _turn(player, say, claims)
        with blame(player):
            second.append(Second.decode(now, player, message, first[player].S))
        now = second[-1].after
        claims.append(second[-1])
    _verify(claims)
    deck = CommutativeDeck(faces, players, tuple(first.values()), tuple(second))
    return deck, Secrets(deck.identity, *secrets) if secrets else None


def _turn(
    player: int, say: bytes | None, claims: list[First | Second]
) -> Protocol[bytes]:
    if say is None:
        _verify(claims)
    inbox = yield Round(say, frozenset({player}), meanwhile=partial(_verify, claims))
    return inbox[player]


def _verify(claims: list[First | Second]) -> None:
    """Verify all of ``claims`` and cross them off."""
    while claims:
        claims.pop(0).verify()


def deal(
    me: int | None,
    deck: CommutativeDeck,
    hands: Mapping[int, int],
    secrets: Secrets | None,
    others: frozenset[int] = frozenset(),
) -> Protocol[tuple[CommutativeDeck, dict[int, str]]]:
    """Deal each slot of ``hands`` to the player it maps to.

    Returns the deck with the keys, and the faces, by slot, dealt to me.

    Args:
      secrets: Mine of this deck; None if I am no player of it.
      others: Players who are there without being the deck's. They agree on the history,
        too, before a key is published.

    Raises:
      ProtocolError: A player broadcast something else than its keys. Without a
        ``culprit``: a card of mine is not in the deck, or is there too often.
      ValueError: A slot is not in the deck or another player's, a player is none
        of the deck, or ``secrets`` are not mine.

    Cost: 1 base multiplication for each key.
    """
    _check_secrets(me, deck, secrets)
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
    deck = yield from _publish(me, deck, foreign, secrets, others)
    deck = replace(deck, dealt={**deck.dealt, **hands})
    if me is None or secrets is None:
        return deck, {}
    mine = sorted(slot for slot, player in hands.items() if player == me)
    faces = {
        slot: deck.unlock(slot, {**deck.keys.get(slot, {}), me: secrets.keys[slot]})
        for slot in mine
    }
    _refuse_more(deck, {**deck.opened, **faces}.values())
    return deck, faces


def open_cards(
    me: int | None,
    deck: CommutativeDeck,
    slots: tuple[int, ...],
    secrets: Secrets | None,
    others: frozenset[int] = frozenset(),
) -> Protocol[tuple[CommutativeDeck, tuple[str, ...]]]:
    """Open ``slots`` to everybody, with the keys not published before.

    Returns the deck with the keys and faces, and the faces in the order asked for.
    Players send nothing for slots that are open already.

    Raises, costs, and takes arguments, like :func:`deal`.
    """
    _check_secrets(me, deck, secrets)
    _check_slots(deck, slots)
    everybody = dict.fromkeys(deck.players, tuple(sorted(slots)))
    deck = yield from _publish(me, deck, everybody, secrets, others)
    faces = {slot: deck.unlock(slot, deck.keys[slot]) for slot in slots}
    deck = replace(deck, opened={**deck.opened, **faces})
    _refuse_more(deck, deck.opened.values())
    return deck, tuple(faces[slot] for slot in slots)


def audit(
    me: int | None,
    deck: CommutativeDeck,
    secrets: Secrets | None,
    others: frozenset[int] = frozenset(),
    gone: frozenset[int] = frozenset(),
) -> Protocol[tuple[str, ...]]:
    """Show all secrets, and check that everybody did what the laps ask for.

    Returns the face in each slot. From then on no card of this deck is hidden, not
    even folded hands and undealt cards. Use it when a deck is finished, or when one
    of its cards decodes to no face.

    Args:
      others: As in :func:`deal`.
      gone: Players of the deck who are not there to show anything. Their turns stay
        unchecked, and no faces are returned, since nobody else knows their orders.

    Raises:
      InvalidEncoding: A player broadcast something that is no seed.
      InvalidOpening: A player did something else in the laps than its seed says;
        its turns and its seed are the evidence.
      ValueError: ``secrets`` are not mine.

    Cost: 2n multiplications and n base multiplications for each player.
    """
    _check_secrets(me, deck, secrets)
    players = frozenset(deck.players) - gone
    yield from _agree(me, players, others)
    say = None if secrets is None or me in gone else secrets.seed.data
    inbox = yield Round(say, players)
    for player, message in inbox.items():
        if len(message) != SEED_SIZE:
            raise InvalidEncoding("this is no seed", player)
    faces = deck.faces
    for first, second in zip(deck.first, deck.second, strict=True):
        if first.player in players:
            seed = Seed(first.player, inbox[first.player])
            faces = tuple(faces[i] for i in laps.audit(first, second, seed))
    return () if gone else faces


def _check_secrets(
    me: int | None, deck: CommutativeDeck, secrets: Secrets | None
) -> None:
    if me is None or me not in deck.players:
        if secrets is not None:
            raise ValueError("only a player of the deck has secrets of it")
    elif secrets is None or (secrets.seed.player, secrets.deck) != (me, deck.identity):
        raise ValueError("a player needs its secrets of this deck")


def _check_slots(deck: CommutativeDeck, slots: tuple[int, ...]) -> None:
    if len(set(slots)) != len(slots):
        raise ValueError("a slot is named twice")
    if not all(0 <= slot < len(deck.cards) for slot in slots):
        raise ValueError(f"the deck has slots 0 to {len(deck.cards) - 1}")


def _refuse_more(deck: CommutativeDeck, faces: Iterable[str]) -> None:
    """Refuse more of a face than the deck was made of."""
    if Counter(faces) - Counter(deck.faces):
        raise ProtocolError("a card of the deck is there twice")


def _publish(
    me: int | None,
    deck: CommutativeDeck,
    slots: Mapping[int, tuple[int, ...]],
    secrets: Secrets | None,
    others: frozenset[int],
) -> Protocol[CommutativeDeck]:
    """Return the deck with each player's keys for its ``slots``."""
    owed = {
        player: tuple(s for s in slots[player] if player not in deck.keys.get(s, {}))
        for player in deck.players
    }
    hear = frozenset(player for player, missing in owed.items() if missing)
    if not hear:
        return deck
    yield from _agree(me, frozenset(deck.players), others)
    say = None
    if me is not None and me in hear and secrets is not None:
        say = b"".join(secrets.keys[slot].encode() for slot in owed[me])
    for player, message in (yield Round(say, hear)).items():
        with blame(player):
            keys = _decode_keys(message, deck.locks[player], owed[player])
        deck = _note(deck, player, keys)
    return deck


def _agree(
    me: int | None, players: frozenset[int], others: frozenset[int]
) -> Protocol[None]:
    """Wait for an empty message from everybody, if they are three or more.

    Its entry signs the history that it follows, so two different histories are
    detected before any key is published.
    """
    crowd = players | others
    if len(crowd) < 3:
        return
    say = b"" if me in crowd else None
    for player, word in (yield Round(say, crowd)).items():
        if word:
            raise InvalidEncoding("agreement is an empty word", player)


def _decode_keys(
    message: bytes, locks: tuple[Element, ...], slots: tuple[int, ...]
) -> Keys:
    if len(message) != 32 * len(slots):
        raise InvalidEncoding("not as many keys as were asked for")
    keys = {}
    for place, slot in enumerate(slots):
        keys[slot] = Scalar.decode(message[32 * place : 32 * place + 32])
        if keys[slot] * G != locks[slot]:
            raise InvalidOpening("a key does not fit its lock")
    return keys


def _note(deck: CommutativeDeck, player: int, keys: Keys) -> CommutativeDeck:
    """Return the deck with these keys, by slot, of ``player``."""
    known = deck.keys
    new = {slot: {**known.get(slot, {}), player: key} for slot, key in keys.items()}
    return replace(deck, keys={**known, **new})
