"""What the program says with fixed entropy: several players together.

The second part of docs/vectors; tests/vectors.py puts the files together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from p2pgame.protocols.arithmetic.errors import ProtocolError
from p2pgame.protocols.arithmetic.group import G, Scalar
from p2pgame.protocols.chance import beacon, coin
from p2pgame.protocols.classic import commutative
from p2pgame.protocols.classic.commutative_deck import CommutativeDeck
from p2pgame.protocols.proofs import ownership
from p2pgame.protocols.rounds import Protocol, Run
from p2pgame.protocols.threshold import sharing, vss
from p2pgame.protocols.threshold.keys import Keys
from tests.program_vectors import Vector, fields, fixed, secret, seed, shown

R = TypeVar("R")


def run_all(
    players: Sequence[int],
    begin: Callable[[int | None], Protocol[R]],
    *lies: tuple[int, int, bytes],
) -> tuple[list[dict[int, bytes]], R | int | None]:
    """Return what all say, by round, and what a spectator finds: or whom it blames.

    ``lies`` are a player, a round, and what the player says in it instead.
    """
    runs = {me: Run(begin(me)) for me in (*players, None)}
    rounds: list[dict[int, bytes]] = []
    while True:
        try:
            messages = {me: run.step() for me, run in runs.items()}
        except ProtocolError as error:
            return rounds, error.culprit
        if runs[None].done:
            return rounds, runs[None].result
        number = len(rounds)
        heard = {player: messages[player] for player in players}
        heard |= {player: lie for player, round, lie in lies if round == number}
        rounds.append(
            {player: said for player, said in heard.items() if said is not None}
        )
        for run in runs.values():
            for player, message in rounds[-1].items():
                run.receive(player, number, message)


def vector_coin() -> Vector:
    players, context = (0, 1, 2), seed("turn")
    seeds = [seed("coin", player) for player in players]

    def begin(me: int | None) -> Protocol[bytes]:
        return coin.flip(me, players, context, fixed(b"" if me is None else seeds[me]))

    (commitments, openings), result = run_all(players, begin)
    assert isinstance(result, bytes)
    rolls = [(6, 5), (52, 8), (3, 1), (2**63 + 1, 4)]
    return Vector(
        "three players flip a coin of 32 bytes, from which dice are rolled",
        fields(context=context, players=players, seeds=seeds)
        | {"rolls": [fields(sides=sides, dice=dice) for sides, dice in rolls]},
        fields(
            commitments=[*commitments.values()],
            openings=[*openings.values()],
            result=result,
            rolls=[coin.roll(result, sides, dice) for sides, dice in rolls],
        ),
    )


def vector_beacon() -> Vector:
    players, threshold, context = (0, 1, 2), 2, seed("turn")
    seeds = [seed("beacon", player) for player in players]
    secrets = [secret("key", player) for player in players]
    table = Keys({player: secrets[player] * G for player in players})

    def begin(me: int | None) -> Protocol[bytes]:
        mine = None if me is None else secrets[me]
        entropy = fixed(b"" if me is None else seeds[me])
        return beacon.flip(me, players, table, threshold, mine, context, entropy)

    (dealings, shares), result = run_all(players, begin)
    assert isinstance(result, bytes)
    return Vector(
        "three players, any two of whom can bring the result to light",
        fields(context=context, players=players, threshold=threshold)
        | fields(secrets=secrets, seeds=seeds),
        {
            "keys": shown([*table.shares.values()]),
            "dealings": [fields(message=message) for message in dealings.values()],
            "shares": [fields(message=message) for message in shares.values()],
            "result": result.hex(),
        },
    )


def vector_sharing() -> Vector:
    players, threshold, context = (0, 1, 2), 2, seed("turn")
    seeds = [seed("sharing", player) for player in players]
    secrets = [secret("key", player) for player in players]
    table = Keys({player: secrets[player] * G for player in players})
    occasion = vss.Occasion.of(players, table, threshold, context)
    dealer, holder, added = 2, 0, Scalar(1)

    def begin(me: int | None) -> Protocol[object]:
        mine = None if me is None else secrets[me]
        entropy = fixed(b"" if me is None else seeds[me])
        return sharing.share(me, players, table, threshold, mine, context, entropy)

    (dealt, _), _ = run_all(players, begin)
    honest = vss.Dealing.decode(dealt[dealer], occasion, dealer)
    wrong = {**honest.shares, holder: honest.shares[holder] + added}
    entropy = fixed(seeds[dealer])
    draws = occasion.transcript(b"dealing draws", dealer)
    e = next(draws.nonces(secrets[dealer], entropy))
    bound = occasion.transcript(b"dealing", dealer)
    bound.append(b"commitments", honest.commitments)
    bound.append(b"encrypted shares", tuple(wrong.values()))
    proof = ownership.prove(honest.E, e, bound, entropy)
    crooked = replace(honest, shares=wrong, proof=proof).encode()
    (_, complaints), culprit = run_all(players, begin, (dealer, 0, crooked))
    assert culprit == dealer
    assert [*complaints.values()].count(b"") == 2
    return Vector(
        "three players share out their keys; then one of them deals a wrong share",
        fields(context=context, players=players, threshold=threshold)
        | fields(secrets=secrets, seeds=seeds)
        | {"complaint": fields(dealer=dealer, holder=holder, added=added)},
        {
            "keys": shown([*table.shares.values()]),
            "identity": occasion.identity.hex(),
            "dealings": [fields(message=message) for message in dealt.values()],
            "complaint": {
                "dealing": fields(message=crooked),
                "message": complaints[holder].hex(),
            },
        },
    )


def vector_laps() -> Vector:
    players, context, faces = (0, 1), seed("turn"), ("J", "Q", "K", "Q")
    seeds = [seed("laps", player) for player in players]

    def begin(me: int | None) -> Protocol[CommutativeDeck]:
        entropy = fixed(b"" if me is None else seeds[me])
        deck, _ = yield from commutative.shuffle(
            me, players, faces, context, entropy, proved=True
        )
        return deck

    rounds, deck = run_all(players, begin)
    assert isinstance(deck, CommutativeDeck)
    messages = [message for said in rounds for message in said.values()]
    stages = [turn.after for turn in deck.first] + [turn.after for turn in deck.second]
    turns = [
        fields(after=after.cards, identity=after.identity, message=message)
        for after, message in zip(stages, messages, strict=True)
    ]
    return Vector(
        "both laps of a proved commutative deck of four cards and two players",
        fields(context=context, players=players, faces=faces, seeds=seeds),
        {"first lap": [*turns[:2]], "second lap": [*turns[2:]]},
    )
