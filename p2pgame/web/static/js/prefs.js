// What this browser keeps for its player: how the page looks, sounds and speaks.

/**
 * @typedef {object} Prefs
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {string} language   empty: the browser's
 * @property {boolean} sound
 * @property {'auto' | 'off'} motion
 * @property {boolean} quick    what happens is shown for a shorter while
 * @property {boolean} plain     lists and words in place of games' own drawings
 * @property {string} game       that was played last
 */

/** @type {Prefs} */
const USUAL = { theme: 'auto', language: '', sound: false, motion: 'auto', quick: false, plain: false, game: 'holdem' };
const PLACE = 'p2pgame-prefs';

/** @type {Prefs} */
let now = read();
/** @type {Set<(prefs: Prefs) => void>} */
const listeners = new Set();

/** @returns {Prefs} */
export function prefs() {
  return now;
}

/** @param {Partial<Prefs>} change */
export function prefer(change) {
  now = { ...now, ...change };
  try {
    localStorage.setItem(PLACE, JSON.stringify(now));
  } catch {
    // Storage may be full or forbidden; the page works without.
  }
  dress();
  for (const listener of listeners) listener(now);
}

/** @param {(prefs: Prefs) => void} listener */
export function onPrefs(listener) {
  listeners.add(listener);
}

/** Puts theme, motion and pace on the page. */
export function dress() {
  const { theme, motion, quick } = now;
  const root = document.documentElement;
  if (theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = theme;
  if (motion === 'auto') delete root.dataset.motion;
  else root.dataset.motion = motion;
  if (quick) root.dataset.pace = 'quick';
  else delete root.dataset.pace;
}

/** @returns {Prefs} */
function read() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(PLACE) ?? '{}') };
  } catch {
    return USUAL;
  }
}

// Another tab of this page may choose, too.
addEventListener('storage', (event) => {
  if (event.key !== PLACE) return;
  now = read();
  dress();
  for (const listener of listeners) listener(now);
});
