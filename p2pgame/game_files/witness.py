"""Asks rules of a file again, in other processes, whether they still say the same.

Rules may depend on what no limit takes away: where a thing lies in memory, or what they
were asked before.  Such rules make a move legal at one player's program and illegal at
another's.  So what they have said is remembered, and asked of a second process while
the game goes on, and of fresh ones before anybody is accused by it.

Each of these processes is another variant: it hashes texts in its own way, has other
limits of depth and memory, and rounds as an older processor.  So they differ as the
programs of two players do.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import closing
from hashlib import blake2b
from typing import Any

import msgspec

from p2pgame.engine import AnyGame, ContradictoryRules, Refusal, RulesError
from p2pgame.engine.errors import RulesStopped
from p2pgame.engine.guarded import PRESENTS
from p2pgame.engine.rules import shown_hash

from .budgets import Budget
from .calls import CALLS
from .described import Described
from .rules_process import RulesProcess

#: The calls by which moves, states and results are judged.
JUDGING = {*CALLS} - PRESENTS
#: So many first answers are compared with a second process, or those up to the first
#: move: players whose states differ would wait for each other.  Then each such one is.
EACH_SO_MANY = 8
#: Fresh processes that are asked before somebody is accused, and at a game's end.
BEFORE_BLAME, AT_THE_END = 8, 1
#: Seconds of a processor after which a process is asked no further question.
ENOUGH = 20.0
#: In place of an answer: the rules raised an error, or refused a person's words.
RAISED, REFUSED = b"raised", b"refused"
#: Bytes of questions that are remembered; of more the oldest are forgotten.
ROOM = 32 * 1024 * 1024


class Witness:
    """Remembers what the rules of ``text`` have answered.

    ``each`` are the seconds for an answer; ``called`` is how sentences call the rules.
    """

    def __init__(self, text: str, each: float, called: str = "") -> None:
        self._text, self._each, self.called = text, each, called
        self._second: RulesProcess | None = None
        self._said: dict[bytes, bytes] = {}
        #: What has shown that these rules contradict themselves.
        self._found: ContradictoryRules | None = None
        self._size = self._count = 0

    def hear(self, name: str, request: bytes, answer: bytes) -> None:
        """Remember an answer, and compare some with a second process.

        Raises:
          ContradictoryRules: Another answer was given before, or is given there.
        """
        if name not in JUDGING:
            return
        if self._found is not None:
            raise self._found
        before = self._said.get(request)
        if before is None:
            self._said[request] = _hash(answer)
            self._size += len(request)
            while self._size > ROOM:
                oldest = next(iter(self._said))
                del self._said[oldest]
                self._size -= len(oldest)
        elif before != _hash(answer):
            raise self._contradiction(request)
        self._count += 1
        if self._second is None and (name == "apply" or self._count == EACH_SO_MANY):
            self._compare(self._seconded(), [*self._said])
        elif self._second and (name == "why_illegal" or not self._count % EACH_SO_MANY):
            self._compare(self._second, [request])

    def recheck(self, *, blames: bool) -> None:
        """Ask fresh processes all that was asked, the last question first.

        Several, if somebody is to blame by it.  What they confirm is not asked again.

        Raises:
          ContradictoryRules: One of them gives another answer.
          RulesError: One of them could not be asked, or was stopped.
        """
        if self._found is not None:
            raise self._found
        self.close()
        asked = [*reversed(self._said)]
        for _ in range((BEFORE_BLAME if blames else AT_THE_END) if asked else 0):
            with closing(self._fresh()) as fresh:
                self._compare(fresh, asked)
        self._said.clear()
        self._size = 0

    def close(self) -> None:
        """End the second process; the next answers are compared with another."""
        if self._second is not None:
            self._second.close()
        self._second, self._count = None, 0

    def _seconded(self) -> RulesProcess:
        self._second = self._fresh()
        return self._second

    def _fresh(self) -> RulesProcess:
        variant = int.from_bytes(os.urandom(4)) | 1  # odd: unlike the first, 0
        fresh = RulesProcess(self._text, self._each, variant)
        try:
            fresh.load(Described)
        except BaseException:
            fresh.close()
            raise
        return fresh

    def _compare(self, process: RulesProcess, asked: Iterable[bytes]) -> None:
        left = ENOUGH
        for request in asked:
            wanted = self._said.get(request)
            budget = Budget.of(process.each, "a question asked again")
            if left <= 0:
                return
            is_same = wanted in (None, _hash(_answer(process, request, budget)))
            left -= process.each - budget.left
            if not is_same:
                raise self._contradiction(request)

    def _contradiction(self, request: bytes) -> ContradictoryRules:
        name: Any = msgspec.msgpack.decode(request)[0]
        self._found = ContradictoryRules(
            f"the rules of {self.called} contradict themselves:"
            f" asked again, they answer {name} otherwise"
        )
        return self._found


def called(game: AnyGame) -> str:
    """Return how sentences call a game's rules: as people compare them."""
    return f"{game.name}, version {game.version} ({shown_hash(game.rules)})"


def _answer(process: RulesProcess, request: bytes, budget: Budget) -> bytes:
    """Return what a process answers.

    Raises:
      RulesStopped: It had to be stopped, or ran out of something.
    """
    try:
        return process.ask(request, budget)
    except Refusal:
        return REFUSED
    except RulesStopped:
        raise
    except RulesError:
        return RAISED


def _hash(answer: bytes) -> bytes:
    return blake2b(bytes(answer), digest_size=16).digest()
