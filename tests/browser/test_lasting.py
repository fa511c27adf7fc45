"""What is pressed, typed, opened or set on the page stays so when other news comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.holding import Frame, Wire, event_of, until
from tests.browser.playing import open_table, play_to_the_end, start
from tests.browser.visiting import Visitor, hub_of, visit, whole
from tests.web.drawing_page import Drawn
from tests.web.frames import recording
from tests.web.hub_process import HubProcess

GUEST = {"name": "Ben", "key": "00", "can_remove": True, "is_program": False}


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubProcess]:
    """A program in which these tests leave their tables."""
    with hub_of(tmp_path_factory.mktemp("lasting"), "Anna") as found:
        yield found


class Told(Wire):
    """A wire that knows what was told of tables last."""

    def __init__(self, visitor: Visitor) -> None:
        self.told: dict[str, Frame] = {}
        super().__init__(visitor)

    def _is_held(self, frame: Frame) -> bool:
        self.told[event_of(frame) or next(iter(frame))] = frame
        return super()._is_held(frame)

    def event(self, kind: str, **changed: Any) -> None:
        """Tell an event of this kind once more, with other words."""
        last = self.told[kind]
        at = 1 + max(one.get("at", 0) for one in self.told.values())
        event = {**last["event"], **changed}
        self.say({"table": last["table"], "at": at, "event": event})
        self.told[kind] = {**last, "at": at, "event": event}

    def tables(self, **changed: Any) -> None:
        """Tell the list of tables once more."""
        found = [{**one, **changed} for one in self.told["tables"]["tables"]]
        self.say({"tables": found})


def press_while(button: Locator, comes: Callable[[], None], seen: Locator) -> None:
    """Press a button, and let it go after something has come and is seen."""
    button.hover()
    mouse = button.page.mouse
    mouse.down()
    comes()
    seen.wait_for()
    mouse.up()


@whole
def test_an_open_table_is_gone_to_though_something_happens_there(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page, wire = anna.page, Told(anna)
        start(anna, "rps")
        anna.go("#/contacts")
        expect(page.get_by_role("heading", name="Contacts", level=1)).to_be_focused()
        tables = page.get_by_role("navigation", name="Open tables")
        link = tables.get_by_role("link").last
        link.focus()
        wire.tables(turn=False, asks=True)
        tables.get_by_text("asks you").first.wait_for()
        expect(link).to_be_focused()
        turn = tables.get_by_text("your turn").last
        press_while(link, lambda: wire.tables(turn=True, asks=False), turn)
        page.wait_for_url("**/#/table/*")


def test_the_waiting_room_stays_as_it_is_when_somebody_comes(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page, wire = anna.page, Told(anna)
        open_table(anna, "rps", 3)
        room = page.get_by_role("region", name="Who is here")
        room.get_by_text("Agreed for this table").click()
        terms = room.locator("details")
        expect(terms).to_have_attribute("open", "")
        link = page.get_by_label("The invite", exact=True)
        link.focus()
        wire.event("waiting", guests=[GUEST])
        ben = room.get_by_text("Ben")
        ben.wait_for()
        expect(terms).to_have_attribute("open", "")
        expect(link).to_be_focused()
        others = [GUEST, {**GUEST, "name": "Cleo", "key": "11"}]
        press_while(
            room.get_by_role("button", name="Give Ben no seat"),
            lambda: wire.event("waiting", guests=others),
            room.get_by_text("Cleo"),
        )
        expect(page.get_by_role("dialog", name="Ben")).to_be_visible()


@whole
def test_what_is_typed_at_a_contact_or_as_a_name_stays(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page, wire = anna.page, Told(anna)
        name = page.get_by_role("textbox", name="Your name")
        name.fill("Annabel")
        name.blur()
        about = wire.told["hub"]["hub"]
        wire.say({"hub": {**about, "name": "Annika"}})
        page.evaluate("() => new Promise(requestAnimationFrame)")
        expect(name).to_have_value("Annabel")
        wire.hold(lambda frame: "id" in frame)
        anna.go("#/contacts")
        asked = "list-contacts"
        until(page, lambda: any(asks(one, asked) for one in wire.sent))
        contacts = [
            {"number": at, "name": one, "identity": "00", "tables": 1, "last": 0}
            for at, one in enumerate(("Oldrich", "Petra"), 1)
        ]
        _answer(wire, asked, contacts)
        rows = page.get_by_role("main").get_by_role("listitem")
        rows.nth(1).wait_for()
        for row in rows.all():
            row.locator("summary").first.click()
        call = rows.last.get_by_role("textbox")
        call.fill("Pet")
        rows.first.get_by_role("button", name="Save").click()
        asked = "rename-contact"
        until(page, lambda: any(asks(one, asked) for one in wire.sent))
        contacts[0]["name"] = "Olda"
        _answer(wire, asked, contacts)
        rows.get_by_text("Olda").wait_for()
        expect(call).to_have_value("Pet")


def asks(frame: Frame, command: str) -> bool:
    return bool(frame.get("request", {}).get("command") == command)


def _answer(wire: Wire, asked: str, contacts: list[dict[str, Any]]) -> None:
    id = next(one["id"] for one in wire.sent if asks(one, asked))
    for event in ({"event": "contacts", "contacts": contacts}, {"event": "finished"}):
        wire.say({"id": id, "event": event})


def test_a_seat_that_is_being_chosen_stays_when_the_programs_are_known(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page, wire = anna.page, Wire(anna)
        wire.hold(lambda frame: event_of(frame) == "programs")
        anna.go("#/new/kuhn")
        seat = page.get_by_role("combobox", name="Player 2")
        seat.focus()
        until(page, lambda: wire.held)
        few = seat.get_by_role("option").count()
        wire.let_go()
        expect(seat.get_by_role("option")).not_to_have_count(few)
        expect(seat).to_be_focused()


@whole
def test_another_game_is_begun_though_the_result_says_more_just_then(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page, wire = anna.page, Told(anna)
        start(anna, "tictactoe")
        play_to_the_end([anna], seed=1)
        ended = page.get_by_role("region", name="How it ended")
        again = ended.get_by_role("button", name="Play again")
        again.wait_for()
        purse = {"event": "purse", "chips": 5, "most": 9, "asked": 0, "message": None}
        wire.told["purse"] = {**wire.told["asked"], "event": purse}
        wire.event("purse")
        ended.locator("input[max='4']").wait_for()
        fewer = ended.locator("input[max='3']")
        press_while(again, lambda: wire.event("purse", most=8), fewer)
        until(page, lambda: "'answer'" in str(wire.sent[-1]))


@whole
def test_a_step_is_undone_though_the_plan_changes_just_then(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page, wire = anna.page, Told(anna)
        start(anna, "tictactoe")
        plan = page.get_by_role("region", name="Plan")
        plan.get_by_role("button", name="Plan moves").click()
        page.locator(".stage .cell.can").first.click()
        steps = page.get_by_role("list", name="Steps of the plan")
        expect(steps.get_by_role("listitem")).to_have_count(1)
        step = wire.told["planned"]["event"]["steps"][0]
        undo = plan.get_by_role("button", name="Undo", exact=True)
        press_while(
            undo,
            lambda: wire.event("planned", steps=[{**step, "name": "a fine step"}]),
            steps.get_by_text("a fine step"),
        )
        until(page, lambda: "'undo'" in str(wire.sent[-1]))


@whole
def test_of_two_clicks_on_a_move_the_first_counts(
    chromium: Browser, hub: HubProcess
) -> None:
    """Its turn is closed later than a person clicks twice."""
    with visit(chromium, hub) as anna:
        page, wire = anna.page, Wire(anna)
        start(anna, "rps")
        rock = page.locator(".moves").get_by_role("button", name="Rock").first
        rock.wait_for()
        wire.hold(lambda frame: "table" in frame)
        rock.dblclick()
        until(page, lambda: any(event_of(one) == "turn-closed" for one in wire.held))
        wire.let_go()
        page.locator(".line.move").first.wait_for(state="attached")
        moves = [one for one in wire.sent if "'move'" in str(one.get("command"))]
        assert len(moves) == 1


@whole
def test_an_amount_stays_when_its_turn_is_asked_for_once_more(
    chromium: Browser, hub: HubProcess
) -> None:
    """Somebody has offered something: the turn is closed, and another is the same."""
    with visit(chromium, hub) as anna:
        page, wire = anna.page, Told(anna)
        anna.go("#/settings")
        page.get_by_role("checkbox", name="Plain tables").check()
        start(anna, "holdem")
        number = page.locator("input.amount-number")
        number.wait_for()
        number.fill("3")
        turn = wire.told["your-turn"]["event"]["number"]
        closed = {**wire.told["your-turn"]["event"], "event": "turn-closed"}
        wire.told["turn-closed"] = {**wire.told["your-turn"], "event": closed}
        wire.event("turn-closed", number=turn)
        number.wait_for(state="detached")
        wire.event("your-turn", number=turn + 1)
        expect(number).to_have_value("3")
        expect(number).to_be_focused()
        anna.go("#/settings")
        page.get_by_role("checkbox", name="Plain tables").uncheck()


#: Games in whose drawing something is set before a move is made: what is clicked, and
#: what is seen of it then.
SET = {
    "battleship": (".board.sea .cell.can", ".scene-placing span"),
    "liars-dice": (".scene-numbers button[aria-label='one more']", "output"),
}


@pytest.mark.parametrize("game", SET)
def test_what_is_set_on_a_drawing_stays_over_news(chromium: Any, game: str) -> None:
    told, (clicked, shown) = recording(game, 2, 0), SET[game]
    turn = next(frame for frame in told["frames"] if frame["choice"])
    frames = [turn, {**turn, "choice": None}]
    drawn = Drawn(chromium, {**told, "frames": frames}, width=900)
    page = drawn.page
    drawn.show(0)
    before = page.locator(shown).inner_text()
    page.locator(clicked).first.click()
    after = page.locator(shown).inner_text()
    assert after != before
    drawn.show(1)
    drawn.show(0)
    assert page.locator(shown).inner_text() == after
    assert drawn.wrong() == []
    drawn.close()
