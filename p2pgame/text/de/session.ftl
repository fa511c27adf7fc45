not-agreed = dem hatten nicht alle zugestimmt
no-proposal-now = zustimmen lässt sich dem nur, während jemand einen Zug wählt
only-so-many-moves = { $moves ->
    [0] noch kein Zug ist gemacht
    [1] erst ein Zug ist gemacht
   *[other] erst { $moves } Züge sind gemacht
}
agreed-already = dem hast du schon zugestimmt
spectator-no-moves = wer zuschaut, hat keine Züge
gone-on-without-you = die anderen haben ohne dich weitergespielt
moved-already = du hast in diesem Zug schon gezogen
no-game-on = gerade läuft kein Spiel
no-game-to-leave = es gibt kein Spiel, das du verlassen könntest
not-opener = das darf nur, wer diesen Tisch eröffnet hat
begins-already = das Spiel beginnt schon
seat-given-up = { $player } hat den Platz vor dem Anfang aufgegeben: eröffnet einen anderen Tisch.
others-have-seats = Das Spiel hat ohne dich begonnen: andere haben seine Plätze.
no-such-guest = einen solchen Gast gibt es hier nicht
seat-is-reserved = dieser Platz ist für jemanden vom vorigen Tisch reserviert
end-not-signed = noch haben nicht alle das Ende unterschrieben
next-named-already = der nächste Tisch ist schon genannt
only-players-talk = reden können nur, die mitspielen, und erst wenn das Spiel begonnen hat
in-doubt = erst müssen die anderen sagen, was von hier zuvor gesagt wurde
nudged-already = du hast in diesem Zug schon erinnert
nobody-waited-for = auf niemand anderen wird gewartet
chat-is-full = du hast so viel gesagt, wie die Datei dieses Spiels fasst
rules-in-a-file = { $host } hat diesen Tisch eröffnet und spielt { $game }, Version { $version }, nach eigenen Regeln, die es hier nicht gibt. Ihr Fingerabdruck ist { $fingerprint }. Bitte um die Datei, sieh sie dir an und nimm sie auf: p2pgame rules add DATEI. Dann komm wieder.
    .page = { $host } hat diesen Tisch eröffnet und spielt { $game }, Version { $version }, nach eigenen Regeln, die es hier nicht gibt. Ihr Fingerabdruck ist { $fingerprint }. Bitte um die Datei, sieh sie dir an und nimm sie in einem Terminal auf: p2pgame rules add DATEI. Dann komm wieder.

sit-out-later = aussetzen kannst du zwischen zwei Spielen, sobald alle das Ende unterschrieben haben
sits-out-already = du setzt das nächste Spiel schon aus
end-differs = er nennt ein anderes Ende
first-differs = { $player } beginnt den nächsten Tisch, und dort beginnt jemand anderes
stake-differs = { $player } hat noch { $had } und beginnt mit { $begins }
quorum-of-two = bei { $seats } Plätzen kann niemand ohne die anderen weiterspielen: quorum 0
quorum-bounds = das Quorum ist bei { $seats } Plätzen { $low } bis { $high }, oder 0 für keines
deck-only-deals = mit dem Kartenstapel { $deck } gehen nur Spiele, die bloß mischen, geben und aufdecken, anders als { $game }: nimm masked
deck-needs-everybody = der Kartenstapel { $deck } lässt sich nicht aufdecken, wenn jemand fehlt: quorum 0
absence-needs-no-quorum = wo auf alle gewartet wird, muss niemand entscheiden: quorum 0
absence-needs-quorum = ohne Quorum kann niemand ohne die anderen weiterspielen: absence wait
bank-needs-patience = Zeit für das ganze Spiel braucht eine Grenze für jedes Wort: patience
clock-needs-patience = eine Uhr braucht eine Grenze für jedes Wort: patience
time-in-one-way = die Zeit ist auf eine Art begrenzt: bank, base, move oder days
increment-needs-clock = ein Zuschlag oder Aufschub braucht eine Uhr: time
