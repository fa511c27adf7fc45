"""Where a run of the tests spends its time: CPU seconds by folder, file and test.

``python -m tests.durations [what pytest takes]`` runs pytest and prints three tables.
Counted are the worker's own seconds and those of every program that it started and
waited for.  A shared fixture counts for the first test that asks for it.
"""

from __future__ import annotations

import os
import sys
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator, Mapping

import pytest

from tests import forked

#: So many lines has a table at most, and so many seconds a line at least.
ROWS, LEAST = 30, 0.5


def spent() -> float:
    """Return the CPU seconds of this process and of the programs that have ended."""
    return sum(os.times()[:4]) + forked.Kept.spent


class Clock:
    """Measures the parts of each test; sums them up where the reports arrive."""

    def __init__(self) -> None:
        self._mark = spent()
        self.tests: dict[str, float] = defaultdict(float)
        self.cases: Counter[str] = Counter()

    def pytest_runtest_logstart(self) -> None:
        self._mark = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self,
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = spent()
        report.cpu, self._mark = now - self._mark, now  # type: ignore[attr-defined]
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid.partition("[")[0]
        self.tests[name] += getattr(report, "cpu", 0.0)
        self.cases[name] += report.when == "call"

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter
    ) -> None:
        for title, seconds in self._sums():
            terminalreporter.section(f"CPU seconds by {title}")
            for line in lines(seconds, self.cases if title == "test" else None):
                terminalreporter.write_line(line)

    def _sums(self) -> Iterator[tuple[str, dict[str, float]]]:
        folders, files = defaultdict[str, float](float), defaultdict[str, float](float)
        for name, seconds in self.tests.items():
            file = name.partition("::")[0]
            files[file] += seconds
            folders[file.rpartition("/")[0]] += seconds
        yield from (("folder", folders), ("file", files), ("test", self.tests))


def lines(
    seconds: Mapping[str, float], cases: Mapping[str, int] | None = None
) -> Iterator[str]:
    """Yield a table: the most first, then what is left over, then the sum."""
    most = sorted(seconds.items(), key=lambda one: one[1], reverse=True)
    shown = [one for one in most[:ROWS] if one[1] >= LEAST]
    for name, cpu in shown:
        count = f"  ({cases[name]} cases)" if cases and cases[name] > 1 else ""
        yield f"{cpu:8.1f}  {name}{count}"
    whole = sum(seconds.values())
    left = whole - sum(cpu for _, cpu in shown)
    yield f"{left:8.1f}  {len(seconds) - len(shown)} more"
    yield f"{whole:8.1f}  in all"


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Clock(), "durations")


def main() -> int:
    done = pytest.main(["-p", __spec__.name, *sys.argv[1:]])
    print(f"{spent():8.1f}  CPU seconds with start and collection")
    return int(done)


if __name__ == "__main__":
    sys.exit(main())
