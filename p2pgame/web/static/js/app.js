// The shell: it connects, and shows the place that the address names.

import { fill, h } from '/static/js/dom.js';
import { Hub } from '/static/js/hub.js';
import { icon, spade } from '/static/js/icons.js';
import { titleOf } from '/static/js/lobby/games.js';
import { picture } from '/static/js/lobby/pictures.js';
import { questions } from '/static/js/lobby/questions.js';
import { dress, onPrefs, prefs } from '/static/js/prefs.js';
import { arrange, lasting } from '/static/js/pieces/layout.js';
import { chime } from '/static/js/sound.js';
import { language, learn, speak, t } from '/static/js/texts.js';

/** @typedef {import('/static/js/lobby/context.js').App} App */
/** @typedef {import('/static/js/lobby/context.js').Place} Place */

/** Milliseconds for which a sentence is shown. */
const SHOWN = 4000;
/** Milliseconds for which the page says that the hub is back. */
const BACK = 2500;
/** Where the page keeps its key: `/enter` has put it there. */
const KEY = 'p2pgame-key';
/** Whether this tab has lost a hub, in whose place there is another one. */
const RETURNS = 'p2pgame-returns';

/** @type {Record<string, () => Promise<{mount: (host: HTMLElement, app: any, path: string[]) => Place, ready?: (learn: (sources: Record<string, string>) => void) => Promise<void>}>>} */
const PLACES = {
  '': () => import('/static/js/lobby/home.js'),
  new: () => import('/static/js/lobby/setup.js'),
  join: () => import('/static/js/lobby/join.js'),
  tables: () => import('/static/js/lobby/tables.js'),
  contacts: () => import('/static/js/lobby/contacts.js'),
  settings: () => import('/static/js/lobby/settings.js'),
  table: () => import('/static/js/lobby/table_place.js'),
  replay: () => import('/static/js/replay/replay.js'),
  transcripts: () => import('/static/js/lobby/transcripts.js'),
  rules: () => import('/static/js/lobby/rules.js'),
};

const main = h('main', { id: 'main', tabindex: -1 });
const header = h('header.topbar');
const listed = h('ul.plain');
const playing = h('nav.playing', { hidden: true }, listed);
/** @type {ReturnType<typeof lasting<HTMLElement>>} */
const entries = lasting();
const banner = h('div.banner', { hidden: true, role: 'status' });
const live = h('div.hidden-text', { 'aria-live': 'polite', role: 'status' });
const toast = h('div.toast', { hidden: true, 'aria-hidden': 'true' });

/** @type {Place | null} */
let place = null;
/** Aborted when the place is left. */
let leaving = new AbortController();
/** Aborted when the shell is put together anew. */
let built = new AbortController();
let wanted = location.hash;
/** @type {Set<number>} tables that waited for the player when it was looked last */
let waited = new Set();
let wasLost = sessionStorage.getItem(RETURNS) !== null;
sessionStorage.removeItem(RETURNS);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let greeting;

dress();
/** The language that was asked for last. */
let spoken = preferred();
await speak(spoken);
const hub = new Hub(`ws://${location.host}/ws`, localStorage.getItem(KEY) ?? '', language(), {
  isRefused: async () => {
    try {
      return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).status === 403;
    } catch {
      return false;
    }
  },
});
build();
hub.addEventListener('state', connection);
hub.addEventListener('tables', tables);
hub.addEventListener('about', () => void (place === null && visit()));
hub.addEventListener('error', (event) => say(/** @type {CustomEvent} */ (event).detail));
addEventListener('hashchange', () => void visit());
addEventListener('online', () => hub.retry());
// This browser was let in again, in another tab.
addEventListener('storage', ({ key, newValue }) => {
  if (key !== KEY || !newValue) return;
  hub.admit(newValue);
  if (hub.state === 'online') return;
  // The hub was started anew, and knows none of the tables of this page.
  sessionStorage.setItem(RETURNS, '1');
  if (here() !== null) history.replaceState(null, '', '/');
  location.reload();
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) hub.retry();
});
onPrefs(async () => {
  const chosen = preferred();
  if (chosen === spoken) return;
  const before = spoken;
  spoken = chosen;
  try {
    // Another language may be chosen while the words of this one are fetched.
    if (!(await speak(chosen))) return;
  } catch {
    if (spoken === chosen) spoken = before;
    return say(t('hub-is-gone'));
  }
  hub.speak(language());
  build();
  await visit();
});
connection();

/** The language that the player has chosen, or the browser's. */
function preferred() {
  const known = document.documentElement.dataset.languages?.split(' ') ?? [];
  const wanted = [prefs().language, ...(navigator.languages ?? []).map((one) => one.split('-')[0])];
  return wanted.find((one) => one && known.includes(one)) ?? 'en';
}

/** Puts the shell together, in the language of now. */
function build() {
  built.abort();
  built = new AbortController();
  fill(
    document.body,
    h('a.skip', { href: '#main', onclick: skip }, t('skip')),
    header,
    playing,
    banner,
    main,
    questions(hub, here, built.signal),
    live,
    toast,
  );
  head();
  tables();
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  main.focus();
}

/** The table whose place is open, or null. */
function here() {
  const [, name, number] = location.hash.split('/');
  return name === 'table' ? Number(number) : null;
}

function head() {
  const at = location.hash.split('/')[1] ?? '';
  /**
   * @param {string} name
   * @param {string} word
   */
  const link = (name, word) =>
    h('a', { href: `#/${name}`, 'aria-current': at === name ? 'page' : null }, t(word));
  const menu = h('div.stack');
  fill(
    header,
    h(
      'div',
      {},
      h('a.brand', { href: '#/', 'aria-label': `p2pgame: ${t('home')}` }, spade(), h('span', {}, 'p2pgame')),
      h('nav', { 'aria-label': t('places') }, link('tables', 'tables'), link('contacts', 'contacts')),
      h(
        'details.menu',
        {
          ontoggle: async (/** @type {Event} */ event) => {
            if (!(/** @type {HTMLDetailsElement} */ (event.target).open)) return;
            const { appearance } = await import('/static/js/lobby/settings.js');
            fill(menu, ...appearance({ hub }), h('a', { href: '#/settings' }, t('settings')));
          },
          onkeydown: (/** @type {KeyboardEvent} */ event) => {
            if (event.key === 'Escape') closeMenu();
          },
        },
        h('summary', { 'aria-label': t('appearance') }, icon('menu')),
        menu,
      ),
    ),
  );
}

// A game's file may be dropped anywhere.
document.addEventListener('dragover', (event) => {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
});
document.addEventListener('drop', async (event) => {
  const files = [...(event.dataTransfer?.files ?? [])];
  if (!files.length) return;
  event.preventDefault();
  const { look } = await import('/static/js/lobby/transcripts.js');
  look({ go }, files).catch((wrong) => say(wrong.message));
});

document.addEventListener('click', (event) => {
  const menu = header.querySelector('details.menu[open]');
  if (menu && !menu.contains(/** @type {Node} */ (event.target))) menu.removeAttribute('open');
});

function closeMenu() {
  const menu = header.querySelector('details.menu[open]');
  menu?.removeAttribute('open');
  /** @type {HTMLElement | null | undefined} */ (menu?.querySelector('summary'))?.focus();
}

/** Shows what the address names. */
async function visit() {
  const [, name = '', ...path] = location.hash.split('/');
  if (wanted !== location.hash) closeMenu();
  wanted = location.hash;
  place?.destroy?.();
  place = null;
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  head();
  tables();
  if (hub.about === null) return waiting();
  main.className = '';
  const known = PLACES[name === 'replay' && !path[0] ? 'transcripts' : name] ?? PLACES[''];
  try {
    const { mount, ready } = await known();
    await ready?.(learn);
    // Somebody may have gone elsewhere meanwhile, and perhaps come back.
    if (signal.aborted || wanted !== location.hash) return;
    fill(main);
    place = mount(main, context(name, path), path);
  } catch (wrong) {
    if (signal.aborted) return;
    console.error(wrong);
    // Without a place it is tried again when the hub is back.
    fill(main, h('p.note.bad', { role: 'alert' }, t('something-wrong')));
  }
  if (place?.full) main.classList.add('full');
  retitle();
  const first = /** @type {HTMLElement | null} */ (main.querySelector('h1[tabindex]'));
  if (document.activeElement === document.body || header.contains(document.activeElement) || playing.contains(document.activeElement)) first?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/**
 * @param {string} name
 * @param {string[]} path
 * @returns {App | import('/static/js/lobby/context.js').TableContext}
 */
function context(name, path) {
  const app = { hub, t, say, go, learn, signal: leaving.signal, place: path.join('/') };
  if (name !== 'table') return app;
  const tableId = Number(path[0]);
  return { ...app, tableId, record: hub.follow(tableId) };
}

function waiting() {
  fill(main, h('p.row.connecting', { role: 'status' }, h('span.spinner', { 'aria-hidden': 'true' }), t('connecting')));
}

/** @param {string} hash */
function go(hash) {
  if (location.hash === hash) void visit();
  else location.hash = hash;
}

/**
 * Says a sentence to screen readers, and shows it for a moment unless it is `quiet`.
 *
 * @param {string} text
 * @param {{quiet?: boolean}} [options]
 */
function say(text, { quiet = false } = {}) {
  if (!text) return;
  live.textContent = '';
  requestAnimationFrame(() => (live.textContent = text));
  if (quiet) return;
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (toast.hidden = true), SHOWN);
}

/** Says whether the hub is there. */
function connection() {
  clearTimeout(greeting);
  banner.className = 'banner';
  if (hub.state === 'lost') {
    wasLost = true;
    fill(banner, h('span.spinner', { 'aria-hidden': 'true' }), t('hub-lost'));
  } else if (hub.state === 'refused') {
    banner.classList.add('bad');
    fill(banner, h('span', {}, t('hub-refused'), ' ', t('hub-refused-help')));
    if (hub.about === null) fill(main, h('div.panel.stack.narrow', {}, h('h1', { tabindex: -1 }, t('hub-refused-title')), h('p', {}, t('hub-refused-help'))));
  } else if (hub.state === 'online' && wasLost) {
    wasLost = false;
    banner.classList.add('good');
    fill(banner, icon('check'), t('hub-back'));
    greeting = setTimeout(() => (banner.hidden = true), BACK);
  } else {
    banner.hidden = true;
    if (hub.about === null) waiting();
    return;
  }
  banner.hidden = false;
}

/** Shows the tables that are open, and which of them wait for the player. */
function tables() {
  const at = here();
  const open = hub.tables;
  playing.hidden = !open.length || (open.length === 1 && open[0].table === at);
  playing.setAttribute('aria-label', t('open-tables'));
  const before = listed.querySelector('[aria-current]');
  arrange(listed, entries(open.map((table) => [`${table.table} ${table.game} ${calledBy(table)}`, () => entry(table)])));
  for (const [place, table] of open.entries()) {
    const link = /** @type {HTMLElement} */ (listed.children[place].firstElementChild);
    if (table.table === at) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
    mark(/** @type {HTMLElement} */ (link.lastElementChild), table);
  }
  const current = /** @type {HTMLElement | null} */ (listed.querySelector('[aria-current]'));
  // Where somebody has scrolled to stays until another table is looked at.
  if (current && current !== before) listed.scrollLeft = current.offsetLeft - listed.offsetLeft - (listed.clientWidth - current.offsetWidth) / 2;
  const now = new Set(open.filter((table) => table.turn || table.asks).map((table) => table.table));
  const fresh = [...now].some((table) => !waited.has(table));
  waited = now;
  if (fresh && prefs().sound) void chime();
  retitle();
}

/** @param {import('/static/js/hub.js').Listed} table */
function calledBy({ game }) {
  return game ? titleOf(game) : t('table');
}

/** @param {import('/static/js/hub.js').Listed} table */
function entry(table) {
  const { table: number, game } = table;
  return h('li', {}, h('a', { href: `#/table/${number}` }, picture(game), calledBy(table), h('span.badge')));
}

/**
 * Says beside a table's name what goes on there.
 *
 * @param {HTMLElement} badge
 * @param {import('/static/js/hub.js').Listed} table
 */
function mark(badge, { asks, turn, state }) {
  badge.className = `badge${asks ? ' ask' : turn ? ' turn' : ''}`;
  const words = t(`badge-${asks ? 'asks' : turn ? 'turn' : state}`);
  if (badge.textContent !== words) badge.textContent = words;
}

function retitle() {
  const name = place?.title ? `${place.title} – p2pgame` : 'p2pgame';
  document.title = waited.size ? `(${waited.size}) ${name}` : name;
}
