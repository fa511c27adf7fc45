blackjack-rounds = there are 1 to 100 rounds
blackjack-totals = total { $totals }

## The table, drawn.

blackjack-drawn-dealer = dealer
blackjack-drawn-rounds = { $rounds ->
    [one] { $rounds } round left
   *[other] { $rounds } rounds left
}
blackjack-drawn-bust = { $total }, bust
