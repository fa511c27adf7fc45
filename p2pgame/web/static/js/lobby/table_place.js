// A table's place: the waiting room until the game begins, then the table itself.

import { fill, h } from '/static/js/dom.js';
import { t } from '/static/js/texts.js';
import { titleOf } from './games.js';
import { sentence } from './parts.js';

/** What a player is told who went before the game began. */
const GONE = new Set(['closed-lobby', 'gave-up-seat']);
/** Milliseconds after which a table is in the hub's list. */
const LISTED = 1500;

/**
 * @param {HTMLElement} host
 * @param {import('./context.js').TableContext} app
 * @returns {import('./context.js').Place}
 */
export function mount(host, app) {
  /** @type {import('./context.js').Place | null} */
  let place = null;
  /** @type {'' | 'waiting' | 'table' | 'failed'} */
  let shown = '';
  let ended = false;
  /**
   * @param {'waiting' | 'table' | 'failed'} which
   * @param {() => Promise<{mount: (host: HTMLElement, app: any) => import('./context.js').Place}>} load
   */
  const become = async (which, load) => {
    if (shown === which) return;
    shown = which;
    place?.destroy?.();
    place = null;
    host.classList.toggle('full', which === 'table');
    fill(host, h('p.soft', { role: 'status' }, t('loading')));
    try {
      const module = await load();
      if (ended || shown !== which) return;
      fill(host);
      place = module.mount(host, app);
    } catch (wrong) {
      if (ended || shown !== which) return;
      // The next event tries again.
      shown = '';
      console.error(wrong);
      host.classList.remove('full');
      fill(host, h('p.note.bad', { role: 'alert' }, sentence(wrong)));
    }
  };
  const stop = app.record.subscribe((record) => {
    if (record.begun) void become('table', () => import('/static/js/table/table.js'));
    else if (GONE.has(record.finished?.error?.id ?? '')) gone(record);
    else if (record.finished) failed(record);
    else void become('waiting', () => import('/static/js/lobby/waiting.js'));
  });
  // A table that was just opened comes into the list a moment later.
  const look = () => {
    const listed = app.hub.tables.some((table) => table.table === app.tableId);
    if (!listed && !app.record.record.begun && app.hub.state === 'online') failed(app.record.record);
  };
  const patience = setTimeout(() => {
    look();
    app.hub.addEventListener('tables', look, { signal: app.signal });
  }, LISTED);
  /** @param {import('/static/js/record.js').Record} record */
  function failed(record) {
    if (shown === 'failed') return;
    shown = 'failed';
    place?.destroy?.();
    place = null;
    const why = record.finished?.error?.sentence ?? '';
    const closed = !why || record.finished?.error?.id === 'host-closed-lobby';
    fill(
      host,
      h(
        'div.panel.stack.narrow',
        {},
        h('h1', { tabindex: -1 }, t(closed ? 'table-closed' : 'table-failed')),
        why ? h('p', { role: 'alert' }, why) : null,
        h(
          'div.row',
          {},
          h('button.primary', { type: 'button', onclick: () => leave() }, t('to-lobby')),
        ),
      ),
    );
  }
  /** @param {import('/static/js/record.js').Record} record */
  function gone(record) {
    app.say(record.finished?.error?.sentence ?? '');
    leave();
  }
  function leave() {
    if (app.hub.tables.some((table) => table.table === app.tableId)) app.hub.end(app.tableId);
    app.go('#/');
  }
  return {
    get title() {
      const game = app.hub.tables.find((table) => table.table === app.tableId)?.game;
      return game ? titleOf(game) : t('table');
    },
    destroy: () => {
      ended = true;
      stop();
      clearTimeout(patience);
      place?.destroy?.();
      host.classList.remove('full');
    },
  };
}
