"""Keeps what a peer knows of one topic, which many read at once.

What one posts there all others get, so it is posted once: our own words at once, and
whatever else the place lacks by somebody after a pause that everybody draws anew, if
nobody else has done it by then (:mod:`.wanted_entries`).  Nobody there is asked alone.
A peer that lacks something says what it has, after a pause as well, and not if it has
just been said (:mod:`.have_timer`).

A :class:`Topic` outlives the connections to its place.  It notes the newest entry of
each author that is kept there (:mod:`.kept_entries`).  What somebody has asked for, and
what we have and the place has not, is *wanted* until it comes from there, or we post
it.

The place is not trusted: whatever it loses, holds back or repeats, entries are
signed, and whoever misses one asks until somebody posts it again.  How often we ask,
and how much we post for others, is bounded in time.

Times are those of a clock that nobody can set; pauses are drawn from entropy that
comes as an argument.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable

from p2pgame.log import Entry, History
from p2pgame.transport.envelope import Entropy
from p2pgame.transport.frames import Head, Recall, Recalled

from ..compact_entries import Held
from . import pauses
from .have_timer import HaveTimer
from .held_questions import HeldQuestions
from .kept_entries import KeptEntries
from .unread import Unread
from .wanted_entries import WantedEntries

#: After so many questions in vain what is kept there is read again from its beginning,
#: for we may have had no use for it when it came; then after so many more.
VAIN, VAIN_MORE = 5, 3


class Topic:
    """What is kept at one place, as far as we know, and what we are to say there."""

    def __init__(self) -> None:
        #: Whether all has come that was there when we came.
        self.is_live = False
        #: Compact entries from there; a frame comes once, so they outlive a connection.
        self.compact_entries = Held()
        #: Frames from there under keys that have not come, for the same reason.
        self.unread = Unread()
        self.kept = KeptEntries()
        self.haves = HaveTimer(self.compact_entries)
        self.questions = HeldQuestions()
        self._wanted = WantedEntries()
        self._readings = 0

    # A connection comes and goes

    def begin(self) -> None:
        """Note a new connection: what was not surely kept by the last is not there."""
        self.is_live = False
        self.kept.begin()
        self.haves.begin()
        self.questions.begin()

    def go_live(
        self, history: History, now: float, entropy: Entropy, *, whole: bool
    ) -> None:
        """Take it that all that is kept has come; ``whole``: by this connection."""
        self.is_live = True
        self.kept.go_live(whole=whole)
        self.want(self.kept.absent(history), now, entropy)
        self.haves.go_live(now, entropy)
        self._wanted.put_off(now + pauses.drawn(entropy))

    @property
    def next_at(self) -> float:
        """When there is something to be said, if nothing happens by then."""
        if not self.is_live:
            return math.inf
        return min(self._wanted.next_at, self.questions.next_at, self.haves.next_at)

    def reads_again(self) -> bool:
        """Return whether what is kept there is to be read from its beginning, now."""
        vain = VAIN + VAIN_MORE * self._readings
        if not self.haves.is_lacking or self.haves.asks < vain:
            return False
        self._readings += 1
        return True

    # What comes

    def come(
        self, raws: Iterable[bytes], history: History, now: float, entropy: Entropy
    ) -> None:
        """Note entries that have come from there; whether they count is seen later."""
        is_another_at_it = is_double = False
        for raw in raws:
            is_double |= self.kept.is_under_way(raw, now)
            is_another_at_it |= self._wanted.drop(raw)
            self.kept.note(raw, now)
            if raw in history:
                self.kept.note_kept(Entry.kept(raw))
        if len(self._wanted) and (is_another_at_it or is_double):
            longer = pauses.PAUSE[1] if is_another_at_it else 0
            self._wanted.put_off(now + longer + pauses.drawn(entropy))
            self._wanted.begin()

    def deliver(
        self, news: Iterable[Entry], own: Container[bytes], now: float, entropy: Entropy
    ) -> None:
        """Queue each new entry that the topic lacks, except our ``own`` just posted."""
        wanted = []
        for entry in news:
            if self.kept.has_come(entry.raw):
                self.kept.note_kept(entry)
            elif entry.raw not in own:
                wanted.append(entry.raw)
        self.want(wanted, now, entropy)
        self.haves.note_news(now, entropy)

    def hear_have(
        self,
        heads: tuple[Head, ...],
        history: History,
        now: float,
        entropy: Entropy,
        *,
        is_for: Callable[[bytes], bool],
    ) -> None:
        """Note what somebody says that it has: it gets what it lacks and ``is_for`` it.

        What was posted just now is on its way to it; if that was lost, it asks again.
        """
        if not self.is_live:
            return  # it was said before we came, and will be said again
        lacking = [
            raw
            for raw in history.missing(heads)
            if is_for(raw) and not self.kept.is_under_way(raw, now)
        ]
        self.want(lacking, now, entropy)
        self.haves.hear(heads, history, now, entropy)

    def learn_key(self) -> bool:
        """Have what we could not read tried again; ask at once if a part is gone.

        Return whether it is.
        """
        is_short = self.unread.learn_key()
        if is_short:
            self.haves.hasten(0.0)
        return is_short

    # What we are to say

    def want(self, raws: Iterable[bytes], now: float, entropy: Entropy) -> None:
        """Let entries be posted that others hold, too: by whoever comes first."""
        self._wanted.want(raws, now, entropy)

    @property
    def wanted(self) -> tuple[bytes, ...]:
        """What we have and the place lacks, or somebody there."""
        return self._wanted.raws

    def to_post(self, history: History, now: float) -> list[bytes]:
        """Return entries whose time has come, in an order in which they are of use."""
        return self._wanted.to_post(history, now) if self.is_live else []

    def posted(self, raws: Iterable[bytes], now: float) -> None:
        """Note what we have posted, on its way to being kept."""
        for raw in raws:
            self.kept.note_posted(raw, now)
            self._wanted.drop(raw)
        if not len(self._wanted):
            self._wanted.begin()

    def to_pass_on(self, now: float) -> list[Recall | Recalled]:
        """Return questions and answers whose time has come."""
        return self.questions.due(now) if self.is_live else []

    def to_say(
        self, history: History, now: float, entropy: Entropy
    ) -> tuple[Head, ...] | None:
        """Return what we have, if it is time to say so: it is asking for the rest."""
        return self.haves.due(history, now, entropy) if self.is_live else None

    def holds(self, history: History) -> bool:
        """Return whether all that we have is kept there."""
        is_told = not len(self._wanted) and not self.kept.sent
        return is_told and not self.kept.absent(history)
