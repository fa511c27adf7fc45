"""Nobody is accused by rules that say something else when they are asked again."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from p2pgame.engine import Choose, ContradictoryRules, Together
from p2pgame.log import AuthorKey, UnknownAuthor
from p2pgame.session import Misbehaviour, Table, verify
from p2pgame.session.entries.errors import Fault
from p2pgame.session.entries.notes import Note
from p2pgame.session.entries.payloads import Answer
from p2pgame.session.lobby import allowance
from p2pgame.session.lobby.events import RulesBroken, Stopped
from p2pgame.session.table import evidence
from p2pgame.session.table.verify import RulesContradict
from tests.session.draw import Draw
from tests.session.game.scripted import Scripted
from tests.session.table.test_allowance import MOST, say
from tests.session.table.test_evidence import CHEAT, cheated
from tests.session.tables import TABLE, Net, known, me


class Fickle(Draw):
    """Rules of which it is found, if this is asked, that they contradict themselves."""

    def __init__(self, *asked: bool) -> None:
        self.found = asked
        self.asked: list[bool] = []

    def recheck(self, *, blames: bool) -> None:
        self.asked.append(blames)
        if blames in self.found:
            raise ContradictoryRules("the rules of draw contradict themselves")


@pytest.mark.attack(56)
@pytest.mark.parametrize("fault", [Fault.RULES, Fault.END, Fault.PROOF, Fault.ENCODING])
def test_who_breaks_rules_that_contradict_themselves_is_not_accused(
    fault: Fault,
) -> None:
    net = cheated(Fickle(True), fault)
    for seat, events in enumerate(net.events):
        if seat != CHEAT:
            (broken,) = [one for one in events if isinstance(one, RulesBroken)]
            assert isinstance(broken.error, ContradictoryRules)
        assert not any(isinstance(one, Stopped) for one in events)
    assert all(table.cheats == {} for table in net.tables)
    with pytest.raises(RulesContradict, match="rules of draw contradict themselves"):
        verify(net.tables[0].transcript(), net.games)


def test_what_signed_words_prove_alone_needs_no_rules() -> None:
    game = Fickle(True)
    net = cheated(game, Fault.PAYLOAD)
    assert net.tables[0].stopped is not None
    assert True not in game.asked


@pytest.mark.attack(56)
def test_for_an_author_without_a_seat_no_rules_are_asked_again() -> None:
    game = Fickle()
    net = Net(game, 2, decide=None)
    net.play()
    verdicts = net.tables[0]._game.verdicts
    stranger = AuthorKey(bytes(32)).public
    for _ in range(3):
        verdicts.accuse(Misbehaviour(Fault.RULES, "wrong", stranger, (b"",)))
    assert game.asked == []
    assert net.tables[0].cheats == {}


@pytest.mark.attack(56)
def test_of_an_author_that_is_known_to_cheat_the_rules_are_asked_once() -> None:
    game = Fickle()
    net = Net(game, 2, decide=None)
    net.play()
    for _ in range(3):
        wrong = Misbehaviour(Fault.RULES, "wrong", me(1).key.public, (b"",))
        net.tables[0]._game.verdicts.accuse(wrong)
    assert game.asked == [True]


@pytest.mark.attack(56)
def test_who_answers_turns_of_other_rules_is_not_accused_of_talking_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(allowance, "limits", lambda seats: (MOST, 1 << 20))
    net = Net(Fickle(True), 2, spectators=1, decide=None)
    net.play()
    for number in range(MOST):
        say(net, 1, Answer(number.to_bytes(32, "little"), 0, b""))
    for table in net.tables:
        assert isinstance(table.broken, ContradictoryRules)
        assert table.stopped is None
        assert table.cheats == {}


def test_evidence_by_rules_that_contradict_themselves_convicts_nobody() -> None:
    net = cheated(Draw(), Fault.RULES)
    table = net.tables[0]
    assert table.stopped is not None
    file = evidence.gather(table, table.stopped)
    assert evidence.check(file, known(Fickle())).fault is Fault.RULES
    with pytest.raises(RulesContradict, match="rules of draw contradict themselves"):
        evidence.check(file, known(Fickle(True)))


@pytest.mark.attack(56)
def test_a_game_is_over_only_once_its_rules_have_been_asked_again() -> None:
    fair = Net(Fickle(), 3)
    fair.play()
    game: Any = fair.games[("draw", 1)]
    assert game.asked == [False, False, False]
    assert all(table.complete for table in fair.tables)
    net = Net(Fickle(False), 3)
    net.play()
    for table in net.tables:
        assert not table.complete
        assert isinstance(table.broken, ContradictoryRules)


@pytest.mark.attack(56)
@pytest.mark.parametrize("asked", [0, 1])
def test_a_move_that_was_noted_and_is_refused_now_ends_the_table_in_words(
    asked: int,
) -> None:
    """It is not said: others would take it for a move against the rules."""

    def turn(*moves: str) -> Choose | Together:
        mine = Choose(0, moves)
        return Together((mine, Choose(1, ("go",)))) if asked else mine

    net = Net(Scripted(turn("go", "stay")), 2, decide=None)
    net.play()
    before = net.tables[0]
    note = Note.read(before.own.propose("stay"))
    assert note is not None
    again = Table(TABLE, known(Scripted(turn("go"))), me(0))
    again.remember(note)
    for _ in range(3):  # until those are here which others name
        for entry in before.entries:
            with suppress(UnknownAuthor):
                again.receive(entry)
    count, busy = len(again.entries), True
    while busy:
        busy, said = again.advance()
        assert said is None
    assert isinstance(again.broken, ContradictoryRules)
    assert "refuse the move 'stay', which they allowed before" in str(again.broken)
    assert (len(again.entries), again.stopped, again.cheats) == (count, None, {})
    assert any(isinstance(event, RulesBroken) for event in again.events)
