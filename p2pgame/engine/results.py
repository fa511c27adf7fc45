"""This module computes payoffs from scores, and places from payoffs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .turns import Over


def by_score(
    scores: Sequence[int],
    teams: Sequence[Sequence[int]] = (),
    *,
    gone: Collection[int] = (),
) -> Over:
    """Return the end of a game that the highest score wins; scores are per seat.

    Each winner takes 1 from each loser, so payoffs add up to 0.  Players who tie
    at the top win together; if all tie, it is a draw.  The score of a team in
    ``teams`` is the sum of its seats' scores.  Each player in ``gone`` loses 1 to each
    who stays, and the others settle among themselves: so nobody loses less by leaving.
    """
    stay = [seat for seat in range(len(scores)) if seat not in gone]
    if gone and stay:
        settled, among = [0] * len(scores), by_score([scores[seat] for seat in stay])
        for seat, payoff in zip(stay, among.payoffs, strict=True):
            settled[seat] = payoff
        return forfeited(len(scores), gone, settled=settled)
    total = list(scores)
    for team in teams:
        together = sum(scores[seat] for seat in team)
        for seat in team:
            total[seat] = together
    won = [score == max(total) for score in total]
    winners = sum(won)
    losers = len(won) - winners
    return Over(tuple(losers if wins else -winners for wins in won))


def losing(
    gone: Collection[int], teams: Sequence[Sequence[int]] = ()
) -> frozenset[int]:
    """Return the seats that lose a forfeited game: those ``gone``, and their teams."""
    return frozenset(gone).union(*(team for team in teams if {*team} & {*gone}))


def forfeited(
    seats: int,
    gone: Collection[int],
    teams: Sequence[Sequence[int]] = (),
    *least: Sequence[int],
    settled: Sequence[int] = (),
) -> Over:
    """Return the end of a game that the players in ``gone``, and their teams, lose.

    All get what ``settled`` says, by default 0.  Each loser loses at least 1 to each of
    the others, and at least what each of ``least`` says: payoffs by the rules, if these
    had come to a result, or if the game is ended as it is.  What a loser pays beyond
    ``settled`` goes to the others in equal parts, rounded up.
    """
    lost = losing(gone, teams)
    others = seats - len(lost)
    if not others:
        return drawn(seats)
    ends = [*settled] or [0] * seats
    for seat in sorted(lost):
        due = min([-others, *(payoffs[seat] for payoffs in least if payoffs)])
        each = max(0, -((due - ends[seat]) // others))
        ends = [end + (0 if s in lost else each) for s, end in enumerate(ends)]
        ends[seat] -= others * each
    return Over(tuple(ends))


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
