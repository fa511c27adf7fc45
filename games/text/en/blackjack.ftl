blackjack-rounds = there are 1 to 100 rounds
blackjack-deal = deal
blackjack-bust = bust
blackjack-dealer = the dealer plays
blackjack-totals = { $totals }, the dealer { $dealer }
blackjack-has = { $player } has { $total }

## The table, drawn.

blackjack-drawn-dealer = dealer
blackjack-drawn-rounds = { $rounds ->
    [one] { $rounds } round left
   *[other] { $rounds } rounds left
}
blackjack-drawn-bust = { $total }, bust
