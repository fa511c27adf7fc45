# Die eigenen Wörter der Seite.  Was ein Spiel sagt, kommt vom Hub.

## Überall
home = Spielen
places = Orte
tables = Tische
contacts = Kontakte
    .about = Leute, mit denen du gespielt und die du behalten hast. p2pgame erkennt sie an ihrem Schlüssel: wer nur ihren Namen annimmt, fällt auf.
settings = Einstellungen
appearance = Aussehen und Sprache
skip = Zum Inhalt springen
back = Zurück
cancel = Abbrechen
keep = Speichern
kept = Gespeichert.
yes = Ja
no = Nein
loading = Einen Moment …
connecting = Verbinde …
something-wrong = Etwas ging schief. Lade die Seite neu und versuche es noch einmal.
copied = Kopiert.
not-copied = Der Browser hat das Kopieren nicht erlaubt. Markiere den Text und kopiere ihn.
table = Tisch
open-tables = Offene Tische
badge-asks = fragt dich
badge-turn = du bist dran
badge-waiting = wartet
badge-playing = läuft
badge-over = vorbei
badge-ended = beendet

## Der Hub
hub-lost = p2pgame antwortet nicht. Deine Spiele warten; neuer Versuch …
hub-back = p2pgame ist wieder da.
hub-is-gone = p2pgame antwortet gerade nicht. Versuche es wieder, wenn es zurück ist.
hub-refused = p2pgame wurde neu gestartet, oder dieser Browser wurde nicht von ihm geöffnet.
hub-refused-title = Diese Seite ist nicht verbunden
hub-refused-help = Starte p2pgame noch einmal, oder rufe „p2pgame web“ auf: das öffnet die Seite in deinem Browser.

## Der erste Ort
play-now = Jetzt gegen Programme spielen
play-now-short = Jetzt spielen
play-alone = Jetzt spielen
play-with-friends = Mit Freunden spielen
join-a-table = An einen Tisch setzen
choose-more = Plätze, Optionen und Gegner wählen
all-games = Alle Spiele
seats-fixed = { $count ->
    [one] 1 Spieler
   *[other] { $count } Spieler
}
seats-range = { $low }–{ $high } Spieler
your-name = Dein Name
who-are-you = Wie heißt du?
go-ahead = Weiter
name-needed = Gib einen Namen ein, den deine Freunde kennen.
name-kept = Du heißt jetzt { $name }.
look-at-game = Ein Spiel noch einmal ansehen
    .about = Öffne die Datei eines fertigen Spiels: es läuft wie ein Film ab und wird beim Laden geprüft.
open-transcript = Spieldatei öffnen
own-games = Deine Spiele
choose-file = Datei auswählen
the-file = Die Datei
drop-file = Lege die Datei eines Spiels hier ab, oder irgendwo auf der Seite.
    .help = Sie bleibt auf diesem Gerät. Hat ein langes Spiel mehrere Dateien, wähle alle auf einmal.
go-on = Weiter, wo du aufgehört hast

## Ein Spiel anfangen
play-against = Wer spielt
programs = Programme
friends = Freunde
seats = Plätze
how-many = Wie viele spielen
fewer-players = Weniger Spieler
more-players = Mehr Spieler
players-count = { $count ->
    [one] 1 Spieler
   *[other] { $count } Spieler
}
you-named = { $name } (du)
seat-number = Platz { $number }
a-friend = Jemand, den du einlädst
usual-program = Das übliche Programm
program-choice = { $name } – { $strength }
strength-easy = leicht
strength-middling = mittel
strength-strong = stark
strength-perfect = perfekt
options = Optionen
another-value = Ein anderes …
other-value = Welches
rules = Regeln
rules-of = Die Regeln: { $game }
rules-version = Version { $version }
rules-whole = Alle Regeln, Optionen und Züge
play-it-now = Spielen
moves-typed = Züge, wie sie getippt werden
open-table = Tisch öffnen und Freunde einladen
how-friends-come = Wie Freunde kommen
    .about = Du bekommst eine Einladung zum Verschicken. Es geht auch anders:
by-network = Den Tisch in diesem Netz zeigen
    .help = Wer im selben WLAN ist, findet ihn ohne Link. Du lässt alle einzeln herein.
by-words = Wörter zum Vorsagen machen
    .help = Ein paar Wörter am Telefon führen an den Tisch. Das braucht ein Relay.
invite = Einladen
invited = { $name } sieht die Einladung, sobald p2pgame dort läuft.
no-relay = Noch ist kein Relay eingetragen:
invite-contacts = Kontakte einladen
more-choices = Weitere Einstellungen
spectators = Andere dürfen zuschauen
    .help = Du bekommst einen zweiten Link. Wer ihn hat, sieht, was alle sehen, und niemandes Hand.
hide-address = Meine Netzadresse verbergen
    .help = Alles läuft über Relays. Das ist etwas langsamer.
patience = Wie lange der Tisch auf jemanden wartet, der weg ist
    .help = Danach dürfen die anderen allein weiterspielen.
patience-choice = { $seconds ->
    [0] so lange es dauert
    [60] 1 Minute
    [86400] 1 Tag
   *[other] { $minutes } Minuten
}
bank = Wie lange jemand im ganzen Spiel überlegen darf
    .help = Danach bleibt für jede Entscheidung ein Zehntel der Zeit darüber. Wo niemand ohne die anderen weiterspielen kann, ist keine Zeit begrenzt.
bank-choice = { $seconds ->
    [0] so lange es dauert
   *[other] { $minutes } Minuten
}
clock = Eine Uhr für alle
    .help = Für alle Entscheidungen des Spiels. Dazu brauchen alle mindestens diese Ausgabe.
clock-choice = { $seconds ->
    [0] keine
   *[other] { $minutes } Minuten{ $increment ->
        [0] {""}
       *[other] , und { $increment } s mehr für jede Entscheidung
    }{ $delay ->
        [0] {""}
       *[other] , von jeder Entscheidung sind die ersten { $delay } s frei
    }
}
programs-bank = Was Programme von selbst sagen
    .help = Wie lange jedes Programm im ganzen Spiel für all das brauchen darf. So spielt niemand langsam durch ein Programm, das sich immer Zeit lässt.
programs-bank-choice = { $seconds ->
    [usual] das Doppelte der Zeit darüber
    [60] 1 Minute
    [600] 10 Minuten
   *[0] so lange es dauert
}
absence = Wenn jemand nicht zurückkommt
    .help = Was dann aus dem Spiel wird.
absence-usual = wie in diesem Spiel üblich
absence-wait = der Tisch wartet weiter
absence-default = der übliche Zug wird für sie oder ihn gemacht
absence-forfeit = sie oder er verliert das Spiel
absence-finish = die anderen spielen allein zu Ende
deck = Wie gemischt wird

## An einen Tisch setzen
invite-or-words = Einladung oder Wörter, die du bekommen hast
invite-example = P2PGAME:… oder die Wörter
invite-needed = Füge zuerst die Einladung ein, oder tippe die Wörter.
join = Hinsetzen
scan = Code abscannen
    .about = Halte den viereckigen Code, den dein Freund zeigt, vor die Kamera.
no-camera = Die Kamera geht hier nicht. Lass dir stattdessen den Link schicken.
this-network = Tische in diesem Netz
    .about = Sucht Tische von Leuten im selben WLAN oder am selben Kabel.
look-around = Tische suchen
invitations = Einladungen deiner Kontakte
    .about = Vielleicht hat dich ein Kontakt an einen Tisch eingeladen.
look-for-invitations = Nach Einladungen sehen
no-invitations = Im Moment hat dich niemand eingeladen.
good-until = gilt bis { $when }
watch = Zuschauen
watch-a-table = Einem Tisch zuschauen
watch-link = Link zum Zuschauen
    .help = Du siehst, was alle sehen, und niemandes Hand.

## Der Warteraum
waiting-room = Warteraum
opening = Der Tisch wird geöffnet …
invite-friends = Lade deine Freunde ein
    .about = Schick ihnen diese Zeile. Anklicken lässt sie sich nicht: sie öffnen p2pgame bei sich, wählen „An einen Tisch setzen“ und fügen sie dort ein.
copy-invite = Einladung kopieren
the-invite = Die Einladung
share = Teilen …
qr-code = QR-Code der Einladung
scan-this = Oder sie scannen das mit „Code abscannen“.
say-words = Oder sag diese Wörter
    .about = Sie gelten zehn Minuten. Wer damit kommt, den lässt du herein.
copy-words = Wörter kopieren
watchers = Für alle, die nur zuschauen
    .about = Wer diesen Link hat, sieht, was alle sehen, und niemandes Hand.
copy-watch = Link zum Zuschauen kopieren
compare = Vergleicht diese Bilder
    .about = Sieht { $host } dieselben drei? Dann lässt { $host } dich herein. Wenn nicht, antwortet jemand anderes unter diesem Namen: sag es.
who-is-here = Wer da ist
no-such-game = Diese Seite hat kein Spiel namens { $name }.
thats-you = das bist du
is-here = ist da
is-program = ein Programm, nach eigenem Wort
seat-reserved = Noch nicht da; der Platz bleibt frei
go-without =
    { $count ->
        [1] Ohne { $name } weiter
       *[other] Ohne sie weiter
    }
begin-with = { $count ->
    [1] Allein beginnen
   *[other] Mit { $count } Personen beginnen
}
remove = Wegschicken
remove-guest = { $name } keinen Platz geben
remove-guest-sure = { $name } an diesem Tisch keinen Platz geben? { $name } erfährt es, und der Platz ist wieder frei.
your-contact = dein Kontakt { $name }
comes-soon = setzt sich gleich …
free-seat = Dieser Platz ist frei
waiting-for-friends = Das Spiel beginnt, sobald alle Plätze besetzt sind.
terms = Abgemacht für diesen Tisch
guest-comes = Auf dem Weg zum Tisch
    .about = Er wird gesucht, und um Einlass gebeten.
guest-waits = Du bist am Tisch
    .about = Wer den Tisch geöffnet hat, sagt, wer mitspielt; das Spiel beginnt, sobald alle Plätze besetzt sind.
guest-is-asked = Noch kein Ja
    .about = Noch ist hier niemand hereingelassen. Du spielst mit, sobald du hereingelassen bist.
guest-is-in = Du bist hereingelassen
    .about = Das Spiel beginnt, sobald alle Plätze besetzt sind.
leave-table = Gehen
end-table = Tisch schließen
end-table-sure = Diesen Tisch schließen? Wer schon da ist, muss gehen.
table-failed = Das hat nicht geklappt
table-closed = Der Tisch ist geschlossen
to-lobby = Zurück zu den Spielen

## Meine Tische
my-tables = Meine Tische
    .about = Alle Tische, an denen du einen Platz hast. Angehaltene Spiele gehen weiter, auch noch Tage später.
no-tables = Du hast noch an keinem Tisch einen Platz.
start-a-game = Ein Spiel anfangen
table-unknown = Ein Tisch
with-whom = mit { $names }
resume = Weiterspielen
to-table = Zum Tisch
look-again = Noch einmal ansehen
check-game = Prüfen
save-as = Als { $format } speichern
forget = Löschen
forget-table-sure = Deinen Platz an diesem Tisch ({ $game }) löschen? Danach kannst du dort nicht weiterspielen.
state-waiting = wartet auf Spieler
state-playing = läuft gerade
state-stopped = angehalten
state-left = verlassen
state-over = vorbei
state-moved = auf einem anderen Gerät

## Kontakte
no-contacts = Du hast noch niemanden behalten. Nach einem Spiel mit Freunden geht das hier.
keep-last = Alle vom letzten Tisch behalten
played-tables = { $count ->
    [one] 1 Tisch zusammen
   *[other] { $count } Tische zusammen
}
contact-forked = { $name } hat an einem früheren Tisch betrogen: der Beweis ist aufgehoben.
rename = Anders nennen
call-them = Name
key = Schlüssel
forget-contact-sure = Den Kontakt { $name } löschen?

## Einstellungen
this-page = Diese Seite
theme = Farben
theme-auto = Automatisch
theme-light = Hell
theme-dark = Dunkel
language = Sprache
sound = Ein Ton, wenn ich dran bin
    .help = Leise, und nur für dich.
quick-pace = Schnelles Tempo
    .help = Was andere tun, ist kürzer zu sehen.
less-motion = Weniger Bewegung
    .help = Karten und Figuren wechseln ihren Platz sofort.
plain-tables = Schlichte Tische
    .help = Listen, Wörter und Knöpfe statt der Zeichnung eines Spiels.
relays = Relays
    .about = Ein Relay verbindet Freunde, deren Router sie nicht durchlassen. Was es weiterreicht, ist verschlüsselt: es kann nichts davon lesen. Ohne Relay spielt ihr in einem Netz, oder wo Freunde deine Adresse erreichen.
relay-token = Token dieser Relays
    .help = Nur wenn ein Relay allein einlässt, wer eines hat. Es wird behalten, und deine Gäste bekommen es mit der Einladung.
relay-token-wrong = Ein Token hat 32 Ziffern und Buchstaben von a bis f. Füge es ganz ein.
relays-list = Adressen, eine je Zeile
    .help = Zum Beispiel wss://relay.example.org

## Fragen
questions = Fragen
seconds-to-answer = { $seconds } Sekunden für die Antwort
ask-play-with = Darf { $name } mitspielen?
    .about = ist mit deinem Link gekommen.
    .impostor = Vorsicht: der Name sieht aus wie der von jemandem, den du kennst, aber der Schlüssel ist ein anderer.
let-play = Ja, setz dich
turn-away = Nein
ask-let-in = { $name } hereinlassen?
    .pictures = Sieht { $name } diese drei Bilder? Frag nach, am Telefon oder mit einem Blick hinüber. Sag erst dann ja.
    .words = kennt die Wörter, die du gesagt hast.
let-in = Ja, hereinlassen
ask-play-again = Noch einmal spielen?
again-with = { $seats ->
    [one] Ja
   *[other] Ja, zu { $seats }
}
enough = Nein, danke
ask-choose-table = Welcher Tisch?
table-seen = { $host }: { $game } ({ $taken } von { $seats } da)
none-of-them = Keiner davon
ask-dial-nearby = Mit diesem Ort verbinden?
    .here = Die Einladung führt nur auf dieses Gerät selbst. Das stimmt, wenn der Gastgeber auch darauf spielt.
    .cable = Die Einladung führt nur zu einem Gerät am selben Kabel. Das stimmt, wenn der Gastgeber neben dir sitzt.
dial = Verbinden
do-not-dial = Nicht verbinden
