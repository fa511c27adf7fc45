"""Handles chat, nudges, and the invite to a rematch.

Neither has a part in the game.  What can't be shown as it is in another's text is told
mended, and is no fault: programs know different versions of Unicode.

The table's opener may name the next table after all have signed the end, so that no
transcript of the game holds it.  The secret of its invite is boxed for each player who
has not left.  Spectators get what they need to look on there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from p2pgame.engine import IllegalMove, Message, plain
from p2pgame.log import Entry
from p2pgame.transport.finding.chain import SECRET_SIZE

from ..entries.payloads import CHAT_LENGTH, Chat, Leave, Nudge, Successor
from ..entries.shown import is_shown, shown
from ..game.seats import Seats
from ..lobby import events
from ..lobby.allowance import Allowances
from ..lobby.keyring import Keyring
from ..lobby.lobby import Start

#: Why a player who has left can't speak.
LEFT = "you have left the table"


class Talk:
    """What has been said at the table ``id``, and what there is to say.

    ``me`` is our author key, None for a spectator.
    """

    def __init__(
        self,
        id: bytes,
        me: bytes | None,
        emit: Callable[[events.TableEvent], None],
        ring: Keyring,
        allowances: Allowances,
    ) -> None:
        self._allowances = allowances
        self._nudged: set[bytes] = set()
        self._id = id
        self._me = me
        self._emit = emit
        self._ring = ring
        self._to_say: deque[Chat | Nudge | Successor] = deque()
        self._early: list[tuple[bytes, Chat]] = []
        self._seats: dict[bytes, int] | None = None
        self._start: Start | None = None
        self._next: Successor | None = None
        self._is_complete = self._is_told = False
        self._has_left = False
        self._why_closed = ""

    @property
    def to_say(self) -> Chat | Nudge | Successor | None:
        """What our player has to say next."""
        return self._to_say[0] if self._to_say else None

    def chat(self, text: str) -> None:
        """Have this said.

        Raises:
          ValueError: It cannot be shown as it is to everybody.
          IllegalMove: We have no seat in a game that has started, or have left it, or
            have said as much as a transcript has room for.
        """
        self._check_seated()
        if len(text) > CHAT_LENGTH:
            raise ValueError(f"that is longer than {CHAT_LENGTH} characters")
        if not text.strip():
            raise ValueError("there is nothing to say in that")
        if not is_shown(text, CHAT_LENGTH):
            raise ValueError(
                "say it in one line of plain characters, without spaces at the ends"
            )
        self._append(Chat(text))

    def nudge(self, turn: bytes) -> None:
        """Have those reminded for whom this turn waits.

        Raises:
          IllegalMove: As :meth:`chat`, or we have done so in this turn.
        """
        self._check_seated()
        if turn in self._nudged:
            raise IllegalMove("said", Message.of("nudged-already"))
        self._append(Nudge(turn))
        self._nudged.add(turn)

    def _append(self, said: Chat | Nudge) -> None:
        """Have this said, within half of our allowance; the game needs the rest."""
        waiting = len(self._to_say) + 1
        if self._me is None or not self._allowances.may_say(self._me, said, waiting):
            raise IllegalMove("full", Message.of("chat-is-full"))
        self._to_say.append(said)

    def rematch(self, table: bytes, secret: bytes, left: Seats) -> None:
        """Have it said at which table we play again, to all but who have ``left``.

        Raises:
          ValueError: It is no other table, or no secret of an invite.
          IllegalMove: We have not opened this table, have named the next one, or
            not all have signed the end.
        """
        self._check_seated()
        assert self._start is not None
        if self._me != self._id:
            raise IllegalMove("not-opener", Message.of("not-opener"))
        if not self._is_complete:
            raise IllegalMove("not-over", Message.of("end-not-signed"))
        if self._next is not None or any(
            isinstance(w, Successor) for w in self._to_say
        ):
            raise IllegalMove("said", Message.of("next-named-already"))
        if len(table) != 32 or table == self._id or len(secret) != SECRET_SIZE:
            raise ValueError("that is no invite to another table")
        players = enumerate(self._start.players)
        publics = [b"" if seat in left else player.box for seat, player in players]
        watched = self._start.watchable
        said = self._ring.next(table, secret, publics, watched=watched)
        self._to_say.append(said)

    def _check_seated(self) -> None:
        if self._why_closed:
            raise IllegalMove("closed", plain(self._why_closed))
        if self._seats is None or self._me not in self._seats:
            raise IllegalMove("no-game", Message.of("only-players-talk"))

    def close(self, why: str) -> None:
        """Say nothing more."""
        self._why_closed = why
        self._to_say.clear()

    def reopen(self) -> None:
        """Talk again, unless we have left: the game goes on after all."""
        self._why_closed = LEFT if self._has_left else ""

    def receive(
        self, entry: Entry, said: Chat | Nudge | Successor | Leave, *, signed: bool
    ) -> None:
        """Take in what somebody says, who has ``signed`` the end or has not."""
        if entry.author == self._me and said == self.to_say:
            self._to_say.popleft()
        match said:
            case Nudge(turn) if entry.author == self._me:
                self._nudged.add(turn)
            case Chat():
                self._early.append((entry.author, said))
                self._tell_chat()
            case Successor() if (
                entry.author == self._id and signed and self._next is None
            ):
                self._next = said
                self._tell_next()
            case Leave() if entry.author == self._me:
                self._has_left = True
                self.close(LEFT)

    def begin(self, start: Start) -> None:
        """Note who has which seat, now that the game has started."""
        self._start = start
        authors = (player.author for player in start.players)
        self._seats = {author: seat for seat, author in enumerate(authors)}
        self._tell_chat()

    def complete(self) -> None:
        """Note that all have signed the end."""
        self._is_complete = True
        self._tell_next()

    def _tell_chat(self) -> None:
        if self._seats is None:
            return
        for author, said in self._early:
            seat = self._seats.get(author)
            if seat is not None:
                self._emit(events.Said(seat, shown(said.text)))
        self._early.clear()

    def _tell_next(self) -> None:
        if self._is_complete and self._next is not None and not self._is_told:
            self._is_told = True
            event = self._event(self._next)
            if event is not None:
                self._emit(event)

    def _event(self, said: Successor) -> events.Rematch | events.WatchNext | None:
        """Return what we are given of the next table, if it is anything."""
        seats = self._seats or {}
        if len(said.boxes) != len(seats):
            return None
        seat = None if self._me is None else seats.get(self._me)
        if seat is not None:
            secret = self._ring.secret_in(said, seat)
            return None if secret is None else events.Rematch(said.table, secret)
        link = self._ring.watch_in(said)
        return None if link is None else events.WatchNext(said.table, *link)
