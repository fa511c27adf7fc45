"""Tables that share their secrets, and dealings and complaints to say at them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from p2pgame.protocols.arithmetic.group import G, Scalar
from p2pgame.protocols.arithmetic.polynomial import commit, evaluate
from p2pgame.protocols.proofs import ownership
from p2pgame.protocols.rounds import Protocol
from p2pgame.protocols.threshold import vss
from p2pgame.protocols.threshold.keys import Keys
from p2pgame.protocols.threshold.sharing import Sharing, share
from p2pgame.protocols.threshold.vss import Occasion
from tests.protocols.table import Entropy, Seat, Table, instead, prg

PLAYERS = (0, 1, 2, 3)
SECRETS = {player: Scalar(10**60 + player**5) for player in range(10)}
KEYS = Keys({player: secret * G for player, secret in SECRETS.items()})
THRESHOLD = 3

Result = tuple[Sharing, dict[int, Scalar]]


def table(
    context: bytes = b"table 1",
    players: tuple[int, ...] = PLAYERS,
    threshold: int = THRESHOLD,
    secrets: Mapping[int, Scalar] = SECRETS,
) -> Table[Result]:
    keys = Keys({player: secret * G for player, secret in secrets.items()})

    def protocol(me: Seat, entropy: Entropy) -> Protocol[Result]:
        secret = None if me is None else secrets[me]
        return share(me, players, keys, threshold, secret, context, entropy)

    return Table([*players, 9, None], protocol)


@cache
def honest(
    context: bytes = b"table 1",
    players: tuple[int, ...] = PLAYERS,
    threshold: int = THRESHOLD,
) -> dict[tuple[int, int], bytes]:
    """Return what everybody says at an honest table, by player and round."""
    honest_table = table(context, players, threshold)
    honest_table.play()
    return honest_table.said


def refuse(player: int, round: int, lie: bytes, culprit: int | None = None) -> str:
    """Check that ``lie`` in ``player``'s seat has all blame the same culprit."""
    tampered = table()
    assert tampered.play(tamper=instead(player, round, lie)) == {}
    who = player if culprit is None else culprit
    assert tampered.blamed == dict.fromkeys(tampered.runs, who)
    return str(tampered.errors[None])


def occasion(context: bytes = b"table 1") -> Occasion:
    return Occasion.of(PLAYERS, KEYS, THRESHOLD, context)


def crooked(
    dealer: int,
    wrong: Mapping[int, Scalar],
    polynomial: tuple[Scalar, ...] | None = None,
    at: Occasion | None = None,
) -> bytes:
    """Return a dealing that is proven, with ``wrong`` added to the shares."""
    at = at or occasion()
    e = Scalar(987654321 + dealer)
    polynomial = polynomial or (SECRETS[dealer], Scalar(5), Scalar(7 + dealer))
    shares = {}
    for holder in at.others(dealer):
        pad = at.transcript(b"share pad", dealer, holder)
        pad.append(b"exchange", e * G, e * KEYS.shares[holder])
        right = evaluate(polynomial, holder) + wrong.get(holder, Scalar(0))
        shares[holder] = right + pad.challenge(b"pad")
    bound = at.transcript(b"dealing", dealer)
    bound.append(b"commitments", commit(polynomial))
    bound.append(b"encrypted shares", tuple(shares.values()))
    proof = ownership.prove(e * G, e, bound, prg("crooked"))
    return vss.Dealing(commit(polynomial), e * G, shares, proof).encode()


def complaint(
    player: int,
    dealer: int,
    y: Scalar | None = None,
    at: Occasion | None = None,
    number: int | None = None,
) -> bytes:
    """Return what ``player`` says to complain about ``dealer``'s honest dealing."""
    dealing = vss.Dealing.decode(honest()[dealer, 0], occasion(), dealer)
    y = SECRETS[player] if y is None else y
    message = vss.complain(at or occasion(), dealing, dealer, player, y, prg("no"))
    return message if number is None else number.to_bytes(8, "little") + message[8:]
