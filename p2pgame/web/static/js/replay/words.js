// The words and the style of a replay.

export const WORDS = {
  en: `
replay-place = Replay
replay-title = { $game }: { $names }
replay-loading = Reading and checking the file …
replay-checked = { $done } of { $total } turns checked
replay-step = Step { $step } of { $steps }
replay-first = First step
replay-back = One step back
replay-next = One step forward
replay-last = Last step
replay-play = Play
replay-pause = Pause
replay-speed = Speed
replay-timeline = Timeline
replay-history = What happened
replay-link = Link to this step
replay-copied = The link is copied.
replay-save = Save as { $format }
replay-empty = No game began in this file.
replay-failed = This file can't be shown
replay-others = Choose another file
replay-keys = Arrow keys step, the space bar plays.
replay-eyes = View as
replay-eyes-nobody = a spectator
replay-eyes-about = Cards that a player never showed stay face down.
onward = Go on from here
onward-as = Play as
onward-go = Go on against programs
onward-about = Practice on this machine. Cards that the file doesn't show are dealt anew, and nothing is signed or kept.
replay-no-move = This is a replay: nothing can be moved.
verdict-fair = Checked: fair
verdict-unfair = Not fair
verdict-damaged = This file can't be trusted: { $why }
verdict-all = { $entries } signed entries, { $turns } turns: every signature, proof and rule was checked.
verdict-unfinished = The game is not finished: { $why }
verdict-player = { $name }, key { $key } …
verdict-names = Names are what players call themselves; the key is what signed.
verdict-result = { $name }: { $points }
verdict-players = Who played
verdict-here = What this machine knows
verdict-more = How it was checked
`,
  de: `
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
`,
};

export const STYLE = `
.replay { display: grid; grid-template-columns: minmax(0, 1fr) minmax(16rem, 22rem); gap: 1.25rem; padding: 1rem; width: 100%; max-width: 96rem; margin: 0 auto; box-sizing: border-box; }
.replay-main { display: grid; gap: 0.8rem; align-content: start; min-width: 0; }
.replay h1 { font-size: 1.4rem; margin: 0; }
.replay-table { --board-height: 50dvh; min-height: 16rem; }
.replay-bar { display: grid; gap: 0.4rem; position: sticky; bottom: 0; padding: 0.5rem 0; background: var(--page, Canvas); z-index: 5; }
.replay-bar input[type='range'] { width: 100%; margin: 0; box-sizing: border-box; }
.replay-buttons { display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; }
.replay-buttons button { min-width: 2.75rem; min-height: 2.75rem; padding: 0.3rem 0.7rem; }
.replay-buttons select { width: auto; }
.replay-eyes, .replay-onward label { display: flex; flex-wrap: wrap; gap: 0.3rem 0.6rem; align-items: center; }
.replay-eyes select, .replay-onward select { width: auto; min-width: 9rem; max-width: 100%; }
.replay-eyes small { flex-basis: 100%; }
.replay-onward { display: grid; gap: 0.4rem; justify-items: start; }
.replay-onward[hidden] { display: none; }
.replay-onward h2 { margin: 0; font-size: 1.05rem; }
.replay-foot { max-width: 68rem; margin: 0 auto; padding: 0 2rem 2rem; }
.replay-icon { width: 1.2rem; height: 1.2rem; fill: currentColor; vertical-align: middle; }
.replay-side { display: grid; gap: 1.1rem; align-content: start; }
.replay-told { display: grid; gap: 0.4rem; }
.replay-told h2 { margin: 0; font-size: 1.05rem; }
.replay-history { max-height: 40vh; overflow: auto; margin: 0; padding: 0; list-style: none; }
.replay-history button { display: block; width: 100%; text-align: start; border: 0; background: none; color: inherit; font: inherit; padding: 0.25rem 0.5rem; min-height: 0; border-radius: 0.3rem; cursor: pointer; }
.replay-history .said { font-style: italic; }
.replay-history .warning { font-weight: 700; color: var(--suit-h); }
.replay-history .now button { background: color-mix(in srgb, var(--board-mark) 40%, transparent); }
.replay-head { display: flex; gap: 1rem; justify-content: space-between; align-items: baseline; }
.replay-head span { white-space: nowrap; }
.replay-now { min-height: 1.6em; margin: 0; font-size: 1.05rem; }
.verdict { display: grid; gap: 0.4rem; padding: 0.8rem 1rem; border: 2px solid var(--good, var(--board-can)); border-radius: 0.6rem; overflow-wrap: anywhere; }
.verdict.bad { border-color: var(--suit-h); }
.verdict h2, .verdict h3 { margin: 0; font-size: 1.05rem; }
.verdict h3 { font-size: 0.95rem; }
.verdict p, .verdict ul { margin: 0; }
.verdict details > div { display: grid; gap: 0.4rem; }
.verdict details > summary { padding: 0; }
.verdict ul { list-style: none; padding: 0; }
@media (max-width: 52rem) { .replay { grid-template-columns: minmax(0, 1fr); padding: 0.75rem; } .replay-bar { margin: 0 -0.75rem; padding: 0.5rem 0.75rem; } }
`;
