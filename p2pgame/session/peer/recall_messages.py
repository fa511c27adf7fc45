"""Signs and checks questions and answers of a recall.

The answer holds the entry itself, so nobody can invent a newer one, and whoever tells
of an older one does not undo what another tells.  It is signed by whoever gives it,
for this question and no other.
"""

from __future__ import annotations

from hashlib import blake2b

from p2pgame.log import AuthorKey, Entry, History, admit, verify
from p2pgame.transport.frames import Recall, Recalled
from p2pgame.transport.link import InvalidFrame

_ASKED = b"p2pgame recall 1"
_TOLD = b"p2pgame recalled 1"


def ask(key: AuthorKey, table: bytes, nonce: bytes) -> Recall:
    """Return the question for the newest entry of this key's."""
    signature = key.sign(_ASKED, _asking(table, key.public, nonce))
    return Recall(key.public, nonce, signature)


def tell(
    key: AuthorKey, table: bytes, author: bytes, nonce: bytes, entry: bytes
) -> Recalled:
    """Return this key's answer to the question with ``nonce`` of ``author``."""
    signature = key.sign(_TOLD, _telling(table, author, nonce, entry))
    return Recalled(author, nonce, key.public, signature, entry)


def check_asked(asked: Recall, table: bytes) -> None:
    """Check a question.

    Raises:
      InvalidEntry: Its author has not signed it for this table.
    """
    admit(asked.author)
    content = _asking(table, asked.author, asked.nonce)
    verify(asked.author, _ASKED, content, asked.signature)


def check_told(told: Recalled, history: History) -> None:
    """Check an answer at the table of a ``history``.

    Raises:
      InvalidEntry: It is not signed, or the entry in it is none.
      InvalidFrame: The entry in it is another author's, or another table's.
    """
    if told.by not in history.feeds:
        admit(told.by)
    content = _telling(history.table, told.author, told.nonce, told.entry)
    verify(told.by, _TOLD, content, told.signature)
    if told.entry:
        is_known = told.entry in history
        entry = Entry.kept(told.entry) if is_known else Entry.read(told.entry)
        if (entry.author, entry.table) != (told.author, history.table):
            raise InvalidFrame("A peer tells somebody another's words.")


def _asking(table: bytes, author: bytes, nonce: bytes) -> bytes:
    return table + author + nonce


def _telling(table: bytes, author: bytes, nonce: bytes, entry: bytes) -> bytes:
    told = blake2b(entry, digest_size=32, person=b"p2pgame recalled").digest()
    return table + author + nonce + told
