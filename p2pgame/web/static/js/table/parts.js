// The parts around a table's drawing, and where each stands.

import {h} from '/static/js/dom.js';
import {HintsPanel} from '/static/js/hints.js';
import {games, rules, titleOf} from '/static/js/lobby/games.js';
import {PlanPanel} from '/static/js/plan.js';
import {Friends} from '/static/js/table/friends.js';
import {History} from '/static/js/table/history.js';
import {Offers} from '/static/js/table/offers.js';
import {MovePanel} from '/static/js/table/panel.js';
import {Results} from '/static/js/table/results.js';
import {Seats} from '/static/js/table/seats.js';
import {Side} from '/static/js/table/side.js';
import {Status} from '/static/js/table/status.js';
import {Muted, Talk} from '/static/js/table/talk.js';
import {colourSuits, suitsColoured} from '/static/js/table/words.js';
import {UndosPanel} from '/static/js/undos.js';

/** @typedef {import('/static/js/types.js').View} View */
/** @typedef {import('/static/js/types.js').Range} Range */
/** @typedef {import('/static/js/record.js').Record} Record */
/** @typedef {import('/static/js/record.js').Line} Line */
/** @typedef {import('/static/js/protocol.js').Command} Command */
/** @typedef {import('/static/js/protocol.js').YourTurn} YourTurn */

/**
 * What the parts ask of the table.
 *
 * @typedef {object} Owner
 * @property {import('/static/js/table/table.js').Context} ctx
 * @property {Record} record
 * @property {(text: string, options: {confirm?: string}) => Promise<void>} move
 * @property {(command: Command) => Promise<void>} command
 * @property {(line: Line | null) => void} look
 * @property {() => Promise<void>} leave
 * @property {() => Promise<void>} practise
 * @property {() => number} since
 * @property {() => void} refresh
 * @property {() => void} close
 */

export class Parts {
  /** @param {Owner} owner */
  constructor(owner) {
    this.owner = owner;
    const {t, say} = owner.ctx;
    this.t = t;
    const command = (/** @type {Command} */ one) => owner.command(one);
    this.muted = new Muted();
    this.seats = new Seats(t);
    this.status = new Status(t);
    this.panel = new MovePanel({t, move: (text) => owner.move(text, {})});
    this.plan = new PlanPanel({t, command});
    this.hints = new HintsPanel({t, command});
    this.undos = new UndosPanel({t, command});
    this.offers = new Offers({
      ...{t, command, say},
      leave: () => owner.leave(),
      close: () => owner.close(),
      since: () => owner.since(),
    });
    this.results = new Results({
      ...{t, say},
      again: (number, answer) => command({command: 'answer', number, answer}),
      playOther: async (number, answer, game, options = {}) => {
        await command({command: 'play-next', game, options});
        await command({command: 'answer', number, answer});
      },
      games: () => games(owner.ctx.hub),
      practise: () => owner.practise(),
      sitOut: () => command({command: 'sit-out'}),
      buyIn: (chips) => command({command: 'buy-in', chips}),
      goWithout: () => command({command: 'go-without'}),
      quit: () => command({command: 'quit'}),
      friends: new Friends({
        ...{t, say},
        known: async () => (await owner.ctx.hub.answer({command: 'list-contacts'}, 'contacts')).contacts,
        keep: (identity) => owner.ctx.hub.answer({command: 'keep-contacts', identity}, 'contacts'),
      }),
      close: () => owner.close(),
    });
    this.history = new History({
      t,
      look: (line) => owner.look(line),
      isMuted: (seat) => this.muted.has(owner.record.begun?.players[seat]?.identity),
    });
    this.talk = new Talk({
      t,
      say: (text) => command({command: 'say', text}),
      muted: this.muted,
      changed: () => owner.refresh(),
    });
    this.live = h('div.hidden-text', {role: 'log', 'aria-live': 'polite', 'aria-label': t('news')});
    this.stageBox = h('div.stage', {}, h('p.soft.center', {}, t('loading-table')));
    this.banner = this.backBanner();
    this.unread = h('span.badge', {hidden: true});
    this.drawer = h(
      'button.drawer-button',
      {type: 'button', 'aria-expanded': 'false', 'aria-controls': 'table-side', onclick: () => this.toggle()},
      t('history-and-chat'),
      this.unread,
    );
    this.heading = h('h1.hidden-text', {tabindex: -1});
    this.side = new Side({
      ...{t, history: this.history, talk: this.talk.element},
      learn: owner.ctx.learn,
      close: () => this.toggle(),
    });
    this.missed = 0;
    this.element = this.build();
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.element.classList.contains('drawer-open')) this.toggle();
    });
    if (suitsColoured()) colourSuits(true);
  }

  build() {
    return h(
      'div.table-place',
      {},
      h(
        'div.table-main',
        {},
        this.heading,
        this.seats.element,
        this.banner,
        this.status.element,
        this.stageBox,
        this.results.element,
        this.panel.element,
        this.undos.element,
        h('div.table-tools', {}, this.hints.element, this.plan.element, this.offers.element),
        this.drawer,
      ),
      this.side.element,
      this.live,
    );
  }

  backBanner() {
    const {t} = this;
    this.backText = h('span.grow');
    const now = h('button.primary.compact', {type: 'button', onclick: () => this.history.now()}, t('back-to-now'));
    return h('div.back-banner', {hidden: true, role: 'status'}, this.backText, now);
  }

  /** A game begins. @param {string} game */
  begin(game) {
    this.heading.textContent = titleOf(game);
    const {hub} = this.owner.ctx;
    rules(hub, game).then(
      ({proposals, moves}) => this.offers.allow(proposals, moves.some(({form}) => form === 'offer draw')),
      () => undefined,
    );
  }

  /** Puts a drawing on the stage. @param {import('/static/js/types.js').Drawing} drawing */
  stage(drawing) {
    this.stageBox.replaceChildren(drawing.element);
    this.drawing = drawing;
    this.hideSeats();
  }

  /** Screen readers keep the list: it says connections and results, too. */
  hideSeats() {
    const alone = this.owner.record.begun?.players.length === 1;
    this.seats.element.classList.toggle('hidden-text', alone || (this.drawing?.showsPlayers ?? false));
  }

  /**
   * @param {Record} record
   * @param {readonly string[]} names
   * @param {View | null} view
   * @param {boolean} ready
   */
  show(record, names, view, ready) {
    if (!record.begun) return;
    this.hideSeats();
    if (this.banner.hidden) this.seats.show(record, view, names);
    this.status.show(record, null);
    this.offers.show(record, names);
    this.plan.show(record);
    this.hints.show(record);
    this.undos.show(record);
    this.side.show(record);
    this.talk.show(record.begun, names);
    this.results.show(record, names, ready);
  }

  /**
   * @param {YourTurn | null} turn
   * @param {((move: string | Range) => boolean) | undefined} leftOut
   */
  turn(turn, leftOut) {
    this.panel.show(turn, leftOut);
    this.element.classList.toggle('deciding', Boolean(turn));
  }

  /** @param {Line | null} line */
  looking(line) {
    this.banner.hidden = !line;
    this.element.classList.toggle('looking-back', Boolean(line));
    if (line && this.backText) this.backText.textContent = this.t('looking-back', {line: line.sentence});
  }

  /** Says new lines to screen readers. @param {Line[]} lines */
  announce(lines) {
    const heard = lines.filter(
      ({kind, seat}) => kind !== 'chat' || !this.muted.has(this.owner.record.begun?.players[seat ?? -1]?.identity),
    );
    for (const {sentence} of heard) this.live.append(h('p', {}, sentence));
    while (this.live.children.length > 30) this.live.firstElementChild?.remove();
    this.missed += heard.filter(({kind}) => kind === 'chat').length;
    this.unread.textContent = String(this.missed);
    this.unread.hidden = !this.missed;
  }

  toggle() {
    const open = this.element.classList.toggle('drawer-open');
    this.drawer.setAttribute('aria-expanded', String(open));
    this.missed = 0;
    this.unread.hidden = true;
    if (open) {
      this.history.toEnd();
      /** @type {HTMLElement | null} */ (this.side.element.querySelector('.side-close'))?.focus();
    } else this.drawer.focus();
  }

  destroy() {
    this.status.destroy();
    this.panel.destroy();
    this.results.destroy();
    this.element.remove();
  }
}
