spades-title = Spades
spades-also = spade, spades card game
spades-short = Bid your tricks, in pairs
spades-minutes = 40
spades-options = the goal is 1 to 10000 points, the floor below 0
spades-nil = a nil is worth 1 to 1000 points, not { $points }
spades-bids = { $player } bids { $tricks }
spades-bids-nil = { $player } bids nil
spades-scores = { $us } score { SIGNED($ours) }; { $them } score { SIGNED($theirs) }

## The table, drawn.

spades-drawn-hand = hand { $number }
spades-drawn-goal = { $goal ->
    [0] the last hand
   *[other] to { $goal } points, or { $floor }
}
spades-drawn-no-bid = no bid
spades-drawn-bid = bid { $bid ->
    [0] nil
   *[other] { $bid }
}
spades-drawn-took = took { $won } of { $bid }
spades-drawn-nil = nil, took { $won }
spades-drawn-broken = spades are broken
spades-drawn-unbroken = spades are not broken

## The table in sentences.

spades-table-team = { $one } and { $other } have { $points ->
    [one] { $points } point
   *[other] { $points } points
} and { $bags ->
    [one] { $bags } bag
   *[other] { $bags } bags
}
spades-table-no-bid = { $player } has not bid
spades-table-bid = { $player } has bid { $bid ->
    [0] nil
   *[other] { $bid }
} and taken { $won ->
    [one] { $won } trick
   *[other] { $won } tricks
}
spades-ask = How many tricks will you take?
spades-score = { $points ->
    [one] { $points } point
   *[other] { $points } points
} · { $bags ->
    [one] { $bags } bag
   *[other] { $bags } bags
}
