# Glossar: wie in client.ftl.  Was --help sagt; Englisch steht bei den Befehlen selbst (cli/commands).
# help-BEFEHL ist der Text eines Befehls; sein erster Absatz steht auch in den Listen.  option-NAME ist der
# Text einer Option; option-BEFEHL_NAME der, den sie nur bei diesem Befehl hat.

## Die Listen der Befehle.

list-for-players = Zum Spielen
list-for-hosts = Für Hosts
list-for-readers-of-transcripts = Zum Lesen von Protokollen
list-for-authors-of-games-and-programs = Für alle, die Spiele und Programme schreiben
list-for-operators = Für den Betrieb
usage-options = [OPTIONEN]
usage-command = [BEFEHL] [ARGUMENTE]...
usage-command-needed = BEFEHL [ARGUMENTE]...

## Was eine Option nimmt.

type-integer = Zahl
type-integer-range = Zahl
type-float = Zahl
type-float-range = Zahl
type-path = Pfad
type-file = Datei
type-filename = Datei
type-seat = Platz
type-game = Spiel
type-position = Stellung

## Befehle.

help-p2pgame = Karten- und Brettspiele mit Freunden: ohne Server, und ohne dass jemand allen vertrauen muss.

    Mit Programmen spielen: p2pgame play.  Mit Freunden: p2pgame host, und sie kommen dazu.
    Weiterspielen, wo du warst: p2pgame next.
help-play = Spiele mit Programmen auf diesem Rechner.

    Jeder Platz ist ein eigener Prozess.  An einem Terminal sitzt du auf dem ersten Platz, sonst
    sitzt dort ein Programm; andere Programme nehmen die übrigen Plätze, oder so viele, wie --bots
    sagt, und Leute können dazukommen.
help-web = Spiele auf einer Seite im Browser.

    Dieses Programm zeigt die Seite nur deinem Browser auf diesem Rechner.  Sie zu schließen beendet
    nichts; mit dem Programm enden seine Tische, und dort lässt sich weiterspielen.
help-join = Setze dich mit einer Einladung an den Tisch von Freunden.

    Die Einladung ist ein Link, der Text eines QR-Codes, oder Wörter, die dir jemand sagt.  Name oder
    Nummer eines Kontakts führt an den Tisch, an den er dich eingeladen hat, oder an seinen Tisch in
    diesem Netz.  - liest die Einladung von der Standardeingabe.  Ohne Einladung siehst du die Tische
    in diesem Netz.
help-next = Geh an den Tisch, der auf dich wartet.

    Warten mehrere, dann an den, der am längsten wartet.  Ein paar Sekunden lang werden die Relays
    deiner Tische gefragt.  Wartet keiner auf dich, steht da, welcher auf wen wartet; dann ist der
    Exit-Status 1.
help-resume = Spiele an einem Tisch weiter, nachdem das Programm zu Ende war.

    Das gilt auch für Hosts.  Ohne NUMBER (p2pgame tables zählt sie auf) an dem Tisch, der noch nicht
    fertig ist.
help-watch = Schau an einem Tisch zu.

    Den Link zum Zuschauen zeigt p2pgame host --spectators.  Du siehst, was alle sehen, und liest,
    was sie sagen; du hast keinen Platz und sagst nichts.  Eine Einladung tut es auch und nimmt hier
    keinen Platz.  - liest von der Standardeingabe.  Mit Strg-C gehst du.
help-games =
    Zähle die Spiele auf: für wie viele sie sind, wie lange eines dauert und was es ist.

    Ein Spiel darf heißen, wie man es nennt: schach, Schach oder poker.  Mehr über eines sagt
    p2pgame rules GAME.
help-rules = Sag, wie ein Spiel geht und welche Optionen es hat.

    GAME ist ein Name oder eine Datei: p2pgame rules ./my_game.py.  --json ist für alle, die andere
    Programme schreiben: docs/client.md nennt die Felder.  --states zeigt Spiele in der Form von
    docs/wire.md, „Recorded games“.

    Wer ein Spiel aus einer Datei mitspielt, braucht diese Datei.  Alle sehen sie an und nehmen sie
    auf; sie läuft dann mit Grenzen für Zeit, Speicher, Dateien und Netz.
help-rules-show = Sag, wie ein Spiel geht und welche Optionen es hat.
help-rules-add = Zeige die Regeln in FILE und nimm sie auf, wenn du zustimmst.
help-rules-check = Spiele in zwei frischen Programmen und sag, ob beide zu dem kommen, was dieses hat.

    GAME kann ein Spiel aus einem installierten Paket sein oder eine Datei. Regeln, die nach
    einer Uhr, dem Zufall, einer Adresse oder der Reihenfolge einer Menge gehen, widersprechen
    sich so: Status 4.
help-rules-list = Zähle die Regeln auf, die du aufgenommen hast.
help-rules-remove = Vergiss alle Regeln von GAME, die du aufgenommen hast.
help-bots = Zähle die Programme auf, die ein Spiel spielen.

    Das schwächste steht zuerst; ohne Spiel werden alle genannt.
    p2pgame play GAME --seat 2=NAME spielt gegen eines davon.
help-invitations = Zähle auf, welche Kontakte dich eingeladen haben, die letzte Einladung zuerst.

    An einem Terminal wirst du zu jeder gefragt, ob du mitspielst.
help-contacts = Zähle die Leute auf, die du als Kontakte behalten hast, den letzten zuerst.

    An einem Terminal wirst du zu jedem gefragt, der dich eingeladen hat.
help-contacts-list = Zähle deine Kontakte auf.
help-contacts-keep = Behalte alle, mit denen du an einem Tisch warst, um sie mit Namen einzuladen.

    TABLE ist eine Nummer aus p2pgame tables (sonst der Tisch, der zuletzt begonnen hat).
help-contacts-rename = Gib einem Kontakt, mit Nummer oder Namen, einen anderen Namen.
help-contacts-forget = Vergiss einen Kontakt, mit Nummer oder Namen.
help-tables = Zähle die Tische auf, an denen du einen Platz hast, den neuesten zuerst.
help-tables-list = Zähle deine Tische auf.
help-tables-forget = Vergiss den Tisch mit dieser NUMBER: Schlüssel und Log deines Platzes werden gelöscht.

    Protokolle bleiben, wo sie sind.
help-tables-transcript = Schreib das Protokoll des Tisches mit dieser NUMBER aus deinem Log.

    Das Log wird nur gelesen: es darf eine Sicherung auf einer Platte sein, auf die niemand schreibt,
    und ein Programm darf dort spielen.  FILE muss neu sein; ohne FILE kommt das Protokoll in den
    Ordner für Protokolle.
help-move-seat = Schreib einen Platz für ein anderes Gerät, verschlüsselt, in FILE.

    Dort setzt p2pgame take-seat FILE ihn ein; hier kann er nicht mehr gespielt werden.
help-take-seat = Setze den Platz aus FILE, den move-seat geschrieben hat, auf diesem Gerät ein.
help-settings = Zeige oder ändere, was für alle Tische gilt.
help-settings-name = Sag, wie die anderen dich von jetzt an nennen; --name geht vor.
help-settings-on-turn = Sag, wie du gerufen wirst, wenn ein Tisch auf dich wartet: bell,title,desktop oder none.

    "exec:COMMAND", allein oder als Letztes, startet einen Befehl von dir; keine Shell liest ihn.  Er
    bekommt den Namen des Tisches als letztes Argument und als P2PGAME_TABLE.  Wer gerade eben
    gezogen hat, sitzt am Bildschirm und wird nicht gerufen.
help-settings-relay = Benutze von jetzt an diese Relays, wss://relay.example, an jedem Tisch.

    Ein Relay gibt weiter, was es nicht lesen kann, und hebt es auf für alle, die weg sind.  Eines von
    nostr ist nostr+wss://relay.example.  Ohne URL stehen da die Relays, die benutzt werden.
help-settings-transcripts = Lege Protokolle von jetzt an in FOLDER; ohne FOLDER steht da, wo sie sind.
help-doctor = Prüfe, was ein Spiel braucht: Versionen, Dateien, Ports, Router, Relays.

    Sagt in Worten, was da ist, und was zu tun ist, wo etwas nicht stimmt; fragt einige Sekunden lang
    deinen Router und die Relays.  Exit-Status 1: etwas stimmt nicht.
help-completion = Gib die Zeile aus, mit der eine Shell Befehle, Spiele, Tische und Kontakte ergänzt.

    p2pgame completion bash >> ~/.bashrc fügt sie an; die nächste Shell kennt sie.
help-host = Eröffne einen Tisch, zeig seine Einladung, und spiele, sobald alle Plätze besetzt sind.
help-invite = Lade einen Kontakt, mit Nummer oder Namen, an deinen Tisch ein.

    Der Tisch muss offen sein; p2pgame host GAME --invite WHO eröffnet einen und lädt dazu ein.
    NUMBER ist die Nummer des Tisches in p2pgame tables, falls du Host von mehreren bist.
help-verify = Prüfe Protokolle: Unterschriften, Beweise, Regeln und Ergebnis.

    Da steht, wer mit welchem Schlüssel gespielt hat, wer von wem ausgeschlossen wurde, wie weit alle
    unterschrieben haben, und ob der Kartenstapel nachgeprüft ist.  Was nur dieser Rechner weiß, steht
    für sich (in JSON unter "local") und ändert kein Urteil.

    Von mehreren Dateien, und von allen Protokollen (*.p2pgame) unter einem Ordner, kommt eine
    Tabelle; mit --json ein Objekt, dessen "files" das sind, was --json von jeder Datei ausgibt.
    Tische, die aneinander anschließen, sind ein Abend: da steht, in welcher Folge, was jede Person
    gewonnen oder verloren hat, und wo die Kette reißt (in JSON unter "evenings").

    Dateien eines Tisches werden zusammengelegt: erzählen sie zwei Geschichten, dann steht da, wer
    beide unterschrieben hat; keine zählt, und --evidence DATEI schreibt, was sie überführt.
    Quittungen unter den Dateien werden mit den Protokollen ihrer Tische verglichen.

    Ein langes Protokoll hat mehrere Teile.  Nenne irgendeinen; die anderen werden daneben gesucht,
    und unter den Dateien, die du nennst.

    Das Protokoll eines deiner Tische wird mit deinem Log davon verglichen: wer an einer Stelle zwei
    verschiedene Einträge unterschrieben hat, steht auf der Standardfehlerausgabe.

    Exit-Status 0: fair, auch wenn es nicht zu Ende ist; 1: nicht fair, oder beschädigt; 2: kein
    Protokoll, oder es dauerte zu lange; 3: die Regeln des Spiels sind nicht hier; 4: diese Regeln
    widersprechen sich.  Von mehreren Dateien der kleinste von 1, 2, 3 und 4, der für eine gilt; 1 auch
    dann, wenn eine Kette reißt oder ein Tisch zwei Geschichten hat.  Die aller Befehle stehen in
    docs/exit-statuses.md.
help-ledger = Sag, was ein Abend ergeben hat: wer wie viel gewonnen hat, und wer an wen zahlt.

    Die Dateien sind die Protokolle seiner Tische, oder Ordner davon, in beliebiger Folge.  Jedes wird
    vorher geprüft, und auch, dass jeder Tisch an den vorigen anschließt.  Ein Tisch zählt einmal, und
    gar nicht, wenn Dateien oder Quittungen zwei Geschichten von ihm erzählen.

    Wer langsam war, ist nur ein Wort, das niemand prüfen kann.  Lass solche Tische nur weg, wenn
    alle damit einverstanden sind: sonst sagt es der, der verloren hat, vom anderen.

    Exit-Status: wie bei verify.
help-show = Geh ein Protokoll in Worten durch (am Terminal vor und zurück, mit Tasten).

    Mit --html kommt FILE.html in diesen Ordner: alle können es öffnen und brauchen sonst nichts.

    --trace ist für alle, die andere Programme schreiben: die Id jedes Zuges, der Hash seines
    Zustands, und die Einträge, die dazu führten, wie docs/wire.md sie beschreibt.
help-pgn = Gib ein Schachprotokoll als PGN aus, oder prüfe Partien, die schon PGN sind.

    Eine PGN-Datei mit mehreren Partien wird Partie für Partie geprüft: wer gegen wen gespielt hat, wann,
    wie viele Züge, das Ergebnis und was ungewöhnlich ist, oder warum eine Partie sich nach unseren Regeln
    nicht spielen lässt.

    Ein Protokoll hat keine Uhr, also ist das Date der Tag, an dem die Datei geschrieben wurde: der,
    an dem die Partie zu Ende war, falls die Datei seither nicht neu entstand.

    Exit-Status 1: eine Partie verletzt die Regeln, oder das Protokoll stimmt nicht.
help-pdn = Gib ein Protokoll von Dame als PDN aus, oder prüfe Partien, die schon PDN sind.

    Eine PDN-Datei mit mehreren Partien wird Partie für Partie geprüft: wer gegen wen gespielt hat, wann,
    wie viele Züge, das Ergebnis und was ungewöhnlich ist, oder warum eine Partie sich nach unseren Regeln
    nicht spielen lässt.  Die erste Zahl eines Ergebnisses ist die von Schwarz, das beginnt.

    Ein Protokoll hat keine Uhr, also ist das Date der Tag, an dem die Datei geschrieben wurde: der,
    an dem die Partie zu Ende war, falls die Datei seither nicht neu entstand.

    Exit-Status 1: eine Partie verletzt die Regeln, oder das Protokoll stimmt nicht.
help-phh = Gib ein Protokoll von Hold'em als PHH aus, oder spiele Hände nach unseren Regeln nach.

    Eine aufgezeichnete Hand hat ganze Chips oder Dezimalen einer Währung; eine Datei mit mehreren
    (.phhs) hat eine Zeile für jede Hand.  Was sie über die Stapel am Ende und über Gewinne sagt, wird
    mit dem verglichen, was unsere Regeln ergeben; ein Rake wird genannt.

    Exit-Status 1: eine Hand weicht ab, oder lässt sich nicht nachspielen.
help-evidence = Prüfe einen Beweis: wer in einem Spiel geschummelt hat, und wie.

    Dafür genügen unterschriebene Worte.  Exit-Status 1: er zeigt nichts; 2: es ist kein Beweis; 3:
    die Regeln des Spiels sind nicht hier; 4: sie widersprechen sich und überführen niemanden.
help-receipt = Prüfe eine Quittung: ein Ergebnis, das jemand selbst unterschrieben hat.

    Mit --write ist FILE ein Protokoll, und du unterschreibst eine Quittung davon mit deinem
    Schlüssel.  Mit OTHER, einer anderen Quittung oder einem Protokoll, steht da, ob beide passen.

    Exit-Status 1: zwei Quittungen überführen, wer beide unterschrieben hat, oder das Protokoll sagt
    nicht, was die Quittung sagt; 2: eine Datei ist keine Quittung.
help-newgame = Gib ein kleines Spiel mit diesem Namen aus, als Anfang für ein anderes.

    p2pgame newgame my-game > my_game.py; p2pgame play ./my_game.py spielt es.
    Die Datei heißt my_game.py, das Spiel my-game: beides darf man sagen.
help-playthrough = Gib ein ganzes zufälliges Spiel aus: was möglich war, geschah, aufgedeckt und gesehen wurde.
help-perft = Zähle, wie ein Spiel verlaufen kann: nach 1 Zug, nach 2 und so weiter.

    Ein Wurf, ein Geben und eine gemeinsame Entscheidung sind je ein Zug, und jeder mögliche Ausgang
    zählt.  Spiele, die früher aus sind, zählen nicht.
help-pipe = Spiele mit Zeilen in JSON: Anfragen und Befehle hinein, Ereignisse heraus.

    Die erste Zeile der Standardeingabe ist eine Anfrage wie
    {"{"}"command": "join", "invite": "P2PGAME:…"{"}"}, und Befehle folgen.  docs/client.md nennt alle.
help-serve = Halte Tische für eigene Programme: andere Oberflächen, am Bildschirm oder am Telefon.

    Sie sprechen JSON über einen WebSocket, den docs/serve.md beschreibt, und jedes braucht ein Token:
    p2pgame token NAME.  So ein Programm darf alles, was du hier darfst.
help-token = Mache ein Token für ein Programm, das mit p2pgame serve spricht; ohne NAME: zähle sie auf.

    In der Datei, die genannt wird, steht das Token; das Programm liest es dort.
help-arena = Lass Programme viele Spiele spielen und sag, welches stärker ist.

    CONTESTANTS sind zwei oder mehr von denen, die p2pgame bots für das Spiel nennt, oder search:200,
    eine Suche mit so vielen Simulationen für jede Entscheidung.  Die Spiele einer Gabe haben dieselben
    Karten, und jedes Programm spielt sie von jedem Platz.  Derselbe Startwert gibt dieselbe Tabelle.

    Exit-Status 1: ein Programm ist mittendrin ausgefallen.
help-train = Löse ein kleines Spiel für zwei und schreib eine Policy, die es spielt.

    Exploitability ist, was ein perfekter Gegner der Policy im Mittel abnimmt; 0 ist unschlagbar.  Der
    Wert ist, was Platz 1 gegen gleich gute gewinnt.
help-relay = Sei ein Relay: hebe versiegelte Nachrichten für Tische auf und gib sie weiter.

    Es erfährt keine Namen, Karten oder Züge.  GET /health und /metrics sagen, wie es ihm geht; mit
    --admin gibt es dafür einen eigenen Port.

## Optionen.

option-finished = Ende mit Status 5, wenn ein Spiel bisher fair und nicht zu Ende ist.
option-delay = Wie lange eine Uhr bei jeder Entscheidung wartet, bevor sie läuft.
option-evidence = Schreib hierher Beweise gegen alle, die zwei Geschichten eines Tisches unterschrieben haben.
option-increment = Was eine Uhr mit jeder Entscheidung gewinnt.
option-lang = Die Sprache, in der alles gesagt wird: de oder en; sonst die von LC_ALL oder LANG.
option-absence = Was aus dem Spiel wird, wenn jemand zu lange schweigt.  wait: nichts; default: ein Zug wird gemacht; forfeit: wer schweigt, hat verloren, und das Spiel ist aus; finish: die anderen spielen weiter (das Übliche, wo es geht).
option-address = Wo Gäste dich erreichen, falls es nicht da ist, wo du horchst; mehrfach möglich.
option-programs-bank = Wie lange ein Programm im ganzen Spiel für alles brauchen darf, was es von selbst sagt (0: ohne Grenze; sonst das Doppelte von --patience).
option-resume_address = Wo Gäste dich jetzt erreichen.
option-admin = Wo der Betrieb erfährt, wie es dem Relay geht: /live, /ready, /metrics.
option-again = Spiele gleich so viele weitere Spiele, ohne zu fragen (ohne Terminal: 0).
option-time = Eine Uhr für alle: wie lange alle Entscheidungen eines Spiels dauern dürfen (0: keine Uhr). Dazu brauchen alle mindestens diese Ausgabe.
option-watch_again = Schau auch bei so vielen weiteren Spielen derselben Leute zu (am Terminal: bei allen; sonst: 0).
option-agent = Lass dieses Programm deinen Platz spielen: eines, das p2pgame bots nennt, search:SIMULATIONS, exec:COMMAND, uci:ENGINE (Schach) oder policy:FILE.
option-as = Mit --from: dein Platz (sonst der, der dort am Zug ist).
option-show_as = Zeige das Spiel, wie dieser Platz es sah, soweit die Datei das am Ende zeigt.
option-back = Nimm die Einladung zurück.
option-bank = Wie lange jemand im ganzen Spiel überlegen darf (0: ohne Grenze); danach bleibt für jede Entscheidung ein Zehntel von --patience.
option-behind-proxy = Glaube dem X-Forwarded-For eines eigenen Proxys an dieser Adresse oder in diesem Netz (sonst: auf diesem Rechner), und keinem anderen.
option-bot = Lass ein Programm diesen Platz spielen.
option-bots = Plätze, die Programme nehmen.
option-debug = Für alle, die Spiele schreiben: sieh alles, und zieh für jeden Platz.  Kein Tisch, nichts ist unterschrieben, und --transcript beweist nichts.
option-depth = Wie viele Züge weit gezählt wird.
option-divide = Zähle hinter jedem Zug, und zeige, wohin er führt.
option-every = Mit --wait: wie oft nachgesehen wird.
option-from = Spiele von einer Stellung eines Protokolls weiter, gegen Programme (sonst von seinem Ende).  Nichts wird unterschrieben oder aufgehoben, und --seat zählt die Plätze jenes Spiels.
option-perft_from = Beginne hier, in der Notation des Spiels.
option-game = Prüfe von einer Datei mit mehreren nur diese Partie oder Hand.
option-games = Spiele zwischen je zweien, oder aller an einem Tisch; aufgerundet auf ganze Gaben.
option-hands = Wie viele Hände gespielt werden, in einem Spiel mit Händen.
option-hide-address = Sag niemandem deine Adresse: alles geht über ein Relay.
option-watch_hide-address = Lies nur bei den Relays des Tisches: der Host sieht deine Adresse nicht.
option-html = Schreib eine Seite, die das Spiel in jedem Browser zeigt, ohne andere Dateien.
option-into = Schreib das Spiel dorthin, mit seinem Test und einer Seite darüber, was als Nächstes zu ändern ist.
option-invite = Lade diesen Kontakt, mit Nummer oder Namen, ein, sobald der Tisch offen ist; mehrfach möglich.
option-iterations = Mehr davon geben eine bessere Policy.
option-job = Spiele diesen Auftrag, statt dessen, was die Befehlszeile sagt.
option-json = Gib ein JSON-Objekt aus.
option-rules-show_json = Gib ein JSON-Objekt aus: wie Zustand, Optionen und Züge aufgebaut sind.
option-rules-show_states = Gib zufällig gespielte Spiele aus: jedes Ereignis, und was danach ist und wer am Zug ist.
option-limit = Wie lange eine Datei geprüft werden darf; ein Prozess, der länger braucht, oder mehr als 2 GiB Speicher, wird beendet.
option-relay_limit = Ändere eine Grenze (docs/relay.md); eine Rate ist JE-SEKUNDE/AUF-EINMAL.  Oder eine Vorgabe: home (ein paar Freunde), club (ein Saal hinter einer Adresse), public (das Übliche).
option-listen = Wo gehorcht wird (sonst: an einem freien Port, von überall).
option-resume_listen = Wo ein Host jetzt horcht (sonst: wie bisher).
option-relay_listen = Wo gehorcht wird.
option-log = Wie das Log geschrieben wird.
option-log-level = Ab welcher Stufe.
option-motd = Ein Satz für alle, die sich verbinden.
option-name = Dein Name am Tisch.
option-no-lan = Zeige den Tisch diesem Netz nicht (ohne Terminal geschieht es nie), und verlange von seinem Router keinen Port.
option-no-open = Öffne keinen Browser; die Datei, die genannt wird, öffnet die Seite.
option-no-relay = Benutze an diesem Tisch kein Relay.
option-none = Benutze kein Relay.
option-one-table = Setze alle an einen Tisch, statt je zwei der Reihe nach.
option-option = Eine Option des Spiels; NAME=@FILE nimmt ihren Text aus einer Datei.
option-playthrough_option = Eine Option des Spiels.
option-perft_option = Eine Option des Spiels.
option-train_option = Eine Option des Spiels.
option-out = Hebe die Ergebnisse dort auf; derselbe Befehl macht da weiter.
option-train_out = Wohin die Policy kommt (sonst: GAME.policy.json).
option-pace = Wie lange Programme für eine Entscheidung brauchen (sonst: 1, wo jemand zusieht).
option-passphrase-file = Lies das Passwort aus dieser Datei, mit - von der Standardeingabe, statt von der Tastatur.
option-patience = Wie lange die anderen auf jemanden warten (0: ohne Grenze).
option-plain = Erzähle das Spiel in Sätzen, wie für einen Screenreader: ohne Fenster, und ohne Tisch, außer du tippst table oder hand (oder setze P2PGAME_PLAIN=1).
option-players = Plätze am Tisch.
option-plot = Zeichne das Elo dorthin.
option-port = Der Port, nur auf diesem Rechner (sonst: ein üblicher, oder irgendein freier).
option-print-job = Gib den Auftrag als JSON aus, und spiele nichts.
option-processes = Wie viele Prozesse mehrere Dateien prüfen (sonst: einer für jeden Kern).
option-arena_processes = Wie viele Prozesse spielen (sonst: einer für jeden Kern).
option-qr = Zeige die Einladung auch als QR-Code.
option-quorum = Wie viele ohne die anderen weiterspielen können, Q von N (0: niemand; sonst mehr als zwei Drittel, wenn mindestens drei spielen).  N - Q dürfen verschwinden, und das Spiel geht weiter; 2Q - N, die sich verschwören und das Netz beherrschen, könnten Karten lesen, und ebenso beliebige Q, die sich verschwören.  Ohne Angabe ist das je 1 von drei, 1 und 2 von vier, 1 und 3 von fünf, 1 und 4 von sechs, 2 und 3 von sieben; von sechs mit --quorum 4 ist es 2 und 2.
option-relay = Ein Relay, über das Gäste dich auch finden (sonst: die von p2pgame settings).
option-relay-token-file = Das Token eines Relays, das nur einlässt, wer es hat, in einer Datei, die sonst niemand lesen darf.  Gäste bekommen es mit der Einladung.
option-rules = Eine eigene Datei mit den Regeln eines Spiels, wie ./my_game.py; mehrfach möglich.
option-seat = Wer auf Platz N spielt (1 ist deiner): ein Programm, das p2pgame bots nennt, search:SIMULATIONS, exec:COMMAND, uci:ENGINE (Schach) oder policy:FILE; mehrfach möglich.
option-seats = Plätze an einem Tisch (sonst: die wenigsten, die gerecht verteilt sind).
option-seed = Mit --debug: welche Karten und Würfel.
option-playthrough_seed = Welches der zufälligen Spiele.
option-arena_seed = Welche Karten und Entscheidungen.
option-sentences = Gib zu jeder Nachricht auch ihren Satz, in der Sprache von --lang.
option-spectators = Lass Leute ohne Platz zuschauen: auch ein Link für sie steht dann da, mit dem niemand mitspielt.  Alle am Tisch erfahren es.
option-store = Wo Nachrichten liegen: sqlite:PATH, oder redis://HOST:PORT/NUMBER für mehrere Relays zusammen (sonst: eine Datei im Ordner dieses Programms).  Eine URL mit Passwort gehört in die Umgebung, als P2PGAME_RELAY_STORE.
option-table = Welcher, wie p2pgame tables zählt.
option-tables = Bei wie vielen Zügen der Tisch gezeigt wird.
option-take-away = Lösche das Token des Programms.
option-tls-cert = Zertifikatskette für wss://, als PEM.
option-tls-key = Der private Schlüssel des Zertifikats, als PEM.
option-token-file = Lass nur ein, wer das Token in dieser Datei hat; sie entsteht, wenn es sie nicht gibt.  Hosts nennen sie mit --relay-token-file; ihre Einladungen geben es weiter.
option-settings-relay_token-file = Das Token dieser Relays, in einer Datei, die sonst niemand lesen darf.
option-trace = Gib Zeile für Zeile aus, wie das Ergebnis folgt.
option-transcript = Wohin das Protokoll kommt (sonst: in den Ordner für Protokolle).
option-resume_transcript = Wohin das Protokoll jetzt kommt.
option-trust = Gib jeder Adresse in diesem Netz die Grenzen eines Clubs.
option-undo = Nimm einen Platz zurück, dessen Datei verloren ist.
option-usual = Nimm wieder den üblichen Ordner.
option-wait = Schau weiter nach und ruf dich, wenn ein Tisch wartet, wie p2pgame settings on-turn es sagt; die Tische bleiben zum Spielen frei.
option-web = Spiele auf der Seite im Browser, wie mit p2pgame web.
option-without-slow = Lass Tische weg, an denen jemand sagt, dass ein anderes Programm langsam war.
option-words = Zeige auch Wörter zum Weitersagen: 7-purple-sausages-river.
option-write = Unterschreib eine Quittung des Protokolls FILE, hier.
option-yes = Frag nicht.
option-move-seat_yes = Mit --undo: frag nicht.
