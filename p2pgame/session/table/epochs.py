"""Decides under which keys a table talks: a fresh one if a player goes, or at times.

The genesis holds the first key.  When a player has left, and after some hands, the
lowest seat that is there says an :class:`.Epoch`: a fresh key in a box for each who
has not left.  So whoever has left reads no more than it had a part in.  Whoever was
silent for too long, and has gone by that, is no stranger: it still gets a box, sees how
the game ends and has its transcript, but nobody waits until it has read anything.  And
so does whoever opened the table, even if it leaves: it may be the only one by whom the
others are connected, and nobody can pass on what it can't read.

**An entry travels under the newest epoch in its own past that all can read.**  Its
past, so whoever catches up hears of each key before the first word that needs it,
and may do so years later or from somebody else.  All who are there can read an epoch
if each has signed something since it saw it: what a player signs first must
otherwise be a :class:`.EpochRefusal`.  So a box with nothing good in it, a lie about
the key, or a player who is away for long delays the next key and not the game: the one
before is still good for all.

It counts only while its author is there, and has a box for everybody who is and for
whoever opened the table, and nobody who has a box in it has refused it.  (Not even
somebody who has gone, and has yet to hear of that.)  So a
seat that is about to leave can't leave a key behind that it knows itself.  An epoch's
number is one more than the highest in its past, and its name on the wire holds its
author's seat, too: two who say one at once, because they do not know yet who has
gone, make two epochs, and either will do.

Which entries there are, and not the order in which they came, decides all that.
Only who is there (``here``) is the game's to say, and may be known here later than
elsewhere; until then the key before is used.
"""

from __future__ import annotations

from collections.abc import Container, Set

from p2pgame.log import Entry
from p2pgame.log.entry import named

from ..entries.errors import Unplayable
from ..entries.payloads import Checkpoint, Epoch, EpochRefusal, Genesis, Payload
from ..game.seats import Seats
from ..lobby.keyring import Keyring
from ..lobby.lobby import Clock, Lobby, Player
from .epoch_trust import EpochPasts, EpochTrust, SaidEpoch, id_of

#: The epoch of the genesis's key.
GENESIS = 1

#: A fresh key after so many hands, if nobody goes before.
EVERY = 10

#: Of any one seat no more epochs count.
MOST = 64


class Epochs:
    """A fold over epochs, and over what tells who can read them; ``me`` is an author.

    ``keys`` are those we can open ourselves, by epoch.
    """

    def __init__(self, lobby: Lobby, ring: Keyring, me: bytes | None) -> None:
        self._lobby = lobby
        self._ring = ring
        self._me = me
        self.keys: dict[int, bytes] = {}
        self._seats: dict[bytes, int] = {}
        self._said: list[SaidEpoch] = []
        self._trust = EpochTrust()
        self._pasts = EpochPasts()
        #: The epochs that all these seats can read, as far as we have looked.
        self._is_read: Set[int] = frozenset()
        self._read_by: Seats = frozenset()
        #: The seats that have said an epoch with nothing good in our box.
        self._spoiled: set[int] = set()
        self._hands = 0

    def __repr__(self) -> str:
        return f"Epochs({sorted(self.keys)})"

    def receive(self, entry: Entry, payload: Payload, clock: Clock) -> None:
        """Take in an entry of the game's; ``clock`` is what its author had seen."""
        offered = self._lobby.offer
        if isinstance(payload, Genesis) and offered and offered.entry is entry:
            self._begin(payload)
        seat = self._seats.get(entry.author)
        if seat is None:
            return
        self._pasts.note(entry, clock, self._said)
        match payload:
            case Epoch():
                self._add(seat, entry, payload, clock)
            case EpochRefusal(of) if of < len(self._players):
                self._trust.refuse(seat, of, self._players[of].author)
                self._is_read = frozenset()
            case Checkpoint() if entry.author == self._me:
                self._hands += 1
        self._trust.saw(seat, clock)

    def of(self, raw: bytes, readable: Container[int]) -> int:
        """Return the epoch of an entry, of those that are :meth:`readable`."""
        past = self._pasts.of(*named(raw))
        return max((id for id in past if id in readable), default=GENESIS)

    def readable(self, here: Seats) -> Set[int]:
        """Return those epochs that all who are ``here`` can read, and we, too.

        One that they can read stays so while nobody goes or refuses one.
        """
        known = self._is_read if self._read_by == here else set[int]()
        self._read_by = here
        fresh = {
            said.id
            for said in self._said
            if said.id not in known
            and said.id in self.keys
            and self._is_fit(said, here)
            and all(self._trust.has_taken(seat, said) for seat in here)
        }
        if fresh or known is not self._is_read:
            self._is_read = known | fresh
        return self._is_read

    @property
    def genesis_key(self) -> bytes | None:
        """The genesis's key, under which the players' words are sealed at first."""
        return self.keys.get(GENESIS)

    @property
    def is_shut(self) -> bool:
        """Whether there is an offer, and it holds no key for us."""
        return self._lobby.offer is not None and GENESIS not in self.keys

    @property
    def refusal(self) -> EpochRefusal | None:
        """What we must say before anything else, or None."""
        if not self._spoiled or self._me not in self._seats:
            return None
        mine = self._seats[self._me]
        refused = self._trust.has_refused
        lying = (seat for seat in self._spoiled if not refused(mine, seat))
        seat = min(lying, default=None)
        return None if seat is None else EpochRefusal(seat)

    def due(self, here: Seats, left: Seats) -> Epoch | None:
        """Return the epoch that it is ours to say now, or None.

        It is for all but those who have ``left``, whether they are ``here`` or not.
        """
        mine = None if self._me is None else self._seats.get(self._me)
        if mine is None or len(here) < 2:
            return None
        everybody = frozenset(range(len(self._players)))
        newest = sorted(self._said, key=lambda said: said.id, reverse=True)
        fit = (said.members for said in newest if self._is_fit(said, here))
        last = next(fit, everybody)
        members = everybody - (left - {self._opener})
        if members == last and self._hands < EVERY:
            return None
        able = (seat for seat in here if self._may_say(seat, members))
        if min(able, default=None) != mine:
            return None
        if self._is_watchable and not self._ring.may_be_watched:
            return None
        number = 1 + max((said.number for said in self._said), default=GENESIS)
        players = enumerate(self._players)
        publics = [player.box if seat in members else b"" for seat, player in players]
        purpose = b"".join([number.to_bytes(4), bytes(sorted(members))])
        sealed = self._ring.fresh(purpose, publics, watched=self._is_watchable)
        return Epoch(number, sealed.name, sealed.boxes, sealed.watch)

    @property
    def _players(self) -> tuple[Player, ...]:
        return self._lobby.players

    @property
    def _opener(self) -> int | None:
        offered = self._lobby.offer
        return None if offered is None else self._seats.get(offered.entry.author)

    @property
    def _is_watchable(self) -> bool:
        offered = self._lobby.offer
        return offered is not None and bool(offered.genesis.watch)

    def _begin(self, genesis: Genesis) -> None:
        self._seats = {player.author: n for n, player in enumerate(self._players)}
        self._learn(GENESIS, genesis)

    def _learn(self, id: int, said: Genesis | Epoch) -> bool:
        """Open our box; return False if there is one, and nothing good in it."""
        seat = None if self._me is None else self._seats.get(self._me)
        if seat is not None and not said.boxes[seat]:
            return True
        try:
            self.keys[id] = self._ring.open(said, seat)
        except Unplayable:
            return False
        return True

    def _add(self, seat: int, entry: Entry, epoch: Epoch, clock: Clock) -> None:
        past = [said.number for said in self._said if said.is_in(clock)]
        said = SaidEpoch(
            id_of(epoch.number, seat),
            epoch.number,
            seat,
            entry.author,
            entry.sequence,
            frozenset(seat for seat, box in enumerate(epoch.boxes) if box),
        )
        counts = (
            self._is_behind_offer(clock)
            and len(epoch.boxes) == len(self._players)
            and bool(epoch.watch) == self._is_watchable
            and epoch.number == 1 + max(past, default=GENESIS)
            and self._count(seat) < MOST
        )
        if not counts:
            return
        if not self._learn(said.id, epoch):
            self._spoiled.add(seat)
        self._said.append(said)
        self._hands = 0

    def _is_behind_offer(self, clock: Clock) -> bool:
        offered = self._lobby.offer
        assert offered is not None
        return clock.get(offered.entry.author, -1) >= offered.entry.sequence

    def _count(self, seat: int) -> int:
        return sum(said.seat == seat for said in self._said)

    def _may_say(self, seat: int, members: Seats) -> bool:
        refused = self._trust.has_refused
        trusts = not any(refused(other, seat) for other in members)
        return trusts and self._count(seat) < MOST

    def _is_fit(self, said: SaidEpoch, here: Seats) -> bool:
        """Return whether an epoch is for all who must read, and no member refuses."""
        return (
            said.seat in here
            and self._readers(here) <= said.members
            and all(self._trust.trusts(seat, said) for seat in said.members)
        )

    def _readers(self, here: Seats) -> Seats:
        """Return who must have a box: the others may be connected by the opener."""
        opener = self._opener
        return here if opener is None else here | {opener}
