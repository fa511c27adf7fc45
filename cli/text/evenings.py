"""Says of files what evening they are: in lines for people, and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from p2pgame.client.events import Verified
from p2pgame.client.names import fingerprint
from p2pgame.client.profile.evening import Chain, chains, in_words, joined
from p2pgame.engine.printable import printable

from . import words


class Evenings:
    """The evenings among some verified files; those of ``whole`` tables alone too."""

    def __init__(self, files: Mapping[Path, Verified], *, alone: bool = False) -> None:
        self._paths, tables = [*files], [*files.values()]
        found = chains(tables)
        self._chains = found if alone else joined(found)

    @property
    def hold(self) -> bool:
        """Whether no chain breaks."""
        return not any(one.breaks for one in self._chains)

    @property
    def lines(self) -> list[str]:
        """What each evening is and has come to, a line for each thing."""
        told = list[str]()
        for one in self._chains:
            told += ["", *self._lines(one)]
        return told

    def _lines(self, chain: Chain) -> list[str]:
        files = self._named(chain.tables)
        told = [words.phrase("evening-of", tables=len(files), files=", ".join(files))]
        if chain.starts_late:
            told.append(words.phrase("evening-starts-late"))
        for one in chain.breaks:
            file, why = self._named([one.table])[0], words.say(one.message)
            told.append(words.phrase("evening-breaks", file=file, why=why))
        for account in chain.evening.accounts:
            told += [f"  {words.say(message)}" for message in in_words(account)]
        return told

    def _named(self, tables: Sequence[int]) -> list[str]:
        shown = (str(self._paths[table]) for table in tables)
        return [printable(one) for one in shown]

    @property
    def told(self) -> list[dict[str, Any]]:
        """The same for programs."""
        return [self._told(one) for one in self._chains]

    def _told(self, chain: Chain) -> dict[str, Any]:
        return {
            "files": [str(self._paths[table]) for table in chain.tables],
            "starts_late": chain.starts_late,
            "breaks": [
                {"file": str(self._paths[one.table]), "why": words.say(one.message)}
                for one in chain.breaks
            ],
            "accounts": [
                {
                    "game": account.game,
                    "standings": [
                        {
                            "name": one.name,
                            "identity": one.identity,
                            "fingerprint": fingerprint(one.identity),
                            "total": one.total,
                            "bought": one.bought,
                        }
                        for one in account.standings
                    ],
                    "payments": [
                        {
                            "payer": account.standings[pay.payer].identity,
                            "payee": account.standings[pay.payee].identity,
                            "amount": pay.amount,
                        }
                        for pay in account.payments
                    ],
                }
                for account in chain.evening.accounts
            ],
        }
