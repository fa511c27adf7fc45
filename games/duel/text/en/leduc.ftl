leduc-title = Leduc hold'em
leduc-no-card = the deck does not hold { $cards }
leduc-most-raises = there are at most { $most } raises in a round: call, or fold
leduc-raise-to-call = there is a raise: call, or fold
leduc-no-raise = there is no raise to answer: check, or raise
