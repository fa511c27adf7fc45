kuhn-title = Kuhn poker
kuhn-also = Kuhn's poker, poker with three cards
kuhn-short = Poker with three cards
kuhn-minutes = 1
kuhn-no-card = the deck does not hold { $cards }
kuhn-bet-to-call = there is a bet, and nobody bets more: call, or fold
kuhn-no-bet = there is no bet yet: check, or bet
