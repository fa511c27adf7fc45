// How a game ended, until the next begins; the transcript, and that it was checked.  It
// folds to a line, so that the end of the game can be looked at; on a phone it begins so.

import {h} from '/static/js/dom.js';
import {titleOf} from '/static/js/lobby/games.js';
import {arrange, lasting} from '/static/js/pieces/layout.js';
import {sentence} from '/static/js/table/lines.js';
import {capital} from '/static/js/record.js';
import {outcome} from '/static/js/table/outcome.js';

/** @typedef {import('/static/js/lobby/games.js').GameShown} GameShown */
/** @typedef {import('/static/js/protocol.js').NextLevel} NextLevel */
/** @typedef {import('/static/js/record.js').Record} Record */
/** @typedef {import('/static/js/types.js').Words} Words */

/** Windows in which a result is one line until the player opens it. */
const PHONE = '(width <= 600px)';

export class Results {
  /**
   * @param {object} options
   * @param {Words} options.t
   * @param {(text: string) => void} options.say
   * @param {(number: number, seats: number) => Promise<void>} options.again
   * @param {(number: number, seats: number, game: string, options?: NextLevel['options']) => Promise<void>} options.playOther
   * @param {() => Promise<GameShown[]>} options.games all that there are
   * @param {() => Promise<void>} options.practise begins a practice at its position again
   * @param {() => Promise<void>} options.sitOut skips the next game
   * @param {(chips: number) => Promise<void>} options.buyIn asks for chips at the next table
   * @param {() => Promise<void>} options.goWithout opens the next table without those who are missing
   * @param {() => Promise<void>} options.quit ends the waiting for another game
   * @param {import('/static/js/table/friends.js').Friends} options.friends who can be kept as contacts
   * @param {() => void} options.close to the lobby; the table is taken from the list
   */
  constructor({t, say, again, playOther, games, practise, sitOut, buyIn, goWithout, quit, friends, close}) {
    this.t = t;
    this.say = say;
    this.again = again;
    this.playOther = playOther;
    this.games = games;
    this.practise = practise;
    this.sitOut = sitOut;
    this.buyIn = buyIn;
    this.goWithout = goWithout;
    this.quit = quit;
    this.friends = friends;
    this.close = close;
    /** The game of which a result is shown. @type {string | null} */
    this.table = null;
    /** The game after which the player sits one out. @type {string | null} */
    this.sits = null;
    /** What was shown last. @type {() => void} */
    this.redraw = () => {};
    this.folded = false;
    /** Whether the player has folded it: then it covers nothing. */
    this.seen = false;
    /** Whether the player has folded or opened it, so that a window's width does not. */
    this.turned = false;
    this.key = '';
    /** The other games of a question. @type {{number: number, element: HTMLElement} | null} */
    this.others = null;
    /** The field for chips, which stays while somebody types there. @type {{key: string, element: HTMLElement} | null} */
    this.chips = null;
    this.listening = new AbortController();
    this.phone = matchMedia(PHONE);
    this.phone.addEventListener('change', () => this.fit(), {signal: this.listening.signal});
    this.toggle = h('button', {type: 'button', 'aria-expanded': 'true', onclick: () => this.turn()});
    this.heading = h('h2', {tabindex: -1});
    this.row = h('div.row');
    /** What can be done, and for how long: it stays while other things are told. */
    this.does = /** @type {ReturnType<typeof lasting<HTMLElement>>} */ (lasting());
    this.time = /** @type {ReturnType<typeof lasting<HTMLElement>>} */ (lasting());
    this.element = h('section.results', {hidden: true, 'aria-label': t('results')});
  }

  /**
   * @param {Record} record
   * @param {readonly string[]} names
   * @param {boolean} ready all frames before were shown
   */
  show(record, names, ready) {
    const {begun, ended, finished, verified, saved, accused, broken, questions} = record;
    const over = ended || accused || broken || finished;
    const table = begun?.table ?? '';
    this.redraw = () => this.show(record, names, ready);
    this.friends.show(record, names);
    this.element.hidden = !over || !ready;
    if (this.element.hidden) {
      this.table = null;
      return;
    }
    if (table !== this.table) {
      this.table = table;
      this.seen = false;
      this.turned = false;
      this.fit();
    }
    const asked = questions.find(({ask}) => ask.ask === 'play-again');
    const parts = [ended, finished, verified, saved, accused, broken, asked].map(Boolean);
    const told = [waitsFor(record), isLeftOut(record), this.sits, record.waiting?.missing, record.purse];
    const key = JSON.stringify([table, parts, names, ...told]);
    if (key === this.key) return;
    this.key = key;
    const had = this.element.contains(document.activeElement);
    this.heading.textContent = this.title(record, names);
    arrange(this.row, this.does(this.buttons(record, asked)));
    arrange(this.element, [
      this.heading,
      this.ranking(record, names),
      ...this.notes(record),
      this.friends.element,
      this.row,
      ...this.time(asked ? [[`${table} ${asked.number}`, () => countdown(asked.seconds)]] : []),
    ]);
    this.fold(this.folded);
    // Another button would do what nobody wants.
    if (had && !this.element.contains(document.activeElement)) this.heading.focus();
  }

  /** Folds it in a narrow window, and opens it in a wide one. */
  fit() {
    if (!this.turned) this.fold(this.phone.matches);
  }

  /** The player folds it, or opens it again. */
  turn() {
    this.turned = true;
    this.seen ||= !this.folded;
    this.fold(!this.folded);
  }

  /** @param {boolean} folded */
  fold(folded) {
    this.folded = folded;
    this.element.classList.toggle('folded', folded);
    this.element.classList.toggle('seen', this.seen);
    this.toggle.textContent = this.t(folded ? 'results-open' : 'look-at-table');
    this.toggle.setAttribute('aria-expanded', String(!folded));
  }

  /**
   * @param {Record} record
   * @param {readonly string[]} names
   */
  title({begun, ended, accused, broken}, names) {
    const {t} = this;
    if (!ended) return t(accused || broken ? 'game-stopped' : 'table-left');
    const {id, winners} = outcome(ended.payoffs, begun?.seat);
    return t(id, {who: winners.map((seat) => names[seat]).join(', '), count: winners.length});
  }

  /**
   * @param {Record} record
   * @param {readonly string[]} names
   */
  ranking({ended}, names) {
    if (!ended || names.length < 2) return null;
    const order = ended.payoffs.map((payoff, seat) => ({payoff, seat}));
    order.sort((a, b) => b.payoff - a.payoff || a.seat - b.seat);
    return h(
      'ol.ranking',
      {},
      order.map(({payoff, seat}) =>
        h('li', {}, h('span', {}, names[seat]), h('strong', {}, payoff > 0 ? `+${payoff}` : payoff)),
      ),
    );
  }

  /** @param {Record} record */
  notes(record) {
    const {ended, verified, saved, accused, broken, finished, questions} = record;
    const {t} = this;
    const notes = [];
    for (const wrong of [accused, broken]) {
      if (wrong) notes.push(h('p.note.bad', {}, wrong.message.sentence ?? ''));
    }
    if (!ended && finished?.error) notes.push(h('p.note.warn', {}, finished.error.sentence ?? ''));
    if (verified) notes.push(h('p.note.good', {}, verified.message.sentence ?? ''));
    else if (saved && !finished && !questions.length) {
      notes.push(h('p.soft', {}, waitsFor(record) ?? t('verifying')));
    }
    if (saved) {
      const name = saved.path.split(/[\\/]/).pop() ?? saved.path;
      notes.push(h('p.soft.small', {title: saved.path}, t('saved-as', {name})));
    }
    if (this.sits === this.table && !finished) notes.push(h('p.note', {}, t('sat-out')));
    return notes;
  }

  /**
   * @param {Record} record
   * @param {import('/static/js/protocol.js').Question | undefined} asked
   * @returns {[string, () => HTMLElement][]}
   */
  buttons(record, asked) {
    const {t} = this;
    /** @type {[string, () => HTMLElement][]} */
    const buttons = [];
    const sits = this.sits === this.table;
    const button = (/** @type {string} */ name, /** @type {string} */ word, /** @type {() => unknown} */ act, about = '') =>
      void buttons.push([
        [word, about, this.table].join('\n'),
        () => h(name, {type: 'button', onclick: () => void act()}, word),
      ]);
    const sitOut = () => button('button', t('sit-out'), () => this.pause());
    if (asked && asked.ask.ask === 'play-again') {
      const {seats, other, following} = asked.ask;
      const answers = (/** @type {string} */ name, /** @type {number} */ one, /** @type {string} */ word) =>
        button(name, word, () => this.did(this.again(asked.number, one)), `${asked.number} ${one}`);
      if (following) {
        const next = () => this.did(this.playOther(asked.number, seats, following.game, following.options));
        button('button.primary', t('play-next-level', {level: following.name}), next, `${asked.number}`);
      }
      answers(following ? 'button' : 'button.primary', seats, t('play-again'));
      if (other) answers('button', other, t('play-again-with', {seats: other}));
      if (isAmongPeople(record)) {
        const another = this.another(record, asked.number, seats);
        buttons.push([`another ${asked.number}`, () => another]);
        if (!sits) sitOut();
      }
      answers('button', 0, t('enough-played'));
    } else if (record.finished && record.begun?.practice) {
      button('button.primary', t('play-again'), () => this.practise());
    } else if (record.finished && record.begun) {
      const href = `#/new/${record.begun.game}`;
      buttons.push([href, () => h('a.button.primary', {href}, t('play-again'))]);
    }
    const missing = record.finished ? [] : (record.waiting?.missing ?? []);
    if (missing.length) {
      const word = t('play-without', {count: missing.length, name: missing[0]});
      button('button.primary', word, () => this.did(this.goWithout()));
    }
    if (!asked && waitsFor(record) && !sits) sitOut();
    if (!asked && !record.finished && (waitsFor(record) || sits || isLeftOut(record))) {
      button('button', t('enough-played'), () => this.did(this.quit()), 'quit');
    }
    if (record.purse && (asked || waitsFor(record))) {
      const buying = this.buying(record.purse);
      buttons.push([`buying ${this.chips?.key}`, () => buying]);
    }
    buttons.push(['toggle', () => this.toggle]);
    if (record.finished) button('button.quiet', t('close-table'), () => this.close());
    return buttons;
  }

  /**
   * Says why a command was refused; returns whether it was done.
   *
   * @param {Promise<void>} doing
   */
  async did(doing) {
    try {
      await doing;
      return true;
    } catch (refused) {
      this.say(sentence(refused instanceof Error ? refused.message : String(refused)));
      return false;
    }
  }

  /** Sits the next game out. */
  async pause() {
    const {table} = this;
    if (!(await this.did(this.sitOut()))) return;
    this.sits = table;
    this.redraw();
  }

  /**
   * How many chips to buy for the next table, and a button that asks for them.
   *
   * @param {import('/static/js/protocol.js').Purse} purse
   */
  buying({chips, most, asked}) {
    const {t} = this;
    const more = most - chips;
    const key = `${this.table} ${more}`;
    if (this.chips?.key === key) return this.chips.element;
    const field = /** @type {HTMLInputElement} */ (
      h('input', {type: 'number', min: 0, max: more, value: asked || more, 'aria-label': t('chips-to-buy')})
    );
    const ask = () => {
      if (field.reportValidity()) void this.did(this.buyIn(field.valueAsNumber || 0));
    };
    const element = h('span.row.nowrap', {}, field, h('button', {type: 'button', onclick: ask}, t('buy-chips')));
    this.chips = {key, element};
    return element;
  }

  /**
   * The other games that so many can play, and a button to play one.
   *
   * @param {Record} record
   * @param {number} number the question that this answers
   * @param {number} seats
   */
  another(record, number, seats) {
    const {t} = this;
    if (this.others?.number === number) return this.others.element;
    const chosen = /** @type {HTMLSelectElement} */ (
      h('select', {'aria-label': t('another-game')}, h('option', {value: ''}, t('another-game')))
    );
    const play = /** @type {HTMLButtonElement} */ (h('button', {type: 'button', disabled: true}, t('play-it')));
    chosen.addEventListener('change', () => (play.disabled = !chosen.value));
    play.addEventListener('click', () => void this.did(this.playOther(number, seats, chosen.value)));
    void this.games().then((games) => {
      const fit = games.filter((one) => one.seats.includes(seats) && one.name !== record.begun?.game);
      chosen.append(...fit.map(({name}) => h('option', {value: name}, titleOf(name))));
    }, () => undefined);
    this.others = {number, element: h('span.row.nowrap', {}, chosen, play)};
    return this.others.element;
  }

  destroy() {
    this.listening.abort();
  }
}

/**
 * What a guest waits for while its host may play again.
 *
 * @param {Record} record
 */
function waitsFor({waiting, finished}) {
  const message = finished ? undefined : waiting?.message;
  return message?.id === 'host-may-play-again' ? capital(message.sentence ?? '', []) : undefined;
}

/**
 * Whether the others have begun the next game without this player.
 *
 * @param {Record} record
 */
function isLeftOut({log}) {
  const ended = log.findLastIndex(({kind}) => kind === 'ended');
  return log.slice(ended + 1).some(({message}) => message?.id === 'waits-without-seat');
}

/**
 * Whether others than programs play, who could open the next table.
 *
 * @param {Record} record
 */
function isAmongPeople({begun}) {
  return begun?.players.some((one, seat) => seat !== begun.seat && !one.is_program);
}

/** A bar that gets shorter until no is the answer. @param {number} seconds */
function countdown(seconds) {
  const bar = h('div.countdown', {'aria-hidden': 'true', style: {'--seconds': `${seconds}s`}});
  return h('div.countdown-frame', {}, bar);
}
