# Glossar: wie in client.ftl.  Was das Terminal zu den Sätzen des Clients dazusagt.

## The table at the terminal.

## Languages, and what several commands say.

from-to = { $low } bis { $high }
for-example = { $which } Zum Beispiel: { $command }
no-text-in = { $path } lässt sich nicht als Text lesen.
confirm = { $question } [j/N]
confirm-how = j oder n?
typed-yes = j ja
typed-words = sag = say; blatt = hand; tisch = table; dran = turn; stand = score; abend = evening; zuletzt = last; verlauf = history; regeln = rules; weiter = next; tipp mehr = hint more; tipp = hint; remis = draw; zurücknehmen = takeback; rückgängig = undo; wiederholen = redo; gruppe = group; ausführen = confirm; verwerfen = drop; letzte runde = last round; anstupsen = nudge; aufgeben = resign; aussetzen = sit out; einkaufen = buy in; gehen = leave; ende = quit; hilfe = help; ohne = without; anfangen = begin; entferne = remove
typed-no = n nein
typed-moves = lüge = liar; lügner = liar; zweifle = liar; zweifel = liar; anzweifeln = liar; aufdecken = liar; würfeln = roll; würfle = roll; halten = hold; aufhören = hold; halten = stand; bleiben = stand; karte = hit; ziehen = draw; ziehe = draw; schieben = check; checken = check; mitgehen = call; gehe mit = call; erhöhe auf = raise; erhöhe = raise; erhöhen = raise; setze = bet; setzen = bet; passen = fold; passe = fold; aussteigen = fold; stein = rock; schere = scissors; papier = paper; kreuz = clubs; karo = diamonds; herz = hearts; pik = spades; null = nil; schieße auf = …; schuss auf = …; umdrehen = …; biete = …; ziehe = …; call = liar

## Games and rules (p2pgame games, rules, perft, playthrough, phh).

games-game = Spiel
games-players = Leute
games-minutes = Minuten
games-what = was es ist
games-about = etwa { $minutes }
rules-of = { $game }, Version { $version }, für { $seats } { $most ->
    [1] Person
   *[other] Personen
}
rules-hash = Regeln { $hash }
debug-begins = Ein Probetisch: du siehst alles und ziehst für jeden Platz. Startwert { $seed }. Was du noch sagen kannst, sagt help.
debug-player = Spieler { $number }
debug-help = Ein Zug; random: ein zufälliger; play: zufällig bis zum Ende; undo, undo 3: Züge zurück; state: als JSON; faces: was auf jedem Platz liegt, auch verdeckt; quit.
debug-no-faces = Auf keinem Platz liegt etwas.
debug-back = { $count ->
    [0] Es gibt keinen Zug zurückzunehmen.
    [1] Ein Zug ist zurückgenommen.
   *[other] { $count } Züge sind zurückgenommen.
}
debug-fault = Die Regeln sind falsch: { $what }. undo nimmt den letzten Zug zurück.
debug-written = Was gespielt wurde, steht in { $path }; es beweist nichts.
debug-or-else = --debug ist ein eigener Tisch: ohne --from, --bots, --seat und --web.
debug-only-seed = --seed gehört zu --debug.
rules-fingerprint = Fingerabdruck { $fingerprint }
rules-option = Option { $option }
rules-moves = Züge:
rules-limits = Wenn du diese Regeln aufnimmst, laufen sie in einem eigenen Prozess: ohne Dateien, Netz und andere Programme, mit 512 MB Speicher und 5 Sekunden für jede Antwort.
rules-add = Aufnehmen?
rules-added = { $game } ist jetzt da, für Tische von Freunden und eigene: p2pgame play { $name }
rules-version = Version { $version }
game-name-taken = Ein Spiel von p2pgame heißt { $name }: wähle einen anderen Namen.
newgame-written = Was als Nächstes zu ändern ist, steht in { $path }.
rules-same = Drei Programme haben dieselben Spiele von { $game } gespielt und sind sich in allen { $lines } Ereignissen, Zuständen und Zügen einig.
rules-none = Du hast keine Regeln aufgenommen.
rules-removed = { $count ->
    [0] Du hast keine Regeln von { $game } aufgenommen.
   *[other] Die Regeln von { $game } sind vergessen.
}
perft-refused = { $game } lässt sich nicht { $turns } Züge weit auszählen
playthrough-refused = { $game } lässt sich nicht zufällig spielen
hands-differ = { $different } von { $hands } Händen weichen ab.
written-no-text = das ist weder ein Protokoll noch ein Text
written-no-game = in diesem Text ist keine Partie { $title }
written-game = { $path }, Partie { $number }
written-hand = { $path }, Hand { $hand }
written-ends = { $moves ->
    [one] 1 Zug
   *[other] { $moves } Züge
}, { $result }
games-refused = { $refused } von { $games } Partien lassen sich nach unseren Regeln nicht spielen.
no-such-pgn-game = Partie { $number } gibt es darin nicht, nur { $games } Partien; ohne --game stehen alle da.
no-such-hand = Hand { $hand } gibt es darin nicht, nur { $hands } Hände; ohne --game stehen ihre Nummern da.

## Asking for a table (p2pgame host, play, join).

option-form = eine Option ist NAME=WERT, nicht { $text }
seat-form = ein Platz ist N=NAME, wie 2=Random, nicht { $text }
usual-or-folder = Entweder --usual oder der Ordner.
newgame-name = ein Name besteht aus a bis z, 0 bis 9, - und _, nicht aus { $text }.
play-what = Nenne ein Spiel (p2pgame games zählt sie auf) oder eine Stellung: --from DATEI:ZUG.
as-without-position = --as gehört zu --from, das die Stellung nennt.
position-says-all = Mit --from sagt die Datei Spiel, Plätze und Optionen: Deinen Platz nennt --as, Programme nennt --seat.
relays-or-none = --no-relay, oder die Relays, aber nicht beides.
invite-missing = Es fehlt die Einladung (INVITE). Das ist die Zeile, die mit P2PGAME: beginnt und die das Programm des Hosts zeigt; - liest sie von der Standardeingabe.
invite-not-on-input = Auf der Standardeingabe steht keine Einladung.

## Your tables, and seats on other devices.

role-host = Host
role-guest = Gast
forget-table = Vergessen?
forget-moved = Er ist auf ein anderes Gerät gezogen. Hole den Platz nie wieder mit der Datei von damals hierher: nur ein Gerät darf ihn spielen.
forget-open = Dann kannst du dort nicht weiterspielen, und die anderen warten vielleicht auf dich.
forget-over = Das Spiel ist aus, und sein Protokoll liegt, wo du es hingelegt hast.
table-forgotten = Der Tisch ist vergessen.
rest-not-ours = Was nicht von p2pgame ist, liegt in { $path }.
undo-no-file = --undo braucht keine Datei.
move-into-which = in welche Datei? Zum Beispiel: move-seat seat.p2pseat
seat-is-in = Der Platz ist in { $path } und lässt sich hier nicht mehr spielen.
take-seat-there = Auf dem anderen Gerät: p2pgame take-seat { $file }
seat-here = Der Platz ist jetzt hier. Um weiterzuspielen: p2pgame resume
seat-file-used = { $path } wird nicht mehr gebraucht; lösche die Datei.
take-back = Zurückholen?
seat-here-again = Der Platz ist wieder hier. Um weiterzuspielen: p2pgame resume
passphrase = Passphrase
passphrase-again = Noch einmal
passphrase-from-file = ohne Terminal: --passphrase-file -
passphrase-empty = die Passphrase ist leer.

## Contacts and invitations.

contact-renamed = { $old } heißt jetzt { $new }.
contact-forgotten = { $name } ist vergessen.
contact-tables = { $tables ->
    [1] 1 Tisch
   *[other] { $tables } Tische
}
contact-last = zuletzt { $date }
contact-key = Schlüssel { $key }
contact-forked = hat von einem Spiel zwei Geschichten erzählt: { $evidence } beweist es
contact-kept = { $name } ist gemerkt. Um wieder zusammen zu spielen: p2pgame host SPIEL --invite { $argument }
contact-nobody-kept = An diesem Tisch saß sonst kein Mensch.
tables-none = Du hast noch keine Tische. Um einen zu eröffnen: p2pgame
contacts-none = Du hast noch keine Kontakte; nach einem Tisch werden sie gemerkt.
invitation-left = { $name } ist eingeladen und sieht es mit: p2pgame invitations
invitation-back = { $name } ist nicht mehr eingeladen.
invitations-none = Niemand hat dich eingeladen.

## Settings.

relay-at = Dieses Relay ist unter { $url } zu erreichen.
relay-to-set = Wer hier andere treffen will, stellt es einmal ein:
relay-here-too = Auf diesem Rechner auch unter { $url }.
relays-or-none-set = --none, oder die Relays, aber nicht beides.
settings-relay = Relay  { $url }
settings-no-relay = Relay  keines: p2pgame settings relay wss://… stellt eines ein
settings-by-variable = {"       "}(durch { $name }, was vor dem gilt, was hier eingestellt ist)

## Transcripts, receipts and evidence.

checking-signatures = Unterschriften werden geprüft
turns-checked = { $turns } Züge geprüft
now-verifying = prüfen
names-are-words = Fest stehen nur die Schlüssel. Ein Name ist ein bloßes Wort, für das kein Schlüssel bürgt:
player-by-key = Schlüssel { $key }, nennt sich { $name }{ $program ->
    [0] {""}
   *[other] {" "}(ein Programm, nach eigenem Wort)
}
outlined-rules = Geurteilt ist nach den Regeln von { $game } in einer Datei, { $fingerprint }, und nicht nach denen von p2pgame.
outlined = Alle { $entries } Einträge sind unterschrieben; ob sie den Regeln folgen, lässt sich hier nicht sagen.
unfinished = Nicht zu Ende: { $why }.
known-here = Auf diesem Gerät:
result = Ergebnis: { $result }.
end-signed = Alle haben das Ende unterschrieben.
column-file = Datei
column-game = Spiel
column-players = am Tisch
column-result = Ergebnis
left-out = bleibt weg: { $why }
not-verified = nicht bestätigt: { $why }
files-verified = { $files ->
    [1] 1 Datei
   *[other] { $files } Dateien
}: { $good } bestätigt, jede Unterschrift, jeder Beweis und jede Regel geprüft; { $bad } nicht.
receipt-write-one = --write braucht ein Protokoll und keine andere Datei.
shows-nothing = Das zeigt nichts: { $why }.
shown-cheating = Bewiesen: wer den Schlüssel { $key } hat und sich { $name } nennt, hat geschummelt. An jenem Tisch ist der Schlüssel { $author }; wer ihn hat, { $did } ({ $fault }): { $done }. Das folgt aus { $entries ->
    [1] dem unterschriebenen Eintrag
   *[other] den { $entries } Einträgen
} in dieser Datei, jede Unterschrift und jeder Beweis geprüft.
did-fork = hat an einer Stelle zweierlei gesagt
did-payload = hat Sinnloses unterschrieben
did-seen = hat genannt, was niemand nennen darf
did-allowance = hat mehr gesagt, als ein Protokoll fasst
did-encoding = hat eine Nachricht geschickt, die keine ist
did-proof = hat einen Beweis gegeben, der nichts beweist
did-opening = hat anderes geöffnet, als versiegelt war
did-rules = hat die Regeln gebrochen
did-end = hat ein Ende unterschrieben, das das Spiel nicht hatte
did-checkpoint = hat einen Stand unterschrieben, den das Spiel nicht hatte

## Programs that play (p2pgame arena, train).

arena-which-game = Welches Spiel?  p2pgame games zählt sie auf.
arena-job-alone = --job enthält die ganze Aufgabe: beschreibe keine zweite.
arena-no-job = in { $path } steht keine Aufgabe: { $why }.
arena-killed = Ein Prozess, der gespielt hat, wurde abgebrochen; { $goes_on }.
arena-stopped = Angehalten nach { $played } von { $games } Spielen; { $goes_on }.
arena-goes-on = derselbe Befehl macht ab { $path } weiter
arena-would-go-on = mit --out FILE macht derselbe Befehl dort weiter
arena-job = { $game }: { $games } Spiele mit { $deals } Blättern, { $seats } Plätze, Seed { $seed }
arena-points = Punkte gegen die anderen, in %:
arena-big-blinds = Große Blinds in hundert Händen (bb/100):
arena-elo = Elo: { $zero } zählt als 0, und nur, wer ein Spiel gewann, nicht wie hoch. ± ist die Hälfte eines 95-%-Intervalls.
arena-split = Manche haben anderen gar nichts abgenommen, also ist kein Abstand der wahrscheinlichste: für jedes Paar zählt ein Remis mehr.
column-games = Spiele
column-won = gewonnen
column-drawn = remis
column-lost = verloren
column-lead = Vorsprung
column-lead-chips = Chips im Schnitt
column-elo = Elo
training-size = { $game }: { $nodes } Knoten, { $sets } Informationsmengen
training-goes-on = Angreifbarkeit
training-exploitable = Angreifbarkeit { $chips }
training-value = Wert { $value }
training-plays = So spielt sie: { $command }
cli-seconds-left = { $seconds } s
cli-reading = Der Verlauf: Bild auf und Bild ab blättern, Enter geht weiter zum Tisch.
cli-press-a-key = Weiter mit einer Taste.
cli-your-turn = Du bist dran
cli-leaving = Du gibst deinen Platz auf: die anderen erfahren es jetzt.
cli-not-asked = Du bist gerade nicht gefragt; ? sagt, was du tippen kannst.
cli-not-ahead = '{ $typed }' ist kein Zug, der nach dem, was jetzt bekannt ist, als dein nächster in Frage kommt. plan zeigt, welche es tun; ? sagt, was du sonst tippen kannst.
cli-looking-on = Du schaust hier zu und kannst tippen: { $words }
cli-left-out = Danach weggelassen: { $steps }
moves-so-far = Züge bisher: { $count }.
moves-in-all = Züge insgesamt: { $count }.
cli-say-it = Um es den anderen zu sagen: { $line }
cli-typed-early = Was du getippt hast, kam vor dieser Frage und ist darum keine Antwort darauf.
cli-plan-empty = Plan: jeder Zug ist jetzt ein Schritt; confirm macht sie alle, drop vergisst sie
cli-plan = Plan: { $steps }
cli-plan-waits = Für deinen Zug geplant: { $steps }
cli-plan-waits-empty = Plan für deinen Zug: jeder Zug ist ein Schritt; confirm macht sie, wenn du dran bist
cli-plan-confirmed = Geschieht, wenn du dran bist: { $steps } (undo nimmt das zurück)
cli-plan-none = kein Schritt
cli-plan-redos = { $steps } (redo: { $count } mehr)
cli-plan-stops = { $plan } – { $why }
cli-plan-step = { $number }. { $what }
cli-plan-ahead = Danach möglich, soweit man es jetzt weiß: { $moves }
cli-plan-type = Was dann möglich ist, zeigt sich erst, wenn du dran bist. Tippe es wie dann; eine Karte mit ihrem Namen.
cli-plan-does = { $what }: { $does }
cli-plan-points = { $what } ({ $points } Punkte)
cli-this-turn = In diesem Zug hast du getan: { $moves } ({ $undos } davon mit undo zurückzunehmen)
cli-hint = Tipp { $level } von { $levels }: { $hint } (tipp mehr sagt mehr)
cli-hint-last = Tipp { $level } von { $levels }: { $hint }
cli-undos = Was Platz für { $wanted } schafft:
cli-undos-one = { $number }. { $what }
cli-undos-make = undo way N macht eines davon
cli-undos-more = undo way N macht eines davon, undo more zählt weitere auf
aloud-range = von { $low } bis { $high }
aloud-card = { $suit ->
    [c] Kreuz
    [d] Karo
    [h] Herz
   *[s] Pik
} { $rank ->
    [A] Ass
    [K] König
    [Q] Dame
    [J] Bube
    [T] 10
   *[other] { $rank }
}
cli-your-move = Dein Zug: { $moves }
cli-left = noch { $seconds } s
cli-not-shown = ({ $events } Ereignisse wurden nicht gezeigt.)
lines-not-written = ({ $lines ->
    [one] 1 Zeile wurde
   *[other] { $lines } Zeilen wurden
} nicht geschrieben: niemand hat sie gelesen.)
cli-turns-checked = { $turns } Züge geprüft
cli-transcript = Das Protokoll ist in { $path }.
cli-happened-last = Was zuletzt geschah: { $last }
cli-invite = Lade mit dieser Zeile ein; wer sie hat, kann an den Tisch:
cli-invite-again = Die Einladung noch einmal, für alle, die sie brauchen:
cli-invite-reserved = Die anderen kommen von selbst; für alle, die noch kommen sollen:
cli-invite-watch = Wer diese hat, kann zuschauen, aber nicht mitspielen:
cli-code-too-large = Dieses Fenster ist zu klein für den QR-Code der Einladung; mit einem Relay ist er kleiner.
cli-or-words = Oder sag diese Wörter; sie gelten zehn Minuten:
cli-compare = { $host } muss dasselbe sehen wie du: { $seen }.
cli-arrived = { $name } ist da.
cli-contact-arrived = { $name } ist da: bei dir { $contact }.
on-turn-text = Du bist dran bei { $game }.
on-turn-failed = Der on-turn-Befehl { $command } endete mit Status { $status }: p2pgame settings on-turn
on-turn-slow = Der on-turn-Befehl { $command } brauchte länger als { $seconds } s und wurde beendet: p2pgame settings on-turn
on-turn-not-run = Der on-turn-Befehl { $command } lässt sich nicht starten ({ $why }): p2pgame settings on-turn
table-line = { $number }. { $table }: { $what }
table-with = { $table } mit { $players }
table-waits-for-you = er wartet auf dich
table-as-known = { $what } (soweit hier bekannt: kein Relay und niemand vom Tisch war zu erreichen)
table-is-over = das Spiel ist aus
table-not-begun = ein Tisch, der noch nicht begonnen hat
goes-on-by-itself = geht von selbst weiter
no-table-waits = Kein Tisch wartet auf dich.
no-open-tables = Du hast keinen Tisch, an dem es weitergeht.
table-leads-on = Du hast Tisch { $number } verlassen ({ $game }). Um zum nächsten Tisch des Abends zurückzukommen: p2pgame resume { $number }
looking-for-turns = Alle { $seconds } s wird nachgesehen, welche Tische auf dich warten; Strg-C beendet.
menu =
    1  Mit Programmen spielen
    2  Mit Leuten spielen
    3  Weiterspielen, wo du warst
menu-which = Was? (p2pgame --help zählt alles auf)
menu-one-of-three = Tippe 1, 2 oder 3.
menu-invite = Die Einladung, die du bekommen hast (keine: eröffne selbst einen Tisch)
menu-players = Wie viele Personen, { $low } bis { $high }?
menu-game = Welches Spiel?
amount-missing = { $what }: wie viel? Von { $low } bis { $high }.
amount-or = { $asked } Oder sag { $names }.
takes-no-number = { $move } braucht keine Zahl.
move-refused-close = Das geht jetzt nicht: '{ $typed }'. { $count ->
    [1] Ähnlich ist { $moves }
   *[other] Ähnlich sind { $moves }
} (? zeigt alles).
a-program = Programm
aside-help = Jederzeit:
aside-say = mit allen am Tisch reden
aside-hand = was nur du siehst
aside-table = der Tisch, wie er jetzt ist
aside-turn = wer am Zug ist, was du tun kannst und darin schon getan hast
aside-score = was jeder Platz bisher hat
aside-evening = was der Abend bisher ergibt, und wer wem zahlt
aside-last = was zuletzt geschah
aside-history = was bisher geschah, die letzten N Zeilen
aside-rules = die Regeln in Worten
aside-hint = was ein starkes Programm tun würde
aside-hint-levels = worauf du als Nächstes sehen kannst; dann, was da zu tun ist; und der Zug selbst: tipp 1, 2, 3
aside-draw = Remis anbieten, oder zustimmen
aside-takeback = den letzten Zug zurücknehmen, oder N Züge, oder zustimmen
aside-undo = den letzten Schritt des Plans oder deinen letzten Zug zurücknehmen; N davon, oder alle (all)
aside-undo-for = aufzählen, was zurückgenommen Platz für WHAT schafft, etwa ein Feld oder einen Zug; danach: undo more, undo way N
aside-redo = wiederholen, was du zurückgenommen hast
aside-plan = einen Plan beginnen, dessen Züge niemand sonst sieht, oder ihn zeigen; MOVE ist sein nächster Schritt, auch nach einem Zug, der wartet
aside-group = die letzten N Schritte des Plans zu einem machen; ein Name kann folgen
aside-confirm = den Plan ausführen: jetzt, oder wenn du dran bist
aside-drop = den Plan vergessen
aside-last-round = dass diese Runde die letzte sei, oder zustimmen
aside-nudge = alle erinnern, auf die das Spiel wartet
aside-resign = das Spiel aufgeben: es ist aus, und du hast verloren
waiting-help =
    Solange noch niemand spielt, kannst du tippen
      remove NAME  als Gastgeber: diesem Gast keinen Platz geben
      without      als Gastgeber: nicht länger auf die warten, deren Plätze frei gehalten werden
      begin        als Gastgeber: mit denen spielen, die da sind, wenn das Spiel für so wenige ist
      leave        den Platz aufgeben; als Gastgeber: den Tisch schließen
      quit         dieses Programm beenden; p2pgame resume kommt zurück
looking-on-help =
    Solange noch kein Spiel läuft, kannst du tippen
      quit  nicht mehr zuschauen
nobody-to-remove = Es gibt keinen Gast { $name }, dem du den Platz nehmen könntest.
aside-sit-out = das nächste Spiel auslassen und zum übernächsten wiederkommen
aside-buy-in = den nächsten Tisch mit so vielen Chips mehr beginnen
aside-leave = endgültig gehen: du kannst nicht zurückkommen
aside-quit-looking-on = nicht mehr zuschauen; derselbe Befehl schaut wieder zu
aside-quit = dieses Programm beenden; p2pgame resume spielt weiter
aside-help-line = diese Liste; ? sagt dasselbe
recap-nothing-yet = Noch ist nichts geschehen.
recap-no-hand = Du hast nichts, was nur du siehst.
recap-hand = Du hast: { $cards }
recap-no-score = Dieses Spiel zählt nichts vor seinem Ende.
recap-phase = Phase: { $phase }.
recap-role = { $player } ist { $role }
recap-roles = Plätze: { $roles }.
recap-score = Stand: { $scores }
recap-has = { $player } { $points }
recap-earlier = ({ $count } frühere Zeilen: history { $all } zeigt alle)
advice-moves = Züge gerade jetzt, ganz oder mit ihrem Anfang getippt:
advice-about = Was sie tun:
advice-all-in = all-in: die höchste Erhöhung, sonst ein Call
game-needs-extra = { $game } braucht mehr, als hier installiert ist:

## Listen, der Name und das Blättern in einer Mitschrift.

table-state = { $state ->
    [waiting] wartet
    [playing] läuft
    [stopped] angehalten
    [left] verlassen
    [over] zu Ende
   *[moved] auf anderem Gerät
}
invitation = { $game ->
    [unknown] { $friend } lädt dich ein, bis { $until }:
   *[other] { $friend } lädt dich zu { $game } ein, bis { $until }:
}
what-name = Wie sollen dich die anderen nennen?
step-keys = Eingabe: weiter, b: zurück, f: Anfang, l: Ende, g: zu einem Schritt, q: Schluss
step-number = Schritt { $number }:
step-which = Welcher Schritt
step-first = Das ist der erste Schritt.
step-last = Das ist der letzte Schritt.

## Was jemand außer einem Zug gefragt wird.

ask-invitation = { $game ->
    [unknown] { $friend } lädt dich zu einem Spiel ein. Mitspielen?
   *[other] { $friend } lädt dich zu einer Partie { $game } ein. Mitspielen?
}
ask-keep = { $name } merken?
ask-keep-name = Wie nennst du { $name }? (Die Eingabetaste allein merkt niemanden.)
ask-play-with = { $name } kommt mit deinem Link. Mit { $name } spielen?
ask-play-with-other = { $name } kommt mit deinem Link. Der Name sieht aus wie der eines Kontakts oder von jemandem an diesem Tisch, und der Schlüssel ist ein anderer. Mit { $name } spielen?
ask-play-with-forker = { $name } kommt mit deinem Link und hat den Schlüssel von jemandem, der von einem früheren Spiel zwei Geschichten erzählt hat. Trotzdem mit { $name } spielen?
ask-let-in = { $name } kennt die Wörter. Hereinlassen?
ask-let-in-here = { $name } ist in diesem Netz und muss { $seen } sehen. Hereinlassen?
ask-dial-here = Diese Einladung führt nur auf diesen Rechner: { $places }. Läuft das Programm des Hosts auf diesem Rechner?
ask-dial-link-local = Diese Einladung führt zu { $places }, ans andere Ende eines Kabels oder in ein Netz ohne Router. Ist der Rechner des Hosts dort?
ask-again = Noch einmal? [j/N] (oder der Name eines anderen Spiels)
ask-again-or-next = Noch einmal? [j/N] ({ $word }: Level { $level })
ask-again-or-with = Noch einmal? [j/N] (j { $seats }: mit { $seats ->
    [one] 1 Person
   *[other] { $seats } Personen
}; oder der Name eines anderen Spiels)
ask-which = An welchen? [1-{ $count }]
table-here = { $game } bei { $host }, { $taken } von { $seats } sind da
yes-or-no = j/N
yes-or-no-usual-yes = J/n
type-yes-or-no = Tippe j oder n.
type-yes-no-or-game = Tippe j, n oder den Namen eines Spiels, mit der Zahl der Plätze, wenn es andere sind.
gives-up-not = Das Spiel geht weiter.
sure-leave = Für immer gehen? { $players ->
    [1] Dann ist das Spiel aus.
   *[other] Du kannst nicht zurückkommen und verlierst vielleicht dadurch.
} Tippe noch einmal { $word }, oder aber deinen Zug.
sure-leave-for = Für immer gehen? Du kannst nicht zurückkommen. { $price } Tippe noch einmal { $word }, oder aber deinen Zug.
sure-give-up-for = { $way ->
    [resign] Aufgeben?
    [lose-on-time] Sagen, dass deine Zeit um ist?
   *[give-up] Aufgeben?
} { $price } Tippe noch einmal { $word }, oder aber deinen Zug.
sure-resign = Aufgeben? { $players ->
    [1] Dann ist das Spiel aus.
    [2] Dann ist das Spiel aus, und du hast verloren.
   *[other] Du kannst nicht zurückkommen und verlierst vielleicht dadurch.
} Tippe noch einmal { $word }, oder aber deinen Zug.
hints-among-programs = Tipps gibt es nur, wo sonst kein Mensch mitspielt.
no-hint = Kein Programm kennt dieses Spiel gut genug für einen Tipp.
hint-late = Der Zug war gemacht, bevor es einen Tipp gab.
suggests = { $adviser } schlägt vor: { $move }

## Was möglich ist, und was stattdessen getippt wurde.

unless-waited = die anderen warten { $seconds } s auf dich
unless-tick = alle { $seconds } s ein Schritt
unless-alone = nach { $seconds } s von selbst
unless-move = { $move } nach { $seconds } s von selbst
move-unclear = Nicht eindeutig: „{ $typed }“. Meinst du { $moves }?
move-refused = Jetzt nicht möglich: „{ $typed }“. Du kannst: { $moves }.
moves-and-more = { $moves } und { $count } weitere (? zeigt alle)
moves-and-others = { $moves } und { $count } weitere
moves-in-part = { $moves } (? zeigt alle)
title-programs = { $count ->
    [1] Programm: { $names }
   *[other] Programme: { $names }
}
moves-like = eins von { $count } wie { $move } oder { $other }
moves-or = { $moves } oder { $last }
moves-or-others = { $moves } oder ein anderer von { $count } (? zeigt alle)
moves-with = { $moves }, jeweils mit einer Zahl { $numbers }
which-one = Welche: { $which }?
no-card = „{ $name }“ ist keine Karte.
card-not-in-hand = { $card } hast du nicht auf der Hand.
card-twice = { $card } ist zweimal genannt: Nenne { $count } Karten.
cards-count = { $count } Karten sind nötig, nicht { $named }: wie in „{ $example }“.

## Wie jemand erreicht wird.

path-lan = LAN
path-direct = direkt
path-relayed = über ein Relay
path-nostr = über nostr

## Was diese Maschine verweigert.

standard-output = Standardausgabe
output-refused = Was ausgegeben wird, lässt sich nicht schreiben: { $why }.
output-closed = Die Standardausgabe ist geschlossen, es lässt sich nichts ausgeben. Lass sie offen, oder leite sie in eine Datei.

## Wenn jemand das Programm vorher beendet.

stopped = Vorher beendet. Derselbe Befehl fängt neu an.
stopped-before-table = Du bist gegangen, bevor es einen Tisch gab. Derselbe Befehl fängt neu an.
verifying-stopped = Nach { $done } von { $files } Dateien beendet. Derselbe Befehl fängt neu an.
not-done = Nichts hat sich geändert.

## Die Seite im Browser.

page-written = In { $path } geschrieben: Öffne die Datei in einem Browser, oder schicke sie einem Freund.
web-open = Die Seite ist offen, solange dieses Programm läuft. Zeigt kein Browser sie, öffne dort diese Datei: { $path }
web-no-program = Damit ein Programm spielt, braucht niemand eine Seite: lass --web weg, oder --bot, --agent und --seat 1.
serve-open = Programme sprechen mit diesem unter { $url }, { $programs ->
    [0] aber noch hat keines ein Token: p2pgame token NAME
    [one] und 1 hat ein Token.
   *[other] und { $programs } haben ein Token.
}
evening-of = { $tables ->
    [1] Ein Tisch: { $files }
   *[other] Ein Abend mit { $tables } Tischen, in dieser Reihenfolge: { $files }
}
evening-starts-late = Er setzt einen Tisch fort, dessen Datei nicht dabei ist.
evening-breaks = Die Kette reißt: { $file } setzt den Tisch davor nicht fort, denn { $why }.
evidence-written = Der Beweis steht in { $path }. p2pgame evidence prüft ihn.
evening-begins = Das ist der erste Tisch des Abends.

## Die Liste der Programme, die spielen.

bots-level = { $level ->
    [easy] leicht
    [middling] mittel
    [strong] stark
   *[perfect] perfekt
}
bots-play-all = { $count ->
    [0] jedes Spiel
   *[other] alle außer { $others }
}
