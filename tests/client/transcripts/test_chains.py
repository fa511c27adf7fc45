"""Tables that go on from one another, as files alone show them: chains and ledgers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from p2pgame.client.events import (
    Chained,
    Player,
    Verified,
)
from p2pgame.client.profile.evening import Chain, Evening, chains, in_words
from p2pgame.client.words import say
from p2pgame.engine import plain
from tests.client.transcripts.evenings import settle

PEOPLE = {name: name.encode().hex().ljust(64, "0") for name in ("Ann", "Ben", "Cleo")}


def a_table(number: int, after: int | None, **chips: tuple[int, int]) -> Verified:
    """Return a table of hold'em: what each began with, and has at its end."""
    begins, kept = zip(*chips.values(), strict=True)
    return Verified(
        *(f"{number}", "holdem", 1, {}),
        tuple(Player(name, PEOPLE[name]) for name in chips),
        tuple(had - began for began, had in chips.values()),
        *(5, 9, plain("Verified.")),
        table=table_id(number),
        chain=Chained(
            "" if after is None else end(after),
            *(end(number), texts(begins), ("100",) * len(chips), texts(kept), 100),
        ),
    )


def table_id(number: int) -> str:
    return f"{number:064d}"


def texts(chips: Sequence[int]) -> tuple[str, ...]:
    return tuple(str(one) if one else "" for one in chips)


def end(number: int) -> str:
    return table_id(number) + "e" * 128


@pytest.mark.row("B73")
def test_what_is_bought_is_a_line_of_the_ledger_and_changes_no_balance() -> None:
    chain = chain_of(
        a_table(1, None, Ann=(100, 190), Ben=(100, 0), Cleo=(100, 110)),
        a_table(2, 1, Ann=(190, 260), Ben=(60, 40), Cleo=(110, 60)),  # Ben buys
        a_table(3, 2, Ann=(260, 270), Ben=(95, 100), Cleo=(60, 45)),  # and once more
    )
    assert not chain.breaks
    (account,) = chain.evening.accounts
    assert [(one.name, one.total, one.bought) for one in account.standings] == [
        ("Ann", 170, (100,)),
        ("Cleo", -55, (100,)),
        ("Ben", -115, (100, 60, 55)),
    ]
    assert [*map(say, in_words(account))][1:4] == [
        "Ann +170 (270 chips)",
        "Cleo -55 (45 chips)",
        "Ben -115 (100 chips, bought 60 + 55)",
    ]
    settle(chain)


def test_to_begin_anew_is_to_buy_as_much_in_the_beginning() -> None:
    chain = chain_of(
        a_table(1, None, Ann=(100, 150), Ben=(100, 50)),
        a_table(2, 1, Ann=(100, 90), Ben=(100, 110)),
    )
    (account,) = chain.evening.accounts
    bought = {one.name: (one.total, *one.bought) for one in account.standings}
    assert bought == {"Ann": (40, 50), "Ben": (-40, 150)}
    assert [*map(say, in_words(account))][1] == "Ann +40 (90 chips)"


def test_who_sits_out_keeps_its_chips_though_all_others_buy_as_many_as_are_new() -> (
    None
):
    """That looked like a table at which all begin anew, and Cleo's chips were gone."""
    evening = chain_of(
        a_table(1, None, Ann=(100, 70), Ben=(100, 80), Cleo=(100, 150)),
        a_table(2, 1, Ann=(100, 100), Ben=(100, 100)),
    ).evening
    assert evening.amounts("holdem")[PEOPLE["Cleo"]] == "150"
    bought = {one.name: one.bought for one in evening.accounts[0].standings}
    assert bought == {"Ann": (100, 30), "Ben": (100, 20), "Cleo": (100,)}


def test_more_chips_than_the_table_sells_break_the_chain() -> None:
    rich = a_table(2, 1, Ann=(150, 150), Ben=(101, 101))
    (broken,) = chain_of(EVENING[0], rich).breaks
    assert say(broken.message) == "Ben has 90 left, and begins with 101"


@pytest.mark.parametrize(
    ("is_led", "names", "in_order", "said"),
    [
        (True, ("Ben", "Cleo", "Ann"), True, []),
        (True, ("Cleo", "Ann"), True, []),  # Ben, whose turn it is, sits out
        (True, ("Ann", "Ben", "Cleo"), True, ["Ben"]),
        (True, ("Ben", "Cleo", "Ann"), False, ["Ben"]),
        (False, ("Ann", "Ben", "Cleo"), False, []),
    ],
)
def test_a_table_at_which_another_comes_first_breaks_the_chain(
    *, is_led: bool, names: Sequence[str], in_order: bool, said: Sequence[str]
) -> None:
    first = a_table(1, None, Ann=(100, 150), Ben=(100, 90), Cleo=(100, 60))
    had = {"Ann": (150, 150), "Ben": (90, 90), "Cleo": (60, 60)}
    second = a_table(2, 1, **{name: had[name] for name in names})
    led = replace(first, chain=replace(first.chain, first=1 if is_led else -1))
    then = replace(second, chain=replace(second.chain, in_order=in_order))
    told = [say(broken.message) for broken in chain_of(led, then).breaks]
    sentence = "{} comes first at the next table, and somebody else does"
    assert told == [sentence.format(name) for name in said]


@pytest.mark.parametrize(
    ("first", "going", "order"),
    [
        (-1, "Ann Ben Cleo", "Ben Cleo Ann"),  # the rules don't say
        (0, "Ann Ben Cleo", "Ann Ben Cleo"),
        (2, "Ann Ben Cleo", "Cleo Ann Ben"),
        (2, "Ann Ben", "Ann Ben"),
        (1, "Ann Cleo", "Cleo Ann"),
    ],
)
def test_who_opens_the_next_table_seats_all_as_the_others_expect(
    first: int, going: str, order: str
) -> None:
    played = a_table(1, None, Ann=(100, 150), Ben=(100, 90), Cleo=(100, 60))
    led = replace(played, chain=replace(played.chain, first=first))
    evening, has = Evening().after(led), {"Ann": 150, "Ben": 90, "Cleo": 60}
    here = [bytes.fromhex(player.identity) for player in led.players]
    seated = [one.hex() for one in evening.next_order("holdem", here)]
    names = [name for one in seated for name in going.split() if PEOPLE[name] == one]
    assert names == order.split()
    following = a_table(2, 1, **{name: (has[name], has[name]) for name in names})
    assert evening.why_not_next(following) is None
    of_another_game = evening.next_order("chess", here)
    assert of_another_game == [*here[1:], here[0]]


OTHER_END = table_id(1) + "f" * 128
EVENING = [
    a_table(1, None, Ann=(100, 150), Ben=(100, 90), Cleo=(100, 60)),
    a_table(2, 1, Ann=(150, 200), Ben=(90, 40)),  # Cleo sits out
    a_table(3, 2, Cleo=(60, 75), Ben=(40, 25)),  # Ann sits out
]


def chain_of(*tables: Verified) -> Chain:
    return chains(tables)[0]


def test_who_sits_out_keeps_its_chips_and_the_ledger_adds_up() -> None:
    chain = chain_of(*EVENING)
    assert chain.tables == (0, 1, 2)
    assert not chain.breaks
    (account,) = chain.evening.accounts
    assert [(one.name, one.total) for one in account.standings] == [
        ("Ann", 100),
        ("Cleo", -25),
        ("Ben", -75),
    ]
    paid = [(one.payer, one.payee, one.amount) for one in account.payments]
    assert paid == [(2, 0, 75), (1, 0, 25)]


@pytest.mark.parametrize(
    ("second", "why"),
    [
        (
            replace(EVENING[1], chain=replace(EVENING[1].chain, before=OTHER_END)),
            "it names another end of the table before than the file of that one shows",
        ),
        (
            a_table(2, 1, Ann=(160, 200), Ben=(80, 40)),
            "Ann has 150 left, and begins with 160",
        ),
    ],
)
def test_where_a_chain_breaks_is_told_and_another_begins(
    second: Verified, why: str
) -> None:
    first, rest = chains([EVENING[0], second, EVENING[2]])
    assert first.tables == (0,)
    assert [(one.table, say(one.message)) for one in first.breaks] == [(1, why)]
    assert rest.tables == (1, 2)
    assert rest.starts_late


def test_no_two_tables_go_on_from_one() -> None:
    parts = a_table(4, 1, Ann=(150, 0), Cleo=(60, 210))
    first, *rest = chains([*EVENING, parts])
    assert [one.table for one in first.breaks] == [1, 3]
    assert [one.tables for one in rest] == [(1, 2), (3,)]


def test_a_table_whose_predecessor_is_not_there_starts_late() -> None:
    chain = chain_of(*EVENING[1:])
    assert chain.starts_late
    assert chain.tables == (0, 1)


def test_a_seat_that_has_missed_a_table_says_so() -> None:
    evening = Evening().after(EVENING[0]).without_some().after(EVENING[2])
    assert evening.before is not None
    assert evening.shown.missed
    assert evening.tables == 2


@pytest.mark.parametrize("missed", [False, True])
def test_who_pays_whom_is_said_of_chips_alone(missed: bool) -> None:
    for game, told in (
        ("chess", ["Chess, in points:", "Ann +1", "Ben -1"]),
        ("holdem", ["Texas hold'em:", "Ann +1", "Ben -1", "Ben pays Ann 1"]),
    ):
        points = {game: {PEOPLE["Ann"]: 1, PEOPLE["Ben"]: -1}}
        people = {PEOPLE[name]: name for name in ("Ann", "Ben")}
        evening = Evening(2, names=people, points=points, missed=missed)
        (account,) = evening.accounts
        assert [(one.payer, one.payee, one.amount) for one in account.payments] == [
            (1, 0, 1)
        ]
        assert [*map(say, in_words(account))] == told
