"""Spades: two teams of two bid how many tricks they will take, and spades are trumps.

From the dealer's left each player bids a number of tricks, or nil: none.  A team that
takes at least its joint bid scores 10 points per trick bid; each extra trick is a bag,
worth 1 point, and every tenth bag costs 100.  With fewer it loses 10 per trick bid.
A nil wins or loses 100 by itself.  When a nil fails, its tricks do not help its
partner's bid, and are bags: nil takes 1, its partner bids 4 and takes 3, so -100 for
the nil, -40 for the bid, and 1 for the bag.  Some play that these tricks help, and
are bags only above the bid (``nil_helps``), or that a nil is 50 points (``nil``).
Nobody bids blind.  Follow suit if you can; lead no spade before one was played, unless
you have nothing else.  The game ends with the hand in which a team reaches the goal or
falls to the floor; each wins or loses the difference.  A revoke ends the hand once
it is found: its team fails all its bids and loses 100 more; the other team makes its
bids.  A team of which a player leaves ends as badly as it can: one hand below the
floor, and the others one hand above the goal, each with two nils.
Source: pagat.com, "Spades"; the floor is MSN Games'; the penalty for a revoke is a
common house rule.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import Amount, Chosen, Event, Message, Options, SeatName
from p2pgame.engine.scene import Scene
from p2pgame.engine.turns import Choose, Turn
from p2pgame.tabletop.cards import suit_of
from p2pgame.tabletop.components import changed_at
from p2pgame.tabletop.trick_game import REACHED, SEATS, TrickGame, TrickState
from p2pgame.tabletop.tricks import DECK, SUIT, passed_over

TEAMS = ((0, 2), (1, 3))
TRICKS = 13
NO_BIDS, NO_TRICKS = (None,) * len(SEATS), (0,) * len(SEATS)
OTHERS = {*DECK} - SUIT["s"]
#: What a team can lose and win in one hand at most, beside two nils.
WORST, BEST = 330, 143


class SpadesOptions(Options, frozen=True):
    """The options of version 1, in which nils count as the properties say."""

    goal: int = 500
    floor: int = -200
    proof: bool = True

    @property
    def nil(self) -> int:
        return 100

    @property
    def nil_helps(self) -> bool:
        return True


class NilOptions(SpadesOptions, frozen=True):
    nil: int = 100
    nil_helps: bool = False


class Spades(TrickState, frozen=True):
    """``bids`` and ``won`` tricks are by seat, ``scores`` and ``bags`` by team.

    It is the state of version 1, in which nils count as the properties say.
    """

    floor: int = -200
    bids: tuple[int | None, ...] = NO_BIDS
    won: tuple[int, ...] = NO_TRICKS
    scores: tuple[int, ...] = (0, 0)
    bags: tuple[int, ...] = (0, 0)

    @property
    def nil(self) -> int:
        return 100

    @property
    def nil_helps(self) -> bool:
        return True

    @property
    def bidder(self) -> int | None:
        """The player who bids next; None after all bids."""
        order = (self.play.leader + n for n in SEATS)
        return next((n % 4 for n in order if self.bids[n % 4] is None), None)

    def helping(self, team: int) -> int:
        """Return how many of a team's tricks count for its bid."""
        return sum(self.won[s] for s in TEAMS[team] if self.bids[s] or self.nil_helps)

    def result(self, team: int) -> tuple[int, int]:
        """Return a team's points for this hand, and its number of bags after it."""
        pairs = [(self.bids[seat] or 0, self.won[seat]) for seat in TEAMS[team]]
        nils = [won for bid, won in pairs if not bid]
        bid, guilty = 10 * sum(bid for bid, _ in pairs), self.play.guilty
        if guilty:
            points, revoked = bid + self.nil * len(nils), guilty[0] in TEAMS[team]
            return (-points - 100 if revoked else points), self.bags[team]
        won, helping = sum(won for _, won in pairs), self.helping(team)
        is_made = 10 * helping >= bid
        over = won - bid // 10 if is_made else won - helping
        tens, bags = divmod(self.bags[team] + over, 10)
        points = sum(-self.nil if won else self.nil for won in nils)
        return points + (bid if is_made else -bid) + over - 100 * tens, bags


class NilSpades(Spades, frozen=True):
    """``nil`` and ``nil_helps`` are the options of that name."""

    nil: int = 100
    nil_helps: bool = False


class SpadesGame(TrickGame[Spades, SpadesOptions]):
    name, version, trump = "spades", 2, "s"
    options: type[SpadesOptions] = NilOptions
    state: type[Spades] = NilSpades

    def why_not(self, seats: int, options: SpadesOptions) -> Message | None:
        fits = 1 <= options.goal <= 10_000 and -10_000 <= options.floor < 0
        if not fits:
            return Message.of("spades-options")
        if not 1 <= options.nil <= 1000:
            return Message.of("spades-nil", points=options.nil)
        return None

    def teams(self, seats: int, options: SpadesOptions) -> tuple[tuple[int, ...], ...]:
        return TEAMS

    def setup(self, seats: int, options: SpadesOptions) -> Spades:
        return NilSpades(
            *(options.goal, options.proof),
            floor=options.floor,
            nil=options.nil,
            nil_helps=options.nil_helps,
        )

    def dealt(self, state: Spades) -> Spades:
        play = replace(state.play, leader=state.number % len(SEATS))
        return replace(state, phase="bid", play=play, bids=NO_BIDS, won=NO_TRICKS)

    def before(self, state: Spades) -> Turn:
        assert state.bidder is not None, "play begins with the last bid"
        most = TRICKS - (state.bids[(state.bidder + 2) % len(SEATS)] or 0)
        return Choose(state.bidder, ("nil", Amount("bid", 1, most))[: 1 + (most > 0)])

    def happened(self, state: Spades, event: Event) -> Spades:
        assert isinstance(event, Chosen), event
        bid = 0 if event.move == "nil" else int(event.move.split()[1])
        state = replace(state, bids=changed_at(state.bids, event.player, bid))
        return replace(state, phase="play" if state.bidder is None else "bid")

    def denied(self, state: Spades, face: str) -> tuple[str, ...]:
        trick = state.play.trick
        if trick:
            return passed_over(face, SUIT[suit_of(trick[0])])
        return () if SUIT["s"] & {*state.play.faces} else passed_over(face, OTHERS)

    def taken(self, state: Spades, player: int) -> Spades:
        return replace(state, won=changed_at(state.won, player, state.won[player] + 1))

    def scored(self, state: Spades) -> tuple[Message, Spades]:
        (ours, our_bags), (theirs, their_bags) = map(state.result, (0, 1))
        scores = (state.scores[0] + ours, state.scores[1] + theirs)
        us, them = (tuple(map(SeatName, team)) for team in TEAMS)
        told = Message.of("spades-scores", us=us, ours=ours, them=them, theirs=theirs)
        return told, replace(state, scores=scores, bags=(our_bags, their_bags))

    def tell(self, state: Spades, event: Event) -> Message | None:
        if state.phase != "bid" or not isinstance(event, Chosen):
            return super().tell(state, event)
        if event.move == "nil":
            return Message.by("spades-bids-nil", event.player)
        bid = int(event.move.split()[1])
        return Message.by("spades-bids", event.player, tricks=bid)

    def payoffs(self, state: Spades) -> tuple[int, ...] | None:
        ours, theirs = state.scores
        if max(ours, theirs) < state.goal and min(ours, theirs) > state.floor:
            return None
        return (ours - theirs, theirs - ours) * 2

    def settled(self, state: Spades, gone: frozenset[int]) -> tuple[int, ...] | None:
        (lost,) = (team for team, seats in enumerate(TEAMS) if gone.issuperset(seats))
        low, high = state.scores[lost], state.scores[1 - lost]
        if state.goal != REACHED:
            low, high = min(low, state.floor + 1), max(high, state.goal - 1)
        due = high - low + WORST + BEST + 4 * state.nil
        return tuple(-due if seat in TEAMS[lost] else due for seat in SEATS)

    def scores(self, state: Spades) -> tuple[int, ...]:
        return state.scores * 2

    def show(self, state: Spades, faces: Mapping[int, str]) -> str:
        lines = [
            f"player {one} and player {other}: {points} points, bags: {bags}"
            for (one, other), points, bags in zip(
                TEAMS, state.scores, state.bags, strict=True
            )
        ]
        hands = state.play.words(faces)
        for n, (bid, won) in enumerate(zip(state.bids, state.won, strict=True)):
            said = "no bid" if bid is None else f"bid {bid or 'nil'}, took {won}"
            hands[n] += f" ({said})"
        return "\n".join([*lines, *hands])

    def scene(self, state: Spades, faces: Mapping[int, str], seat: int | None) -> Scene:
        from .spades_scene import scene

        return scene(state, faces, seat)
