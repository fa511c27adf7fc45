"""Two stories, false accusations, tails cut off, and players who vanish."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from p2pgame import log
from p2pgame.client.transcripts import counting
from p2pgame.games.registry import GAMES, KNOWN
from p2pgame.log import Entry, Feed, archive, decode_archive, encode_archive
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import Fault
from p2pgame.session.entries.payloads import Answer, Payload
from p2pgame.session.table import certificate
from p2pgame.session.table.evidence import TITLE, gather
from p2pgame.session.table.verify import verify
from tests.archiving import BEFORE, Whole
from tests.attacks.test_attack_forks import TwoFaced, twin
from tests.refusing import CHEAT, payload_of
from tests.session.table.test_misbehaviour import Twin
from tests.session.tables import TABLE, Net, me

from .exhibit import GOOD, Exhibit, answers, game, nothing, of_refused

#: The seat of a liar among three and more.
LAST = 2


def _shown(table: Table) -> bytes:
    """Return the evidence file of what a table has found out."""
    assert table.stopped is not None
    return gather(table, table.stopped)


#: Has a reader take entries in any order, and more than one in a place.
UNORDERED = ((archive, "_why_wrong", nothing),)


# Two stories


def _two_stories() -> bytes:
    net = Net(GAMES["rps"], 4, tamper=TwoFaced(victim=1), spoken=BEFORE)
    net.play()
    return _shown(net.tables[0])


def _late_change() -> bytes:
    """Let player 1 change its first move after player 0 has answered it."""
    net = game("tictactoe", 2)
    net.play(until=lambda: len(answers(net, 0)) > 1 and not net._wire)
    moved = (raw for by, raw in net.said if by == CHEAT)
    move = next(raw for raw in moved if isinstance(payload_of(raw), Answer))
    said = payload_of(move)
    assert isinstance(said, Answer)
    changed = payloads.encode(Answer(said.turn, said.round, b"9"))
    net.tables[0].receive(twin(move, CHEAT, payload=changed))
    return _shown(net.tables[0])


def _two_decks() -> bytes:
    """Let player 2, who shuffles last, show the others two decks, both well proven."""
    liar, other = me(LAST), dict[bytes, bytes]()
    secrets = liar.identity, liar.seed, liar.joining
    net = game("goofspiel", 3, {"cards": 2})
    again = Table(TABLE, net.games, Twin(liar.name, *secrets))
    again.history.may_append = lambda entry: True  # feed after feed

    def tamper(sender: int, receiver: int, raw: bytes) -> Sequence[bytes]:
        told = sender == LAST and receiver == 1
        return (other.get(raw, raw) if told else raw,)

    def forge(seat: int, payload: Payload) -> Payload:
        is_deck = isinstance(payload, Answer) and len(payload.message) > 500
        if seat == LAST and is_deck and not other:
            raw = net.tables[LAST].history.write(liar.key, payloads.encode(payload)).raw
            for entry in net.tables[LAST].entries:
                again.receive(entry.raw)
            busy, said = again.advance()
            while said is None and busy:
                busy, said = again.advance()
            assert said is not None
            other[raw] = said
        return payload

    net._tamper, net._forge = tamper, forge
    net.play()
    return _shown(net.tables[0])


FORKS: Mapping[str, Exhibit] = {
    "two-stories": Exhibit(
        "Two stories for two peers",
        "Player 2 tells player 1 another answer than the rest. Both say the same; they"
        " differ in what their author had seen.",
        "Peers that compare states see no difference, and each goes on with its own"
        " history.",
        "two entries of one author in one place convict, whatever they say",
        "p2pgame/log/fork.py",
        _two_stories,
        pitfalls=(28,),
        attacks=(1, 2),
        fault="fork",
        seat=LAST,
        command="evidence",
        without="the entries in a comparison of two stories",
    ),
    "late-change": Exhibit(
        "An earlier move changed late",
        "Player 1 waits for the answer to its move, and then signs another move in its"
        " place.",
        "It moves when it knows the reply.",
        "an answer names the entries that its author had seen; the change is a fork",
        "p2pgame/log/fork.py",
        _late_change,
        pitfalls=(28,),
        attacks=(10,),
        fault="fork",
        command="evidence",
        without="the answers before it in a turn's id",
    ),
    "two-decks": Exhibit(
        "Two decks for two peers",
        "Player 2 shuffles last. It shows the two others two decks, and both proofs"
        " hold.",
        "The tokens that one player gives for its deck open cards of the other's.",
        "all players sign the same history before the first token, and no card was"
        " opened here",
        "protocols/deck/tokens.py",
        _two_decks,
        pitfalls=(28, 29),
        attacks=(1,),
        fault="fork",
        seat=LAST,
        command="evidence",
        without="the agreement on the history before tokens",
    ),
    "fork": of_refused(
        "fork",
        title="Both stories in one transcript",
        does="Somebody puts a second entry into the file, beside player 1's end.",
        gains="A reader that takes the first, or the last, sees the story that suits.",
        stopped="a transcript has one entry in each place; two of them are evidence",
        module="p2pgame/log/archive.py",
        pitfalls=(28,),
        attacks=(1,),
        without=UNORDERED,
        wins=False,
    ),
}


# Files that say less, or more, than was played


def _archive(entries: Iterable[Entry]) -> bytes:
    feeds: dict[bytes, Feed] = {}
    for entry in entries:
        feeds.setdefault(entry.author, Feed(entry.author)).append(entry)
    return encode_archive(TABLE, feeds.values())


def _whole(net: Net) -> bytes:
    net.play()
    assert net.tables[0].complete
    return net.tables[0].transcript()


def _tail_cut_off() -> bytes:
    """Leave out player 1's last token, with which it has lost, and what follows."""
    _, entries = decode_archive(_whole(game("kuhn", 2)))
    tokens = [
        at
        for at, entry in enumerate(entries)
        if entry.author == me(CHEAT).key.public
        and isinstance(payload_of(entry.raw), Answer)
    ]
    return _archive(entries[: tokens[-1]])


def _false_accusation() -> bytes:
    """Claim that player 0 broke the rules, with the whole game as evidence."""
    content: list[log.Value] = [
        *(TABLE, me(0).key.public, Fault.RULES.value, []),
        _whole(game("kuhn", 2)),
    ]
    return TITLE + log.encode(content)


def _receipt(turned: bool) -> Callable[[], bytes]:
    """Return how player 1's receipt of a game is made, or of its reverse."""

    def make() -> bytes:
        key = me(CHEAT).identity
        signed = certificate.certify(verify(_whole(game("kuhn", 2)), KNOWN), key.public)
        if turned:
            players = [replace(one, payoff=-one.payoff) for one in signed.players]
            signed = replace(signed, players=tuple(players))
        return certificate.sign(signed, key)

    return make


FILES: Mapping[str, Exhibit] = {
    "tail-cut-off": Exhibit(
        "The end cut off",
        "Player 1 has lost, and hands over the file without its last token and what"
        " follows.",
        "The file looks like a game that it might have won.",
        "a game is whole only with its end signed by all who stayed",
        "p2pgame/session/table/verify.py",
        _tail_cut_off,
        attacks=(9,),
        without="the signatures of all under the end",
    ),
    "entry-left-out": of_refused(
        "entry-left-out",
        title="An entry left out of the middle",
        does="An entry is left out of the file, by somebody who hands it on.",
        gains="A move or a word has never been said.",
        stopped="each entry names the one before it",
        module="p2pgame/log/feed.py",
        attacks=(8,),
        without=UNORDERED,
        wins=False,
    ),
    "false-accusation": Exhibit(
        "A false accusation",
        "Somebody puts a whole fair game into an evidence file, and says that player 0"
        " broke the rules in it.",
        "A good name is gone.",
        "evidence is folded again, and shows only the fault that this finds",
        "p2pgame/session/table/evidence.py",
        _false_accusation,
        attacks=(4,),
        command="evidence",
        without="the fault that a file of evidence must show",
    ),
    "two-results": Exhibit(
        "Two results signed",
        "Player 1 signs a receipt of how the game ended, and another one in which it"
        " has won.",
        "It shows each friend the one that suits.",
        "two receipts of one identity for one table that differ convict it",
        "p2pgame/session/table/certificate.py",
        _receipt(turned=False),
        command="receipt",
        other=_receipt(turned=True),
        without=((certificate, "contradict", nothing),),
        wins=False,
    ),
    "second-ending": Exhibit(
        "A second ending",
        "Players 0 and 1 have lost. They sign a second story of the table, as if the"
        " winner had been silent from the beginning.",
        "Each file is fair by itself, and who adds up games counts the one that comes"
        " first.",
        "files of one table are put together before anything is added up; what was"
        " signed twice convicts",
        "p2pgame/client/transcripts/counting.py",
        Whole("rps", 3, {"rounds": 1}).data,
        attacks=(1,),
        fault=None,
        without=((counting, "_conflicts", lambda *_: []),),
        wins=False,
        other=Whole("rps", 3, {"rounds": 1}).without(LAST, 3),
    ),
    "rps-1-forfeited": Exhibit(
        "The loser vanishes",
        "Player 2 falls silent in the middle of a game of three.",
        "It leaves when it does not like what it sees coming.",
        "nothing: silence is no cheating. The two others agree that it is gone, and the"
        " rules go on without it; it has lost",
        "p2pgame/session/game/absence/absence.py",
        Whole("rps", 3, {"rounds": 1}).without(2, 3),
        pitfalls=(22,),
        attacks=(21, 22),
        home=GOOD,
        without="the game lost by silence",
    ),
}

EXHIBITS: Mapping[str, Exhibit] = {**FORKS, **FILES}
