leduc-title = Leduc Hold'em
leduc-also = Leduc-Poker, Poker mit sechs Karten
leduc-short = Poker mit sechs Karten
leduc-minutes = 1
leduc-no-card = { $cards } ist nicht im Kartenstapel
leduc-most-raises = in einer Runde wird höchstens { $most }-mal erhöht: call oder fold
leduc-raise-to-call = es wurde erhöht: call oder fold
leduc-no-raise = niemand hat erhöht: check oder raise
