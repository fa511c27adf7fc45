// A replay in a file of its own: the events, the words and the modules are all in it.

import {fill, h} from '/static/js/dom.js';
import {show} from '/static/js/replay/replay.js';
import {readPlace} from '/static/js/replay/steps.js';
import {learn, t} from '/static/js/texts.js';

/**
 * What such a file has: `words` are Fluent sources by language, `transcript` is Base64,
 * and `eyes` are the events as players saw them, by seat.
 *
 * @typedef {{language: string, words: Record<string, string[]>, events: any[], eyes: Record<number, any[]>, file: string, transcript: string}} Story
 */

/**
 * @param {HTMLElement} host
 * @param {Story} story
 * @param {import('/static/js/table/drawings.js').Load} load
 */
export function begin(host, story, load) {
  const {language, words, events, file, transcript} = story;
  const own = language in words ? language : 'en';
  // English stands where the other language lacks a word: what is learnt last counts.
  for (const one of new Set(['en', own])) {
    for (const source of words[one] ?? []) learn({en: source});
  }
  const chosen = (/** @type {Record<string, string>} */ sources) =>
    learn({en: sources[own] ?? sources.en});
  const said = h('div.said', {role: 'status', 'aria-live': 'polite'});
  const place = h('main');
  const save = h('button', {type: 'button', onclick: () => keep(file, transcript)}, t('alone-save'));
  fill(host, place, h('footer.replay-foot', {}, save), said);
  const say = (/** @type {string} */ text) => fill(said, text);
  const {step, seat} = readPlace(location.hash.replace(/^#\/replay\//, ''));
  show(place, {t, say, learn: chosen, load}, {
    events: (eyes) => told(eyes === null ? events : (story.eyes[eyes] ?? events)),
    file,
    step,
    seat,
    note: t('alone-note', {file}),
  });
}

/** @param {any[]} events */
async function* told(events) {
  for (const event of events) if (event.event !== 'finished') yield event;
  const error = events.at(-1)?.error;
  if (error) throw new Error(error.sentence ?? error.id);
}

/**
 * @param {string} name
 * @param {string} transcript
 */
function keep(name, transcript) {
  const bytes = Uint8Array.from(atob(transcript), (one) => one.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes]));
  h('a', {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
