"""Shares a listener's places: no kind of caller can take those of a better known one.

Each kind has a level: the places that it may take together with all kinds below it.
What is left above the level is for those better known.  One source has few of the
places, and one player fewer still.  Each may take its places anew only so often,
because a new link costs a peer milliseconds.

A link is *proven* once a frame of it opened under our keys.  Of the others, the source
with most of them makes room, with its oldest one.  So whoever comes from many places
at once takes room from itself, and an honest newcomer has the time that it needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import trio

from p2pgame.transport.address_prefix import prefix_of
from p2pgame.transport.first_frame import CallerKind, LinkRequest
from p2pgame.transport.rate import TokenBucket

#: Places of a listener with :data:`LINKS` of them: for a kind and all kinds below it.
#: A table has nine seated callers at most, and a seated player has ``EACH_SEATED``.
LINKS = 64
LEVELS = {
    CallerKind.STRANGER: 6,
    CallerKind.SPECTATOR: 20,
    CallerKind.CONTACT: 26,
    CallerKind.INVITED: 42,
    CallerKind.SEATED: LINKS,
}

#: Places of one source: of its strangers, its spectators, and its guests.
EACH_STRANGER, EACH_SPECTATOR, EACH_INVITED = 3, 6, 16

#: Places of one seated player or contact, wherever it comes from.
EACH_SEATED, EACH_CONTACT = 3, 2

#: So many times its places a source, or a player, may take at once; and seconds until
#: it may take as many as it has places once more.  Likewise those of a kind together.
AT_ONCE, AGAIN = 2, 4.0

_EACH = {
    CallerKind.STRANGER: EACH_STRANGER,
    CallerKind.SPECTATOR: EACH_SPECTATOR,
    CallerKind.CONTACT: EACH_CONTACT,
    CallerKind.INVITED: EACH_INVITED,
    CallerKind.SEATED: EACH_SEATED,
}

_RANKS = list(LEVELS)


class Caller(Protocol):
    """A connection, as far as its place needs it."""

    is_proven: bool
    remote: tuple[str, int]
    request: LinkRequest | None

    def stop(self, why: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Share:
    """Callers that count together: a source's of one kind, or one player's."""

    kind: CallerKind
    owner: bytes

    @property
    def limit(self) -> int:
        """Return how many places they have."""
        return _EACH[self.kind]


class Places:
    """The places of one listener, and who has them, the oldest first.

    Without a request nothing is known of a caller: such callers share all ``links``.
    """

    def __init__(self, links: int) -> None:
        self._links = links
        self._inside: dict[Caller, Share | None] = {}
        self._rates: dict[Share | CallerKind, TokenBucket] = {}
        #: Those of whom it was not known to be proven when last looked at.
        self._newcomers: dict[Caller, None] = {}

    def enter(self, caller: Caller) -> bool:
        """Give a caller a place if it can have one; return whether it has."""
        share = _share(caller)
        if share is not None and not (self._is_time(share) and self._has_share(share)):
            return False
        level = LINKS if share is None else LEVELS[share.kind]
        is_full = len(self._inside) >= self._links
        is_full = is_full or self._taken(share) >= level * self._links // LINKS
        if is_full and not self._make_room(share):
            return False
        self._inside[caller] = share
        self._newcomers[caller] = None
        return True

    def leave(self, caller: Caller) -> None:
        """Free the place of a caller, if it has one."""
        self._inside.pop(caller, None)
        self._newcomers.pop(caller, None)

    def _is_time(self, share: Share) -> bool:
        """Return whether a share, and its kind, may have another place so soon."""
        now = trio.current_time()
        self._rates = {k: r for k, r in self._rates.items() if not r.is_full(now=now)}
        if not self._rate(share, share.limit, now).take(1, now=now):
            return False
        own = LEVELS[share.kind] - max(
            (level for level in LEVELS.values() if level < LEVELS[share.kind]),
            default=0,
        )
        return self._rate(share.kind, own, now).take(1, now=now)

    def _rate(self, key: Share | CallerKind, places: int, now: float) -> TokenBucket:
        usual = TokenBucket(places / AGAIN, places * AT_ONCE, now=now)
        return self._rates.setdefault(key, usual)

    def _taken(self, share: Share | None) -> int:
        if share is None:
            return len(self._inside)
        return sum(1 for _ in self._up_to(share))

    def _up_to(self, share: Share) -> Iterable[Caller]:
        """Yield those of this kind and the kinds below it."""
        rank = _RANKS.index(share.kind)
        below = {*_RANKS[: rank + 1]}
        return (c for c, s in self._inside.items() if s is None or s.kind in below)

    def _has_share(self, share: Share) -> bool:
        """Keep a share within its limit; a player's newest link replaces another."""
        same = [c for c, s in self._inside.items() if s == share]
        if len(same) < share.limit:
            return True
        unproven = [c for c in same if not c.is_proven]
        if not unproven and share.kind is not CallerKind.SEATED:
            return False
        self._stop((unproven or same)[0], "Too many come from there.")
        return True

    def _make_room(self, share: Share | None) -> bool:
        """End an unproven link, or one of a kind below; False if there is none."""
        unproven = self._unproven()
        if share is not None:
            among = {*self._up_to(share)}
            unproven = [caller for caller in unproven if caller in among]
        if unproven:
            sources = [prefix_of(caller.remote[0]) for caller in unproven]
            most, _ = Counter(sources).most_common(1)[0]
            self._stop(unproven[sources.index(most)], "There was no room for it.")
            return True
        for kind in _RANKS[: 0 if share is None else _RANKS.index(share.kind)]:
            for caller, other in self._inside.items():
                if other is not None and other.kind is kind:
                    self._stop(caller, "There was no room for it.")
                    return True
        return False

    def _unproven(self) -> list[Caller]:
        """Return those that are not proven, the oldest first; forget the others."""
        unproven = [caller for caller in self._newcomers if not caller.is_proven]
        self._newcomers = dict.fromkeys(unproven)
        return unproven

    def _stop(self, caller: Caller, why: str) -> None:
        self.leave(caller)
        caller.stop(why)


def _share(caller: Caller) -> Share | None:
    request = caller.request
    if request is None:
        return None
    return Share(request.caller, request.who or prefix_of(caller.remote[0]))
