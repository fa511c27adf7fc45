mover-title = Mover
mover-also = Läufer, Gebiet, Laufen
mover-short = Zugleich das Feld ablaufen
mover-minutes = 1

# Glossar: tick Takt, order Auftrag.
mover-ticks = ein Spiel hat 1 bis { $most } Takte
mover-seconds = ein Takt dauert 1 bis 3600 Sekunden
mover-players-rise = die Plätze sind Zahlen, in steigender Folge
mover-players = die Plätze sind Zahlen von 0 bis { $last }
mover-tick = der Takt ist eine Zahl von 0 bis { $last }
mover-field = ein Spielfeld hat { $least } bis { $most } Felder je Seite, oder 0: es gibt keines
mover-horizon = Aufträge werden 0 bis { $most } Takte im Voraus gegeben
mover-begins = begins hat für jeden der { $seats } Plätze einen Text, wie der Tisch davor ihn hinterließ: wo er steht, und Felder, die ihm allein gehören
mover-places = Felder sind Zahlen auf dem Spielfeld, und jedes gehört einem
mover-leaves = { $player } geht, und wird Letzter
mover-no-orders = Takt { $tick }: keine Aufträge
mover-orders = Takt { $tick }: { $orders }
mover-enough = { $player } hat genug
mover-order = { $player } geht { $steps } { $way ->
    [right] nach rechts
    [left] nach links
    [down] nach unten
    [up] nach oben
    [right-up] nach rechts oben
    [left-up] nach links oben
    [right-down] nach rechts unten
    [left-down] nach links unten
   *[other] { $way }
}
mover-aim = Lauf mit Aufträgen wie u 10: Wem am Ende die meisten Felder gehören, gewinnt.
    .page = Lauf über das Feld: Wem am Ende die meisten Felder gehören, gewinnt.
mover-drawn-tick-of = Takt { $tick } von { $ticks }
mover-drawn-nobody-wins = Geh mit Aufträgen wie u 10; niemand siegt.
mover-drawn-owned = Am Ende sollen dir die meisten Felder gehören.
mover-drawn-over = { $owned ->
    [true] aus: Wem die meisten Felder gehören, hat gewonnen
   *[other] aus, und niemand hat gewonnen
}
mover-drawn-places = { $places ->
    [one] { $places } Feld
   *[other] { $places } Felder
}
mover-drawn-scale = ein Zeichen ist { $steps } Schritte
mover-drawn-nowhere = kein Auftrag
mover-drawn-more = und { $count } mehr

## The table in sentences.

mover-table-nowhere = { $player } hat noch keinen Auftrag
mover-table-stands = { $player } steht bei { $x }, { $y }
mover-table-walks = { $player } ist bei { $x }, { $y } und geht noch { $steps ->
    [one] { $steps } Schritt
   *[other] { $steps } Schritte
} nach { $way ->
    [l] rechts
    [h] links
    [k] oben
    [j] unten
    [u] rechts oben
    [n] rechts unten
    [y] links oben
   *[b] links unten
}
mover-table-field = das Spielfeld hat { $side } mal { $side } Felder, von 0, 0 in der Mitte an gezählt, und keinen Rand
mover-table-owns = { $player } gehören { $places ->
    [0] keine Felder
    [one] { $places } Feld
   *[other] { $places } Felder
}
mover-table-free = neben dir gehört dir nicht: { $ways }
mover-table-way = { $way ->
    [l] rechts
    [h] links
    [k] oben
    [j] unten
    [u] rechts oben
    [n] rechts unten
    [y] links oben
   *[b] links unten
}
