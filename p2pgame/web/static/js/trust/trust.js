// Why one may believe this table: who holds which key, who shuffled, who sees what.

import {fill, h} from '/static/js/dom.js';
import {names as namesOf} from '/static/js/record.js';
import {adopt} from '/static/js/pieces/style.js';
import {inCards} from '/static/js/table/lines.js';
import {list} from '/static/js/texts.js';
import {fingerprint} from '/static/js/trust/fingerprint.js';

/** @typedef {import('/static/js/record.js').Record} Record */
/** @typedef {(id: string, args?: {[name: string]: string | number}) => string} Words */

const WORDS = {
  en: `
trust-title = Why you can trust this table
trust-keys = Who is who
trust-key = { $name } signs with the key { $key } …
trust-you = you
trust-program = a program
trust-key-picture = The picture of { $name }'s key
trust-keys-about = Everything a player does is signed with a key that never leaves that player's machine. Compare the pictures with your friends: if they are the same on both screens, nobody sits in between.
trust-deck = The cards
trust-no-deck = No cards were shuffled so far.
trust-deck-about = Every player shuffles the face-down deck and proves that no card was added, lost or marked. Your machine has checked each proof.
trust-deck-audited = Nobody proves this deck's shuffles. When the game is over all show how they have shuffled, and your machine checks it: who has cheated is found out then.
trust-shuffled = { $cards } cards shuffled by { $names }, one after the other; each of them proved it, and your machine checked each proof
trust-known = What you know
trust-known-cards = { $known ->
    [0] You see none of the { $all } cards on the table.
    [one] You see one of the { $all } cards on the table. Nobody else can show you the others by themselves.
   *[other] You see { $known } of the { $all } cards on the table. Nobody else can show you the others by themselves.
  }
trust-own = Only you see: { $cards }
trust-nothing = Nothing is hidden in this game.
trust-paths = How you are connected
trust-path = { $name }: { $path ->
    [lan] in your network
    [direct] directly
    [relayed] through a relay, which sees only sealed letters
   *[other] through public relays, which see only sealed letters
  }{ $ms ->
    [0] { "" }
   *[other] , { $ms } ms
  }
trust-no-paths = Nobody is heard by a path of their own just now. Where no relay carries the game, everybody's program is connected directly with that of the table's host, which passes on what others have signed, and can't change it.
trust-gone = If somebody goes
trust-vanish = { $may ->
    [0] If anybody falls silent, the game waits.
    [one] One player may vanish, and the game goes on.
   *[other] { $may } players may vanish, and the game goes on.
  }
trust-readers = { $readers ->
    [0] Nobody can read hidden cards.
    [one] One player alone could read hidden cards.
   *[other] Hidden cards stay hidden unless { $readers } players conspire.
  }
trust-forkers = { $forkers ->
    [0] { "" }
    [one] One player who also controls the network could read them, too.
   *[other] { $forkers } players who conspire and also control the network could read them, too.
  }
trust-evidence = Evidence
trust-file = The proof is in the file { $file }.
trust-practice = This is a practice on this machine: the program deals and knows all cards, nothing is signed, and nothing is kept.
trust-checked = Checked
trust-saved = The whole game is kept in { $file }. Anybody can check it, now or in years.
`,
  de: `
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
`,
};

const STYLE = `
.trust { display: grid; gap: 1rem; overflow-wrap: anywhere; }
.trust section { display: grid; gap: 0.4rem; }
.trust h3, .trust p, .trust ul { margin: 0; }
.trust ul { list-style: none; padding: 0; display: grid; gap: 0.4rem; }
.trust li { display: flex; gap: 0.6rem; align-items: center; }
.trust .fingerprint { width: 2.6rem; height: 2.6rem; flex: none; border: 1px solid var(--card-edge); border-radius: 0.3rem; }
.trust .bad { color: var(--suit-h); font-weight: 700; }
`;

const SHUFFLES = /^(cards-shuffled|deck-|shuffled|audit)/;
/** A shuffle that nobody has proved: it is audited at the end. */
const UNPROVED = 'cards-shuffled-unproved';

/** The panel of one table; `show` draws what its record says now. */
export class TrustPanel {
  /**
   * @param {{t: Words, learn: (sources: {[language: string]: string}) => void}} context
   */
  constructor({t, learn}) {
    learn(WORDS);
    adopt(STYLE);
    this.t = t;
    /** What the panel is called. */
    this.title = t('trust-title');
    this.element = h('div.trust', {role: 'region', 'aria-label': this.title});
  }

  /** @param {Record} record */
  show(record) {
    if (record.begun?.practice) {
      fill(this.element, h('p', {}, this.t('trust-practice')));
      return;
    }
    fill(
      this.element,
      this.evidence(record),
      this.keys(record),
      this.deck(record),
      this.known(record),
      this.paths(record),
      this.absence(record),
      this.checked(record),
    );
  }

  /**
   * @param {string} title
   * @param {...any} content
   */
  section(title, ...content) {
    return h('section', {}, h('h2.small-head', {}, this.t(title)), ...content);
  }

  /** @param {Record} record */
  keys({begun}) {
    const {t} = this;
    if (!begun) return null;
    const items = begun.players.map(({name, identity, is_program: isProgram}, seat) => {
      const notes = [seat === begun.seat ? t('trust-you') : '', isProgram ? t('trust-program') : ''].filter(Boolean);
      const key = t('trust-key', {name, key: identity.slice(0, 16).replace(/(.{4})(?=.)/g, '$1 ')});
      const picture = fingerprint(identity, t('trust-key-picture', {name}));
      return h('li', {title: identity}, picture, notes.length ? `${key} (${notes.join(', ')})` : key);
    });
    return this.section('trust-keys', h('ul', {}, items), h('small', {}, t('trust-keys-about')));
  }

  /** @param {Record} record */
  deck({begun, log}) {
    const said = log.filter((line) => SHUFFLES.test(line.message?.id ?? '')).slice(-6);
    if (!said.length) return null;
    const names = namesOf(begun?.players ?? []);
    const items = said.map(({message, sentence}) => {
      const {cards = 0, players = 0} = /** @type {{[name: string]: any}} */ (message?.args ?? {});
      // After somebody has left fewer shuffle, and the line does not say who.
      const byAll = message?.id === 'cards-shuffled' && players === names.length;
      const told = byAll ? this.t('trust-shuffled', {cards, names: list(names)}) : sentence;
      return h('li', {}, message?.id === UNPROVED ? told : `✓ ${told}`);
    });
    const audited = said.some(({message}) => message?.id === UNPROVED);
    const about = this.t(audited ? 'trust-deck-audited' : 'trust-deck-about');
    return this.section('trust-deck', h('ul', {}, items), h('small', {}, about));
  }

  /** @param {Record} record */
  known({view}) {
    if (!view) return null;
    const slots = new Set((view.zones ?? []).flatMap((zone) => zone.slots ?? []));
    const known = [...slots].filter((slot) => view.faces[slot] !== undefined).length;
    const {t} = this;
    if (!slots.size) return this.section('trust-known', h('p', {}, t('trust-nothing')));
    return this.section(
      'trust-known',
      h('p', {}, t('trust-known-cards', {known, all: slots.size})),
      view.hand ? h('p', {}, ...inCards(t('trust-own', {cards: view.hand}), t)) : null,
    );
  }

  /** @param {Record} record */
  paths({begun, connections}) {
    if (!begun || begun.players.length < 2) return null;
    const items = connections.map(({seat, path, milliseconds}) =>
      h('li', {}, this.t('trust-path', {name: begun.players[seat]?.name ?? '', path, ms: milliseconds ?? 0})),
    );
    return this.section('trust-paths', items.length ? h('ul', {}, items) : h('p', {}, this.t('trust-no-paths')));
  }

  /** @param {Record} record */
  absence({begun}) {
    if (!begun || begun.players.length < 2) return null;
    const {may_vanish: may = 0, readers = 0, forkers = 0} = begun.trust ?? {};
    const {t} = this;
    return this.section(
      'trust-gone',
      h('p', {}, t('trust-vanish', {may})),
      h('p', {}, t('trust-readers', {readers})),
      forkers ? h('p', {}, t('trust-forkers', {forkers})) : null,
    );
  }

  /** @param {Record} record */
  evidence({accused, broken, forks, forkers}) {
    const {t} = this;
    const items = [accused, broken, ...forks, ...forkers].filter((one) => one !== null).map((one) => {
      const files = 'evidence' in one ? [one.evidence].flat().filter(Boolean) : [];
      return h('li.bad', {}, one.message.sentence ?? '', files.map((file) => ` ${t('trust-file', {file})}`));
    });
    return items.length ? this.section('trust-evidence', h('ul', {}, items)) : null;
  }

  /** @param {Record} record */
  checked({verified, saved}) {
    if (!verified && !saved) return null;
    return this.section(
      'trust-checked',
      verified ? h('p', {}, verified.message.sentence ?? '') : null,
      saved ? h('p', {}, this.t('trust-saved', {file: saved.path})) : null,
    );
  }
}
