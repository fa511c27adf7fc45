# Karten, Chips, Würfel und Bretter, wie Vorleseprogramme sie nennen.

card-name = { $suit ->
    [c] Kreuz
    [d] Karo
    [h] Herz
   *[s] Pik
} { $rank ->
    [2] Zwei
    [3] Drei
    [4] Vier
    [5] Fünf
    [6] Sechs
    [7] Sieben
    [8] Acht
    [9] Neun
    [T] Zehn
    [J] Bube
    [Q] Dame
    [K] König
   *[A] Ass
}
your-move = Dein Zug
card-down = verdeckte Karte
stack-of-cards = { $name }: { $count ->
    [0] keine Karten
    [1] eine Karte
   *[other] { $count } Karten
}
cards-face-down = { $count ->
    [one] eine Karte, verdeckt
   *[other] { $count } Karten, verdeckt
}
chips-of = { $count ->
    [1] ein Chip
   *[other] { $count } Chips
}
die-shows = Würfel mit { $value }
die-hidden = verdeckter Würfel
piece = { $shape ->
    [queen] { $colour ->
        [first-piece] weiße
       *[second-piece] schwarze
    }
    [crowned] { $colour ->
        [first-piece] weiße
       *[second-piece] schwarze
    }
   *[other] { $colour ->
        [first-piece] weißer
       *[second-piece] schwarzer
    }
} { $shape ->
    [king] König
    [queen] Dame
    [rook] Turm
    [bishop] Läufer
    [knight] Springer
    [pawn] Bauer
    [man] Stein
   *[crowned] Dame
}
on-sea = { $shape ->
    [ship] Schiff { $ship }
    [hit] Schiff { $ship }, getroffen
    [sunk] Schiff { $ship }, versenkt
   *[miss] Wasser
}
sea-cell = { $cell }, noch nicht beschossen
sea-own = Dein Meer
sea-of = Das Meer von { $name }
ships-place = Setze dein Schiff mit { $length } Feldern: Wähle sein erstes Feld. Es liegt { $way ->
    [right] nach rechts
   *[down] nach unten
}.
ships-placed = Deine Flotte ist vollständig.
ships-turn = Schiff drehen
ships-undo = Letztes Schiff entfernen
ships-done = Fertig
ships-no-room = Dort ist kein Platz für ein Schiff mit { $length } Feldern.
graph-place = Platz { $place }
graph-ways = führt zu { $ways }
scene-cell = { $cell }, { $sign }
scene-cell-free = { $cell }, frei
scene-sign = { $name }: { $sign }
scene-hand = deine Karten
scene-held = Karten auf der Hand
scene-taken = gewonnene Stiche
scene-pick = wähle { $count ->
    [one] noch eine Karte
   *[other] noch { $count } Karten
}
scene-fewer = einer weniger
scene-more = einer mehr
scene-picked = deine Karten liegen; die anderen wählen
puzzle = Das Rätsel
puzzle-pad = Blöcke neben dem Gitter
puzzle-block = Block { $item }, { $cells } Felder
puzzle-free = { $cell }, frei
puzzle-wall = { $cell }, Mauer
puzzle-point = { $cell }, Punkt { $item }
puzzle-line = { $cell }, Linie { $item }
puzzle-head = { $cell }, Ende der Linie { $item }
puzzle-first = { $cell }, Block { $item }, wo er begann
puzzle-item = { $cell }, Block { $item }
puzzle-picked = { $item } ist gewählt.
puzzle-way = { $item } { $way ->
    [left] nach links
    [right] nach rechts
    [up] nach oben
   *[down] nach unten
}
puzzle-off = { $item } vom Gitter nehmen
puzzle-done = Was getan wurde
puzzle-nothing = Bisher nichts.
puzzle-undo = { $item } zurücknehmen
puzzle-redo = { $item } wiederholen
puzzle-would = { $item } { $move }, das ein Wiederholen noch einmal tut
puzzle-undone = { $item } { $move } wurde zurückgenommen
puzzle-redone = { $item } { $move } wurde wiederholt
puzzle-restores = ein Zurücknehmen bringt { $items } zurück
