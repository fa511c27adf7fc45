"""Attacks on who is who, and on what is agreed before a game: keys, hellos, offers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from p2pgame.engine import AnyGame
from p2pgame.log import entry, keys
from p2pgame.session.entries import identity, payloads
from p2pgame.session.entries.payloads import Hello
from p2pgame.session.lobby import lobby
from p2pgame.session.lobby.lobby import Games, Offered, Player
from p2pgame.transport.wire_version import Versions
from tests.refused_offers import TICTACTOE, accepted
from tests.refusing import CHEAT

from .exhibit import Exhibit, nothing, of_refused
from .stories import UNORDERED

_UNSIGNED = ((entry, "verify", nothing),)
_UNKNOWN = ((identity, "admit", nothing), (identity, "verify", nothing))
_NAME = "Anna\x1b[2K\nResult: Anna +1"


def _renamed(seat: int, hello: Hello) -> Hello:
    return replace(hello, name=_NAME) if seat == CHEAT else hello


def _lowest(players: Iterable[Player]) -> Versions:
    """Return the lowest version alone that these players' programs speak."""
    low = max(player.speaks.lowest for player in players)
    return Versions(low, low)


def _any_version(games: Games, offer: Offered) -> AnyGame:
    return games[offer.genesis.game, 1]


SIGNATURES: Mapping[str, Exhibit] = {
    "signature-of-another-player": of_refused(
        "signature-of-another-player",
        title="Words in somebody else's mouth",
        does="Player 0 signs an entry with its own key, in player 1's name.",
        gains="Player 1 has made a move that it never made.",
        stopped="each entry is signed by the key that it names",
        module="p2pgame/log/entry.py",
        without=_UNSIGNED,
    ),
    "signature-scalar-too-large": of_refused(
        "signature-scalar-too-large",
        title="A signature spelt otherwise",
        does="Somebody adds the group's order to the scalar of a signature.",
        gains="Some libraries take it: an entry has two forms, and two logs of a game"
        " differ.",
        stopped="one strict verifier for all signatures",
        module="p2pgame/log/keys.py",
        pitfalls=(11,),
        attacks=(13, 14),
        without=_UNSIGNED,
    ),
    "body-number-too-long": of_refused(
        "body-number-too-long",
        title="One meaning in two encodings",
        does="Player 1 writes a number with a byte more than it needs, and signs that.",
        gains="Programs that encode anew before they hash see another entry.",
        stopped="a strict reader takes one encoding of each value",
        module="p2pgame/log/codec.py",
        attacks=(16,),
        without="the shortest form of a number",
    ),
    "entries-announced-too-many": of_refused(
        "entries-announced-too-many",
        title="A file that promises more than it has",
        does="The file says that it has one entry more.",
        gains="A reader that believes it makes room first, or reads on behind the end.",
        stopped="each length is compared with the bytes that are left",
        module="p2pgame/log/archive.py",
        pitfalls=(8,),
        attacks=(27, 53),
        without="the bound on what a transcript announces",
    ),
    "table-is-another": of_refused(
        "table-is-another",
        title="Words from another game",
        does="The file holds an entry that player 1 has signed for another table.",
        gains="A move from one game counts in another one.",
        stopped="each entry names its table",
        module="p2pgame/log/history.py",
        pitfalls=(3,),
        attacks=(6,),
        without=UNORDERED,
        wins=False,
    ),
    "entry-twice": of_refused(
        "entry-twice",
        title="An entry that is there twice",
        does="An entry is put into the file again, by somebody who hands it on.",
        gains="A move counts twice.",
        stopped="entries of one author count up by 1",
        module="p2pgame/log/archive.py",
        attacks=(7,),
        without=UNORDERED,
        wins=False,
    ),
    "seen-not-there": of_refused(
        "seen-not-there",
        title="An entry that nobody has",
        does="Player 1 says that it has seen an entry that the file does not hold.",
        gains="A reader waits for it, or takes the rest as it is.",
        stopped="a file holds all that its entries name, or it is refused",
        module="p2pgame/session/table/verify.py",
        attacks=(8,),
        without="the causes that an entry waits for",
    ),
}

PLAYERS: Mapping[str, Exhibit] = {
    "author-of-small-order": of_refused(
        "author-of-small-order",
        title="A weak key",
        does="Player 1's key is a point of small order, for which one signature holds"
        " for all words.",
        gains="It can deny each word: anybody could have signed it.",
        stopped="keys of small order are refused with the first entry",
        module="p2pgame/log/keys.py",
        pitfalls=(12,),
        attacks=(12,),
        without=(*_UNSIGNED, (keys, "admit", nothing), *_UNKNOWN),
    ),
    "identity-of-small-order": of_refused(
        "identity-of-small-order",
        title="A weak identity",
        does="Player 1's identity is such a point.",
        gains="Anybody can prove to be this player.",
        stopped="identities of small order are refused with the hello",
        module="p2pgame/session/entries/identity.py",
        pitfalls=(12,),
        attacks=(12,),
        without=_UNKNOWN,
    ),
    "hello-proof-wrong": of_refused(
        "hello-proof-wrong",
        title="Somebody else's identity",
        does="Player 1's hello names an identity, with a proof that is not its own.",
        gains="It sits down as a friend.",
        stopped="the identity's key signs that this author key speaks for it at this"
        " table",
        module="p2pgame/session/entries/identity.py",
        attacks=(11,),
        without=((identity, "verify", nothing),),
    ),
    "offer-seats-an-identity-twice": of_refused(
        "offer-seats-an-identity-twice",
        title="One player in two seats",
        does="The opener seats one identity as players 1 and 2.",
        gains="Two of three seats, and with them the quorum, are one player's.",
        stopped="an offer with an identity in two seats convicts its opener",
        module="p2pgame/session/lobby/lobby.py",
        without="the one seat of an identity",
    ),
    "name-with-controls": Exhibit(
        "A name that draws on the terminal",
        "Player 1 calls itself 'Anna', followed by a code that clears the line and a"
        " line that looks like a result.",
        "A reader of the file takes a result for true that is none.",
        "a name that is more than text has no seat, and is not shown",
        "p2pgame/session/entries/payloads.py",
        lambda: accepted(TICTACTOE, hello=_renamed),
        attacks=(58,),
        without=((payloads, "is_text", bool),),
        wins=False,
    ),
}

OFFERS: Mapping[str, Exhibit] = {
    "accepted-by-one-alone": of_refused(
        "accepted-by-one-alone",
        title="An offer that was not accepted",
        does="The file holds an offer, and player 1 has accepted another one.",
        gains="A guest is held to a game, a deck or a quorum that it never agreed to.",
        stopped="an acceptance names the offer by its hash, and nothing starts without"
        " all of them",
        module="p2pgame/session/lobby/lobby.py",
        attacks=(68,),
        without="the offer that an acceptance names",
    ),
    "wire-not-the-highest": of_refused(
        "wire-not-the-highest",
        title="An older version than all speak",
        does="All players speak a newer version of the wire, and the opener offers an"
        " older one.",
        gains="If that one has a flaw, it can be used.",
        stopped="hellos are signed and say what their players speak; the offer has the"
        " highest of all, or convicts its opener",
        module="p2pgame/session/lobby/lobby.py",
        attacks=(68,),
        without=((lobby, "shared_by", _lowest),),
        wins=False,
    ),
    "game-of-another-version": of_refused(
        "game-of-another-version",
        title="Other rules of the same name",
        does="The offer has version 99 of the game, which is not here.",
        gains="A file is checked by other rules than it was played by.",
        stopped="the offer names the version of the rules; without them there is no"
        " verdict",
        module="p2pgame/session/lobby/lobby.py",
        attacks=(54,),
        without=((lobby, "_known", _any_version),),
        wins=False,
    ),
    "rules-of-another-hash": of_refused(
        "rules-of-another-hash",
        title="Rules of somebody's own",
        does="The offer has a hash of rules that are not here.",
        gains="As before.",
        stopped="rules that are not shipped are named by the hash of their source",
        module="p2pgame/session/lobby/lobby.py",
        attacks=(54,),
        without="the hash of the rules in the offer",
    ),
}

EXHIBITS: Mapping[str, Exhibit] = {**SIGNATURES, **PLAYERS, **OFFERS}
