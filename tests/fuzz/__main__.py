"""Give every parser that peers' bytes reach millions of hostile inputs: ``make fuzz``.

``python -m tests.fuzz --inputs 0.05`` gives a twentieth of them; ``--seed`` gives
the same ones again, ``--only codec`` those of some targets.  Names of files that an
earlier run wrote are judged again instead.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from random import SystemRandom
from time import monotonic

from tests.fuzz.campaign import campaign, parts, targets
from tests.fuzz.target import Finding, Input, Tally, Wrong

WORKERS = 2
#: Where inputs go that break a promise; ``make clean`` takes it away.
FOLDER = Path("build") / "fuzz"
#: Seconds from one line of progress to the next.
PAUSE = 10


def main() -> int:
    arguments = ArgumentParser(prog="python -m tests.fuzz")
    arguments.add_argument("--inputs", type=float, default=1.0, metavar="SCALE")
    arguments.add_argument(
        "--seed", type=int, default=SystemRandom().randrange(1 << 32)
    )
    arguments.add_argument("--only", nargs="+", default=[*targets()], choices=targets())
    arguments.add_argument("files", nargs="*", type=Path)
    wanted = arguments.parse_args()
    if wanted.files:
        return max([_judge_again(path) for path in wanted.files])
    print(f"seed {wanted.seed}", flush=True)
    tallies = _run(wanted.only, wanted.seed, wanted.inputs)
    findings = [found for tally in tallies.values() for found in tally.findings]
    for found in findings:
        path = write(found, wanted.seed)
        print(f"{found.target}: {found.text}\n    {path}")
    return 1 if findings else 0


def _run(names: list[str], seed: int, scale: float) -> dict[str, Tally]:
    """Run a campaign; show how it goes on, and a table at the end."""
    todo = [p for name in names for p in parts(targets()[name], seed=seed, scale=scale)]
    tallies = {name: Tally() for name in names}
    begun = told = monotonic()
    every = Counter[str]()
    for part in todo:
        every[part.target] += part.count
    for part, tally in campaign(todo, workers=WORKERS):
        total = tallies[part.target]
        total.add(tally)
        if monotonic() - told > PAUSE:
            told = monotonic()
            done = f"{total.inputs:,} of {every[part.target]:,}"
            print(f"{told - begun:6.0f} s  {part.target}: {done}", flush=True)
    print(f"\n{'target':12}{'inputs':>12}{'a second':>10}{'slowest':>10}")
    for name, tally in tallies.items():
        rate = tally.inputs / max(tally.seconds, 1e-9)
        slowest = f"{1000 * tally.slowest:.1f} ms"
        print(f"{name:12}{tally.inputs:12,}{rate:10,.0f}{slowest:>10}  {_fates(tally)}")
    inputs = sum(tally.inputs for tally in tallies.values())
    found = sum(len(tally.findings) for tally in tallies.values())
    seconds = monotonic() - begun
    print(f"{inputs:,} inputs, {found} findings, {seconds:.0f} s, seed {seed}")
    return tallies


def _fates(tally: Tally) -> str:
    fates = [f"{word} {number:,}" for word, number in tally.words.most_common()]
    return ", ".join(fates)


def write(found: Finding, seed: int, folder: Path = FOLDER) -> Path:
    """Write a finding to a file of its own, and return where."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{found.target}-{seed}-{found.chunk}-{found.number}.txt"
    forged = " ".join(sorted(author.hex() for author in found.forged))
    lines = (
        f"target {found.target}",
        f"seed {seed}, part {found.chunk}, input {found.number}",
        f"forged {forged}",
        f"hex {found.data.hex()}",
        found.text,
    )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def read(path: Path) -> tuple[str, Input]:
    """Return the target and the input of a file that :func:`write` wrote."""
    target, _, forged, data, *_ = path.read_text(encoding="utf-8").split("\n")
    authors = frozenset(map(bytes.fromhex, forged.split()[1:]))
    return target.split()[1], Input(bytes.fromhex(data.removeprefix("hex ")), authors)


def _judge_again(path: Path) -> int:
    name, given = read(path)
    try:
        print(f"{path}: {targets()[name].judge(given)}")
    except Wrong as wrong:
        print(f"{path}: {wrong}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
