"""This module computes payoffs from scores, and places from payoffs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .turns import Over


def by_score(scores: Sequence[int], teams: Sequence[Sequence[int]] = ()) -> Over:
    """Return the end of a game that the highest score wins; scores are per seat.

    Each winner takes 1 from each loser, so payoffs add up to 0.  Players who tie
    at the top win together; if all tie, it is a draw.  The score of a team in
    ``teams`` is the sum of its seats' scores.
    """
    total = list(scores)
    for team in teams:
        together = sum(scores[seat] for seat in team)
        for seat in team:
            total[seat] = together
    won = [score == max(total) for score in total]
    winners = sum(won)
    losers = len(won) - winners
    return Over(tuple(losers if wins else -winners for wins in won))


def forfeited(
    seats: int,
    gone: Collection[int],
    teams: Sequence[Sequence[int]] = (),
    played: Sequence[int] = (),
) -> Over:
    """Return the end of a game that the players in ``gone``, and their teams, lose.

    Each of the others wins 1 from each of them.  ``played`` are the payoffs by the
    rules, if these had come to a result: whoever lost more by it pays that, in equal
    parts and rounded up, to the others.
    """
    lost = {*gone}
    for team in teams:
        if lost.intersection(team):
            lost.update(team)
    others = seats - len(lost)
    if not others:
        return drawn(seats)
    due = {
        seat: max(1, -(played[seat] // others)) if played else 1
        for seat in range(seats)
        if seat in lost
    }
    won = sum(due.values())
    return Over(tuple(-others * due[s] if s in lost else won for s in range(seats)))


def drawn(seats: int) -> Over:
    """Return the end of a drawn game."""
    return Over((0,) * seats)


def ranking(over: Over) -> tuple[tuple[int, ...], ...]:
    """Return the seats by place, the best first; tied seats share a place."""
    places = sorted({*over.payoffs}, reverse=True)
    return tuple(
        tuple(seat for seat, payoff in enumerate(over.payoffs) if payoff == place)
        for place in places
    )


def winners(over: Over) -> tuple[int, ...]:
    """Return the seats of the first place; none in a draw."""
    first = ranking(over)[0]
    return () if len(first) == len(over.payoffs) > 1 else first
