"""Goofspiel, written once more for the second reader, from `p2pgame rules goofspiel`.

Part of it: it shares no code with the program.
"""

from __future__ import annotations

from tests.wire_turns import Choose, Open, Over, Rules, SeatGone, Shuffle, Together
from tests.wire_values import Value


def goofspiel(seats: int = 3, cards: int = 4) -> Rules:
    """The game without ``split``."""
    here = [*range(seats)]
    hands = [[*range(1, cards + 1)] for _ in here]
    points, prizes, shuffled = [0] * seats, list[str](), False

    def state() -> list[Value]:
        status: list[Value] = ["in" if s in here else "gone" for s in range(seats)]
        held: list[Value] = [[*hand] for hand in hands]
        return [cards, False, [status], held, [*points], shuffled, [*prizes]]

    def bid(bids: list[int]) -> None:
        for seat, card in zip(here, bids, strict=True):
            hands[seat].remove(card)
            if bids.count(max(bids)) == 1 and card == max(bids):
                points[seat] += int(prizes[-1])

    while hands[here[0]] and len(here) > 1:
        if not shuffled:
            faces = tuple(map(str, range(1, cards + 1)))
            event = yield state(), Shuffle(faces, tuple(here))
        elif len(prizes) + len(hands[here[0]]) == cards:
            event = yield state(), Open((len(prizes),))
        else:
            choices = [Choose(s, [*map(str, hands[s])].__contains__) for s in here]
            event = yield state(), Together(tuple(choices))
        if isinstance(event, SeatGone):
            here.remove(event[0])
        elif not shuffled:
            shuffled = True
        elif len(prizes) + len(hands[here[0]]) == cards:
            prizes += map(str, event)
        else:
            bid([*map(int, event)])
        if len(prizes) == cards and len(hands[here[0]]) == 1:
            bid([hands[seat][0] for seat in here])
    scores = [points[seat] if seat in here else -1 for seat in range(seats)]
    won = [score == max(scores) for score in scores]
    winners = sum(won)
    payoffs = tuple(seats - winners if wins else -winners for wins in won)
    yield state(), Over(payoffs)
