"""A campaign goes on whatever an input does to a process, and keeps what it finds."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from pathlib import Path
from random import Random
from time import process_time

import pytest

from tests.fuzz.__main__ import read, write
from tests.fuzz.campaign import Part, campaign, parts, targets
from tests.fuzz.planting import SEED
from tests.fuzz.target import ENOUGH, Finding, Input, Target, run


class Broken(Target):
    """Ends its process at some inputs, keeps others for ever, or is slow."""

    inputs = 600

    def __init__(self, name: str) -> None:
        self.name = name

    def make(self, chance: Random) -> Input:
        return Input(chance.randbytes(1))

    def parse(self, data: bytes) -> object:
        return self.judge(Input(data))

    def judge(self, given: Input) -> str:
        if given.data[0] < 8:
            match self.name:
                case "dies":
                    os.kill(os.getpid(), signal.SIGKILL)
                case "hangs":
                    signal.pause()
                case "is slow":
                    until = process_time() + 2 * self.seconds
                    while process_time() < until:
                        pass
        return "fine"


def broken() -> Mapping[str, Target]:
    return {name: Broken(name) for name in ("dies", "hangs", "is slow")}


@pytest.mark.parametrize(
    ("name", "text"), [("dies", "died: -9"), ("hangs", "not done")]
)
def test_an_input_that_kills_a_process_or_keeps_it_is_a_finding(
    name: str, text: str
) -> None:
    todo = [Part(name, SEED, chunk, 300) for chunk in range(2)]
    done = [*campaign(todo, workers=2, find=broken, stuck=1)]
    assert {part.chunk for part, _ in done} == {0, 1}
    for part, tally in done:
        (one,) = tally.findings
        assert (one.target, one.chunk) == (part.target, part.chunk)
        assert one.data[0] < 8
        assert text in one.text


def test_an_input_that_takes_too_long_is_a_finding() -> None:
    tally = run(Broken("is slow"), seed=SEED, chunk=0, count=300, enough=1)
    (one,) = tally.findings
    assert one.data[0] < 8
    assert one.text.startswith("it took 0.1")


def test_a_campaign_gives_up_a_target_that_is_wrong_all_the_time() -> None:
    todo = [Part("dies", SEED, chunk, 300) for chunk in range(50)]
    done = [*campaign(todo, workers=1, find=broken)]
    assert sum(len(tally.findings) for _, tally in done) == ENOUGH


def test_a_part_of_a_campaign_is_the_same_in_any_process() -> None:
    todo = parts(targets()["frames"], seed=SEED, scale=0.005)
    ((part, there),) = campaign(todo, workers=2)
    target = targets()["frames"]
    here = run(target, seed=SEED, chunk=part.chunk, count=part.count)
    assert here.words == there.words


def test_a_whole_campaign_gives_each_target_what_is_promised() -> None:
    for target in targets().values():
        every = parts(target, seed=SEED, scale=1)
        assert sum(part.count for part in every) >= target.inputs
        assert len({part.chunk for part in every}) == len(every)


def test_a_finding_is_kept_and_can_be_judged_again(tmp_path: Path) -> None:
    author = bytes(range(32))
    finding = Finding("codec", 3, 14, "text", b"\x18\x17", frozenset({author}))
    name, given = read(write(finding, SEED, tmp_path))
    assert (name, given) == ("codec", Input(b"\x18\x17", frozenset({author})))
    assert targets()[name].judge(given) == "refused"
