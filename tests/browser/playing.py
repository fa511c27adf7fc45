"""What people do at a table of the page: sit down, move by clicks, see the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from time import monotonic

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.visiting import WITHIN, Visitor

#: What can be clicked to make a move: in the list of moves, and in games' own drawings.
_MOVES = ", ".join(
    (
        ".moves.open [data-move]",
        ".moves.open form.amount button[type=submit]",
        ".moves.open .move-row > button.primary:not([data-move])",
        ".stage .round-foot button:enabled",
        ".stage button.card-stack",
        ".stage .scene-placing button:enabled",
        ".stage .mover-pad button:enabled",
        ".stage .memory > button:enabled",
        ".stage .cell.can",
        ".stage .graph-place.can",
        ".stage .card.can:not(.chosen)",
    )
)
_DONE = "section.results:not([hidden])"
#: Moves that give a game up, and how often a robot makes one where it can.
_ENDS = '[data-move="resign"], [data-move="give up"]'
_GIVES_UP = 0.04
#: What comes next, whatever else is possible: a question that is asked before a move is
#: made, and what makes a move of the cards or places that were chosen.
_NEXT = ", ".join(
    (
        "dialog.sure button[value=yes]",
        ".stage .tricks-foot button:enabled",
        ".stage .scene-choice button",
    )
)
#: How many things come next, and whether each of the moves gives the game up.
_SEEN = """([moves, ends, next]) => [document.querySelectorAll(next).length,
  [...document.querySelectorAll(moves)].map((one) => one.matches(ends))]"""
#: Milliseconds after which a robot looks again whether it is to move.
_LOOK = 50
#: Milliseconds for what should be there.
_SOON = 1500


def start(visitor: Visitor, game: str, **options: str) -> None:
    """Play a game against the usual programs; ``options`` are by their label."""
    page = visitor.page
    visitor.go(f"#/new/{game}")
    # The place before has a button that plays hold'em: "Play now against programs".
    button = page.get_by_role("button", name="Play now", exact=True)
    button.wait_for()
    _fill_in(page, options)
    button.click()
    seated(visitor)


def _fill_in(page: Page, options: Mapping[str, str]) -> None:
    for label, value in options.items():
        field = page.get_by_label(label.replace("_", " "), exact=True)
        field.evaluate("one => one.closest('details')?.setAttribute('open', '')")
        if field.evaluate("one => one.localName") == "select":
            field.select_option(label=value)
        else:
            field.fill(value)


def open_table(host: Visitor, game: str, seats: int, **options: str) -> str:
    """Open a table for friends, by clicks; return the link that invites to it.

    ``options`` are by their label: ``Player_3="The usual program"`` is one, too.
    """
    page = host.page
    host.go(f"#/new/{game}/friends")
    opens = page.get_by_role("button", name="Open the table")
    opens.wait_for()
    players = page.get_by_role("group", name="How many players")
    while players.count():  # of a game that can be played by several numbers
        status = players.get_by_role("status")
        shown = int(status.inner_text().split()[0])
        if shown == seats:
            break
        name = "Fewer players" if shown > seats else "More players"
        players.get_by_role("button", name=name).click()
        expect(status).not_to_have_text(f"{shown} players")
    _fill_in(page, options)
    opens.click()
    return page.get_by_label("The invite", exact=True).input_value()


def sit_down(guest: Visitor, link: str) -> None:
    """Sit down at a table, by clicks."""
    guest.go("#/join")
    guest.page.get_by_role("heading", name="Join a table", level=1).wait_for()
    guest.page.get_by_label("Invite or words").fill(link)
    guest.page.get_by_role("button", name="Join", exact=True).click()
    said_yes(guest)


def said_yes(guest: Visitor) -> None:
    """Come into the waiting room, and say yes to a host on this machine."""
    room = guest.page.get_by_role("heading", name="Waiting room")
    # All of this is on one machine, which a guest is asked about.
    agree = guest.page.get_by_role("dialog").get_by_role("button", name="Yes")
    room.or_(agree).first.wait_for()
    if agree.count():
        agree.click()
        room.wait_for()


def admit(host: Visitor, name: str) -> None:
    """Let a guest play."""
    dialog = host.page.get_by_role("dialog", name=f"May {name} play?")
    dialog.get_by_role("button", name="Yes").click()
    dialog.wait_for(state="hidden")


def seated(visitor: Visitor) -> None:
    """Wait until the game has begun."""
    visitor.page.get_by_role("list", name="Players").wait_for(timeout=2 * WITHIN)


def is_over(page: Page) -> bool:
    return page.locator(_DONE).count() > 0


def move_once(page: Page, random: Random) -> bool:
    """Click one of the moves that are possible, if any is."""
    coming: int
    ends: list[bool]
    coming, ends = page.evaluate(_SEEN, [_MOVES, _ENDS, _NEXT])
    if coming:
        with suppress(PlaywrightTimeout):
            page.locator(_NEXT).nth(random.randrange(coming)).click(timeout=_SOON)
        return True
    giving, going = (
        [place for place, end in enumerate(ends) if end is wanted]
        for wanted in (True, False)
    )
    gives_up = bool(giving) and random.random() < _GIVES_UP
    found = giving if gives_up or not going else going
    if not found:
        return False
    with suppress(PlaywrightTimeout):  # what one may do has changed meanwhile
        _press(page.locator(_MOVES).nth(random.choice(found)))
    return True


def _press(button: Locator) -> None:
    """Click a move, in whatever group it is."""
    opened = "one => one.closest('details')?.setAttribute('open', '')"
    button.evaluate(opened, timeout=_SOON)
    button.click(timeout=_SOON)


def play_to_the_end(visitors: list[Visitor], seed: int, most: int = 2000) -> None:
    """Have everybody click what can be clicked, until all see a result.

    Raises:
      AssertionError: There is none after ``most`` rounds of clicks, or nobody could
        click anything for twice as long as a test waits.
    """
    random, clicked, rounds = Random(seed), monotonic(), 0
    while not all(is_over(one.page) for one in visitors):
        moved = [move_once(one.page, random) for one in visitors]
        if any(moved):
            clicked, rounds = monotonic(), rounds + 1
        else:
            visitors[0].page.wait_for_timeout(_LOOK)
        idle = monotonic() - clicked
        assert rounds < most, f"no end after {most} rounds of clicks (seed {seed})"
        assert idle < 2 * WITHIN / 1000, f"nothing to click, and no end (seed {seed})"


def history(visitor: Visitor, *kinds: str) -> list[str]:
    """What happened at the table, as the history at the side tells it.

    ``kinds``: of lines that are wanted, as ``move``; none: of any kind.
    """
    lines = visitor.page.get_by_role("list", name="History")
    if kinds:
        lines = lines.locator(", ".join(f".line.{kind}" for kind in kinds))
    return lines.get_by_role("button").all_inner_texts()


def remembers(visitor: Visitor, lines: Sequence[str]) -> None:
    """Wait until a history begins with these lines; its page may still be told them."""
    shown = visitor.page.get_by_role("list", name="History").get_by_role("button")
    for at, line in enumerate(lines):
        expect(shown.nth(at)).to_have_text(line, use_inner_text=True)


def trusting(visitor: Visitor) -> Locator:
    """Open the panel that says why one may trust the table; return it."""
    page = visitor.page
    page.get_by_role("button", name="Trust", exact=True).click()
    return page.get_by_role("region", name="Why you can trust this table")
