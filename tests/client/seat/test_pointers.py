"""A table that is over points to the next one, for holders of its invite alone."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from hmac import digest

from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt as seal

from p2pgame.client.seat import pointers
from p2pgame.transport.finding.announce import Announcement
from p2pgame.transport.finding.invite import Invite

THIS = Invite(b"1" * 32, b"s" * 16, ("127.0.0.1:1",), (), "holdem")
NEXT = Invite(b"2" * 32, b"n" * 16, ("127.0.0.1:2",), (), "holdem")


def told(label: str) -> Announcement:
    return Announcement(THIS.table, 7, NEXT.addresses, (), label)


def test_a_holder_of_the_invite_reads_the_next_one() -> None:
    assert pointers.read(THIS, told(pointers.label(THIS, NEXT))) == NEXT


def test_the_secret_is_sealed_as_the_page_says() -> None:
    """A second client seals it with what docs/wire.md says, and nothing else."""
    label = b"p2pgame/1/slip " + b"next" + NEXT.table
    drawn = digest(bytes(32), THIS.secret, sha256)
    key = digest(drawn, label + b"\1", sha256)
    text = (16).to_bytes(2) + NEXT.secret
    sealed = seal(text, b"", bytes(24), key)
    assert pointers.label(THIS, NEXT) == f"next {NEXT.table.hex()} {sealed.hex()}"


def test_others_read_nothing() -> None:
    label = pointers.label(THIS, NEXT)
    assert pointers.read(replace(THIS, secret=THIS.watch_secret), told(label)) is None
    other = label.replace(NEXT.table.hex(), (b"3" * 32).hex())
    assert pointers.read(THIS, told(other)) is None
    for one in ("Ann: holdem 2/6", label[:-1], label + "0", label.upper(), ""):
        assert pointers.read(THIS, told(one)) is None


def test_no_table_points_to_itself() -> None:
    itself = replace(NEXT, table=THIS.table)
    assert pointers.read(THIS, told(pointers.label(THIS, itself))) is None
