"""A verdict by rules of a file says whose rules they are, wherever it is said."""

from __future__ import annotations

import pytest

from p2pgame.cli.text.findings import lines, not_fair, told
from p2pgame.client.transcripts import evidence as checked
from p2pgame.client.transcripts import findings
from p2pgame.client.whose_rules import accusation
from p2pgame.client.words import say
from p2pgame.engine.rules import shown_hash
from p2pgame.session import Refuted, verify
from p2pgame.session.entries.errors import Fault
from p2pgame.session.table import evidence
from tests.session.draw import Draw
from tests.session.table.test_evidence import cheated
from tests.session.tables import Net

RULES = bytes(range(32))
SHOWN = f"the rules of draw in a file, {shown_hash(RULES)}"


def draw(rules: bytes) -> Draw:
    game = Draw()
    game.rules = rules
    return game


@pytest.mark.attack(54)
@pytest.mark.parametrize("rules", [RULES, b""], ids=["a file's", "p2pgame's"])
def test_a_fair_table_was_judged_by_these_rules(rules: bytes) -> None:
    net = Net(draw(rules), 3)
    net.play()
    found = findings.verified("x", verify(net.tables[0].transcript(), net.games))
    assert (SHOWN in lines(found)[0]) is bool(rules)
    assert told(found).get("rules") == (shown_hash(rules) if rules else None)


@pytest.mark.attack(54)
@pytest.mark.parametrize("rules", [RULES, b""], ids=["a file's", "p2pgame's"])
def test_who_cheated_did_so_by_these_rules(rules: bytes) -> None:
    net = cheated(draw(rules), Fault.RULES)
    table = net.tables[0]
    assert table.stopped is not None
    assert (SHOWN in say(accusation(table, table.stopped, "it is so"))) is bool(rules)
    proven = evidence.check(evidence.gather(table, table.stopped), net.games)
    assert (SHOWN in say(checked.deed(proven))) is bool(rules)
    with pytest.raises(Refuted) as refuted:
        verify(table.transcript(), net.games)
    error = findings.not_verified(refuted.value)
    assert any(SHOWN in line for line in not_fair(error)) is bool(rules)
    assert told(error).get("rules") == (shown_hash(rules) if rules else None)


def test_signed_words_alone_need_no_rules() -> None:
    table = cheated(draw(RULES), Fault.PAYLOAD).tables[0]
    assert table.stopped is not None
    assert SHOWN not in say(accusation(table, table.stopped, "it is so"))
