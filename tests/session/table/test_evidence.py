"""Evidence convinces whoever has nothing but the file, and cannot be made up."""

from __future__ import annotations

import pytest

from p2pgame.engine import AnyGame
from p2pgame.session.entries.errors import Fault
from p2pgame.session.entries.payloads import Answer, End, Payload
from p2pgame.session.table.evidence import Proven, check, gather
from tests.session.draw import Draw
from tests.session.rps import RockPaperScissors
from tests.session.secrets import Secretive
from tests.session.tables import Net, known

CHEAT = 1


def cheated(game: AnyGame, fault: Fault) -> Net:
    """Play a game in which one player does this, and return it once it stopped."""
    seen: set[bytes] = set()

    def forge(seat: int, payload: Payload) -> Payload | bytes:
        if seat != CHEAT:
            return payload
        match payload:
            case Answer(turn, number, message) if turn not in seen:
                return lie(payload, turn, number, message)
            case End(turn, _) if fault is Fault.END:
                return End(turn, bytes(32))
        return payload

    def lie(
        payload: Payload, turn: bytes, number: int, message: bytes
    ) -> Payload | bytes:
        changed = message[:-1] + bytes([message[-1] ^ 1]) if message else b"x"
        if fault is Fault.PAYLOAD:
            return b"no payload"
        if fault is Fault.ENCODING:
            return Answer(turn, number, message + b"x")
        if fault is Fault.PROOF and len(message) > 1000:
            return Answer(turn, number, changed)
        if fault is Fault.OPENING and number == 1 and 32 < len(message) < 50:
            return Answer(turn, number, changed)
        if fault is Fault.RULES and message in (b"stay", b"rock"):
            return Answer(turn, number, b"win")
        return payload

    net = Net(game, 3, forge=forge)
    net.play()
    return net


CASES = [
    (Draw(), Fault.PAYLOAD),
    (Draw(), Fault.ENCODING),
    (Draw(), Fault.PROOF),
    (Draw(), Fault.RULES),
    (Draw(), Fault.END),
    (RockPaperScissors(), Fault.OPENING),
    (Secretive(), Fault.PROOF),
]


@pytest.mark.parametrize(("game", "fault"), CASES)
def test_a_fault_is_shown_by_the_file_alone(game: AnyGame, fault: Fault) -> None:
    net = cheated(game, fault)
    culprit = net.tables[CHEAT].players[CHEAT].author
    for seat, table in enumerate(net.tables):
        if seat == CHEAT:
            continue
        assert table.stopped is not None
        proven = check(gather(table, table.stopped), known(game))
        assert isinstance(proven, Proven)
        assert (proven.fault, proven.author) == (fault, culprit.hex())
        assert proven.name == f"player {CHEAT}"
