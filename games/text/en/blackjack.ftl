blackjack-rounds = there are 1 to 100 rounds
blackjack-totals = total { $totals }
