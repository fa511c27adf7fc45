leduc-title = Leduc hold'em
leduc-also = Leduc poker, Leduc holdem, poker with six cards
leduc-short = Poker with six cards
leduc-minutes = 1
leduc-no-card = the deck does not hold { $cards }
leduc-most-raises = there are at most { $most } raises in a round: call, or fold
leduc-raise-to-call = there is a raise: call, or fold
leduc-no-raise = there is no raise to answer: check, or raise
