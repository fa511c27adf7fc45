goofspiel-title = Goofspiel
goofspiel-also = GOPS, game of pure strategy, goof, psychological jujitsu
goofspiel-short = Secret bids for prizes
goofspiel-minutes = 3
goofspiel-cards = there are 2 to { $most } cards
goofspiel-no-prize = no such prize is left
goofspiel-prize = the prize is { $prize }
goofspiel-leaves = { $player } leaves, and ranks last
goofspiel-bids = { $player } bids { $bid }
goofspiel-takes = { $player } takes { $points }
goofspiel-nobody-takes = nobody takes { $prize }
goofspiel-told = { $bids }: { $taken }
goofspiel-bid-before = you have bid { $card } already, and have { $hand }

## The table, drawn.

goofspiel-drawn-prize = the prize is { $prize }
goofspiel-drawn-no-prize = no prize is open
goofspiel-drawn-rest = { $count } to come
goofspiel-drawn-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}

## The table in sentences.

goofspiel-table-rest = { $count ->
    [one] { $count } prize is to come
   *[other] { $count } prizes are to come
}
goofspiel-table-points = { $player } has { $points ->
    [one] { $points } point
   *[other] { $points } points
}
goofspiel-table-hand = { $player } still holds { $cards }
