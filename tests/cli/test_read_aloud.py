"""What ``--plain`` says of a hand of hold'em, word for word, as it is read aloud."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.children import lines_from
from tests.cli.processes import Guests, line_with

#: What both type: whoever may not raise or call is refused, and types the next line.
TYPED = "raise 20\ncall\ncheck\ncheck\ncheck\nshow\n"
BUTTON = """\
Anna, Ben play Texas hold'em.
The button starts with {me}.
{me} posts small blind 5.
{other} posts big blind 10.
52 cards shuffled by 2 players, every proof checked.
4 cards dealt.
Your cards: CARD, CARD.
Your move: fold, call 5, raise from 20 to 1000 (half pot 20, pot 30).
> {me} raises to 20.
{other} calls 10.
Flop: CARD, CARD, CARD.
{other} checks.
Your move: check, bet from 10 to 980 (half pot 20, pot 40).
> There is nothing to call: check, or bet.
> {me} checks.
Turn: CARD.
{other} checks.
Your move: check, bet from 10 to 980 (half pot 20, pot 40).
> {me} checks.
River: CARD.
{other} checks.
Your move: check, bet from 10 to 980 (half pot 20, pot 40).
> {me} checks.
{other} shows CARD, CARD.
Your move: show, muck.
> {me} shows CARD, CARD.
"""
BIG_BLIND = """\
Anna, Ben play Texas hold'em.
The button starts with {other}.
{other} posts small blind 5.
{me} posts big blind 10.
52 cards shuffled by 2 players, every proof checked.
4 cards dealt.
Your cards: CARD, CARD.
{other} raises to 20.
Your move: fold, call 10, raise from 30 to 1000 (half pot 40, pot 60).
> 20 is too little: raise to 30 at least, by as much as the last raise or the big blind.
> {me} calls 10.
Flop: CARD, CARD, CARD.
Your move: check, bet from 10 to 980 (half pot 20, pot 40).
> {me} checks.
{other} checks.
Turn: CARD.
Your move: check, bet from 10 to 980 (half pot 20, pot 40).
> {me} checks.
{other} checks.
River: CARD.
Your move: check, bet from 10 to 980 (half pot 20, pot 40).
> {me} checks.
{other} checks.
Your move: show, muck.
> {me} shows CARD, CARD.
{other} shows CARD, CARD.
"""
CARD = re.compile(r"\b(?:\d+|jack|queen|king|ace) of (?:clubs|diamonds|hearts|spades)")
#: How such a hand ends; which of the lines depends on the cards.
END = re.compile(
    r"(?:Pot \d+ (?:to (?:Anna|Ben)|split, \d+ to Anna, \d+ to Ben,)[^\n]*"
    r" with [^\n]*\.\n)+"
    r"The game is over: [^\n]*\.\n"
    r"Verified: Anna, Ben played Texas hold'em, \d+ turns in \d+ signed entries, "
    r"every signature, proof and rule checked\.\n"
    r"The transcript is in [^\n]*\.\n"
)


@pytest.fixture
def guests(tmp_path: Path) -> Iterator[Guests]:
    started = Guests(tmp_path)
    yield started
    started.close()


def test_a_hand_of_holdem_is_sentences(guests: Guests) -> None:
    here = ("--listen", "127.0.0.1:0", "--no-relay", "--no-lan", "-o", "hands=1")
    host = guests.start("host", "holdem", "--plain", "--name", "Anna", *here)
    (invite,) = re.findall(r"P2PGAME:\S+", line_with("P2PGAME:", host))
    guest = guests.start("join", invite, "--plain", "--name", "Ben")
    for program in (host, guest):
        assert program.stdin is not None
        program.stdin.write(TYPED)
        program.stdin.flush()
    said = {
        name: CARD.sub("CARD", "".join(lines_from(program)))
        for name, program in (("Anna", host), ("Ben", guest))
    }
    button = "Anna" if "The button starts with Anna." in said["Anna"] else "Ben"
    for me, other in (("Anna", "Ben"), ("Ben", "Anna")):
        hand = (BUTTON if me == button else BIG_BLIND).format(me=me, other=other)
        _, begins, rest = said[me].partition("Anna, Ben play Texas hold'em.\n")
        told = begins + rest
        assert told[: len(hand)] == hand
        assert END.match(told, len(hand)), told[len(hand) :]
