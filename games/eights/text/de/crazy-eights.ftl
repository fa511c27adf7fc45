crazy-eights-title = Crazy Eights
crazy-eights-also = Mau-Mau, Verrückte Achten, Achten, Tschau Sepp
crazy-eights-short = Passend ablegen
crazy-eights-minutes = 5

# Glossar: suit Farbe; clubs Kreuz, diamonds Karo, hearts Herz, spades Pik;
# draw ziehen, pass passen, pile Stapel, dealer wer gibt.
crazy-eights-options = es gibt 1 bis 100 gezogene Karten je Zug, und 1 bis 1000 ausgespielte
crazy-eights-too-few-cards = so viele Karten gibt es nicht zu geben
crazy-eights-no-card = das ist keine Karte des Spiels
crazy-eights-no-match = { $card } passt nicht auf { $top }: spiel denselben Wert, eine Acht oder { $suit ->
    [c] Kreuz
    [d] Karo
    [h] Herz
   *[s] Pik
}
crazy-eights-last-one = außer { $player } ist niemand mehr da
crazy-eights-no-card-left = { $player } hat keine Karte mehr
crazy-eights-no-more-plays = es werden keine Karten mehr gespielt
crazy-eights-all-passed = alle haben gepasst
crazy-eights-deals = { $player } gibt
crazy-eights-passes = { $player } passt
crazy-eights-names = { $player } wünscht sich { $suit ->
    [clubs] Kreuz
    [diamonds] Karo
    [hearts] Herz
    [spades] Pik
   *[other] { $suit }
}
crazy-eights-draws = { $player } zieht { $count ->
    [one] eine Karte
   *[other] { $count } Karten
}
crazy-eights-turned-up = { $card } wird aufgedeckt
crazy-eights-takes-back = { $player } zeigt { $card }, das passt nicht, nimmt es zurück und zieht
crazy-eights-leaves = { $player } geht
crazy-eights-drawn-follow = zu bedienen
crazy-eights-drawn-pile = { $count ->
    [one] { $count } Karte im Stapel
   *[other] { $count } Karten im Stapel
}
crazy-eights-drawn-owed = { $count } Karten zu ziehen
crazy-eights-drawn-back = andersherum
crazy-eights-drawn-points = { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}
crazy-eights-owed = { $card } passt nicht: spiel eine Zwei, oder zieh die { $count } Karten, die du schuldest
crazy-eights-no-draw = nach { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
} kannst du nicht mehr ziehen: spiel eine Karte, oder passe (pass)
crazy-eights-no-pass = passen kannst du erst, wenn du gezogen hast, was du darfst: spiel eine Karte, oder zieh (draw)

## The table in sentences.

crazy-eights-table-top = oben liegt { $card }
crazy-eights-table-follow = zu bedienen ist { $suit ->
    [c] Kreuz
    [d] Karo
    [h] Herz
   *[s] Pik
}
crazy-eights-table-cards = { $player } hat { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
}
crazy-eights-table-points = { $player } hat { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}
