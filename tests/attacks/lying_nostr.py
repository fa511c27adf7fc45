"""A relay of nostr that lies while two programs play by it alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import trio
from nacl.bindings import crypto_sign_seed_keypair

from p2pgame.transport.nostr.events import written
from p2pgame.transport.relay.topic_id import topic_of
from tests.attacks.played import Watched, playing
from tests.transport.nostr_server import TinyNostr, Word, author_of, tiny_nostr

#: One of so many words is a lie, and the most seconds in which there are any.
SHARE, WITHIN = 6, 45.0
#: MiB that a program may take.
MEMORY = 150
_OTHER_SEED = bytes(range(32))
_OTHER_TOPIC = topic_of(crypto_sign_seed_keypair(_OTHER_SEED)[0])


class Liar:
    """Says what chance draws in place of what an honest relay says.

    It refuses nobody: a relay that does is left alone for minutes.
    """

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        self._said: list[Word] = []
        self._held: list[Word] = []
        self.told, self.is_honest = Counter[str](), True

    def __call__(self, word: Word) -> Iterator[Word]:
        """Say this, or something else, and what was held back before."""
        if self.is_honest or self._chance.randrange(SHARE):
            yield word
            yield from self._held
            self._held.clear()
            if word[0] == "EVENT":
                self._said.append(word)
            return
        lies = {
            "EVENT": ("withheld", "held", "again", "old", "other", "huge", "changed"),
            "OK": ("withheld", "again"),
            "EOSE": ("withheld", "again", "closed"),
        }
        lie = self._chance.choice(lies.get(word[0], ("again",)))
        self.told[lie] += 1
        yield from self._instead(lie, word)

    def _instead(self, lie: str, word: Word) -> Iterator[Word]:
        match lie:
            case "held":
                self._held.append(word)
            case "again":
                yield from [word] * 20
            case "old":  # in any order, and under whatever name it was said
                yield word
                yield from self._chance.sample(self._said, min(50, len(self._said)))
            case "other":
                author = author_of(_OTHER_SEED, _OTHER_TOPIC)
                event = author.write([], word[2]["created_at"])
                yield [*word[:2], json.loads(json.dumps(written(event)))]
            case "huge":
                yield [*word[:2], {**word[2], "content": "A" * 1_000_000}]
            case "changed":
                content = word[2]["content"]
                yield [*word[:2], {**word[2], "content": content[::-1]}]
            case "closed":
                yield ["CLOSED", word[1], "error: no"]


def _have_ended(watched: Sequence[Watched]) -> bool:
    """Look at all programs; return whether they have ended."""
    ended = [one.look() for one in watched]
    return all(ended)


async def nostr(folder: Path) -> tuple[list[str], str]:
    """A relay of nostr withholds, reorders, repeats, changes and makes up."""
    liar = Liar(1)
    async with (
        tiny_nostr(TinyNostr(liar)) as url,
        playing(folder, str(url), "--hands", "3") as game,
    ):
        await game.wait(game.has_begun)
        liar.is_honest = False
        watched = [*map(Watched, game.players)]
        with trio.move_on_after(WITHIN):
            await game.wait(lambda: _have_ended(watched))
        liar.is_honest = True
    most = max(one.memory for one in watched)
    wrongs = [f"a program takes {most} MiB"] if most > MEMORY else []
    lies = ", ".join(f"{count} {lie}" for lie, count in sorted(liar.told.items()))
    return [*wrongs, *game.wrongs()], f"{lies}; programs take {most} MiB"
