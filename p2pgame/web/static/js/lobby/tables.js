// My tables: those that are open here, and all at which I have a seat.

import { fill, h } from '/static/js/dom.js';
import { arrange } from '/static/js/pieces/layout.js';
import { t } from '/static/js/texts.js';
import { heading, newest, sentence } from './parts.js';
import { seatList } from './stopped.js';

/**
 * @param {HTMLElement} host
 * @param {import('./context.js').App} app
 * @returns {import('./context.js').Place}
 */
export function mount(host, app) {
  const all = h('section.panel');
  const seats = seatList(app);
  const none = h('div.stack.center', {}, h('p', {}, t('no-tables')), h('p', {}, h('a.button.primary', { href: '#/' }, t('start-a-game'))));
  /** @param {import('/static/js/protocol.js').Tables} answer */
  const show = ({ tables }) => {
    seats.show(tables, look);
    arrange(all, [tables.length ? seats.element : none]);
  };
  const listed = newest(() => app.hub.answer({ command: 'list-tables' }, 'tables'), show);
  const look = async () => {
    try {
      await listed();
    } catch (wrong) {
      fill(all, h('p.note.bad', { role: 'alert' }, sentence(wrong)));
    }
  };
  fill(host, heading(t('my-tables')), h('p.soft', {}, t('my-tables.about')), all);
  void look();
  app.hub.addEventListener('tables', () => void look(), { signal: app.signal });
  return { title: t('my-tables') };
}
