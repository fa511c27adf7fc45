## Eine Partie, noch einmal gezeigt.

replay-place = Wiederholung
replay-title = { $game }: { $names }
replay-loading = Die Datei wird gelesen und geprüft …
replay-checked = { $done } von { $total } Zügen geprüft
replay-step = Schritt { $step } von { $steps }
replay-first = Erster Schritt
replay-back = Einen Schritt zurück
replay-next = Einen Schritt vor
replay-last = Letzter Schritt
replay-play = Abspielen
replay-pause = Anhalten
replay-speed = Tempo
replay-timeline = Zeitleiste
replay-history = Was geschah
replay-link = Link zu diesem Schritt
replay-copied = Der Link ist kopiert.
replay-save = Als { $format } sichern
replay-empty = In dieser Datei hat kein Spiel begonnen.
replay-failed = Diese Datei kann nicht gezeigt werden
replay-others = Eine andere Datei wählen
replay-keys = Pfeiltasten gehen Schritt für Schritt, die Leertaste spielt ab.
replay-eyes = Aus der Sicht von
replay-eyes-nobody = jemandem, der zusieht
replay-eyes-about = Karten, die jemand nie gezeigt hat, bleiben verdeckt.
onward = Von hier weiterspielen
onward-as = Spielen als
onward-go = Gegen Programme weiterspielen
onward-about = Eine Übung auf diesem Gerät. Karten, die die Datei nicht zeigt, werden neu gegeben; nichts wird unterschrieben oder aufgehoben.
replay-no-move = Dies ist eine Wiederholung: Nichts kann gezogen werden.
verdict-fair = Geprüft: fair
verdict-unfair = Nicht fair
verdict-damaged = Dieser Datei ist nicht zu trauen: { $why }
verdict-all = { $entries } unterschriebene Einträge, { $turns } Züge: Jede Unterschrift, jeder Beweis und jede Regel wurde geprüft.
verdict-unfinished = Das Spiel ist nicht zu Ende: { $why }
verdict-player = { $name }, Schlüssel { $key } …
verdict-names = Namen sind, wie sich Spieler selbst nennen; unterschrieben hat der Schlüssel.
verdict-result = { $name }: { $points }
verdict-players = Wer spielte
verdict-here = Was dieses Gerät weiß
verdict-more = Wie geprüft wurde

## Eine eigene Seite mit einer Partie darin.

alone-note = Diese Seite erzählt, was p2pgame auf dem Gerät fand, das sie schrieb; Unterschriften kann sie selbst nicht prüfen. Das Protokoll ist enthalten: Sichere es und prüfe es mit „p2pgame verify { $file }“.
alone-save = Das Protokoll sichern
