# Der Tisch: Plätze, Züge, Verlauf, Gespräch, Angebote, Ergebnisse.

players = Spieler
you = du
program = Programm
score = Stand
to-move = am Zug
chooses = wählt
offline = nicht verbunden
path = { $path ->
    [lan] hier im Netz
    [direct] direkt
   *[other] über Relay
}
board = Brett
selection = Welcher Zug?

your-turn = Du bist am Zug.
your-moves = Deine Züge
moves = Züge
moves-of = { $name }: { $count } Züge
move-on-table = Wähle auf dem Tisch.
piece-letters = KDTLS
type-move = Zug eingeben
type-instead = Zug stattdessen eingeben
make-move = Spielen
sealed = Alle wählen zugleich. Deine Wahl bleibt versiegelt, bis alle gewählt haben.
sealed-sent = Du hast „{ $move }“ gewählt. Das bleibt versiegelt, bis alle gewählt haben.
least = min.
most = max.
which-kind = Von welcher Art
usual-amounts = Übliche Beträge
amount-bounds = Wähle eine Zahl von { $low } bis { $high }.
place-by-chance = Zufällig aufstellen
confirm-grave = Wirklich „{ $move }“?
confirm-fold = Du kannst umsonst schieben. Wirklich passen?
confirm-all = Wirklich alles setzen?
yes-do-it = Ja
no-wait = Nein, warte
seconds-others = noch { $seconds } s, bis die anderen weiterspielen
seconds-own = noch { $seconds } s für dich
progress-shuffle = Spieler, die gemischt haben
progress-verify = Geprüfte Züge

# Moves of one word, as buttons say them; what is typed stays English.
move-words = {""}
    .offer-draw = Remis anbieten
    .accept-draw = Remis annehmen
    .claim-draw = Remis reklamieren
    .resign = Aufgeben
    .lose-on-time = Zeit überschreiten
    .give-up = Aufgeben
    .restart = Von vorn
    .hit = Noch eine Karte
    .stand = Genug
    .draw = Ziehen
    .pass = Passen
    .clubs = Kreuz
    .diamonds = Karo
    .hearts = Herz
    .spades = Pik
    .none = Keine
    .add = Den anderen dazu
    .subtract = Mir ab
    .bet = Setzen
    .raise = Erhöhen
    .show = Zeigen
    .muck = Verdeckt ablegen
    .liar = Anzweifeln
    .hide = Verdecken
    .enough = Genug
    .roll = Würfeln
    .hold = Halten
    .rock = Stein
    .paper = Papier
    .scissors = Schere
    .nil = Null
    .raise-to = Erhöhen auf
    .half-pot = Halber Pot
    .pot = Pot
    .ones = Einsen
    .twos = Zweien
    .threes = Dreien
    .fours = Vieren
    .fives = Fünfen
    .sixes = Sechsen

history = Verlauf
trust = Vertrauen
history-and-chat = Verlauf und Gespräch
history-earlier = Frühere Zeilen zeigen
look-back = Einen Schritt zurück
look-forth = Einen Schritt weiter
looking-back = Wie es war: { $line }
back-to-now = Zurück zu jetzt
news = Was am Tisch geschieht
close = Schließen
say-to-all = Sag etwas zu allen
send = Senden
mute = Stummschalten
keep-player = { $name } behalten
player-kept = { $name } ist jetzt ein Kontakt
mute-name = Nicht zeigen, was { $name } sagt
four-colours = Jede Farbe in eigener Farbe
loading-table = Der Tisch wird gedeckt …

offers = Angebote
offer-draw = Remis anbieten
    .about = Das Spiel endet unentschieden, wenn alle zustimmen
offer-takeback = Zurücknehmen
    .about = Dein letzter Zug wird zurückgenommen, wenn alle zustimmen
offer-last-round = Letzte Runde
    .about = Das Spiel endet nach dieser Runde, wenn alle zustimmen
nudge = Anstupsen
    .about = Erinnere die, auf die gewartet wird
nudged = Sie wurden erinnert.
leave = Gehen
    .about = Das Spiel für immer verlassen; du kannst dadurch verlieren
stay = Bleiben
confirm-leave = Das Spiel für immer verlassen? { $price } Um später weiterzuspielen, schließe nur die Seite.
offered = { $who }: { $what }
words-draw = Remis wird angeboten.
words-takeback = { $count ->
    [1] der letzte Zug soll zurückgenommen werden.
   *[other] die letzten { $count } Züge sollen zurückgenommen werden.
}
words-last-round = diese Runde soll die letzte sein.
agree = Zustimmen
offer-waits = Die anderen müssen zustimmen.

plan = Plan
plan-waits = Für deinen Zug
plan-confirmed = Geschieht, wenn du dran bist
plan-help = Jeder Zug ist jetzt ein Schritt, und niemand sonst sieht ihn.
plan-steps = Schritte des Plans
plan-actions = Was mit dem Plan geschehen soll
plan-points = ({ $points } Punkte)
plan-ahead = Danach möglich, soweit man es jetzt weiß:
plan-ahead-type = { $count } Züge sind danach möglich, soweit man es jetzt weiß. Tippe einen.
plan-type = Was dann möglich ist, zeigt sich erst, wenn du dran bist. Tippe es wie dann; eine Karte mit ihrem Namen.
plan-step = Ein Zug für später
plan-add = Dazu
plan-begin = Züge planen
    .about = Züge als Schritte ausprobieren, die niemand sonst sieht; mit Bestätigen werden alle gemacht
plan-confirm = Bestätigen
    .about = Alle Schritte als Züge machen, jetzt oder wenn du dran bist
plan-undo = Zurück
plan-undo-all = Alles zurück
plan-redo = { $count ->
    [0] Wiederholen
   *[other] Wiederholen ({ $count })
}
plan-join = Die letzten zwei verbinden
    .about = Zurück und Wiederholen nehmen die letzten zwei Schritte als einen
plan-drop = Plan vergessen
    .about = Die Schritte vergessen; was gespielt ist, bleibt

hint = Tipp
hint-more = Mehr sagen
hint-level = Tipp { $level } von { $levels }
undos = Platz schaffen
undos-for = Platz für Feld oder Zug
undos-find = Was zurücknehmen?
undos-found = Was Platz für { $wanted } schafft
undos-make = Zurücknehmen
undos-more = Weitere

results = Wie es ausging
you-won = Du hast gewonnen!
they-won = { $count ->
    [1] { $who } hat gewonnen.
   *[other] { $who } haben zusammen gewonnen.
}
you-lost-least = Du hast am wenigsten verloren.
they-lost-least = { $count ->
    [1] { $who } hat am wenigsten verloren.
   *[other] { $who } haben am wenigsten verloren.
}
nobody-won = Unentschieden.
you-did-it = Geschafft!
game-over = Das Spiel ist vorbei.
game-stopped = Das Spiel wurde angehalten.
table-left = Der Tisch ist geschlossen.
verifying = Jede Unterschrift, jeder Beweis und jede Regel wird geprüft …
saved-as = Gespeichert als { $name }
play-again = Noch einmal
play-next-level = Nächstes Level: { $level }
play-again-with = Noch einmal mit { $seats }
another-game = Ein anderes Spiel
play-it = Das spielen
play-without =
    { $count ->
        [1] Ohne { $name } weiter
       *[other] Ohne sie weiter
    }
sit-out = Einmal aussetzen
sat-out = Du setzt das nächste Spiel aus und bist beim übernächsten wieder dabei.
buy-chips = Chips kaufen
chips-to-buy = Chips, die du für den nächsten Tisch kaufst
enough-played = Genug für jetzt
look-at-table = Tisch ansehen
results-open = Ergebnis
close-table = Tisch schließen
