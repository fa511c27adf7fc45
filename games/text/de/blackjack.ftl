blackjack-rounds = es gibt 1 bis 100 Runden
blackjack-totals = Summen { $totals }
