blackjack-title = Blackjack
blackjack-also = Siebzehn und Vier, 17 und 4, 17+4, Einundzwanzig
blackjack-short = Besser als die Bank, bis 21
blackjack-minutes = 5
blackjack-rounds = es gibt 1 bis 100 Runden
blackjack-deal = zwei Karten für jeden, die der Bank zuletzt
blackjack-bust = { $player } hat sich überkauft
blackjack-dealer = die Bank spielt
blackjack-totals = { $totals }, die Bank { $dealer }
blackjack-drawn-dealer-has = Bank: { $total }
blackjack-drawn-dealer = Bank
blackjack-drawn-rounds = noch { $rounds ->
    [one] { $rounds } Runde
   *[other] { $rounds } Runden
}
blackjack-drawn-bust = { $total }, überkauft
blackjack-has = { $player } hat { $total }

## The table in sentences.

blackjack-table-dealer = die Bank hat { $cards }{ $hidden ->
    [0] , zusammen { $total }
   *[other] {" "}und eine verdeckte Karte
}
blackjack-table-hand = { $player } hat { $cards }, zusammen { $total }
blackjack-table-score = { $player } steht bei { SIGNED($score) }
