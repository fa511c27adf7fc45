## Warum man einem Tisch trauen kann.

trust-title = Warum du diesem Tisch trauen kannst
trust-keys = Wer wer ist
trust-key = { $name } unterschreibt mit dem Schlüssel { $key } …
trust-you = du
trust-program = ein Programm
trust-key-picture = Das Bild von { $name }s Schlüssel
trust-keys-about = Alles, was jemand tut, ist mit einem Schlüssel unterschrieben, der dessen Gerät nie verlässt. Vergleicht die Bilder: Sind sie auf beiden Bildschirmen gleich, sitzt niemand dazwischen.
trust-deck = Die Karten
trust-no-deck = Bisher wurden keine Karten gemischt.
trust-deck-about = Alle mischen den verdeckten Stapel und beweisen, dass keine Karte dazukam, fehlt oder gezeichnet ist. Dein Gerät hat jeden Beweis geprüft.
trust-deck-audited = Bei diesem Stapel beweist niemand das Mischen. Wenn das Spiel aus ist, zeigen alle, wie sie gemischt haben, und dein Gerät prüft es nach: wer geschummelt hat, fliegt dann auf.
trust-shuffled = { $cards } Karten gemischt von { $names }, nacheinander; alle haben es bewiesen, und dein Gerät hat jeden Beweis geprüft
trust-known = Was du weißt
trust-known-cards = { $known ->
    [0] Du siehst keine der { $all } Karten auf dem Tisch.
    [one] Du siehst eine der { $all } Karten auf dem Tisch. Die anderen kann dir niemand allein zeigen.
   *[other] Du siehst { $known } der { $all } Karten auf dem Tisch. Die anderen kann dir niemand allein zeigen.
  }
trust-own = Nur du siehst: { $cards }
trust-nothing = In diesem Spiel ist nichts verdeckt.
trust-paths = Wie ihr verbunden seid
trust-path = { $name }: { $path ->
    [lan] in deinem Netz
    [direct] direkt
    [relayed] über ein Relay, das nur versiegelte Briefe sieht
   *[other] über öffentliche Relays, die nur versiegelte Briefe sehen
  }{ $ms ->
    [0] { "" }
   *[other] , { $ms } ms
  }
trust-no-paths = Niemand ist gerade auf einem eigenen Weg zu hören. Wo kein Relay das Spiel trägt, sind alle direkt mit dem Programm verbunden, das den Tisch eröffnet hat; es reicht weiter, was andere unterschrieben haben, und kann es nicht ändern.
trust-gone = Wenn jemand geht
trust-vanish = { $may ->
    [0] Verstummt jemand, wartet das Spiel.
    [one] Einer darf verschwinden, und das Spiel geht weiter.
   *[other] { $may } dürfen verschwinden, und das Spiel geht weiter.
  }
trust-readers = { $readers ->
    [0] Niemand kann verdeckte Karten lesen.
    [one] Einer allein könnte verdeckte Karten lesen.
   *[other] Verdeckte Karten bleiben verdeckt, außer { $readers } verschwören sich.
  }
trust-forkers = { $forkers ->
    [0] { "" }
    [one] Einer, der auch das Netz beherrscht, könnte sie ebenfalls lesen.
   *[other] { $forkers }, die sich verschwören und auch das Netz beherrschen, könnten sie ebenfalls lesen.
  }
trust-evidence = Beweise
trust-file = Der Beweis ist in der Datei { $file }.
trust-practice = Dies ist eine Übung auf diesem Gerät: Das Programm gibt und kennt alle Karten, nichts wird unterschrieben und nichts aufgehoben.
trust-checked = Geprüft
trust-saved = Das ganze Spiel liegt in { $file }. Jeder kann es prüfen, heute oder in Jahren.
