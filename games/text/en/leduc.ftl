leduc-no-card = the deck does not hold { $cards }
