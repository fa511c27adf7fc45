liars-dice-title = Liar's dice
liars-dice-also = perudo, dudo, bluff, pirate's dice, cacho, call my bluff
liars-dice-short = Bid on hidden dice, or doubt
liars-dice-minutes = 5
liars-dice-dice = everybody has 1 to { $most } dice
liars-dice-no-die = no die is like that
liars-dice-found = { $count } found in { $thrown }
liars-dice-called = { $bid } called, { $found }: { $player } loses
liars-dice-bid = { $number } × { $face }
liars-dice-bids = { $player } bids { $bid }
liars-dice-rolls = everybody rolls in secret
liars-dice-nothing-to-doubt = nobody has bid yet: say how many dice show a face
liars-dice-one-at-least = bid one die at least
liars-dice-too-high = there are only { $total } dice
liars-dice-too-low = the bid is { $bid }: bid as many of a higher face, or { $more } or more of any
liars-dice-no-ones-first = ones are wild: begin a round with another face
liars-dice-or-ones = the bid is { $bid }: bid as many of a higher face, { $more } or more of any but ones, or { $ones } or more ones
liars-dice-after-ones = the bid is { $bid }: bid { $ones } or more ones, or { $more } or more of another face
liars-dice-bidder = the bidder

## The table, drawn.

liars-dice-ask = Bid
liars-dice-drawn-no-bid = nobody has bid
liars-dice-drawn-bid = { $player } bids { $number } × { $face ->
    [1] ones
    [2] twos
    [3] threes
    [4] fours
    [5] fives
   *[other] sixes
}
liars-dice-drawn-wild = { $face ->
    [1] ones
   *[other] sixes
} are wild
liars-dice-drawn-dice = { $dice ->
    [one] { $dice } die
   *[other] { $dice } dice
} in all
liars-dice-drawn-left = { $dice ->
    [one] { $dice } die
   *[other] { $dice } dice
}

## The table in sentences.

liars-dice-table-left = { $player } has { $dice ->
    [one] { $dice } die
   *[other] { $dice } dice
} left
liars-dice-table-bid = { $player } has bid { $number } { $face ->
    [1] ones
    [2] twos
    [3] threes
    [4] fours
    [5] fives
   *[6] sixes
}
