"""What comes late: an older answer, a module that loads while somebody clicks on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.holding import Frame, Wire, event_of, held_back, until
from tests.browser.playing import history, seated, start
from tests.browser.visiting import Visitor, hub_of, visit, whole
from tests.web.hub_process import HubProcess

#: A drawing that is shown when the test says so.
SLOW = """
export function create(table) {
  const element = document.createElement('div');
  const button = document.createElement('button');
  button.textContent = 'Choose rock on the table';
  button.onclick = () => table.move('rock');
  element.append(button);
  const show = () => new Promise((resolve) => (globalThis.shown = resolve));
  return {element, show, destroy: () => (globalThis.destroyed = true)};
}"""


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubProcess]:
    """A program in which these tests leave their tables."""
    with hub_of(tmp_path_factory.mktemp("races"), "Anna") as found:
        yield found


def asks(frame: Frame, command: str) -> bool:
    return bool(frame.get("request", {}).get("command") == command)


def paused(anna: Visitor) -> None:
    """Let no time pass for the page but what the test gives it."""
    anna.page.clock.install()
    anna.page.clock.pause_at("2030-01-01")


def cells(anna: Visitor) -> list[str | None]:
    """What a board shows, cell by cell."""
    look = "all => all.map((one) => one.getAttribute('aria-label'))"
    shown: list[str | None] = anna.page.locator(".stage .cell").evaluate_all(look)
    return shown


def at_happened(wire: Wire) -> int:
    return [event_of(one) for one in wire.held].index("happened")


def test_a_place_to_which_somebody_comes_back_while_it_loads_is_there_once(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        wire = Wire(anna)
        held = held_back(anna.page, "**/lobby/contacts.js")
        for place in ("#/contacts", "#/", "#/contacts"):
            anna.go(place)
            until(anna.page, lambda: held)
        held[0].continue_()
        anna.page.get_by_role("heading", name="Contacts").wait_for()
        anna.go("#/settings")
        anna.page.get_by_role("heading", name="Settings").wait_for()
        assert sum(asks(frame, "list-contacts") for frame in wire.sent) == 1


@whole
def test_the_language_that_was_chosen_last_is_spoken(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page = anna.page
        anna.go("#/settings")
        held = held_back(page, "**/static/text/de.ftl")
        page.get_by_role("radio", name="Deutsch").click()
        until(page, lambda: held)
        page.get_by_role("radio", name="English").click()
        with page.expect_response("**/static/text/de.ftl"):
            held[0].continue_()
        page.wait_for_timeout(200)
        expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
        assert page.evaluate("document.documentElement.lang") == "en"


@whole
def test_a_language_whose_words_do_not_come_can_be_chosen_again(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page = anna.page
        anna.go("#/settings")
        page.route("**/static/text/de.ftl", lambda route: route.abort(), times=1)
        page.get_by_role("radio", name="Deutsch").click()
        page.get_by_text("p2pgame does not answer at the moment.").first.wait_for()
        page.get_by_role("radio", name="English").click()
        page.get_by_role("radio", name="Deutsch").click()
        page.get_by_role("heading", name="Einstellungen", level=1).wait_for()
        anna.faults.clear()


@whole
def test_a_table_is_shown_when_what_it_needs_comes_at_the_second_try(
    chromium: Browser, hub: HubProcess
) -> None:
    """Its words fail, then its module."""
    with visit(chromium, hub) as anna:
        page = anna.page
        page.route("**/text/en/table.ftl", lambda route: route.abort(), times=1)
        anna.go("#/new/kuhn")
        page.get_by_role("button", name="Play now", exact=True).click()
        wrong = page.get_by_role("alert").filter(has_text="Something went wrong")
        wrong.wait_for()
        anna.go("#/")
        page.get_by_role("link", name="Kuhn poker").first.click()
        seated(anna)
        anna.faults.clear()


@whole
def test_a_table_whose_module_fails_is_shown_with_its_next_event(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page, wire = anna.page, Wire(anna)
        page.route("**/js/table/table.js", lambda route: route.abort(), times=1)
        wire.hold(lambda frame: event_of(frame) == "your-turn", also_after=True)
        anna.go("#/new/tictactoe")
        page.get_by_role("button", name="Play now", exact=True).click()
        page.get_by_role("alert").filter(has_text="Something went wrong").wait_for()
        wire.let_go()
        seated(anna)
        anna.faults.clear()


def test_a_drawing_that_comes_while_the_table_rests_is_shown(
    chromium: Browser, hub: HubProcess
) -> None:
    """Nothing else happens then: another player thinks."""
    with visit(chromium, hub) as anna:
        page, wire = anna.page, Wire(anna)
        held = held_back(page, "**/games/kuhn.js")
        wire.hold(lambda frame: event_of(frame) == "happened", also_after=True)
        anna.go("#/new/kuhn")
        button = page.get_by_role("button", name="Play now", exact=True)
        button.wait_for()
        paused(anna)
        button.click()
        page.locator(".table-place").wait_for(state="attached")
        page.clock.run_for(100)
        until(page, lambda: held and "your-turn" in map(event_of, wire.held))
        turn = [*map(event_of, wire.held)].index("your-turn")
        *earlier, last = wire.held[:turn]
        wire.let_go(*earlier)
        page.clock.run_for(10_000)
        wire.let_go(last)
        page.wait_for_timeout(100)
        held[0].continue_()
        page.locator(".stage .scene").wait_for(state="attached")
        page.clock.run_for(100)
        page.clock.run_for(5000)
        expect(page.locator(".stage .card")).not_to_have_count(0)


@whole
def test_who_looks_back_sees_the_table_of_now_again(
    chromium: Browser, hub: HubProcess
) -> None:
    """What happened meanwhile rests just then, and nothing follows it."""
    with visit(chromium, hub) as anna:
        start(anna, "chess")
        page, wire = anna.page, Wire(anna)
        page.locator(".stage .cell.can").first.wait_for()
        paused(anna)
        for name in ("e2", "e4"):
            page.locator(f".stage [data-cell={name}]").click()
        until(page, lambda: history(anna, "move"))
        wire.hold(lambda frame: "at" in frame)
        page.clock.run_for(5000)
        page.get_by_role("list", name="History").locator(".move button").click()
        before = cells(anna)
        until(page, lambda: [one for one in wire.held if event_of(one) == "happened"])
        wire.let_go(*wire.held[: 1 + at_happened(wire)])
        until(page, lambda: len(history(anna, "move")) == 2)
        page.get_by_role("button", name="Back to now").click()
        page.clock.run_for(100)
        page.clock.run_for(5000)
        until(page, lambda: cells(anna) != before)


@whole
def test_a_move_on_a_drawing_that_moves_still_closes_the_list_of_moves(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page, wire = anna.page, Wire(anna)
        page.route(
            "**/games/rps.js",
            lambda route: route.fulfill(body=SLOW, content_type="text/javascript"),
        )
        wire.hold(lambda frame: event_of(frame) == "happened", also_after=True)
        start(anna, "rps")
        page.get_by_role("button", name="Choose rock on the table").click()
        until(page, lambda: wire.held)
        page.evaluate("globalThis.shown()")
        page.wait_for_timeout(100)
        expect(page.locator(".moves.open")).to_have_count(0)


@whole
def test_a_drawing_that_comes_after_its_table_was_left_is_given_back(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page = anna.page
        held = held_back(page, "**/games/rps.js")
        start(anna, "rps")
        until(page, lambda: held)
        anna.go("#/contacts")
        page.get_by_role("heading", name="Contacts").wait_for()
        held[0].fulfill(body=SLOW, content_type="text/javascript")
        page.wait_for_function("globalThis.destroyed === true")
        assert page.evaluate("globalThis.shown === undefined")


@whole
def test_a_yes_to_another_turn_than_that_which_was_asked_makes_no_move(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page, wire = anna.page, Wire(anna)
        turns: list[Frame] = []

        def seen(frame: Frame) -> bool:
            if event_of(frame) == "your-turn":
                turns.append(frame)
            return False

        wire.hold(seen)
        start(anna, "chess")
        until(page, lambda: turns)
        page.get_by_text("Type a move instead").click()
        page.get_by_label("Type a move").fill("resign")
        page.get_by_label("Type a move").press("Enter")
        sure = page.get_by_role("dialog")
        sure.wait_for()
        turn = turns[0]
        number = turn["event"]["number"]
        closed = {"event": "turn-closed", "number": number}
        opened = {**turn["event"], "number": number + 1}
        for at, event in enumerate((closed, opened), turn["at"] + 1):
            wire.say({"table": turn["table"], "at": at, "event": event})
        sure.locator("button[value=yes]").click()
        sure.wait_for(state="detached")
        page.wait_for_timeout(100)
        assert not [one for one in wire.sent if "move" in one.get("command", {})]


@whole
def test_a_table_comes_into_the_list_after_its_guest_waits_there(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page, wire = anna.page, Wire(anna)
        anna.go("#/join")
        look = page.get_by_role("button", name="Look for tables")
        look.wait_for()
        wire.hold(lambda frame: "tables" in frame)
        look.click()
        page.get_by_role("heading", name="Waiting room").wait_for()
        until(page, lambda: wire.held)
        wire.let_go()
        page.get_by_role("button", name="Leave").click()
        page.get_by_role("heading", name="Waiting room").wait_for(state="detached")


@whole
def test_what_is_typed_is_not_overwritten_by_what_was_kept(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page, wire = anna.page, Wire(anna)
        wire.hold(lambda frame: event_of(frame) == "settings")
        anna.go("#/settings")
        relays = page.get_by_label("Addresses, one per line")
        relays.fill("wss://relay.example")
        until(page, lambda: wire.held)
        wire.let_go()
        page.wait_for_timeout(100)
        assert relays.input_value() == "wss://relay.example"


@whole
def test_an_older_list_does_not_take_the_place_of_a_newer_one(
    chromium: Browser, hub: HubProcess
) -> None:
    """Of tables, and of contacts."""
    with visit(chromium, hub) as anna:
        page, wire = anna.page, Wire(anna)
        wire.hold(lambda frame: event_of(frame) == "tables" and not wire.held)
        anna.go("#/tables")
        until(page, lambda: wire.held)
        wire.say({"tables": []})  # so they are asked for again
        until(page, lambda: sum(asks(one, "list-tables") for one in wire.sent) > 1)
        page.locator("main .panel > *").first.wait_for()
        table = {"number": 9, "game": "chess", "state": "stopped", "opened": 0}
        wire.held[0]["event"]["tables"] = [
            {**table, "players": ["Oldrich"], "name": "x"}
        ]
        wire.let_go()
        page.wait_for_timeout(100)
        expect(page.get_by_text("Oldrich")).to_have_count(0)
        wire.hold(lambda frame: "id" in frame)
        anna.go("#/contacts")
        page.get_by_role("button", name="Keep all from the last table").click()
        asked = {
            one["request"]["command"]: one["id"] for one in wire.sent if "id" in one
        }
        contact = {"number": 1, "name": "Oldrich", "identity": "00", "tables": 1}
        none = page.get_by_text("You have kept nobody yet.")
        for command, known in (
            ("keep-contacts", []),
            ("list-contacts", [{**contact, "last": 0}]),
        ):
            for event in (
                {"event": "contacts", "contacts": known},
                {"event": "finished"},
            ):
                wire.say({"id": asked[command], "event": event})
            page.wait_for_timeout(100)
            expect(none).to_be_visible()


@whole
def test_the_camera_is_asked_for_once_and_can_be_closed_before_it_is_there(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page = anna.page
        held = held_back(page, "**/lobby/scan.js")
        reader = held_back(page, "**/jsQR.js")
        scan = page.get_by_role("button", name="Scan a code")
        for _ in range(2):
            scan.dispatch_event("click")
        until(page, lambda: held)
        for route in held:
            route.continue_()
        dialog = page.locator("dialog[open]")
        expect(dialog).to_have_count(1)
        until(page, lambda: reader)
        dialog.get_by_role("button", name="Cancel").click()
        reader[0].abort()
        expect(scan).to_be_enabled()
        anna.faults.clear()


@whole
def test_home_says_that_it_can_not_list_the_games(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page, wire = anna.page, Wire(anna)
        wire.hold(lambda frame: event_of(frame) == "games")
        page.reload()
        until(page, lambda: wire.held)
        error = {"type": "message", "id": "no", "args": {}, "sentence": "No games."}
        wire.say({"id": wire.held[0]["id"], "error": error})
        page.get_by_role("alert").filter(has_text="No games.").wait_for()
        expect(page.locator("main .spinner")).to_have_count(0)
