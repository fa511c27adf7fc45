kuhn-title = Kuhn-Poker
kuhn-also = Poker mit drei Karten
kuhn-short = Poker mit drei Karten
kuhn-minutes = 1
kuhn-no-card = { $cards } ist nicht im Kartenstapel
kuhn-bet-to-call = es gibt einen Einsatz, und niemand setzt mehr: call oder fold
kuhn-no-bet = es gibt noch keinen Einsatz: check oder bet
