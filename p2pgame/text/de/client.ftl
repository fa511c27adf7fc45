# Glossar.  Wir sagen du; von anderen ist mit Namen die Rede, sonst mit „jemand“,
# „wer …“, „alle“, „die anderen“, damit kein Geschlecht geraten wird.
#   table         Tisch             seat          Platz
#   host          Host              guest         Gast
#   player        Mitspielende, oder der Name       spectator  wer zuschaut
#   invite        Einladung         watch link    Link zum Zuschauen
#   words         Wörter (der Einladung)          QR code    QR-Code
#   line          Verbindung        relay         Relay, das
#   deck          Kartenstapel      audit         nachprüfen
#   transcript    Protokoll         receipt       Quittung
#   evidence      Beweis            to sign       unterschreiben
#   draw          Remis             takeback      Zug zurücknehmen
#   program, opponent               Programm      release    Ausgabe
#   contact       Kontakt           device        Gerät
#   transcript's trace, JSON, policy und anderes der Fachwelt bleiben, wie sie sind.

sentences = { $first } { $second }
random = random
overtaken = Die anderen hatten schon ohne jemanden weitergespielt, der zu spät kam; was wirklich geschah, folgt noch einmal.

## How a game begins and ends.

opening = { $players } { $count ->
    [one] spielt
   *[other] spielen
} { $game }.
deck-title = { $deck ->
    [proved] Klassisch, sofort geprüft
    [commutative] Klassisch, am Ende geprüft
   *[masked] Sofort geprüft (das Übliche)
}
deck-promise = { $deck ->
    [proved] Jeder Schritt wird bewiesen und sofort geprüft, und was niemand gezeigt hat, bleibt verdeckt. Ohne jemanden geht es nicht weiter.
    [commutative] Am schnellsten, und verspricht weniger: wer Karten zinkt oder heimlich ansieht, fliegt erst auf, wenn das Spiel aus ist, und dann liegen alle Karten offen, auch die abgelegten. Ohne jemanden geht es nicht weiter.
   *[masked] Jedes Mischen wird bewiesen und sofort geprüft, und was niemand gezeigt hat, bleibt verdeckt. Ist jemand weg, können die anderen weiterspielen.
}
deck-help = Wie Karten verdeckt werden. masked: { $masked } proved: { $proved } commutative: { $commutative } Manche Spiele gehen nur mit masked.
terms-audited-deck = Der Kartenstapel wird nach dem Spiel nachgeprüft: wer schummelt, fliegt dann auf, und alle Karten liegen offen, auch die abgelegten. Wer vorher geht, hat verloren und wird nicht nachgeprüft.
terms-watched = Wer den Link zum Zuschauen hat, sieht, was alle sehen, und liest mit, was ihr sagt.
terms-silent-wait = Wenn jemand { $seconds } s lang schweigt, wird gewartet.
terms-silent-default = Für alle, die { $seconds } s lang schweigen, wird ein Zug gemacht.
terms-silent-forfeit = Wer { $seconds } s lang schweigt, hat verloren, und das Spiel ist aus.
terms-silent-finish = Wer { $seconds } s lang schweigt, ist weg, und die anderen spielen weiter.
trust = { $vanish ->
    [one] Verschwindet 1 Spieler
   *[other] Verschwinden bis zu { $vanish } Spieler
}, geht das Spiel weiter. Karten bleiben verdeckt, außer { $readers } Spieler verschwören sich, oder { $forkers ->
    [one] 1 Spieler, der das Netz zwischen den anderen beherrscht, hält sie auseinander
   *[other] { $forkers } Spieler, die das Netz zwischen den anderen beherrschen, halten sie gemeinsam auseinander
}.
trust-no-cards = { $vanish ->
    [one] Verschwindet 1 Spieler
   *[other] Verschwinden bis zu { $vanish } Spieler
}, geht das Spiel weiter.
trust-nobody = Verschwindet ein Spieler, { $end ->
    [over] ist das Spiel aus
   *[waits] wartet das Spiel
}{ $readers ->
    [0] .
   *[other] . Karten bleiben verdeckt, außer { $readers } Spieler verschwören sich.
}
terms-bank = Für alle Entscheidungen zusammen habt ihr je { $seconds } s.
terms-clock = Jede Uhr hat { $seconds } s{ $increment ->
    [0] {""}
   *[other] , und { $increment } s mehr für jede Entscheidung
}{ $delay ->
    [0] {""}
   *[other] ; sie läuft jedes Mal erst nach { $delay } s los
}.
terms-move-clock = Für jede Entscheidung habt ihr { $days ->
    [0] { $seconds } s
    [one] 1 Tag
   *[other] { $days } Tage
}.
terms-programs = Für alles, was ein Programm von selbst sagt, hat es { $seconds } s; { $grace } s von jedem Wort sind frei.
turn-of-you = du bist am Zug
turn-of-all = alle können einen Auftrag geben; ein Schritt alle { $seconds } s
turn-of-nobody = gerade ist niemand am Zug: die Programme arbeiten
turn-of = am Zug { $count ->
    [one] ist
   *[other] sind
} { $players }
game-ended = Das Spiel ist aus: { $result }.
forfeited-by = Verloren durch Weggehen: { $players }.
gone-before-end = Nicht bis zum Ende geblieben: { $players }.
unaudited = Nicht nachgeprüft, weil vor der Prüfung mit dem Schlüssel gegangen: { $players }.
all-even = niemand gewinnt oder verliert
game-over-alone = Das Spiel ist aus.
payoff = { $player } { SIGNED($points) }

## What happens.

takes-back = { $player } nimmt den letzten Zug zurück
all-agree-draw = alle sind mit einem Remis einverstanden
all-agree-takeback = alle sind einverstanden, { $moves ->
    [1] den letzten Zug
   *[other] die letzten { $moves } Züge
} zurückzunehmen
all-agree-last-round = alle sind einverstanden, dass dies die letzte Runde ist
is-now = { $player } { $status ->
    [in] ist jetzt dabei
    [out] setzt jetzt aus
    [gone] ist jetzt weg
   *[other] ist jetzt { $status }
}
has-gone = { $player } ist gegangen
gone-others-go-on = { $player } ist gegangen; die anderen spielen weiter
leaves-soon = { $player } geht für immer. Sobald das Spiel auf { $player } wartet, { $players ->
    [2] ist es zu Ende.
   *[other] spielen die anderen ohne { $player } weiter.
}
price-alone = Dann ist das Spiel aus.
price-drawn = Dann ist das Spiel remis.
price-won = Dann hast du gewonnen.
price-lost = Dann verlierst du das Spiel.
price-chips = Dann hat dich dieses Spiel { $lost ->
    [1] 1 Chip
   *[other] { $lost } Chips
} gekostet.
price-points = Dann hat dich dieses Spiel { $lost ->
    [1] 1 Punkt
   *[other] { $lost } Punkte
} gekostet.
price-unknown = Du kannst dadurch verlieren.
gone-ask = Frag { $players } auf anderem Weg, etwa am Telefon. Geht es dort ohne dich weiter, hält euch jemand getrennt und liest vielleicht Karten: Hört dann auf.
gone-and-over = { $player } ist gegangen, und { $game } geht nicht mit einem leeren Platz
cards-shuffled = { $cards } Karten gemischt { $players ->
    [1] von einer Person
   *[other] von { $players } Personen
}, jeder Beweis geprüft
cards-shuffled-unproved = { $cards } Karten gemischt { $players ->
    [1] von einer Person
   *[other] von { $players } Personen
}; nachgeprüft wird, wenn das Spiel aus ist
cards-shuffled-again = { $cards } Karten neu gemischt, jeder Beweis geprüft
cards-dealt = { $cards ->
    [1] eine Karte
   *[other] { $cards } Karten
} gegeben
opened = aufgedeckt: { $cards }
shows-cards = { $player } zeigt { $cards }
has-placed = { $player } hat verdeckt ausgelegt
has-proved = { $player } hat es bewiesen
rolled-in-secret = es wird verdeckt gewürfelt
rolled = { $sides ->
    [6] gewürfelt: { $pips }
   *[other] gewürfelt: { $pips } (von 1 bis { $sides })
}
your-cards = Dein Blatt: { $cards }
your-new-cards = { $count ->
    [one] Deine neue Karte: { $cards }
   *[other] Deine neuen Karten: { $cards }
}
your-dice = Deine Würfel: { $pips }

## What goes on.

waiting-for = warten auf { $players }
waiting-for-signature = warten auf die Unterschrift unter das Ende von { $players }
now-shuffling = { $cards } Karten werden gemischt
now-dealing = es wird gegeben
now-opening = Karten werden aufgedeckt
now-rolling = es wird gewürfelt
now-checking = eine Aussage von { $player } wird geprüft
now-taking-orders = Aufträge werden angenommen

## Beside the moves.

chat = { $player }: { $text }
says-too-much = { $player } sagt sehr viel; { $lines ->
    [1] 1 Zeile bleibt
   *[other] { $lines } Zeilen bleiben
} weg.
nudge = { $player } wartet und erinnert dich.
nudge-sent = Die Erinnerung ist unterwegs.
moved-for-you = Du hast zu lange geschwiegen: für dich wird { $move } gemacht.
moved-for-them = { $player } schweigt: dafür wird { $move } gemacht.
offer-counts = { $offer }; das gilt, wenn alle vor dem nächsten Zug zustimmen.
offer-seen = { $offer }.
offer-answer = { $offer }; tippe { $proposal }, um zuzustimmen.
    .page = { $offer }.
offers-draw = { $player } bietet Remis an
offers-last-round = { $player } möchte, dass dies die letzte Runde ist
offers-takeback = { $player } möchte { $what }
agrees-draw = { $player } ist mit einem Remis einverstanden.
agrees-last-round = { $player } ist einverstanden, dass dies die letzte Runde ist.
agrees-takeback = { $player } ist einverstanden: { $what }.
lapsed-draw = nicht alle sind mit einem Remis einverstanden
lapsed-last-round = nicht alle sind einverstanden, dass dies die letzte Runde ist
lapsed-takeback = nicht alle sind einverstanden, { $moves ->
    [1] den letzten Zug
   *[other] { $moves } Züge
} zurückzunehmen
proposal-takeback = { $moves ->
    [1] den letzten Zug zurücknehmen
   *[other] { $moves } Züge zurücknehmen
}

## What can't be done, and what to do.

because = { $what }: { $why }
reason = { $text }
seat-moved = Dieser Platz ist auf ein anderes Gerät gezogen, und nur eines darf ihn spielen. Wenn er dort nie ankam: p2pgame move-seat --undo.
    .page = Dieser Platz zog auf ein anderes Gerät um, und nur eines darf ihn spielen.
seat-in-use = Dort spielt schon ein Programm von dir.
seed-damaged = { $path } ist beschädigt: dort standen { $size } Bytes.
home-unknown = Nichts sagt, wo dein Ordner ist, denn HOME ist nicht gesetzt. P2PGAME_HOME nennt einen.
home-of-another = Dein Ordner { $path } gehört einem anderen Benutzer dieses Rechners (Nummer { $user }), der deine Plätze nehmen könnte. P2PGAME_HOME nennt einen anderen.
home-writable = Andere Benutzer dieses Rechners können in deinen Ordner { $path } schreiben und so deine Plätze nehmen. Nimm ihnen das, etwa mit "chmod go-w"; oder P2PGAME_HOME nennt einen anderen.
home-unusable = Dein Ordner lässt sich nicht benutzen: { $path }: { $why }. P2PGAME_HOME nennt einen anderen.
transcript-is-folder = --transcript braucht eine Datei, und { $path } ist ein Ordner.
transcript-no-folder = den Ordner { $path } für das Protokoll gibt es nicht.
transcript-not-here = Hier lässt sich das Protokoll nicht schreiben; --transcript nennt einen anderen Ort.
    .page = Das Protokoll lässt sich nicht in den Ordner für Protokolle schreiben.
transcript-not-there = in { $path } lässt sich das Protokoll nicht schreiben.
game-not-known = { $game }, Version { $version }, ist hier nicht bekannt: spiele mit der Ausgabe weiter, mit der dieser Tisch eröffnet wurde, oder mit seiner Datei: --rules DATEI
    .page = { $game }, Version { $version }, ist hier nicht bekannt: spiele mit der Ausgabe weiter, mit der dieser Tisch eröffnet wurde.
game-options-changed = { $game } hat inzwischen andere Optionen.
ticket-damaged = { $path } ist beschädigt. Ein Gast spielt weiter mit p2pgame join und der Einladung.
    .page = { $path } ist beschädigt. Ein Gast spielt mit der Einladung weiter.
settings-too-many-relays = { $where }: höchstens { $most } Relays werden benutzt.
settings-wrong = { $where }: { $why }
settings-damaged = { $path } ist beschädigt. Nimm die Datei weg und stelle alles neu ein.
no-invite-no-contact = „{ $text }“ ist keine Einladung, die mit P2PGAME: beginnt, und niemand mit diesem Namen ist unter deinen Kontakten.
no-contact = Einen Kontakt '{ $name }' gibt es nicht: p2pgame contacts
    .page = Es gibt keinen Kontakt „{ $name }“.
several-contacts = { $count } Kontakte heißen '{ $name }'; nenne die Nummer von einem.
contacts-damaged = { $path } ist beschädigt. Nimm die Datei weg; wer als Nächstes mit dir spielt, wird wieder gemerkt.
too-many-contacts = Es gibt schon { $count } Kontakte: vergiss einen.
needs-nostr = ein Relay von Nostr braucht pip install 'p2pgame[nostr]'.
listen-takes = --listen braucht HOST:PORT, nicht '{ $text }'
question-closed = Diese Frage ist nicht mehr gestellt.
no-answer = { $number } ist keine Antwort auf diese Frage.
no-game-here = Gerade läuft kein Spiel, in dem das ginge.
program-failed = Das Programm von { $name } ist gescheitert: { $why }

## What goes on at a table, beside the game.

line-lost = Die Verbindung ist weg; neuer Versuch.
line-back = Die Verbindung ist wieder da.
relay-lost = Das Relay ist weg; es wird wieder gesucht.
relay-back = Das Relay ist wieder da.
guests-line-lost = Ein Gast hat die Verbindung verloren und kommt vielleicht wieder.
relay-lacks-a-part = Dem Relay fehlt ein Teil dieses Tisches, denn es behält nur so viel. Zuschauen geht, sobald ein Programm vom Tisch das Fehlende wieder hinbringt; Strg-C beendet.
    .page = Dem Relay fehlt ein Teil dieses Tisches, denn es hebt nicht alles auf. Zusehen kann man, sobald das Programm eines Spielers ihn wieder hinbringt.
relay-has-nothing = Das Relay hat nichts von diesem Tisch: er ist noch nicht offen oder lange vorbei. Wir warten weiter; Strg-C beendet.
    .page = Das Relay hat nichts von diesem Tisch: Er ist noch nicht offen, oder er ist lange vorbei. Es wird weiter gewartet.
recalling = Frage an { $players }, was dieser Platz zuletzt gesagt hat
waiting-for-named = warten auf { $players }
waiting-for-missing = warten auf { $players } ({ $here } von { $seats } da); without öffnet den Tisch mit weniger Plätzen
    .page = warten auf { $players } ({ $here } von { $seats } da)
waiting-not-let-in = warten, bis { $host } dich hereinlässt ({ $here } von { $seats } da)
waiting-let-in = { $host } hat dich hereingelassen; warten auf Mitspielende ({ $here } von { $seats } da)
waiting-some-let-in = warten auf Mitspielende ({ $here } von { $seats } da); { $host } hat { $given } von { $guests } Gästen einen Platz gegeben
waiting-can-begin = warten auf Mitspielende ({ $here } von { $seats } da); begin öffnet den Tisch mit denen, die da sind
    .page = warten auf Mitspielende ({ $here } von { $seats } da)
waiting-for-players = warten auf Mitspielende ({ $here } von { $seats } da)
waiting-for-others = warten auf die anderen
waiting-for-end = warten, bis auch die anderen das Ende haben
host-may-play-again = warten, ob { $host } noch einmal spielt; aussetzen setzt ein Spiel aus, Strg-C beendet
    .page = warten, ob { $host } noch einmal spielt
waiting-for-host = warten, ob der Host noch einmal spielt; Strg-C beendet
    .page = warten, ob der Host noch einmal spielt
waiting-for-yes = warten auf das Ja von { $host }
dialling = Verbindung wird aufgebaut
looking-at-relay = der Host wird am Relay gesucht
looking-around = Tische in diesem Netz werden gesucht
relay-unreached = Das Relay { $relay } hilft noch nicht: { $why } Wir versuchen es immer wieder.
no-answer-there = Dort antwortet nichts.
relay-refuses = Das Relay { $relay } hat die Verbindung beendet: { $why } Neuer Versuch.
relay-keeps-nothing = Das Relay { $relay } ist voll: es reicht weiter, was gesagt wird, und behält nichts. Wer später kommt, erfährt den Rest von den anderen am Tisch.
relay-refusal = { $number ->
    [1] Es nimmt vorerst nichts mehr von uns.
    [2] Für so lange Nachrichten hat es keinen Platz: wer es betreibt, kann ihm mehr geben.
    [3] Es ist voll: wer es betreibt, muss Platz schaffen, oder nimm ein anderes Relay.
    [4] Hier lässt es uns nicht schreiben: hol die Einladung neu vom Host.
    [5] Es hat unsere Arbeit nicht angenommen.
    [6] Es versteht nicht, was dieses Programm sagt: vielleicht braucht es eine andere Ausgabe.
    [7] Es hat zu viel zu tun.
    [8] Es hört gleich auf oder startet neu.
    [9] Es lässt niemanden an so vielen Tischen zugleich sein.
    [10] Es hat keinen Platz für mehr Tische, die man durch Wörter findet: versuch es später, oder schicke die Zeile der Einladung.
    [11] Unter dieser Nummer wartet niemand: frag den Host nach neuen Wörtern.
    [12] Die Zeit dieser Wörter ist um: öffne die Wörter des Tisches neu.
    [13] Es lässt nur ein, wer seine Marke hat. Ein Gast braucht eine neue Einladung vom Host; ein Host braucht --relay-token-file mit der Datei von dort.
    [14] Es spricht eine andere Version des Protokolls: dieses Programm oder das Relay braucht eine andere Ausgabe von p2pgame.
    [15] Von dieser Adresse kam zu viel Falsches: warte eine Minute.
    [16] Es lässt von dieser Adresse keine weiteren Verbindungen zu. Spielen viele hinter ihr, wie in einem Verein, dann bitte den Betreiber des Relays um --limit club oder --trust; bis dahin nimm ein anderes Relay.
   *[other] Es lehnt ab, was wir wollen, mit der Nummer { $number }; eine spätere Ausgabe von p2pgame kennt sie vielleicht.
}
    .page = { $number ->
        [13] Es lässt nur ein, wer seine Marke hat. Ein Gast braucht eine neue Einladung vom Host; ein Host nennt die Datei mit der Marke, wenn er p2pgame am Terminal startet.
        [16] Es lässt von dieser Adresse keine weiteren Verbindungen zu. Spielen viele hinter ihr, wie in einem Verein, dann kann der Betreiber mehr zulassen; bis dahin nimm ein anderes Relay.
       *[other] { relay-refusal }
    }
token-file-damaged = In { $path } steht keine Marke eines Relays: das ist eine Zeile mit { $digits } Hexadezimalziffern. Hol die Datei neu, woher sie kam.
token-file-open = { $path } können andere lesen. Tippe chmod 600 { $path }
token-file-unusable = Die Datei { $path } mit der Marke lässt sich nicht benutzen: { $why }.
relay-says = Das Relay { $relay } sagt: „{ $text }“
connected-directly = Direkt verbunden mit { $players }.
seat-in-doubt = Dieser Platz stammt aus einer Kopie, oder seine Datei war beschädigt. Bevor etwas unterschrieben wird, müssen alle sagen, was du zuletzt gesagt hast: { $players }.
seat-elsewhere = Diesen Platz spielt ein anderes Programm, auf diesem Gerät oder einem anderen. Nur eines darf ihn spielen: beende eins von beiden.
other-program-tries = Ein anderes Programm wollte diesen Platz auch spielen; ihm wurde gesagt, dass das nicht geht.
back-without-seat = Du hast deinen Platz in diesem Spiel aufgegeben: du machst darin keine Züge mehr und siehst den Tisch, wie er war.
back-at-table = Du bist wieder am Tisch. { $opening }
no-transcript = Es gibt kein Protokoll: { $why }.
not-writable = { $path } lässt sich nicht schreiben: { $why }.
end-unsigned = Das Ende ist nicht unterschrieben von { $players }; was unterschrieben ist, steht in { $path }.
cheated-in-parts = { $what }. Das Spiel kann nicht weitergehen; was bis dahin unterschrieben ist, steht in { $transcript } und dessen anderen Teilen. Wer geschummelt hat, können alle prüfen: p2pgame verify { $transcript }
    .page = { $what }. Das Spiel kann nicht weitergehen; was bis dahin unterschrieben ist, steht in { $transcript } und dessen anderen Teilen. Wer geschummelt hat, können alle dort prüfen.
cheated = { $what }. Das Spiel kann nicht weitergehen; was bis dahin unterschrieben ist, steht in { $transcript }. Wer geschummelt hat, können alle prüfen: p2pgame evidence { $evidence }
    .page = { $what }. Das Spiel kann nicht weitergehen; was bis hierher unterschrieben ist, steht in { $transcript }. Wer betrog, kann jeder mit der Datei { $evidence } prüfen.
late-fork = { $own ->
    [0] { $name } hat an einer Stelle dieses Spiels zwei verschiedene Einträge unterschrieben: eine Geschichte für die einen, eine andere für die anderen.
   *[other] Dein eigener Platz hat an einer Stelle dieses Spiels zwei verschiedene Einträge unterschrieben: zwei Programme haben ihn gespielt, oder er kam aus einer Kopie zurück.
} Das Ergebnis, das alle unterschrieben haben, gilt. Alle können es prüfen: p2pgame evidence { $evidence }
    .page = { $own ->
        [0] { $name } hat an einer Stelle dieses Spiels zwei verschiedene Einträge unterschrieben: eine Geschichte für die einen, eine andere für die anderen.
       *[other] Dein eigener Platz hat an einer Stelle dieses Spiels zwei verschiedene Einträge unterschrieben: zwei Programme haben ihn gespielt, oder er kam aus einer Kopie zurück.
    } Das Ergebnis, das alle unterschrieben haben, gilt. Mit der Datei { $evidence } können es alle prüfen.
fork-after-end = { $own ->
    [0] { $name } hat von einem Spiel, das vorbei ist, zwei Geschichten erzählt: { $evidence } beweist es.
   *[other] Dein eigener Platz hat von einem Spiel, das vorbei ist, zwei Geschichten erzählt: { $evidence } beweist es. Spiel einen Platz nur mit einem Programm.
}
known-forker = { $contact ->
    [0] { $name } hat den Schlüssel { $key }. Damit hat jemand, der sich { $known } nannte,
   *[other] { $name } hat den Schlüssel { $key }. Damit hat dein Kontakt { $known }
} an einer Stelle eines Spiels ({ $game }) zwei verschiedene Einträge unterschrieben: eine Geschichte für die einen, eine andere für die anderen. Du weißt es seit { $date }; sonst wird es hier niemandem gesagt. Der Beweis ist in { $evidence }
convictions-damaged = Deine Datei { $path } kann nicht gelesen werden; deshalb wird hier niemand mit denen verglichen, die zwei Geschichten unterschrieben haben. Stell eine Sicherung davon zurück, oder lösche sie.
rules-at-fault = Die Regeln sind falsch { $turns ->
    [0] gleich am Anfang des Spiels
   *[other] nach Zug { $turns }
}, und niemand am Tisch ist schuld: { $what }
file-rules-at-fault = Die Regeln von { $game } in einer Datei, { $fingerprint }, sind falsch { $turns ->
    [0] gleich am Anfang des Spiels
   *[other] nach Zug { $turns }
}, und niemand am Tisch ist schuld: { $what }
file-is-debug = { $path } ist von einem Probetisch: ein Programm sah alle Karten und machte alle Züge; sie beweist also nichts.
by-rules-of = { $said } Das sind die Regeln von { $game } in einer Datei, { $fingerprint }: nicht die von p2pgame.
done-by-rules = { $done } (nach den Regeln von { $game } in einer Datei, { $fingerprint }, und nicht nach denen von p2pgame)
rules-own = Die Regeln von { $game } gehören nicht zu p2pgame: deine Freunde brauchen ihre Datei. Ihr Fingerabdruck ist { $fingerprint }.
rules-unfit = { $path } hat keine Regeln, nach denen gespielt werden kann: { $why }.
rules-by-address = Regeln werden nur aus Dateien geladen: Speichere { $address }, sieh dir die Datei an und nenne sie.
rules-other-added = Du hast andere Regeln von { $game }, Version { $version }, aufgenommen. Um statt ihrer diese zu nehmen: p2pgame rules remove { $name }
    .page = Du hast andere Regeln von { $game }, Version { $version }, aufgenommen. Um statt ihrer diese zu nehmen, tippe in einem Terminal: p2pgame rules remove { $name }
rules-differ = Die Regeln von { $game } widersprechen sich: Zwei Programme haben dasselbe Spiel gespielt, und von seinen Ereignissen, Zuständen und Zügen ist Nummer { $line } in einem { $one } und im anderen { $two }.
rules-unchecked = Die Regeln von { $game } konnten nicht in einem eigenen Programm geprüft werden: { $why }
rules-failed = Die Regeln sind falsch: { $what }.
rules-show-failed = Die Regeln versagen, wo sie das Spiel nur zeigen oder erzählen sollen; deshalb steht es hier in schlichter Form. Das Spiel geht weiter. Sag es der Autorin oder dem Autor der Regeln: { $what }.
rules-broken = { $what }. Das Spiel kann nicht weitergehen; was bis dahin unterschrieben ist, steht in { $transcript }.
left-lobby = Du hast den Tisch verlassen.
left-game = Du hast den Tisch verlassen; was bis dahin unterschrieben ist, steht in { $path }.
left-to-resume = { $farewell } Um weiterzuspielen: p2pgame resume
    .page = { $farewell } Du kannst bei deinen Tischen weiterspielen.
left-evening = { $farewell } Um zum nächsten Tisch des Abends zurückzukommen: p2pgame resume
    .page = { $farewell } Bei deinen Tischen kommst du zum nächsten des Abends zurück.

## Plans.

ticks-again = Aufträge kamen spät: Die letzten { $ticks } Takte wurden mit ihnen noch einmal gespielt.
order-kept = Dein Auftrag für diesen Takt ist { $order }. Bis der Takt vorbei ist, tritt ein anderer an seine Stelle.
    .page = Dein Auftrag ist vorgemerkt, bis dieser Schritt vorbei ist. Bis dahin tritt ein anderer an seine Stelle.
order-withdrawn = Du gibst in diesem Takt keinen Auftrag.
order-fell = Dein Auftrag { $order } wurde nicht ausgeführt: Aufträge anderer, die spät kamen, haben ihn unmöglich gemacht.
plan-made = Dein Plan ist ausgeführt: { $moves ->
    [one] 1 Zug
   *[other] { $moves } Züge
}.
plan-dropped = Es gibt keinen Plan mehr; niemand weiß von ihm.
plan-stopped = Nach { $moves ->
    [one] 1 Zug
   *[other] { $moves } Zügen
} ging dein Plan nicht weiter: { $why }.
plan-not-restored = Was du geplant hattest, lässt sich nicht wieder aufnehmen: { $why }.
plan-not-here = in { $game } bereitet man keinen Zug vor, bevor man gefragt ist: { $kind ->
    [joint] alle entscheiden zugleich
   *[own] was er kostet, kann sich bis dahin ändern
}. Mache ihn, wenn du gefragt wirst.
plan-never = { $move } wird in deinem nächsten Zug nicht möglich sein, was die anderen auch tun
plan-given-always = was auch vorher geschieht
plan-given-after = so wäre es danach: { $what }
plan-given-more = und so weiter
plan-given-barred = dort hört der Plan auf: { $why }
plan-given-never = so in deinem nächsten Zug nicht möglich, wie der Tisch jetzt steht
plan-given-unknown = was es bewirkt und kostet, zeigt sich, wenn du dran bist
no-plan = es gibt keinen Plan: plan beginnt einen
undo-not-your-turn = undo und redo gelten, solange du dran bist: takeback fragt die anderen
undo-order = ein Auftrag wird nicht zurückgenommen: bis sein Takt vorbei ist, tritt ein anderer an seine Stelle, und dann gilt er
undo-placed = was verdeckt ausgelegt wird, wird nicht zurückgenommen: es ist versiegelt, sobald es liegt
undo-joint = wo mehrere zugleich wählen, wird nichts zurückgenommen: eine Wahl ist versiegelt, sobald sie getroffen ist
hints-not-here = { $game } hat keine eigenen Tipps
undos-not-here = { $game } hat kein eigenes Zurücknehmen
undos-none = es fand sich nichts, was zurückgenommen Platz dafür schafft
undos-no-more = es fand sich nichts weiter, was zurückgenommen Platz dafür schafft
undos-not-asked = es wurde noch nichts aufgezählt: sag zuerst, wofür Platz werden soll
undos-no-such = unter { $number } wurde nichts aufgezählt
undos-old = der Tisch hat sich seitdem geändert: lass es neu aufzählen

## How players come to a table.

gets-no-seat = { $name } bekommt keinen Platz.
guest-same-player = { $name } sitzt schon hier und ist noch einmal gekommen, mit demselben Profil: dafür gibt es keinen Platz.
seat-same-player = Du sitzt schon an diesem Tisch, in einem anderen Programm: wer spielt, hat einen Platz. Jemand anders an dieser Maschine spielt mit einem eigenen Profil: setze P2PGAME_HOME auf einen anderen Ordner und tritt noch einmal bei.
    .page = Du sitzt schon an diesem Tisch, in einem anderen Fenster: wer spielt, hat einen Platz. Jemand anders spielt mit einem eigenen Gerät oder Profil.
turned-away = { $host } gibt dir an diesem Tisch keinen Platz.
words-expired = Die Wörter gelten nicht mehr.
words-guessed = Jemand hat die Wörter dreimal falsch geraten; sie gelten nicht mehr.
no-words = Es gibt keine Wörter: { $why }
no-table-in-network = In diesem Netz ist kein Tisch, oder sein Rechner lässt sich nicht sehen. Frag nach der Zeile der Einladung: p2pgame join LINK.
    .page = In diesem Netz ist kein Tisch, oder sein Gerät zeigt sich nicht. Bitte um die Einladung.
no-table-chosen = Es wurde kein Tisch gewählt.
invite-needed = wo niemand wählen kann, braucht es die Zeile der Einladung.
nobody-answers = An diesem Tisch antwortet niemand: läuft das Programm des Hosts noch, und erreichst du seinen Rechner von hier?
nobody-answers-yet = Noch antwortet niemand: läuft das Programm des Hosts? Wir versuchen es weiter.
not-dialled-nearby = Diese Einladung führt sonst nirgendwohin, also ist dieser Tisch nicht zu erreichen. Spielt der Host auf einem anderen Rechner, dann frag nach einer Einladung mit einer Adresse, die du erreichst, oder mit einem Relay.
invite-not-dialled = Diese Einladung führt zu { $place }, und dorthin wird nicht verbunden: { $why ->
    [port] der Port gehört anderen Diensten. Ein Host hat einen Port ab 1024, ein Relay 443 oder einen ab 1024.
    [network] das ist eine private Adresse in einem Netz, in dem dieser Rechner nicht ist. Frag den Host nach einer Einladung mit einem Relay oder mit einer Adresse, die du erreichst.
   *[nowhere] unter einer solchen Adresse spielt niemand. Frag den Host nach einer anderen Einladung.
}
relay-not-dialled = Diese Einladung nennt das Relay { $relay }, dessen Port { $port } anderen Diensten gehört; dorthin wird nicht verbunden. Um es trotzdem zu nutzen: p2pgame settings relay { $relay }
    .page = Diese Einladung nennt das Relay { $relay }. Dessen Port { $port } gehört anderen Diensten, also wird es nicht angewählt.
no-relay-to-hide = Dieser Tisch hat kein Relay, ohne Adresse ist er nicht zu erreichen.
no-relay-to-watch = Dieser Tisch hat kein Relay, ohne Adresse lässt sich nicht zuschauen.
guest-listens = nur ein Host wartet auf Verbindungen; ein Gast baut sie auf.
not-to-be-watched = Dieser Tisch lässt niemanden zuschauen; der Host erlaubt es mit --spectators.
    .page = Diesem Tisch darf niemand zusehen.
port-in-use = Port { $port }, den deine Gäste anwählen, ist belegt. Beende das Programm, das ihn hat, und tippe wieder p2pgame resume; oder nimm einen anderen mit p2pgame resume --listen { $host }:0 und schicke deinen Gästen die neue Einladung.
    .page = An Port { $port }, den deine Gäste anwählen, lässt sich nicht lauschen: Ein anderes Programm hat ihn. Beende es und öffne den Tisch wieder.
no-programs-here = Hier lassen sich keine Programme starten, die mitspielen.
end-not-fetched = Jemand hat das Ende noch nicht geholt. Geh dafür noch einmal an diesen Tisch, mit der Nummer, die er in p2pgame tables hat.
    .page = Jemand hat das Ende noch nicht geholt. Öffne diesen Tisch dafür noch einmal.
listening-once-more = Dieses Spiel ist aus; wir warten auf alle, denen das Ende fehlt. Strg-C beendet das.
    .page = Dieses Spiel ist vorbei; hier wird gelauscht, ob jemandem das Ende fehlt.
not-like-that = So nicht: { $why }.
too-many-here = { $here } sind schon da, und es gibt { $seats } Plätze

## Transcripts.

description-wrong = dieses Spiel lässt sich nicht beschreiben: { $why }
file-unreadable = { $path } lässt sich nicht lesen: { $why }.
file-too-large = { $path } ist zu groß für ein Protokoll.
no-transcripts = Unter { $path } liegt kein Protokoll (*{ $suffix }).
seat-not-there = Den Platz { $seat } gibt es nicht, nur 1 bis { $seats }.
practice-begins = Übung ab Zug { $turn } gegen Programme: Nichts wird unterschrieben und nichts aufgehoben.{ $anew ->
    [yes] {" "}Karten, die die Datei nicht zeigt, sind neu gegeben.
   *[no] {""}
}
practice-shuffled = { $cards } Karten, von diesem Programm gemischt
practice-no-game = In { $path } hat kein Spiel begonnen.
practice-no-turn = Den Zug { $turn } gibt es in dieser Datei nicht, nur 0 bis { $turns }.
practice-over-there = Dort ist das Spiel zu Ende. Spiel von einem früheren Zug weiter: { $turns } sind in dieser Datei.
practice-no-deal = Diese Stellung lässt sich nicht aufbauen: Kein Austeilen der verdeckten Karten passt zu dem, was geschah.
practice-no-command = { $program } kann in einer Übung nicht spielen: Wähle einen Gegner, den p2pgame bots nennt.
    .page = { $program } kann in einer Übung nicht spielen: Wähle eines der Programme aus der Liste.
practice-no-nudge = Programme brauchen keine Erinnerung.
practice-no-plan = in einer Übung wird nichts geplant: undo nimmt deinen letzten Zug zurück, takeback geht weiter zurück
reading-too-long = { $path } lässt sich nicht in { $seconds } Sekunden prüfen; bekannt ist davon nichts. Mit --limit SEKUNDEN geht es länger.
    .page = { $path } lässt sich nicht in { $seconds } Sekunden prüfen; nichts ist davon bekannt.
reading-too-large = { $path } braucht zum Prüfen mehr als { $megabytes } Megabyte Speicher; bekannt ist davon nichts.
reading-killed = Der Prozess, der { $path } geprüft hat, wurde abgebrochen: reicht der Speicher?
reading-failed = { $path } lässt sich nicht prüfen, wegen { $kind }: { $why }
part-missing = { $path } ist einer von mehreren Teilen eines Protokolls, und Teil { $part } ist nicht da. Lege alle Teile in einen Ordner.
    .page = { $path } ist einer von mehreren Teilen eines Protokolls, und Teil { $part } ist nicht da. Öffne auch alle anderen Teile und dann diesen noch einmal.
page-of-parts = { $path } ist einer von mehreren Teilen eines Protokolls, das für eine Seite zu lang ist. Schritt für Schritt zeigt es: p2pgame show { $path }
    .page = { $path } ist einer von mehreren Teilen eines Protokolls, das für eine Seite zu lang ist.
part-not-clear = { $path } ist einer von mehreren Teilen eines Protokolls, und zwei Dateien daneben geben sich als Teil { $part } aus. Beginne mit dem letzten Teil.
part-does-not-fit = { $path } und { $other } sind Teile von Protokollen eines Tisches, die nicht zusammengehören, oder Teil { $part } wurde verändert.
part-twice = { $path } und { $other } sind beide Teil { $part } eines Protokolls. Lass eine Datei weg.
file-changed = { $path } ist nicht, was dort geschrieben wurde: die Datei wurde verändert.
verified = Geprüft: { $players } mit { $game }, { $turns ->
    [1] 1 Zug
   *[other] { $turns } Züge
} in { $entries } unterschriebenen Einträgen, jede Unterschrift, jeder Beweis und jede Regel geprüft.
verified-so-far = Fair, so weit es geht: { $players } mit { $game }, { $turns ->
    [1] 1 Zug
   *[other] { $turns } Züge
} in { $entries } unterschriebenen Einträgen, jede Unterschrift, jeder Beweis und jede Regel geprüft. Das Spiel ist nicht zu Ende: { $why }.
verified-not-begun = Fair, so weit es geht: { $entries } unterschriebene Einträge, jede Unterschrift geprüft; { $why }.
all-signed = { $gone ->
    [0] Alle haben
   *[other] Alle, die geblieben sind, haben
} { $turns ->
    [0] keinen Zug
    [1] den ersten Zug
   *[other] die ersten { $turns } Züge
} unterschrieben{ $hands ->
    [0] .
   *[other] , bis zum Ende von Runde { $hands }.
}
gone-by-silence = { $player } hat { $signed } von { $turns } Zügen unterschrieben; { $others } { $count ->
    [1] hat
   *[other] haben
} unterschrieben, dass { $player } schwieg, und { $after ->
    [0] vor dem ersten Zug
   *[other] nach Zug { $after }
} ohne { $player } weitergespielt.
gone-by-word = { $player } hat { $signed } von { $turns } Zügen unterschrieben und dass { $player } geht; { $others } { $count ->
    [1] hat
   *[other] haben
} unterschrieben, { $after ->
    [0] vor dem ersten Zug
   *[other] nach Zug { $after }
} ohne { $player } weiterzuspielen.
silence-unproved = Schweigen lässt sich nicht beweisen: dafür stehen nur die, die es unterschrieben haben.
gone-forfeited = Damit war das Spiel aus, verloren durch Weggehen: { $players }.
moves-made-for = Für { $player } wurde { $count ->
    [1] einmal
   *[other] { $count }-mal
} gezogen, weil die Antwort ausblieb.
audited = Der Kartenstapel wurde nachgeprüft: alles, was diese damit getan haben, wurde mit ihren Geheimnissen noch einmal gerechnet: { $players }.
audit-not-needed = Der Kartenstapel brauchte keine Prüfung: jedes Mischen kam mit einem Beweis.
times-by = Nach { $by } brauchte { $player } { $thought } s für Entscheidungen, und das Programm von { $player } { $worked } s für das, was es von selbst sagt{ $slow ->
    [0] {""}
   *[other] : mehr als die { $programs } s dieses Tisches
}.
audit-not-yet = Der Kartenstapel wurde noch nicht nachgeprüft.

## What this machine knows beside a transcript.

local-other-story = Dein eigenes Log dieses Tischs erzählt etwas anderes: der Eintrag { $number } mit dem Schlüssel { $author } lautet dort anders, und beide sind unterschrieben.
local-same-story = Dein eigenes Log dieses Tischs erzählt dasselbe.
local-you = { $player } bist du: der Schlüssel ist deiner.
local-contact = { $player } ist dein Kontakt { $contact }, nach dem Schlüssel.
local-namesake = { $player } ist nicht dein Kontakt { $contact }: der Schlüssel ist ein anderer.

## Receipts.

receipt-signed = { $known ->
    [0] Wer den Schlüssel { $key } hat, unterschreibt
   *[other] { $player }, mit dem Schlüssel { $key }, unterschreibt
}, dass { $game } am Tisch { $table } so ausging: { $result }.
receipt-written = Die Quittung ist in { $path }.
receipt-damaged = { $path }: { $why }.
receipt-none = Für dich gibt es keine Quittung: { $why }.
receipt-of-transcript = { $path } ist ein Protokoll: --write DATEI unterschreibt eine Quittung darüber.
receipts-same = Beide Quittungen sagen dasselbe.
receipts-agree = Zwei sagen dasselbe über diesen Tisch.
receipts-differ = Zwei sagen Verschiedenes über einen Tisch. Das überführt niemanden: das Protokoll zeigt, wer recht hat.
receipts-apart = Sie widersprechen sich nicht: sie sind von zwei Tischen.
receipts-contradict = Sie widersprechen sich: jemand hat zwei Ergebnisse eines Tisches unterschrieben. Wer ehrlich ist, tut das nicht.
receipt-confirmed = Das Protokoll sagt dasselbe.
receipt-refuted = Das Protokoll sagt das nicht{ $table ->
    [same] .
   *[other] : es ist von einem anderen Tisch.
}
stories-two = { $files } erzählen zwei Geschichten eines Tisches. { $count ->
    [1] { $players } hat beide unterschrieben
   *[other] { $players } haben beide unterschrieben
}: wer ehrlich ist, tut das nicht. { $counts ->
    [1] Beide enden gleich, also zählt der Tisch einmal.
   *[other] Der Tisch zählt nicht.
}
stories-two-ends = { $files } beenden einen Tisch verschieden, und niemand hat beide unterschrieben. Der Tisch zählt nicht.
receipts-two-results = { $players } hat zwei Ergebnisse eines Tisches unterschrieben: { $files }. Wer ehrlich ist, tut das nicht. Der Tisch zählt nicht.
receipts-two-words = { $players } sagen Verschiedenes über einen Tisch: { $files }. Der Tisch zählt nicht.
receipt-other-end = Die Quittung von { $players } sagt nicht, was das Protokoll ihres Tisches sagt: { $files }. Der Tisch zählt nicht.
receipt-without-file = { $file } ist eine Quittung von Tisch { $table }. Kein Protokoll dieses Tisches wurde genannt, also wurde sie mit nichts verglichen.
receipt-without-end = { $file } ist eine Quittung über das Ende von Tisch { $table }. In { $files } hat der Tisch kein Ende, also wurde sie mit nichts verglichen.

## Requests that make no sense.

game-unfit = { $game } lässt sich so nicht spielen: { $why }
no-options = { $game } hat keine Optionen.
no-option = { $game } hat keine Option '{ $name }', sondern { $known }
option-wrong = eine Option von { $game } ist falsch: { $why }
too-many-seats = ein Tisch hat höchstens { $most } Plätze, nicht { $seats }
setting-wrong = --{ $setting } { $value }: { $why }
too-many-relays = höchstens { $most } Relays werden zugleich benutzt.
words-need-relay = ein QR-Code oder Wörter führen zu einem Relay: --relay URL.
    .page = Ein QR-Code oder Worte führen zu einem Relay: Nenne eines in den Einstellungen.
words-not-by-nostr = Wörter brauchen ein Relay von p2pgame, Relays von Nostr können das nicht: dort führt die Zeile oder der QR-Code einer Einladung hin, oder dasselbe Netz.
hidden-needs-relay = --hide-address braucht ein Relay und kein --address: sonst wärst du nicht zu erreichen.
    .page = Um deine Adresse zu verbergen, braucht der Tisch ein Relay: Niemand könnte dich erreichen.
no-seat-for-you = --bots { $bots } lässt dir keinen Platz an einem Tisch für { $seats }
    .page = { $bots } Programme lassen an einem Tisch mit { $seats } Plätzen keinen für dich.
no-such-table = Tisch { $number } gibt es nicht: p2pgame tables
    .page = Es gibt keinen Tisch { $number }.
no-table-to-resume = Es gibt keinen Tisch, an dem es weitergeht.
no-table-but-transcript = Es gibt keinen Tisch, an dem es weitergeht. Dein letztes Spiel { $game } ist aus; sein Protokoll liegt in { $path }.
seat-read-only = An Tisch { $number } geht es nicht weiter: sein Ordner lässt sich nicht beschreiben. Für sein Protokoll: p2pgame tables transcript { $number } DATEI
    .page = Am Tisch { $number } geht es nicht weiter: In seinen Ordner lässt sich nicht schreiben.
which-table = Welcher Tisch?
name-empty = ein Name hat 1 bis { $most } Zeichen, und dieser hat keines
name-long = ein Name hat höchstens { $most } Zeichen, und dieser hat { $count }: lass einige weg
name-space = am Anfang und am Ende eines Namens steht kein Leerzeichen, und { $character } ist eines: lass es weg
name-blank = ein Name hat keine unsichtbaren Zeichen, und { $character } ist eines: lass es weg
name-control = ein Name hat keine Steuerzeichen, und { $character } ist eines: lass es weg
name-direction = nichts in einem Namen ändert die Richtung dessen, was daneben steht, wie { $character } es tut: lass es weg
name-joiner = { $character } steht nur zwischen Buchstaben einer Schrift, die es dort braucht, wie bei Persisch, Singhalesisch oder Malayalam: lass es weg
name-unknown = ein Name hat Zeichen, die alle Programme kennen, und { $character } ist keines: lass es weg
name-composed = in einem Namen schreibt man { $character } als { $wanted } und nicht als { $codes }: tippe es neu
name-marks = in einem Namen steht jedes Zeichen wie ein Akzent auf einem anderen, höchstens { $most } verschiedene auf jedem, und { $character } ist eines zu viel: lass es weg
invite-for-game = Das ist eine Einladung zu { $game }.
invite-is-watch-link = Damit lässt sich zuschauen, aber nicht mitspielen: p2pgame watch
    .page = Dies ist zum Zusehen, nicht für einen Platz.
words-lead-to-seat = Wörter führen zu einem Platz; zum Zuschauen frag den Host nach dem Link dafür.
invite-needs-relay = diese Einladung wird an einem Relay gefunden: p2pgame settings relay URL stellt es ein, mit der URL, die dein Host benutzt.
    .page = Diese Einladung liegt bei einem Relay: Nenne in den Einstellungen das des Gastgebers.
network-shows-address = wer sich in einem Netz umsieht, zeigt dort seine Adresse.
file-ends-here = Hier endet die Datei; nicht alle haben ein Ende unterschrieben.

## Seats on other devices, and invitations.

bots-stay-here = An diesem Tisch spielen Programme dieses Geräts.
passphrase-weak = Dieses Kennwort ließe sich erraten, und sonst verschließt nichts die Datei. Nimm eines mit { $letters } Zeichen oder mehr, davon { $kinds } verschiedene, etwa vier Wörter.
file-exists = { $path } gibt es schon; nimm einen anderen Namen.
no-folder = den Ordner { $path } gibt es nicht.
seat-file-wrong = { $path }: { $why }.
seat-file-not-written = { $path } lässt sich nicht schreiben: { $why }. Der Platz gilt als fortgezogen; p2pgame move-seat --undo holt ihn zurück.
    .page = { $path } lässt sich nicht schreiben: { $why }. Der Platz gilt als umgezogen.
seat-here-already = Dieser Platz ist schon auf diesem Gerät.
seat-file-from-here = Diese Datei wurde hier geschrieben; p2pgame move-seat --undo holt den Platz zurück.
    .page = Diese Datei wurde hier geschrieben.
seat-file-older = Diese Datei ist älter als das, was schon hier ist.
no-seat-moved = So ein Platz ist nicht fortgezogen; --table sagt, welcher.
    .page = Kein solcher Platz ist umgezogen.
several-seats-moved = Mehrere Plätze sind fortgezogen; --table sagt, welcher.
    .page = Mehrere Plätze sind umgezogen.
contact-damaged = Der Schlüssel von { $name } ist beschädigt: vergiss den Kontakt.
no-relay-took-it = Kein Relay hat sie angenommen.
invitations-need-relay = Einladungen liegen an einem Relay, und du hast keines eingestellt. Ein Rechner von euch hat eines (p2pgame relay --listen 0.0.0.0:8765), und dann stellt es jeder einmal ein: p2pgame settings relay ws://ADRESSE:8765
    .page = Einladungen liegen bei einem Relay, und keines ist gewählt: Die Einstellungen nehmen eines.
invitations-not-by-nostr = Einladungen liegen nicht an Relays von Nostr, und kein anderes ist eingestellt.
no-table-hosted = Du hast gerade keinen solchen Tisch offen. Um einen zu eröffnen und { $name } einzuladen: p2pgame host SPIEL --invite { $argument }
    .page = Du hast gerade keinen solchen Tisch offen.
which-table-hosted = An welchen Tisch? Nenne seine Nummer.
sat-with-nobody = An so einem Tisch hast du mit niemandem gesessen: p2pgame tables
    .page = An einem solchen Tisch hast du mit niemandem gesessen.
contact-name-taken = Jemand anders unter deinen Kontakten heißt { $name } oder fast so. Nimm einen anderen Namen.
name-for-several = Sag, wer { $name } heißen soll: durch seine Identität (identity).

## Programs that play (p2pgame.agents).

agent-crashed = { $agent } ist gescheitert ({ $why }); dafür wurde ein anderer Zug gemacht.
agent-nonsense = { $agent } wollte { $move }, und { $why }; dafür wurde ein anderer Zug gemacht.
agent-too-slow = { $agent } hat länger als { $seconds } s überlegt; dafür wurde ein anderer Zug gemacht.
form-card = KARTE
no-game-called = ein Spiel { $name } gibt es hier nicht. { $near }
games-near = Meinst du { $games }?
no-game-near = p2pgame games zählt sie auf.
    .page = Die Liste der Spiele hat sie alle.
game-taken-for = { $typed }: das ist hier { $game }.{ $count ->
    [0] {""}
    [one] {" "}Ein anderes ist { $others }.
   *[other] {" "}Andere sind { $others }.
}
game-needs-library = { $game } braucht eine Bibliothek, die hier nicht installiert ist. Sie kommt so dazu: { $command }
no-such-agent = ein Programm { $name } gibt es nicht; bekannt sind: { $known }
no-such-agent-for = ein Programm { $name } gibt es nicht für { $game }; bekannt sind: { $known }
no-seat-for-program = ein Programm sitzt auf einem der Plätze von 2 bis { $seats }, nicht auf { $seat }
agent-command-wrong = auf { $kind } folgt ein Befehl: { $why }
agent-command-missing = ein Programm { $command } gibt es nicht
uci-no-engine = { $agent } ist kein Schachprogramm, das UCI spricht: { $why }
uci-plays-chess = { $agent } spielt Schach, nicht { $game }
uci-setting-wrong = die Optionen eines Schachprogramms sind NAME=WERT, nicht { $text }
uci-no-option = { $agent } hat keine Option { $name }; bekannt sind: { $known }
uci-option-range = die Option { $name } von { $agent } ist eine Zahl von { $low } bis { $high }, nicht { $value }
uci-option-value = die Option { $name } von { $agent } ist { $known }, nicht { $value }
no-agent = { $entry } kann hier nicht mitspielen: { $why }
policy-wrong = das ist keine Strategie: { $why }
policy-of-another-game = die Strategie ist für { $mine }, nicht für { $its }
policy-for-two = eine Strategie spielt an einem Tisch für 2, nicht für { $seats }
policy-unread = die Strategie { $file } lässt sich nicht lesen: { $why }
search-simulations = eine Suche heißt search:ZAHL, mit 1 bis { $most } Simulationen für jede Entscheidung
train-not-for-two = { $game } lässt sich nicht lösen: dort spielen nicht zwei gegeneinander
train-not-zero-sum = { $game } lässt sich nicht lösen: was die eine Seite gewinnt, verliert dort nicht die andere
train-kind = { $game } lässt sich nicht lösen: verdecktes Auslegen, Takte, teilweise neu gemischte Stapel und Aussagen, die scheitern können, gehen nicht
train-recall = { $game } lässt sich nicht lösen: was man gesehen hat, sagt nicht, welche Züge es gibt
train-too-large = { $game } lässt sich mit diesen Optionen nicht lösen: der Baum hat mehr als { $most } Knoten
train-too-long = { $game } lässt sich mit diesen Optionen nicht lösen: es kann mehr als { $most } Züge dauern

## Many games between programs (p2pgame.agents.arena).

arena-needs-two = eine Arena braucht mindestens zwei Teilnehmende, nicht { $count }
arena-needs-seats = { $game } mit { $seats ->
    [1] 1 Platz
   *[other] { $seats } Plätzen
} hat keinen Platz für { $count } Teilnehmende
arena-needs-deals = eine Aufgabe hat mindestens ein Blatt, nicht { $deals }
arena-other-job = in { $file } stehen die Ergebnisse einer anderen Aufgabe, oder etwas anderes.
arena-line-wrong = { $file } ist beschädigt: Zeile { $line } ist kein Ergebnis dieser Aufgabe.
arena-file-in-use = { $file } wird benutzt: ein anderer Lauf schreibt dort.
arena-file-not-written = { $file } lässt sich nicht schreiben: { $why }.
arena-crashed = { $agent } ist gescheitert ({ $why }), also lassen sich die Spiele nicht spielen.
arena-nonsense = { $agent } wollte { $move }, und { $why }, also lassen sich die Spiele nicht spielen.
arena-remembers-too-much = { $agent } wollte mehr als { $limit } Bytes behalten, also lassen sich die Spiele nicht spielen.

## Languages.

no-language = eine Sprache { $name } gibt es nicht, sondern: { $known }

## Lines of JSON.

line-too-long = keine Zeile ist länger als { $most } Bytes
line-wrong = das ist keine Anfrage und kein Befehl: { $why }
frame-wrong = Das ist kein Rahmen des Protokolls: { $why }.
frame-unknown = Einen Rahmen mit diesen Feldern gibt es nicht: { $fields }.
frame-no-text = Rahmen sind Text, keine Bytes.
hub-no-table = Einen Tisch { $number } gibt es hier nicht.
hub-no-practice = Tisch { $number } ist keine Übung. Öffne einen anderen durch eine eigene Anfrage.
hub-full = Mehr als { $most } Tische werden nicht gehalten. Schließe einen, an dem alles vorbei ist.
too-many-commands = An diesem Tisch warten zu viele Befehle.
too-many-requests = { $most } Bitten werden gerade erfüllt. Warte, bis eine fertig ist.
hub-fault = Das ist an einem Fehler von p2pgame stehengeblieben ({ $what }). Ein Tisch lässt sich wieder aufnehmen; am Terminal steht, was die Autoren wissen sollten.
    .page = Das ist an einem Fehler von p2pgame gescheitert ({ $what }). Ein Tisch lässt sich wieder öffnen.
needs-javascript = Diese Seite braucht JavaScript.
web-port-in-use = Port { $port } ist belegt. Nimm einen anderen: --port.
upload-unknown = Diese Datei ist nicht mehr da. Wähle sie noch einmal.
upload-too-large = Kein Protokoll ist länger als { $most } Bytes.
page-no-program = Eine Seite darf { $program } nicht starten. Am Terminal geht es: p2pgame play --seat
    .page = Eine Seite darf { $program } nicht starten: Wähle eines der Programme aus der Liste.
page-no-file = Eine Seite darf nur nennen, was sie hochgeladen hat und was in { $folder } liegt, und { $path } ist keines davon.
program-has-token = { $name } hat ein Token: { $path }
program-no-token = { $name } hat kein Token. Eines haben: { $known }
program-no-name = { $name } ist hier kein Name für ein Programm: nimm bis zu 32 Kleinbuchstaben, Ziffern, - und _.
qr-too-long = Ein QR-Code fasst { $most } Bytes, und dieser Text ist länger.
not-of-game = Das Protokoll ist von { $game }, nicht von { $wanted }.
phh-no-hand = In diesem Protokoll ist keine Hand, die alle zu Ende spielten, die Karten bekamen.

## Was Programme tun, die spielen.

program-about = { $program ->
    [random] macht irgendeinen erlaubten Zug, jeden gleich oft
    [easygoing-eddie] spielt nach Zufall, setzt aber selten viel und gibt selten auf
    [forgetful-fred] merkt sich die Hälfte der letzten acht Karten, die zu sehen waren
    [calling-carl] geht zu oft mit, erhöht selten und glaubt niemandem
    [hasty-henry] schlägt, was er kann, und denkt nie an deine Antwort
    [slipping-sam] spielt perfekt, aber jeder vierte Zug ist ein Ausrutscher
    [attentive-anna] merkt sich vier von fünf der letzten 24 Karten, die zu sehen waren
    [stubborn-stan] verfolgt jeden Treffer bis zum Ende und sucht den nächsten aufs Geratewohl
    [watchful-wanda] sucht Muster in dem, was du zeigst
    [wavering-willa] spielt ein Gleichgewicht, aber jede vierte Entscheidung ist Zufall
    [prudent-paula] kennt die Chancen und glaubt einem Einsatz halb, setzt selbst aber zu wenig
    [trusting-tom] rechnet, wie wahrscheinlich ein Gebot ist, und glaubt zu viel davon
    [ducking-doris] nimmt keinen Stich, dem sie ausweichen kann, und weiß, wo die Dame sein kann
    [bidding-beth] zählt ihre Stiche, sagt sie an und nimmt nicht mehr
    [thrifty-thea] behält ihre Achten und legt zuerst ab, was am meisten kosten würde
    [nimble-nora] denkt 40 Fortsetzungen des Spiels durch, dann zieht sie
    [brisk-bruno] denkt 60 Fortsetzungen des Spiels durch, dann zieht er
    [steady-stella] sieht drei Halbzüge voraus und findet jedes Matt in zwei Zügen
    [quick-quinn] denkt 50 Fortsetzungen des Spiels durch und zieht dann
    [elephant-ella] vergisst keine Karte, die zu sehen war
    [sounding-sonja] schießt dorthin, wo am ehesten noch Schiffe liegen
    [basic-bea] nimmt oder bleibt nach der offenen Karte des Gebers, wie es im Buch steht
    [holding-hanna] würfelt, bis eine Runde 20 wert ist, und sieht auf niemandes Punkte
    [solid-sid] liest Einsätze, wägt Chancen, Chips und Position ab und blufft hin und wieder
    [doubting-dora] rechnet, wie wahrscheinlich jedes Gebot ist, und glaubt ein wenig davon
    [farsighted-fiona] sieht etwa fünf Halbzüge voraus und findet jedes Matt in zwei Zügen
    [careful-clara] denkt 200 Fortsetzungen des Spiels durch, dann zieht sie
    [thorough-theo] denkt 1000 Fortsetzungen des Spiels durch, einige Sekunden lang
    [perfect-pia] verliert nie: sie probiert jeden Weg bis zum Ende
    [even-evan] zeigt jede Form gleich oft: auf die Dauer gewinnt niemand gegen ihn
    [balanced-ben] spielt ein Gleichgewicht: auf die Dauer gewinnt niemand gegen ihn
    [patient-petra] löst jedes Rätsel, das ihr Löser kann
   *[other] spielt
}

left-looking = Niemand sieht mehr nach deinen Zügen. Um weiterzusehen: p2pgame next --wait
    .page = Niemand sieht mehr nach, ob du am Zug bist. Öffne den Tisch wieder, um weiterzuspielen.
left-watching = Du siehst nicht mehr zu. Derselbe Befehl sieht wieder zu.
last-not-at-relay = Was du zuletzt gesagt hast, ist noch an keinem Relay. Es kommt dorthin, wenn du wieder da bist: p2pgame next
    .page = Was du zuletzt sagtest, ist noch bei keinem Relay. Es geht dorthin, sobald du den Tisch wieder öffnest.
on-turn-unknown = on-turn ist none, oder etwas von bell, title, desktop und exec:BEFEHL mit Kommas dazwischen, nicht { $way }
on-turn-no-command = nach exec: kommt ein Befehl mit seinen Argumenten, mit höchstens { $most } Zeichen
doctor-extras = installierte Extras: { $extras }
doctor-install = Installiere es neu: pipx install p2pgame, oder pip install p2pgame in einer eigenen Umgebung.
doctor-profile = deine Schlüssel und Tische sind in { $path }, und niemand sonst kann sie lesen
doctor-open = { $count ->
    [one] andere können { $path } lesen
   *[other] andere können { $path } lesen, { $count } Pfade insgesamt
}
doctor-chmod = Nimm ihnen das: chmod -R go= { $path }
doctor-set-home = Gib ihm einen Ordner, in den es schreiben darf: P2PGAME_HOME=ORDNER
doctor-clock = deine Uhr geht nicht hinter deinen eigenen Dateien her (kein Relay hat seine Zeit genannt)
doctor-clock-agrees = deine Uhr geht wie die von { $relay }
doctor-clock-fast = deine Uhr geht { $seconds } s vor der von { $relay }
doctor-clock-slow = deine Uhr geht { $seconds } s hinter der von { $relay } her
doctor-clock-behind = deine Uhr geht { $seconds } s hinter der neuesten deiner Dateien her
doctor-set-clock = Stell die Uhr; Einladungen beim Namen gelten bis zu einer Zeit.
doctor-port = ein Port zum Warten ist zu haben
doctor-no-port = kein Port zum Warten ist zu haben: { $why }
doctor-allow-port = Lass p2pgame warten (Firewall), oder spiele mit --hide-address über ein Relay.
doctor-addresses = dieser Rechner ist { $hosts }
doctor-nat-none = dieser Rechner hat eine öffentliche Adresse: er ist zu erreichen, wenn keine Firewall es verhindert
doctor-nat = hinter einem Router, den das Internet als { $host } sieht
doctor-nat-unseen = wohl hinter einem Router: alle Adressen sind aus einem inneren Netz (kein Relay hat gesagt, wie das Internet ihn sieht)
doctor-router = der Router hat uns { $host } für einen Moment gegeben: Von außen erreicht man hier einen Gastgeber
doctor-no-router = kein Router gibt hier Ports her: von draußen braucht es ein Relay, oder einen Port, den du weiterleitest
doctor-no-relay = kein Relay ist eingestellt: dieser Rechner muss selbst zu erreichen sein (p2pgame settings relay wss://… stellt eines ein)
doctor-set-relay = Stell es neu ein: p2pgame settings relay wss://…
doctor-relay = { $relay } antwortet in { $milliseconds } ms; es behält { $kib } KiB von einem Tisch, { $days } Tage lang
doctor-relay-wrong = { $relay } hilft nicht: { $why }
doctor-relay-remedy = Sieh nach, ob { $relay } die richtige Adresse ist und ob es läuft; ein anderes: p2pgame settings relay wss://…
doctor-nostr = { $relay } ist eines von Nostr und wurde nicht gefragt
option-yes-or-no = die Option { $name } ist true oder false, nicht '{ $value }'
option-too-long = die Option { $name } ist länger als { $most } Zeichen
option-number = die Option { $name } ist eine ganze Zahl, nicht '{ $value }'
option-choice = die Option { $name } ist eines von { $known }, nicht '{ $value }'

## Tische, an denen gewartet wird, Freunde und Mitschriften.

at-table = Du bist am Tisch von { $host }: { $game }, mit { $seats } Plätzen.
guest-gave-up = { $player } hat den Platz aufgegeben; er ist frei.
gave-up-seat = Du hast deinen Platz aufgegeben. Mit der Einladung bekommst du wieder einen, solange einer frei ist.
closed-lobby = Du hast den Tisch geschlossen.
host-closed-lobby = { $host } hat den Tisch geschlossen, bevor das Spiel begann.
seat-is-free = Jemand ist vor dem Anfang gegangen; { $taken } von { $seats } Plätzen sind besetzt.
guest-line-lost = { $player } hat die Verbindung verloren und kommt vielleicht wieder.
guest-away-seat-free = { $player } ist nicht mehr hier; der Platz ist bis zur Rückkehr frei.
guest-is-back = { $player } ist wieder da.
left-lobby-free = Du hast den Tisch verlassen, und jemand anderes kann deinen Platz nehmen.
nobody-to-play-again = Niemand sonst ist hier, um noch einmal zu spielen. Für ein weiteres Spiel eröffne einen neuen Tisch: p2pgame host { $name }
    .page = Niemand sonst ist hier, um noch einmal zu spielen. Für ein weiteres Spiel eröffne einen neuen Tisch.
looking-for-friend = eine Einladung von { $name } und ein Tisch in diesem Netz werden gesucht
contact-without-table = { $name } hat dich nicht eingeladen und hat keinen Tisch in diesem Netz.
friend-invited = { $name } ist eingeladen und sieht es mit: p2pgame invitations
    .page = { $name } ist eingeladen und sieht das bei den Einladungen.
cant-listen = Auf Port { $port } lässt sich nicht warten: { $why ->
    [in-use] er ist belegt. Nimm einen anderen mit --listen
    [forbidden] das System erlaubt es nicht. Nimm einen anderen mit --listen, ab 1024
   *[other] dieser Rechner hat keine Adresse { $host }. Nimm eine andere mit --listen
}.
    .page = An Port { $port } lässt sich nicht lauschen: { $why ->
        [in-use] er ist belegt
        [forbidden] das System lässt es nicht zu
       *[other] dieses Gerät hat keine Adresse { $host }
    }.
file-is-transcript = { $path } ist ein Protokoll. Zum Prüfen: p2pgame verify { $path }
    .page = { $path } ist ein Protokoll.
file-is-evidence = { $path } ist ein Beweis gegen jemanden. Zum Prüfen: p2pgame evidence { $path }
    .page = { $path } ist ein Beweis gegen jemanden und kein Protokoll.
file-is-receipt = { $path } ist eine Quittung. Zum Prüfen: p2pgame receipt { $path }
    .page = { $path } ist eine Quittung und kein Protokoll.
file-no-transcript = { $path } ist kein Protokoll: p2pgame hat es an keinem Tisch geschrieben.
file-no-receipt = { $path } ist keine Quittung: p2pgame receipt --write hat sie nicht geschrieben.
    .page = { $path } ist keine Quittung.
file-no-evidence = { $path } ist kein Beweis: p2pgame hat ihn gegen niemanden geschrieben.
no-such-transcript = { $count ->
    [0] In { $path } ist noch kein Protokoll.
    [one] In { $path } ist ein Protokoll: 1, oder last.
   *[other] In { $path } sind { $count } Protokolle: 1 ist das letzte.
}
reached-from-outside = Auch wer nicht in diesem Netz ist, erreicht dich: Dein Router leitet { $address } hierher.
public-address-here = Dieser Rechner hat eine öffentliche Adresse: Auch wer nicht in diesem Netz ist, erreicht dich, außer eine Firewall verhindert es.
not-reached-from-outside = Wer nicht in diesem Netz ist, erreicht dich nicht: Dein Router gibt keinen Port her. Nimm ein Relay (--relay), oder leite dort einen Port auf { $port } hierher und sag es an: --address DEIN.NAME:PORT
    .page = Freunde außerhalb dieses Netzes erreichen dich nicht: Dein Router gibt keinen Port her. Nimm ein Relay, das du in den Einstellungen nennst.

evening-so-far = { $tables ->
    [1] Der Abend nach 1 Tisch:
   *[other] Der Abend nach { $tables } Tischen:
}
evening-missed = (ohne Tische, an denen du nicht gespielt hast)
evening-game = { $game }:
evening-game-points = { $game }, in Punkten:
evening-person = { $name } { $total }
evening-person-chips = { $name } { $total } ({ $chips } Chips)
evening-person-bought = { $name } { $total } ({ $chips } Chips, dazugekauft { $bought })
evening-pays = { $payer } zahlt { $payee } { $amount }

chain-other-end = für den Tisch davor ist ein anderes Ende genannt als in dessen Datei
chain-parts = mehr als ein Tisch will ihn fortsetzen
waits-without-seat = { $host } und die anderen spielen schon. An den nächsten Tisch kommst du von selbst; quit beendet das Warten.
    .page = { $host } und die anderen spielen schon. An den nächsten Tisch kommst du von selbst.
nobody-missing = es fehlt niemand, für den hier ein Platz frei gehalten wird
sits-out = { $player } setzt das nächste Spiel aus.
host-sits-out = niemand sonst hier könnte den nächsten Tisch öffnen, also spielst du dort mit
buy-in-later = Chips kaufst du zwischen zwei Spielen, sobald alle das Ende unterschrieben haben
nothing-for-sale = bei { $game } gibt es keine Chips zu kaufen
all-begin-anew = am nächsten Tisch fangen alle neu an, also kauft niemand Chips dafür; weiter gehen sie nach einer letzten Runde
enough-chips = du hast so viele Chips, wie jemand nach einem Kauf haben darf: { $most }
buy-in-too-much = du hast { $chips } und darfst mit höchstens { $most } beginnen, also kaufe { $more } oder weniger
purse = Du hast noch { $chips } Chips und darfst am nächsten Tisch mit bis zu { $most } beginnen. Um so viele zu haben, tippe: buy in { $more }
    .page = Du hast noch { $chips } Chips und darfst am nächsten Tisch mit bis zu { $most } beginnen.
purse-empty = Du hast keine Chips mehr, also kaufst du { $most } für den nächsten Tisch. Um weniger zu kaufen, tippe buy in und eine Zahl.
    .page = Du hast keine Chips mehr, also kaufst du { $most } für den nächsten Tisch, oder weniger.
you-buy-in = { $chips ->
    [0] Du willst keine Chips am nächsten Tisch.
    [one] Du kaufst 1 Chip für den nächsten Tisch.
   *[other] Du kaufst { $chips } Chips für den nächsten Tisch.
}
buys-in = { $chips ->
    [0] { $player } will keine Chips am nächsten Tisch.
    [one] { $player } kauft 1 Chip für den nächsten Tisch.
   *[other] { $player } kauft { $chips } Chips für den nächsten Tisch.
}
has-bought-in = { $chips ->
    [one] { $player } hat 1 Chip gekauft.
   *[other] { $player } hat { $chips } Chips gekauft.
}
asks-to-open = { $player } ist gefragt, ob der nächste Tisch aufgeht. Bleib da: du zeigst den anderen den Weg dorthin.
host-plays-no-more = { $host } spielt nicht noch einmal.
nobody-opens-next = Niemand öffnet den nächsten Tisch.
you-open-next = { $host } setzt das nächste Spiel aus und bittet dich, dessen Tisch zu öffnen.
another-opens-next = { $host } setzt das nächste Spiel aus; { $player } soll dessen Tisch öffnen.
programs-play-one-game = Programme, die du mitgebracht hast, spielen nur das Spiel, für das sie kamen

## Was an dem falsch ist, was getippt oder weitergegeben wird.

address-unfit = { $fault ->
    [port] „{ $address }“ hat keinen gültigen Port: schreibe HOST:PORT, mit einem Port von 1 bis 65535.
   *[host] „{ $address }“ hat keinen Rechner, der sich anwählen lässt: schreibe HOST:PORT, mit einem Namen oder der IP-Adresse eines Rechners.
}
relay-url-unfit = { $fault ->
    [token] Das Zugangswort eines Relays hat eine andere Länge.
    [place] { $url } hat keinen gültigen Rechner oder Port. Die Adresse eines Relays ist wie wss://relay.example/pfad.
    [path] { $url } hat einen Pfad, den kein Relay hat: dort stehen nur Buchstaben, Ziffern und ._~-.
    [disguise] { $url } ist eine IPv4-Adresse, die wie IPv6 geschrieben ist: schreibe die IPv4-Adresse.
   *[form] Die Adresse eines Relays ist wie wss://relay.example/pfad, nicht „{ $url }“.
}
code-unfit = { $fault ->
    [number] Ein Code beginnt mit einer Zahl unter { NUMBER($below, useGrouping: 0) }.
    [list] Ein Code hat { $wanted } Wörter aus der Liste.
    [count] Ein Code hat { $wanted } Wörter; dieser hat { $words }.
    [short] „{ $word }“ ist zu kurz, um zu wissen, welches Wort es ist.
    [unknown] „{ $word }“ steht in keinem Code; ist es „{ $nearest }“?
   *[form] Ein Code ist wie 7-purple-sausages-river.
}
invite-unfit = Diese Einladung taugt nicht: { $fault ->
    [addresses] sie hat mehr als { $most } Adressen.
    [relays] sie hat mehr als { $most } Relays.
    [address] eine ihrer Adressen ist keine.
    [relay] die Adresse eines Relays darin ist keine.
    [relay-spelling] die Adresse eines Relays darin ist anders geschrieben als üblich.
    [token] das Zugangswort eines Relays darin hat eine andere Länge.
    [characters] sie hat Zeichen, die keine Einladung hat. Kopiere sie noch einmal.
    [whole] sie ist eine kurze oder ein Link zum Zuschauen.
    [short-relays] sie ist kurz und hat mehr als ein Relay.
    [kind] sie ist von einer unbekannten Art.
    [scheme] sie beginnt nicht mit { $begins }
    [game] so heißt kein Spiel.
    [places] sie hat zu viele Adressen und Relays.
    [sizes] ein Teil von ihr hat eine andere Länge.
    [watch] sie ist zum Zuschauen.
    [damaged] sie ist beschädigt. Bitte noch einmal um sie.
   *[mistyped] sie ist vertippt oder abgeschnitten. Kopiere sie noch einmal.
}
host-of-other-release = Beim Host läuft Version { $there } des Protokolls, und hier { $here }: { $fault ->
    [theirs] der Host braucht p2pgame { $release } oder eine spätere Ausgabe.
    [later] installiere eine spätere Ausgabe von p2pgame als { $release }.
   *[ours] installiere p2pgame { $release }.
}
caller-of-other-release = Bei jemandem mit deiner Einladung läuft Version { $there } des Protokolls, und hier { $here }: { $fault ->
    [theirs] dort wird p2pgame { $release } oder eine spätere Ausgabe gebraucht.
    [later] installiere eine spätere Ausgabe von p2pgame als { $release }.
   *[ours] installiere p2pgame { $release }.
}
absence-needs-patience = ohne --patience schweigt nie jemand zu lange
    .page = ohne eine Geduld schweigt nie jemand zu lange
bank-needs-quorum = wo niemand ohne die anderen weiterspielen kann, ist keine Zeit begrenzt
system-error = { $code ->
    [ENOENT] das gibt es nicht
    [EACCES] das ist hier nicht erlaubt
    [EPERM] das ist hier nicht erlaubt
    [EROFS] dort lässt sich nur lesen
    [ENOSPC] dort ist kein Platz mehr
    [EDQUOT] dein Anteil am Platz ist voll
    [EISDIR] das ist ein Ordner
    [ENOTDIR] das ist kein Ordner
    [EEXIST] das gibt es schon
    [ENOTEMPTY] der Ordner ist nicht leer
    [ENAMETOOLONG] der Name ist zu lang
    [ELOOP] die Verweise drehen sich im Kreis
    [EFBIG] die Datei würde zu groß
    [EIO] das Gerät liest oder schreibt nicht
    [EMFILE] zu viele Dateien sind offen
    [ENFILE] zu viele Dateien sind offen
    [ENOMEM] der Speicher reicht nicht
    [ENOEXEC] das ist kein Programm
    [EADDRINUSE] das ist schon in Gebrauch
    [ENETUNREACH] dorthin führt kein Netz
    [EPIPE] niemand liest es
   *[unknown] { $text }
}
