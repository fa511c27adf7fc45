"""A file of one's own that is never read to its end hangs no program."""

from __future__ import annotations

import signal
import threading

import pytest

from p2pgame.engine import RulesError
from p2pgame.game_files import loading
from tests.failing_rules import GOOD

LOOP = "\nwhile True:\n    pass\n"


@pytest.mark.attack(57)
def test_a_file_that_loops_as_it_is_read_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(loading, "LOAD", 0.05)
    before = signal.getsignal(signal.SIGVTALRM)
    with pytest.raises(RulesError, match=r"longer than 0\.05 seconds of a processor"):
        loading.load_in_time(GOOD + LOOP)
    assert signal.getsignal(signal.SIGVTALRM) is before
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


def test_a_thread_reads_a_file_without_a_timer() -> None:
    found: list[str] = []
    reads = threading.Thread(
        target=lambda: found.append(loading.load_in_time(GOOD).name)
    )
    reads.start()
    reads.join()
    assert found == ["words"]
