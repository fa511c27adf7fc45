# Glossar: spades Pik (das Spiel heißt Spades), bid ansagen, bag Überstich, nil Null.
spades-options = das Ziel sind 1 bis 10000 Punkte, die Untergrenze liegt unter 0
spades-bids = { $player } sagt { $tricks ->
    [one] einen Stich
   *[other] { $tricks } Stiche
} an
spades-bids-nil = { $player } sagt Null an
spades-scores = Platz 0 und 2 haben { SIGNED($ours) }, Platz 1 und 3 { SIGNED($theirs) }
