blackjack-title = Blackjack
blackjack-also = twenty-one, twenty one, 21, vingt-et-un, pontoon
blackjack-short = Beat the dealer, up to 21
blackjack-minutes = 5
blackjack-rounds = there are 1 to 100 rounds
blackjack-deal = two cards each; the dealer's come last
blackjack-bust = { $player } is bust
blackjack-dealer = the dealer plays
blackjack-totals = { $totals }, the dealer { $dealer }
blackjack-has = { $player } has { $total }

## The table, drawn.

blackjack-drawn-dealer-has = dealer: { $total }
blackjack-drawn-dealer = dealer
blackjack-drawn-rounds = { $rounds ->
    [one] { $rounds } round left
   *[other] { $rounds } rounds left
}
blackjack-drawn-bust = { $total }, bust

## The table in sentences.

blackjack-table-dealer = the dealer has { $cards }{ $hidden ->
    [0] , { $total } in all
   *[other] {" "}and a hidden card
}
blackjack-table-hand = { $player } has { $cards }, { $total } in all
blackjack-table-score = { $player } stands at { SIGNED($score) }
