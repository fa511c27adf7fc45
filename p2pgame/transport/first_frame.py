"""Opens a link: the first frame shows whether its sender is invited, known or seated.

The first frame travels in the path of the WebSocket's request.  So a listener reads it
before it makes a WebSocket, keeps anything, or computes on a curve: for each key that
it knows it computes one keyed hash.  A stranger's request costs that, and no more.

A first frame is

    lowest (1) | highest (1) | purpose (1) | nonce (16) | tag (16)

where the tag is BLAKE2b of all before it and of the listener's author key, keyed with
one of these:

* the invite's key, for whom the invite has reached;
* the watch link's key, for spectators;
* the key that two players of a table share, for the seated;
* the key that two contacts share, for a contact that asks to be paired.

``lowest`` to ``highest`` are the versions of the wire that the sender speaks.  A frame
that no key fits is a stranger's.  Nonce and tag look random to whoever has no key, so
they link nothing.

A recorded first frame is a stranger's while its listener runs, because the listener
remembers the nonces that it has admitted.  One that the listener has not seen, or
that is older than this run, opens one link; see docs/design/first-frame.md.

Source: mac1 of WireGuard (Donenfeld, NDSS 2017, section 5.3) for a check without
state, here with a tag of 128 bits; BLAKE2b keyed (RFC 7693).
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import OrderedDict
from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from hmac import compare_digest

from p2pgame.transport.envelope import Entropy
from p2pgame.transport.wire_version import SPOKEN, Versions

#: In place of the listener's author key, where the caller does not know it: in pairing.
ANYBODY = bytes(32)

#: Nonces of admitted first frames that are remembered, so that none opens two links.
REMEMBERED = 8192

NONCE = TAG = 16
_HEAD = 3
SIZE = _HEAD + NONCE + TAG
_PATH = re.compile(r"/[A-Za-z0-9_-]{47}")


class CallerKind(Enum):
    """What a first frame shows of its sender."""

    STRANGER = "stranger"
    SPECTATOR = "spectator"
    INVITED = "invited"
    CONTACT = "contact"
    SEATED = "seated"


class LinkPurpose(Enum):
    """What a link is for."""

    TABLE = 0
    PAIRING = 1


@dataclass(frozen=True, slots=True)
class LinkRequest:
    """What a listener knows of a link that it is asked for.

    ``who`` is the key of the player or contact, empty for all others.  ``versions``
    are the sender's; of a stranger they are what anybody may claim.
    """

    caller: CallerKind
    purpose: LinkPurpose = LinkPurpose.TABLE
    who: bytes = b""
    versions: Versions = SPOKEN


_STRANGE = LinkRequest(CallerKind.STRANGER)


def path_for(
    key: bytes,
    listener: bytes,
    entropy: Entropy,
    *,
    purpose: LinkPurpose = LinkPurpose.TABLE,
    versions: Versions = SPOKEN,
) -> str:
    """Return the path that opens a link to a listener, by its author key.

    A guest without any key draws one: its frame looks like any other.
    """
    head = bytes((versions.lowest, versions.highest, purpose.value))
    content = head + entropy(NONCE)
    frame = content + _tag(key, content, listener)
    return "/" + urlsafe_b64encode(frame).rstrip(b"=").decode()


def _tag(key: bytes, content: bytes, listener: bytes) -> bytes:
    return blake2b(
        content + listener, digest_size=TAG, key=key, person=b"p2pgame first"
    ).digest()


class KnownCallers:
    """Tells who opens a link to the listener with this author key."""

    __slots__ = ("_keys", "_listener", "_seen", "admits_strangers")

    def __init__(self, listener: bytes) -> None:
        self._listener = {LinkPurpose.TABLE: listener, LinkPurpose.PAIRING: ANYBODY}
        self._keys: dict[bytes, tuple[CallerKind, bytes]] = {}
        self._seen: OrderedDict[bytes, None] = OrderedDict()
        #: Whether strangers may ask to be paired now.
        self.admits_strangers = False

    def __repr__(self) -> str:
        return f"KnownCallers({len(self._keys)} keys)"

    def know(self, caller: CallerKind, key: bytes, who: bytes = b"") -> None:
        """Recognise whoever has this key from now on."""
        if caller is CallerKind.STRANGER or not 16 <= len(key) <= 64:
            raise ValueError("a stranger has no key, and a key has 16 to 64 bytes")
        self._keys[key] = caller, who

    def forget(self, who: bytes) -> None:
        """Take a player or contact for a stranger from now on."""
        self._keys = {k: told for k, told in self._keys.items() if told[1] != who}

    def recognise(self, path: str) -> LinkRequest:
        """Return who asks for a link by this path.

        Cost: 1.5 µs for each key that is known, and no operation on a curve.
        """
        frame = _frame(path)
        if frame is None:
            return _STRANGE
        content, tag = frame[:-TAG], frame[-TAG:]
        purpose, versions = LinkPurpose(frame[2]), Versions(frame[0], frame[1])
        listener = self._listener[purpose]
        for key, (caller, who) in self._keys.items():
            if compare_digest(_tag(key, content, listener), tag):
                if not self._is_new(content[_HEAD:]):
                    break
                return LinkRequest(caller, purpose, who, versions)
        return LinkRequest(CallerKind.STRANGER, purpose, versions=versions)

    def may_enter(self, request: LinkRequest) -> bool:
        """Return whether a link is made at all for this caller."""
        if request.caller is not CallerKind.STRANGER:
            return True
        return request.purpose is LinkPurpose.PAIRING and self.admits_strangers

    def _is_new(self, nonce: bytes) -> bool:
        """Remember an admitted nonce; return False if it was there."""
        if nonce in self._seen:
            return False
        self._seen[nonce] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return True


def _frame(path: str) -> bytes | None:
    """Return the frame in a path in its one spelling, or None."""
    if not _PATH.fullmatch(path):
        return None
    frame = urlsafe_b64decode(path[1:] + "=")
    lowest, highest, purpose = frame[:_HEAD]
    is_spelled = urlsafe_b64encode(frame).rstrip(b"=").decode() == path[1:]
    if not is_spelled or not 0 < lowest <= highest or purpose > 1:
        return None
    return frame
