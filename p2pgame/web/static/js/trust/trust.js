// Why one may believe this table: who holds which key, who shuffled, who sees what.

import {fill, h} from '/static/js/dom.js';
import {names as namesOf} from '/static/js/record.js';
import {adopt} from '/static/js/pieces/style.js';
import {inCards} from '/static/js/table/lines.js';
import {list} from '/static/js/texts.js';
import {fingerprint} from '/static/js/trust/fingerprint.js';

/** @typedef {import('/static/js/record.js').Record} Record */
/** @typedef {(id: string, args?: {[name: string]: string | number}) => string} Words */

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
   * @param {Words} t which knows the words of trust.ftl
   */
  constructor(t) {
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
