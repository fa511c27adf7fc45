goofspiel-title = Goofspiel
goofspiel-also = Gops, Goofen
goofspiel-short = Verdeckt um Preise bieten
goofspiel-minutes = 3

# Glossar: prize Preis, bid bieten.
goofspiel-cards = es gibt 2 bis { $most } Karten
goofspiel-no-prize = diesen Preis gibt es nicht mehr
goofspiel-prize = der Preis ist { $prize }
goofspiel-leaves = { $player } geht und kommt auf den letzten Rang
goofspiel-bids = { $player } bietet { $bid }
goofspiel-takes = { $player } bekommt { $points }
goofspiel-nobody-takes = niemand bekommt { $prize }
goofspiel-told = { $bids }: { $taken }
goofspiel-drawn-prize = der Preis ist { $prize }
goofspiel-drawn-no-prize = kein Preis liegt offen
goofspiel-drawn-rest = noch { $count }
goofspiel-drawn-points = { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}
goofspiel-bid-before = { $card } hast du schon geboten, du hast noch { $hand }

## The table in sentences.

goofspiel-table-rest = { $count ->
    [one] { $count } Preis kommt noch
   *[other] { $count } Preise kommen noch
}
goofspiel-table-points = { $player } hat { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}
goofspiel-table-hand = { $player } hält noch { $cards }
