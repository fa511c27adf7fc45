// The page's own words: Fluent, as the terminal's.  What the hub says has its sentence
// already; here are the words of buttons, headings and labels.

import { FluentBundle, FluentResource } from '/static/vendor/fluent-bundle/esm/index.js';
import { isolated } from '/static/js/isolates.js';

/** @typedef {Record<string, string | number>} Args */

/** The language whose words are there in full; others fall back to it. */
const FIRST = 'en';

/** @type {Map<string, FluentBundle>} */
const bundles = new Map();
/** @type {Set<string>} */
const loaded = new Set();
let current = FIRST;
/** Counts the times that a language was asked for. */
let asked = 0;

/** The language that is spoken now. */
export function language() {
  return current;
}

/**
 * Speaks a language from now on; its words are fetched if they are not here.  Returns
 * false if another one was asked for meanwhile, which is spoken then.
 *
 * @param {string} wanted
 * @returns {Promise<boolean>}
 */
export async function speak(wanted) {
  const mine = (asked += 1);
  await Promise.all([...new Set([FIRST, wanted])].map(load));
  if (mine !== asked) return false;
  current = bundles.has(wanted) ? wanted : FIRST;
  document.documentElement.lang = current;
  return true;
}

/**
 * Returns a word or sentence of the page; an id that nobody knows is shown itself.
 *
 * @param {string} id    `message` or `message.attribute`
 * @param {Args} [args]
 * @returns {string}
 */
export function t(id, args = {}) {
  return find(id, args) ?? id;
}

/**
 * Returns a word, or null: there is none.
 *
 * @param {string} id
 * @param {Args} [args]
 * @returns {string | null}
 */
export function find(id, args = {}) {
  const [name, attribute] = id.split('.');
  for (const one of [current, FIRST]) {
    const bundle = bundles.get(one);
    const message = bundle?.getMessage(name);
    const pattern = attribute ? message?.attributes[attribute] : message?.value;
    if (bundle && pattern) return bundle.formatPattern(pattern, apart(args), []);
  }
  return null;
}

/** @param {Args} args */
function apart(args) {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, typeof value === 'string' ? isolated(value) : value]));
}

/**
 * Adds words, for instance those of a game's own drawing: Fluent source by language.  A
 * word that is there stays, so a game can't rename the page's buttons.
 *
 * @param {Record<string, string>} sources
 */
export function learn(sources) {
  for (const [one, source] of Object.entries(sources)) {
    bundle(one).addResource(new FluentResource(source));
  }
}

/**
 * Returns a list as this language writes it.
 *
 * @param {string[]} items
 * @returns {string}
 */
export function list(items) {
  return new Intl.ListFormat(current, { type: 'conjunction' }).format(items.map(isolated));
}

/**
 * Returns how long ago a time was, in words.
 *
 * @param {number} seconds  of Unix time
 * @returns {string}
 */
export function ago(seconds) {
  const past = seconds - Date.now() / 1000;
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [['year', 31557600], ['month', 2629800], ['day', 86400], ['hour', 3600]];
  const format = new Intl.RelativeTimeFormat(current, { numeric: 'auto' });
  for (const [unit, size] of units) {
    if (Math.abs(past) >= size) return format.format(Math.round(past / size), unit);
  }
  return format.format(Math.round(past / 60), 'minute');
}

/** @param {string} one */
function bundle(one) {
  const known = bundles.get(one);
  if (known) return known;
  const made = new FluentBundle(one, { useIsolating: false });
  bundles.set(one, made);
  return made;
}

/** @param {string} one */
async function load(one) {
  if (loaded.has(one)) return;
  const answer = await fetch(`/static/text/${one}.ftl`);
  if (!answer.ok) return;
  learn({ [one]: await answer.text() });
  loaded.add(one);
}
