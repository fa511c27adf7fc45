"""What many read at once: a place, at a relay, that keeps frames for all of a table.

What one posts there all others get, so it is posted once: our own words at once, and
whatever else the place lacks by somebody after a pause that everybody draws anew, if
nobody else has done it by then.  Nobody there is asked alone.  Whoever lacks
something says what it has, after a pause as well, and not if it has just been said.

A :class:`Topic` outlives the connections to its place.  Of each author it notes the
newest entry that is kept there; what somebody has asked for, and what we have and
the place has not, is *wanted* until it comes from there, or we post it.

The place is not trusted: whatever it loses, holds back or repeats, entries are
signed, and whoever misses one asks until somebody posts it again.  How often we ask,
and how much we post for others, is bounded in time.

Times are those of a clock that nobody can set; pauses are drawn from entropy that
comes as an argument.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Sequence
from hashlib import blake2b

from p2pgame.log import Entry, History
from p2pgame.transport.envelope import Entropy
from p2pgame.transport.frames import Head, Recall, Recalled

from .briefs import Held
from .steps import Steps
from .unread import Unread

#: Seconds before we do what anybody else might do: at least, and at most.
PAUSE = 0.2, 1.0

#: Seconds in which what was posted is under way to whoever says that it lacks it;
#: after so many times doubled each time that it is posted again, up to so often: who
#: has gone may ask for what it cannot read any more.
UNDER_WAY, TIMES, DOUBLED = 2.0, 4, 12

#: Seconds after which we ask once more for what somebody has named; doubled each time.
ASK_AGAIN, ASK_LIMIT = 2.0, 600.0

#: Authors that are named and not here, and how often we ask for one's first word: it
#: may be somebody's whose words count for nothing.
NAMED, STRANGE = 64, 5

#: After so many questions in vain what is kept there is read again from its beginning,
#: for we may have had no use for it when it came; then after so many more.
VAIN, VAIN_MORE = 5, 3

#: Seconds after which we say what we have without being in want, if nobody has said
#: that it has the same: it shows whoever does not know that it lacks something.
#: Doubled each time, too, until there is something new.
QUIET, QUIET_LIMIT = 30.0, 3600.0

#: The same before a game has begun: friends wait for it, and it takes a few words.
QUIET_BEFORE = 5.0

#: Entries that have come, by their hashes, and questions to be passed on.
CAME, HELD = 4096, 64


class Topic:
    """What is kept at one place, as far as we know, and what we are to say there."""

    def __init__(self) -> None:
        #: Whether the game has not begun, as far as we know.
        self.is_before = False
        #: Briefs from there; a frame comes once, so they outlive its connection.
        self.briefs = Held()
        #: Frames from there under keys that have not come, for the same reason.
        self.unread = Unread()
        self._doubts, self._doubt_at = 0, -math.inf
        self._readings = 0
        self._heads: dict[bytes, Head] = {}
        self._here: dict[bytes, Head] = {}
        #: How often an entry has come, or was posted, and when it was the last time.
        self._came: dict[bytes, tuple[int, float]] = {}
        self._came_before: dict[bytes, tuple[int, float]] = {}
        self._sent: list[bytes] = []
        self._wanted: dict[bytes, float] = {}
        self._held: dict[Recall | Recalled, None] = {}
        self._named: dict[bytes, int] = {}
        self._asks = self._quiets = 0
        self._is_lacking = False
        self._is_live = False
        self._pass_at = self._ask_at = math.inf
        self._steps = Steps()

    # A connection comes and goes

    def begin(self) -> None:
        """Note a new connection: what was not surely kept by the last is not there."""
        for raw in self._sent:
            self._came.pop(_digest(raw), None)
        self._came_before, self._came = self._came, {}
        self._sent.clear()
        self._here.clear()
        self._named.clear()
        self._is_live = False
        self._pass_at = self._ask_at = math.inf
        self._asks = self._quiets = 0
        self._is_lacking = False

    def go_live(
        self, history: History, now: float, entropy: Entropy, *, whole: bool
    ) -> None:
        """Take it that all that is kept has come; ``whole``: by this connection."""
        if whole:
            self._heads = dict(self._here)
        else:
            self._came = {**self._came_before, **self._came}
        self._came_before = {}
        self._is_live = True
        self.want(self._absent(history), now, entropy)
        self._ask_at = now + _pause(entropy)
        self._steps.put_off(now + _pause(entropy))

    @property
    def is_live(self) -> bool:
        """Whether all has come that was there when we came."""
        return self._is_live

    @property
    def next_at(self) -> float:
        """When there is something to be said, if nothing happens by then."""
        if not self._is_live:
            return math.inf
        wanted_at = min(self._wanted.values(), default=math.inf)
        post_at = max(self._steps.not_before, wanted_at)
        return min(post_at, self._pass_at, self._ask_at)

    # What comes

    def come(
        self, raws: Iterable[bytes], history: History, now: float, entropy: Entropy
    ) -> None:
        """Note entries that have come from there; whether they count is seen later."""
        is_another_at_it = is_double = False
        for raw in raws:
            is_double |= self._is_under_way(raw, now)
            is_another_at_it |= self._wanted.pop(raw, None) is not None
            self._note(raw, now)
            if raw in history:
                self._raise(Entry.kept(raw))
        if self._wanted and (is_another_at_it or is_double):
            longer = PAUSE[1] if is_another_at_it else 0
            self._steps.put_off(now + longer + _pause(entropy))
            self._steps.begin()

    def deliver(
        self, news: Iterable[Entry], own: Container[bytes], now: float, entropy: Entropy
    ) -> None:
        """Note new entries: whatever has not come from there, nor is our ``own`` word
        of this moment, is wanted there.
        """
        wanted = []
        for entry in news:
            if _digest(entry.raw) in self._came:
                self._raise(entry)
            elif entry.raw not in own:
                wanted.append(entry.raw)
        self.want(wanted, now, entropy)
        self._quiets = 0
        self._ask_at = min(self._ask_at, now + self._quiet(entropy))

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
        if not self._is_live:
            return  # it was said before we came, and will be said again
        lacking = [
            raw
            for raw in history.missing(heads)
            if is_for(raw) and not self._is_under_way(raw, now)
        ]
        self.want(lacking, now, entropy)
        for author, sequence, _ in heads:
            if author in history.admitted or len(self._named) < NAMED:
                known = self._named.get(author, -1)
                self._named[author] = max(known, sequence)
        if not self._is_lacking and {*heads} == {*history.heads()}:
            self._ask_at = max(self._ask_at, now + self._quiet(entropy))
        self.look(history, now, entropy)

    def learn_key(self) -> bool:
        """Have what we could not read tried again; ask at once if a part is gone.

        Return whether it is.
        """
        is_short = self.unread.learn_key()
        if is_short:
            self._ask_at = min(self._ask_at, 0.0)
        return is_short

    def look(self, history: History, now: float, entropy: Entropy) -> None:
        """See whether we lack something that somebody has named."""
        was_lacking, self._is_lacking = self._is_lacking, self._lacks(history)
        if self._is_lacking and not was_lacking:
            self._asks = 0
            self._ask_at = min(self._ask_at, now + _pause(entropy))
        elif was_lacking and not self._is_lacking:
            self._ask_at = now + self._quiet(entropy)

    def _lacks(self, history: History) -> bool:
        self._named = {
            author: sequence
            for author, sequence in self._named.items()
            if author not in history.forks and sequence >= _length(history, author)
        }
        return bool(self._named) or history.lacking or self.briefs.lacks(history)

    def doubt(self, now: float, entropy: Entropy) -> None:
        """Note that a brief fits no signature here: others may hold another branch.

        They hear what we have, and then show theirs; more and more seldom, because
        it may have been nonsense.
        """
        if now >= self._doubt_at:
            self._doubt_at = now + min(ASK_AGAIN * 2**self._doubts, ASK_LIMIT)
            self._doubts = min(self._doubts + 1, 16)
            self._ask_at = min(self._ask_at, now + _pause(entropy))

    # What we are to say

    def want(self, raws: Iterable[bytes], now: float, entropy: Entropy) -> None:
        """Let entries be posted that others hold, too: by whoever comes first."""
        at = now + _pause(entropy)
        for raw in raws:
            self._wanted.setdefault(raw, at)

    def reads_again(self) -> bool:
        """Return whether what is kept there is to be read from its beginning, now."""
        if not self._is_lacking or self._asks < VAIN + VAIN_MORE * self._readings:
            return False
        self._readings += 1
        return True

    def hold(self, message: Recall | Recalled, now: float, entropy: Entropy) -> None:
        """Let somebody's question or answer be passed on, unless it comes by then."""
        if not self._held:
            self._pass_at = now + _pause(entropy)
        if len(self._held) < HELD:
            self._held[message] = None

    def let_go(self, message: Recall | Recalled) -> None:
        """Pass this on no more: it has come from there."""
        self._held.pop(message, None)

    @property
    def wanted(self) -> tuple[bytes, ...]:
        """What we have and the place lacks, or somebody there."""
        return tuple(self._wanted)

    def to_post(self, history: History, now: float) -> list[bytes]:
        """Return entries whose time has come, in an order in which they are of use."""
        if not self._is_live or now < self._steps.not_before:
            return []
        ready = {raw for raw, at in self._wanted.items() if at <= now}
        if not ready:
            return []
        known = dict.fromkeys(raw for raw in history.missing(()) if raw in ready)
        return self._steps.take({**known, **dict.fromkeys(sorted(ready))}, now)

    def to_pass_on(self, now: float) -> list[Recall | Recalled]:
        """Return questions and answers whose time has come."""
        if not self._is_live or now < self._pass_at:
            return []
        held = [*self._held]
        self._held.clear()
        self._pass_at = math.inf
        return held

    def to_say(
        self, history: History, now: float, entropy: Entropy
    ) -> tuple[Head, ...] | None:
        """Return what we have, if it is time to say so: it is asking for the rest."""
        if not self._is_live or now < self._ask_at:
            return None
        self._is_lacking = self._lacks(history)
        if self._is_lacking:
            if self._asks >= STRANGE:
                self._forget_strangers(history)
            again = min(ASK_AGAIN * 2**self._asks, ASK_LIMIT)
            self._ask_at = now + _about(again, entropy)
            self._asks = min(self._asks + 1, 16)
        else:
            self._ask_at = now + self._quiet(entropy)
            self._quiets = min(self._quiets + 1, 16)
        return tuple(history.heads())

    def _forget_strangers(self, history: History) -> None:
        for author in self._named.keys() - history.admitted:
            del self._named[author]

    def _quiet(self, entropy: Entropy) -> float:
        first = QUIET_BEFORE if self.is_before else QUIET
        return _about(min(first * 2**self._quiets, QUIET_LIMIT), entropy)

    def posted(self, raws: Iterable[bytes], now: float) -> None:
        """Note what we have posted, on its way to being kept."""
        for raw in raws:
            self._note(raw, now)
            self._wanted.pop(raw, None)
            self._sent.append(raw)
        if not self._wanted:
            self._steps.begin()

    # What is kept there

    @property
    def sent(self) -> tuple[bytes, ...]:
        """What we have posted and do not know to be kept."""
        return tuple(self._sent)

    def keep(self, sent: Sequence[bytes], history: History) -> None:
        """Note that these, of what was sent the oldest, are kept."""
        del self._sent[: len(sent)]
        for raw in sent:
            if raw in history:
                self._raise(Entry.kept(raw))

    def holds(self, history: History) -> bool:
        """Return whether all that we have is kept there."""
        return not self._wanted and not self._sent and not self._absent(history)

    def _absent(self, history: History) -> list[bytes]:
        """Return what we have and the place has neither brought nor been sent."""
        missing = history.missing(self._heads.values())
        return [raw for raw in missing if _digest(raw) not in self._came]

    def _raise(self, entry: Entry) -> None:
        head = entry.author, entry.sequence, entry.id
        for heads in (self._heads, self._here):
            known = heads.get(entry.author)
            if known is None or known[1] < entry.sequence:
                heads[entry.author] = head

    def _is_under_way(self, raw: bytes, now: float) -> bool:
        times, latest = self._came.get(_digest(raw), (0, -math.inf))
        return now - latest < UNDER_WAY * (1 << min(max(0, times - TIMES), DOUBLED))

    def _note(self, raw: bytes, now: float) -> None:
        digest = _digest(raw)
        times, _ = self._came.pop(digest, (0, 0.0))
        self._came[digest] = times + 1, now
        while len(self._came) > CAME:
            del self._came[next(iter(self._came))]


def _pause(entropy: Entropy) -> float:
    least, most = PAUSE
    return least + (most - least) * int.from_bytes(entropy(4)) / 2**32


def _about(seconds: float, entropy: Entropy) -> float:
    """Return a little more, so that not all come at one time."""
    return seconds * (1 + int.from_bytes(entropy(4)) / 2**34)


def _digest(raw: bytes) -> bytes:
    return blake2b(raw, digest_size=16).digest()


def _length(history: History, author: bytes) -> int:
    feed = history.feeds.get(author)
    return 0 if feed is None else len(feed)
