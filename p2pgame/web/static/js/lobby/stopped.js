// Tables at which we have a seat and no program of ours plays: they can be resumed.

import { h } from '/static/js/dom.js';
import { arrange, lasting } from '/static/js/pieces/layout.js';
import { ago, list, t } from '/static/js/texts.js';
import { finished } from './finished.js';
import { titleOf } from './games.js';
import { open } from './opening.js';
import { busyButton, newest, sure } from './parts.js';
import { picture } from './pictures.js';

/** States in which a program of ours is at the table. */
const RUNNING = new Set(['waiting', 'playing']);
/** Those of a game that goes on, and of an evening: a table that was left leads to its next one. */
const RESUMABLE = new Set(['stopped', 'left']);

/**
 * A box with those that can be resumed; hidden if there are none.
 *
 * @param {import('./context.js').App} app
 * @returns {HTMLElement}
 */
export function resumable(app) {
  const seats = seatList(app);
  const box = h('section.panel.stack', { hidden: true, 'aria-labelledby': 'go-on' }, h('h2', { id: 'go-on' }, t('go-on')), seats.element);
  /** @param {import('/static/js/protocol.js').Tables} answer */
  const show = ({ tables }) => {
    const stopped = tables.filter((table) => RESUMABLE.has(table.state)).slice(0, 3);
    box.hidden = !stopped.length;
    seats.show(stopped, look);
  };
  const look = newest(() => app.hub.answer({ command: 'list-tables' }, 'tables'), show);
  look().catch(() => {});
  app.hub.addEventListener('tables', () => void look().catch(() => {}), { signal: app.signal });
  return box;
}

/**
 * A list of our tables; a row stays as long as it says the same.
 *
 * @param {import('./context.js').App} app
 */
export function seatList(app) {
  const element = h('ul.list');
  /** @type {ReturnType<typeof lasting<HTMLElement>>} */
  const rows = lasting();
  /**
   * @param {import('/static/js/protocol.js').TableShown[]} tables
   * @param {() => Promise<void>} changed
   */
  const show = (tables, changed) => {
    const key = (/** @type {import('/static/js/protocol.js').TableShown} */ table) =>
      JSON.stringify([table, ago(table.opened), placeOf(app, table)]);
    arrange(element, rows(tables.map((table) => [key(table), () => seatAt(app, table, changed)])));
  };
  return { element, show };
}

/**
 * The number of a table at the hub where a program plays for us; undefined: it has none.
 *
 * @param {import('./context.js').App} app
 * @param {import('/static/js/protocol.js').TableShown} table
 */
function placeOf(app, { state, seat }) {
  // One that is played in a terminal has no place on this page.
  return RUNNING.has(state) ? app.hub.tables.find((one) => one.seat && one.seat === seat)?.table : undefined;
}

/**
 * One of our tables, with what can be done about it.
 *
 * @param {import('./context.js').App} app
 * @param {import('/static/js/protocol.js').TableShown} table
 * @param {() => Promise<void>} changed
 * @returns {HTMLElement}
 */
function seatAt(app, table, changed) {
  const title = table.game ? titleOf(table.game) : t('table-unknown');
  const others = table.players.filter((name) => name !== table.name);
  const about = [others.length ? t('with-whom', { names: list(others) }) : '', ago(table.opened)].filter(Boolean).join(' · ');
  // Rows have the same buttons, so each says of which table it is.
  const named = (/** @type {HTMLElement} */ button) => button.setAttribute('aria-label', `${button.textContent}: ${title}, ${about}`);
  const resume = busyButton('.primary.compact', [t('resume')], () =>
    open(app, { command: 'resume', table: table.number }),
  );
  const forget = busyButton('.quiet.compact', [t('forget')], async () => {
    if (!(await sure(t('forget-table-sure', { game: title }), t('forget')))) return;
    await app.hub.answer({ command: 'forget-table', table: table.number }, 'tables');
    await changed();
  });
  const number = placeOf(app, table);
  const there = number !== undefined && h('a.button.primary.compact', { href: `#/table/${number}` }, t('to-table'));
  if (there) named(there);
  const done = table.state === 'over' ? finished(app, table) : null;
  named(resume.button);
  named(forget.button);
  for (const { button } of done?.buttons ?? []) named(button);
  return h(
    'li.row.nowrap.seat-at',
    {},
    picture(table.game),
    h(
      'div.grow.stack.tight',
      {},
      h(
        'div',
        {},
        h('strong', {}, title),
        ' ',
        h('span.badge', {}, t(`state-${table.state}`)),
        h('p.small.soft', {}, about),
      ),
      RUNNING.has(table.state)
        ? there && h('div.row', {}, there)
        : h('div.row', {}, RESUMABLE.has(table.state) ? resume.element : null, ...(done?.buttons ?? []).map(({ element }) => element), forget.element),
      done?.told,
    ),
  );
}
