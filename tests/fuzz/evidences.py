"""Evidence files: made by cheats, by liars, and by whoever wants to frame somebody.

A file is refused by ``Unproven``, or names somebody who cheated in the real game
or whose key signed anew for it.  What it shows as a fork are two entries of one
author in one place, which differ in more than their signature.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha512
from random import Random

from nacl import bindings as sodium

from p2pgame.cli.text import words
from p2pgame.client.transcripts.evidence import deed
from p2pgame.log import AuthorKey, Entry
from p2pgame.session import RulesNotHere
from p2pgame.session.entries.errors import Fault
from p2pgame.session.lobby.lobby import Games
from p2pgame.session.table.evidence import TITLE, Proven, Unproven, check
from tests import wire_reader as reader
from tests.fuzz.forging import forged, forgers
from tests.fuzz.havoc import below, havoc, one_of, splice
from tests.fuzz.played import REGISTRY, Played, assemble, in_order, sibling
from tests.fuzz.target import Input, Target, Wrong
from tests.fuzz.transcripts import Transcripts
from tests.fuzz.values import changed, respelt
from tests.wire_values import Malformed, Value, read_cbor, write_cbor

#: Of the group of Ed25519.
ORDER = 2**252 + 27742317777372353535851937790883648493
FAULTS = [fault.value for fault in Fault]
#: Nobody's, so that what it signs in others' names is not signed by them.
STRANGER = AuthorKey(bytes(range(100, 132)))


class Evidences(Target):
    """``check`` checks a file; the games are some with a cheat, and some without."""

    name, inputs, seconds = "evidence", 1_000_000, 0.5

    def __init__(
        self,
        cheated: Sequence[Played],
        fair: Sequence[Played],
        *,
        check: Callable[[bytes, Games], Proven] = check,
    ) -> None:
        # Those with cards take ten times as long: of them there are few.
        both = (*cheated, *fair)
        self._cheated = [
            g for g in cheated for _ in range(1 if "kuhn" in g.name else 9)
        ]
        self._fair = [game for game in fair if game.name != "kuhn"]
        self._guilty = frozenset[bytes]().union(*(game.guilty for game in both))
        self._authors = [author for game in both for author in game.keys]
        self._transcripts = Transcripts(both)
        self._check = check

    def make(self, chance: Random) -> Input:
        way, game = chance.random(), one_of(chance, self._cheated)
        if way < 0.002:
            return Input(game.evidence, valid=True)
        if way < 0.42:
            return Input(havoc(chance, game.evidence, [game.data]))
        if way < 0.52:
            content = read_cbor(game.evidence[len(TITLE) :])
            return Input(TITLE + respelt(chance, changed(chance, content)))
        if way < 0.56:
            return Input(
                splice(chance, game.evidence, one_of(chance, self._cheated).evidence)
            )
        if way < 0.72:
            return self._about_another(chance, game)
        if way < 0.84:
            return self._about_a_fork(chance)
        if way < 0.94:
            given = self._transcripts.make(chance)
            return Input(self._against_any(chance, given.data), given.forged)
        return self._forged(chance)

    def _about_another(self, chance: Random, game: Played) -> Input:
        """Return real evidence with other words about it: short games are cheap."""
        match read_cbor(game.evidence[len(TITLE) :]):
            case [table, author, fault, list(fork), archive]:
                pass
            case _:
                raise AssertionError(game.name)
        match below(chance, 5):
            case 0:
                author = one_of(chance, (*game.keys, one_of(chance, self._authors)))
            case 1:
                fault = one_of(chance, (*FAULTS, "silence", "", "FORK"))
            case 2:
                some: Sequence[Value] = (b"", 0, one_of(chance, game.entries).raw, None)
                fork = [*fork, one_of(chance, some)]
            case 3:
                fork = fork[: below(chance, 2)]
            case _:
                other = one_of(chance, self._cheated)
                table, archive = one_of(
                    chance, ((table, other.data), (other.table, archive))
                )
        return Input(_file(table, author, fault, fork, archive))

    def _about_a_fork(self, chance: Random) -> Input:
        """Return a file that calls two entries a fork which mostly are none."""
        game = one_of(chance, self._fair)
        one, other = one_of(chance, game.entries), one_of(chance, game.entries)
        pair: list[Value] = [one.raw, other.raw]
        signer = frozenset[bytes]()
        match below(chance, 5):
            case 0:
                twin = sibling(one, game.keys[one.author])
                pair, signer = [one.raw, twin.raw], frozenset({one.author})
            case 1:
                # In somebody's name, by another key.
                body, _ = reader.halves(sibling(one, game.keys[one.author]).raw)
                wrong = STRANGER.sign(b"p2pgame entry", body)
                pair = [one.raw, write_cbor([body, wrong])]
            case 2:
                again = signed_again(chance, one, game.seeds[one.author])
                pair, signer = [one.raw, again], frozenset({one.author})
            case 3:
                elsewhere = one_of(chance, self._fair).entries
                pair = [one.raw, one_of(chance, elsewhere).raw]
        chance.shuffle(pair)
        cut = game.entries[: below(chance, 6)]
        author = one_of(chance, (one.author, one.author, one_of(chance, self._authors)))
        archive = assemble(game.table, in_order(cut))
        return Input(_file(game.table, author, "fork", pair, archive), signer)

    def _forged(self, chance: Random) -> Input:
        """Return a file about a game that some have signed anew."""
        game = one_of(chance, self._fair)
        keys = forgers(chance, game)
        cut = game.entries[: below(chance, len(game.entries) + 1)]
        entries = forged(chance, game, cut, keys)
        archive = assemble(game.table, in_order(entries))
        author = one_of(chance, [*game.keys])
        fault = one_of(chance, FAULTS)
        return Input(_file(game.table, author, fault, [], archive), frozenset(keys))

    def _against_any(self, chance: Random, archive: bytes) -> bytes:
        table = archive[len(reader.TITLE) : len(reader.TITLE) + 32]
        keys = [a for g in self._fair if g.table == table for a in g.keys]
        author = one_of(chance, keys or self._authors)
        return _file(table, author, one_of(chance, FAULTS), [], archive)

    def parse(self, data: bytes) -> object:
        return self._check(data, REGISTRY)

    def judge(self, given: Input) -> str:
        try:
            proven = self._check(given.data, REGISTRY)
        except (Unproven, RulesNotHere) as error:
            text = words.told(error)
            if given.valid:
                raise Wrong(f"the real evidence is refused: {text}") from None
            if not text.isprintable():
                raise Wrong("the reason cannot be shown") from None
            return _reason(text)
        if bytes.fromhex(proven.author) not in given.forged | self._guilty:
            raise Wrong(f"it shows {proven.fault} by {proven.name}, who is honest")
        done = words.say(deed(proven))
        if not (proven.name.isprintable() and done.isprintable()):
            raise Wrong("the verdict cannot be shown")
        try:
            shown = reader.read_evidence(given.data)
        except Malformed as error:
            raise Wrong(f"taken, and the page refuses it: {error}") from None
        said = shown.author.hex(), shown.fault
        if said != (proven.author, proven.fault):
            raise Wrong("it shows another fault than it says")
        if proven.fault is Fault.FORK:
            _check_fork(shown)
        return f"PROVEN {proven.fault}"


def signed_again(chance: Random, entry: Entry, seed: bytes) -> bytes:
    """Return an entry with another good signature of the same body.

    Whoever holds a key can make as many as it likes, by other nonces.
    """
    body, _ = reader.halves(entry.raw)
    message = reader.framed(b"p2pgame entry", body)
    secret = bytearray(sha512(seed).digest()[:32])
    secret[0] &= 248
    secret[31] = secret[31] & 127 | 64
    nonce = below(chance, 1 << 250) + 1
    R = sodium.crypto_scalarmult_ed25519_base_noclamp(nonce.to_bytes(32, "little"))
    digest = sha512(R + entry.author + message).digest()
    challenge = int.from_bytes(digest, "little")
    proof = (nonce + challenge * int.from_bytes(secret, "little")) % ORDER
    return write_cbor([body, R + proof.to_bytes(32, "little")])


def _check_fork(shown: reader.Evidence) -> None:
    one, other = shown.fork
    places = {(e.table, e.author, e.sequence) for e in (one, other)}
    if places != {(shown.table, shown.author, one.sequence)} or one.id == other.id:
        raise Wrong("what it calls a fork is none")


def _reason(text: str) -> str:
    """Return in a word why a file shows nothing."""
    for start, word in (
        ("this is no evidence", "refused by the title"),
        ("the file is damaged", "refused by the parser"),
        ("it is about a fault", "refused by the parser"),
        ("an entry in it does not hold", "an entry does not hold"),
        ("its entries are of another table", "another table"),
        ("nothing in it speaks against", "nobody is at fault"),
        ("it shows another fault", "another fault"),
    ):
        if text.startswith(start):
            return word
    raise Wrong(f"a reason that is not on the list: {text}")


def _file(
    table: Value, author: Value, fault: Value, fork: list[Value], game: Value
) -> bytes:
    return TITLE + write_cbor([table, author, fault, fork, game])
