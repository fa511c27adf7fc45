spades-title = Spades
spades-also = Pik, Pik ist Trumpf
spades-short = Zu zweit Stiche ansagen
spades-minutes = 40

# Glossar: spades Pik (das Spiel heißt Spades), bid ansagen, bag Überstich, nil Null.
spades-options = das Ziel sind 1 bis 10000 Punkte, die Untergrenze liegt unter 0
spades-nil = ein Null zählt 1 bis 1000 Punkte, nicht { $points }
spades-bids = { $player } sagt { $tricks ->
    [one] einen Stich
   *[other] { $tricks } Stiche
} an
spades-bids-nil = { $player } sagt Null an
spades-scores = { $us } haben { SIGNED($ours) }; { $them } haben { SIGNED($theirs) }
spades-drawn-hand = Blatt { $number }
spades-drawn-goal = { $goal ->
    [0] die letzte Runde
   *[other] bis { $goal }, oder { $floor }
}
spades-drawn-no-bid = keine Ansage
spades-drawn-bid = Ansage { $bid ->
    [0] Null
   *[other] { $bid }
}
spades-drawn-took = { $won } von { $bid } gemacht
spades-drawn-nil = Null, { $won } gemacht
spades-drawn-broken = Pik ist gefallen
spades-drawn-unbroken = Pik ist nicht gefallen

## The table in sentences.

spades-table-team = { $one } und { $other } haben { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
} und { $bags ->
    [one] { $bags } Überstich
   *[other] { $bags } Überstiche
}
spades-table-no-bid = { $player } hat noch nicht angesagt
spades-table-bid = { $player } hat { $bid ->
    [0] Null
   *[other] { $bid }
} angesagt und { $won ->
    [one] { $won } Stich
   *[other] { $won } Stiche
} gemacht
spades-ask = Wie viele Stiche machst du?
spades-score = { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
} · { $bags ->
    [one] { $bags } Überstich
   *[other] { $bags } Überstiche
}
