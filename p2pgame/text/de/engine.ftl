# Glossar.  Wir sagen du.  Befehlswörter bleiben englisch, wie man sie tippt.
#   turn, move    Zug               round         Runde
#   seat          Platz             table         Tisch
#   card          Karte             face down     verdeckt
#   open, show    aufdecken, zeigen trick         Stich
#   shuffle       mischen           deal          geben
#   tick          Takt              order         Auftrag
#   plan          Plan              confirm       bestätigen
#   piece         Stein             block         Block
# Von Leuten ist die Rede mit ihrem Namen, sonst ohne Geschlecht: „alle“, „Platz 2“.

## What everything else is made of.

nothing = {""}
list-separator = {", "}
list = { $items }
plain = { $text }
seat-number = Platz { $seat }

## Why something cannot be.

not-to-move = { $player } ist jetzt nicht am Zug
takes-a-number = { $verb } braucht eine Zahl von { $low } bis { $high }
move-impossible = { $move } geht jetzt nicht, sondern nur: { $offers }
nobody-leaves-midway = bei { $game } kommt und geht mittendrin niemand
no-agreed-draw = { $game } kennt kein vereinbartes Remis
nothing-is-placed = bei { $game } wird nichts verdeckt ausgelegt
no-notation = { $game } hat keine Schreibweise für Stellungen
wrong-seats = { $game } ist für { $low } Personen, nicht für { $seats }
wrong-seats-range = { $game } ist für { $low } bis { $high } Personen, nicht für { $seats }
no-timer = für { $player } läuft keine Uhr
game-over = das Spiel ist aus
wrong-event = das antwortet nicht auf den laufenden Zug
no-rounds = { $game } hat keine Runden, nach denen Schluss sein könnte
last-round-already = diese Runde ist schon die letzte
orders-by-player = Aufträge stehen nach Plätzen geordnet, je einer
still-to-follow = in diesem Stand folgt noch etwas: { $what }

## Time steps.

tick-not-open = Takt { $tick } ist nicht unter den offenen, { $earliest } bis { $latest }
no-such-player = Platz { $seat } gibt es nicht
order-too-long = ein Auftrag hat 1 bis { $limit } Zeichen aus ASCII
second-order = { $player } hat für { $tick } schon einen Auftrag gegeben

## Going back.

undo-no-more = { $moves ->
    [0] nichts lässt sich zurücknehmen
    [one] nur ein Zug lässt sich zurücknehmen
   *[other] nur { $moves } Züge lassen sich zurücknehmen
}: { $why }
redo-no-more = { $player } hat { $moves ->
    [0] nichts
   *[other] nur { $moves }
} zurückgenommen, was sich wiederholen ließe
not-to-choose = { $player } ist jetzt nicht am Zug
nothing-before = davor ist nichts geschehen
request-already = es gibt schon eine Anfrage
gone-on-since = seit der Frage ist das Spiel weitergegangen
request-closed = diese Anfrage ist nicht mehr offen
not-asked = { $player } ist nicht gefragt oder hat schon geantwortet
no-way-back = zum Moment { $moment } führt kein Weg zurück
since-deck-shuffled = seitdem wurde gemischt
since-cards-reshuffled = seitdem wurden Karten neu gemischt
since-cards-dealt = seitdem wurden Karten gegeben
since-cards-opened = seitdem wurden Karten aufgedeckt
since-dice-rolled = seitdem wurde gewürfelt
since-something-placed = seitdem wurde etwas verdeckt ausgelegt
since-something-proved = seitdem wurde etwas über verdeckte Karten bewiesen
since-sealed-opened = seitdem wurden versiegelte Züge geöffnet
since-time-passed = seitdem ist für alle Zeit vergangen
since-somebody-came-or-went = seitdem ist jemand gekommen oder gegangen
since-last-round-agreed = seitdem ist vereinbart, dass diese Runde die letzte ist
since-moved = { $player } hat seitdem gezogen
since-out-of-time = die Zeit von { $player } ist seitdem abgelaufen

## Plans.

plan-partly-undone = ein Teil von deinem Plan fällt weg, ab { $move }: { $why }
plan-undone = dein ganzer Plan fällt weg, ab { $move }: { $why }
plan-undo-no-more = von deinem Plan lässt sich { $levels ->
    [0] nichts
   *[other] nur { $levels }
} zurücknehmen
plan-redo-no-more = von deinem Plan lässt sich { $levels ->
    [0] nichts
   *[other] nur { $levels }
} wiederholen
not-your-turn-yet = du bist noch nicht am Zug
no-longer-your-turn = du bist nicht mehr am Zug
nothing-planned = es ist nichts geplant
plan-too-long = ein Plan hat höchstens { $moves } Züge
plan-join-no-more = von deinem Plan lässt sich { $levels ->
    [0] nichts
   *[other] nur { $levels }
} zusammenfassen
plan-name-too-long = ein Name in einem Plan hat höchstens { $limit } Zeichen
gone-another-way = das Spiel ist seitdem anders weitergegangen
move-too-long = ein Zug hat 1 bis { $limit } Zeichen aus ASCII
plan-other-moves-next = als Nächstes zieht { $player }: bestätige erst
plan-next-several-choose = als Nächstes wählen mehrere zugleich: bestätige erst
plan-next-shuffle = als Nächstes wird gemischt: bestätige erst
plan-next-reshuffle = als Nächstes werden Karten neu gemischt: bestätige erst
plan-next-deal = als Nächstes werden Karten gegeben: bestätige erst
plan-next-open = als Nächstes wird Verdecktes aufgedeckt: bestätige erst
plan-next-roll = als Nächstes wird gewürfelt: bestätige erst
plan-next-place = als Nächstes wird etwas verdeckt ausgelegt: bestätige erst
plan-next-prove = als Nächstes wird etwas über verdeckte Karten bewiesen: bestätige erst
plan-next-tick = als Nächstes vergeht für alle Zeit: bestätige erst

## The kit for authors of games.

follows = { $name }
player-moves = { $player }{ $move ->
    [check] {" "}checkt
    [bet] {" "}setzt
    [call] {" "}callt
    [fold] {" "}foldet
    [raise] {" "}erhöht
    [roll] {" "}würfelt
    [hold] {" "}hört auf und behält die Punkte
    [hit] {" "}nimmt noch eine Karte
    [stand] {" "}nimmt keine Karte mehr
    [rock] : Stein
    [paper] : Papier
    [scissors] : Schere
    [liar] {" "}zweifelt das an
    [nil] {" "}sagt null Stiche an
    [hide] {" "}verdeckt beide Karten wieder
    [restart] {" "}fängt von vorn an
   *[other] : { $move }
}
no-move-of-this-game = { $move } ist kein Zug dieses Spiels
nobody-proposes = { $move } schlägt niemand vor, es folgt von selbst
nobody-proposes-yet = { $move } schlägt niemand vor, es folgt von selbst ({ $why })
wrong-phase = { $move } gehört in die Phase { $phases }, jetzt ist { $phase }
not-next-in-phase = { $move } ist in der Phase { $phase } noch nicht dran
turn-not-over = der Zug ist noch nicht zu Ende: { $why }
no-such-seat = Platz { $seat } gibt es nicht
out-for-good = { $player } ist endgültig aus diesem Spiel
is-already = { $player } ist schon { $status ->
    [in] dabei
    [out] ausgesetzt
    [gone] weg
    [empty] frei
   *[other] { $status }
}
empty-seat = auf Platz { $seat } sitzt niemand
join-between-rounds = einsteigen geht erst nach dieser Runde
only-leave-for-good = { $player } kann nur endgültig gehen, und nur einmal
too-few-players = am Tisch { $missing ->
    [1] fehlt noch eine Person
   *[other] fehlen noch { $missing } Personen
}
piece-gives-nothing = mit Stein { $piece } kannst du gerade nichts tun
piece-no-option = für Stein { $piece } hast du gerade keine Wahl { $option }
cards-not-face-down = diese Karten liegen nicht verdeckt
card-has-to-wait = { $card } muss warten, solange du { $held } hast
passes-cards = gib { $count } verschiedene Karten deines Blatts weiter, in einem Zug
passes-twice = eine Karte ist doppelt genannt: gib verschiedene weiter
passes-from-hand = gib nur Karten deines eigenen Blatts weiter
passes-ascending = nenne die Karten in aufsteigender Folge: { $move }
has-revoked = { $player } hat nicht bedient, obwohl es ging
takes-the-trick = { $player } macht den Stich
plays-card = { $player } spielt { $card }
proves-allowed = { $player } beweist, dass das erlaubt war
solves-it = { $player } hat es gelöst
gives-up = { $player } gibt auf
block-nothing-undone = bei { $block } ist nichts zurückgenommen
seat-you = du
seat-left = ist gegangen
tricks-bidding = Reizen
tricks-opening = vor dem ersten Stich
tricks-playing = Stiche
trick-taken = { $player } hat diesen Stich gemacht
duel-pot = Pot { $chips }
duel-did = { $move ->
    [check] checkt
    [bet] setzt
    [raise] erhöht
    [call] callt
   *[other] foldet
}
seat-to-move = am Zug
seat-won = gewonnen
seat-lost = verloren
seat-even = remis
puzzle-solved = gelöst
puzzle-given-up = aufgegeben
puzzle-filled = { $filled } von { $cells } Feldern voll
puzzle-redo = redo { $moves }
puzzle-restores = undo stellt { $items } wieder her
puzzle-nothing-to-undo = es wurde nichts getan, was sich zurücknehmen ließe
puzzle-nothing-to-redo = es wurde nichts zurückgenommen, was sich wiederholen ließe
puzzle-random-size = ein ausgeloster Level hat { $smallest } bis { $largest } Spalten und Zeilen, wie in random:7x7
puzzle-random-none = es fand sich kein Level von { $width } mal { $height } mit genau einer Lösung; versuch es noch einmal oder kleiner
puzzle-file-choose = darin sind { $count } Level, hier als Nummer, Name (Spalten×Zeilen, Buchstaben): { $levels }. Wähl eines: -o level=@DATEI:1, oder als erste Zeile „choose 1“
puzzle-file-none-such = es gibt kein Level { $wanted } unter den { $count }, hier als Nummer, Name (Spalten×Zeilen, Buchstaben): { $levels }
puzzle-hint-block = sieh dir Block { $block } an
puzzle-hint-move = der nächste Zug: { $move }
puzzle-hint-unsolvable = dieser Level hat keine Lösung
puzzle-hint-too-hard = kein Tipp: die Suche nach einer Lösung dieses Levels ist zu lang
puzzle-past = früher { $moves }
undos-do = { $undos }: { $follows }
undos-step = { $times ->
    [one] { $item } zurück
   *[other] { $item } { $times }-mal zurück
}
undos-free = { $cells } wird frei
undos-take = { $cells } ist wieder bedeckt
undos-leave = { $cells ->
    [one] 1 Feld bleibt bedeckt
   *[other] { $cells } Felder bleiben bedeckt
}
undos-not-needed = dafür muss nichts zurückgenommen werden
undos-never-free = { $cell } wird durch nichts frei
may-not-lead-yet = { $card } darf nicht anspielen, bevor eine Karte der Farbe gefallen ist, außer du hast nichts anderes: du hast { $held }
follow-suit = bediene: { $suit ->
    [c] Kreuz
    [d] Karo
    [h] Herz
   *[s] Pik
} ist angespielt, und du hast { $held }
not-your-card = { $card } ist nicht in deinem Blatt

## Tables in sentences, to be read aloud.

and-last = { $most } und { $last }
number-range = { $low } bis { $high }
grid-size = das Gitter hat die Spalten a bis { $column } und die Zeilen 1 bis { $row }
grid-walls = Mauern: { $cells }
grid-free = freie Felder: { $cells }
grid-full = kein Feld ist frei
puzzle-table-redo = { $item }: redo wiederholt { $moves }
puzzle-table-restores = { $item }: undo stellt { $items } wieder her
puzzle-table-past = { $item }: früher { $moves }
puzzle-bridges = Brücken: { $cells }
puzzle-points = { $letter }1 beginnt auf { $one }, { $letter }2 auf { $other }
puzzle-line = Linie { $line } geht { $cells }
puzzle-joined = { $letter } ist verbunden
puzzle-lies = Block { $block } liegt auf { $cells }
puzzle-on-pad = Block { $block } ist auf der Ablage; seine Form, als läge er in der Ecke, ist { $cells }
puzzle-folded = Block { $block } ist nicht aufgeklappt und liegt auf { $cells }
puzzle-unfolded = Block { $block } beginnt auf { $cells } und ist aufgeklappt über { $more }
puzzle-pad = Ablage
scene-no-pieces = { $sign }, { $player }: noch nirgends
scene-pieces = { $sign }, { $player }: { $cells }
scene-free = frei: { $cells }
scene-signs = { $sign }: { $cells }
scene-stack = { $label }: { $count }
scene-spread = { $label }: { $cards }
scene-counted = { $name }: { $count }
scene-chips = { $chips ->
    [one] { $chips } Chip
   *[other] { $chips } Chips
}
scene-bet = Einsatz { $chips }
scene-line = { $before }{ $player }{ $after }
board-shape = { $shape ->
    [king] König
    [queen] { $count ->
        [one] Dame
       *[other] Damen
    }
    [rook] { $count ->
        [one] Turm
       *[other] Türme
    }
    [bishop] Läufer
    [knight] Springer
    [pawn] { $count ->
        [one] Bauer
       *[other] Bauern
    }
    [man] { $count ->
        [one] Stein
       *[other] Steine
    }
   *[crowned] { $count ->
        [one] Dame
       *[other] Damen
    }
}
board-men = { $men } auf { $cells }
board-counted = { $count } { $men }
board-side = { $side }, { $player }: { $pieces }
board-side-empty = { $side }, { $player }: keine Figur mehr
board-taken = { $player } hat { $pieces } geschlagen
hand-of-you = du hast { $cards }
has-played = { $player } hat { $card } gespielt
has-shown = { $player } hat { $cards } gezeigt
on-the-board = auf dem Board: { $cards }
player-has-left = { $player } ist gegangen
duel-done = { $player } { $move ->
    [check] checkt
    [bet] setzt
    [raise] erhöht
    [call] callt
   *[other] foldet
}
