// Settings: how the page looks and speaks, and what holds at all tables.

import { fill, h } from '/static/js/dom.js';
import { prefer, prefs } from '/static/js/prefs.js';
import { chime } from '/static/js/sound.js';
import { t } from '/static/js/texts.js';
import { check, field, heading, press, segments } from './parts.js';
import { nameBox } from './name_box.js';
import { upload } from './transcripts.js';

/**
 * @param {HTMLElement} host
 * @param {import('./context.js').App} app
 * @returns {import('./context.js').Place}
 */
export function mount(host, app) {
  fill(
    host,
    heading(t('settings')),
    h(
      'div.columns',
      {},
      h('div.stack.wide', {}, nameBox(app), h('section.panel', {}, h('div.stack', {}, h('h2', {}, t('this-page')), ...appearance(app)))),
      relays(app),
    ),
  );
  return { title: t('settings') };
}

/**
 * The choices of how the page looks; also in the menu at the top.
 *
 * @param {{hub: import('/static/js/hub.js').Hub}} app
 * @returns {HTMLElement[]}
 */
export function appearance(app) {
  const now = prefs();
  const languages = document.documentElement.dataset.languages?.split(' ') ?? [];
  const sound = check(t('sound'), now.sound, t('sound.help'));
  sound.input.addEventListener('change', () => {
    prefer({ sound: sound.input.checked });
    if (sound.input.checked) void chime();
  });
  const still = check(t('less-motion'), now.motion === 'off', t('less-motion.help'));
  still.input.addEventListener('change', () => prefer({ motion: still.input.checked ? 'off' : 'auto' }));
  const quick = check(t('quick-pace'), now.quick, t('quick-pace.help'));
  quick.input.addEventListener('change', () => prefer({ quick: quick.input.checked }));
  const plain = check(t('plain-tables'), now.plain, t('plain-tables.help'));
  plain.input.addEventListener('change', () => prefer({ plain: plain.input.checked }));
  return [
    segments(
      t('theme'),
      [['auto', t('theme-auto')], ['light', t('theme-light')], ['dark', t('theme-dark')]],
      now.theme,
      (theme) => prefer({ theme: /** @type {any} */ (theme) }),
    ),
    segments(
      t('language'),
      languages.map((one) => [one, new Intl.DisplayNames([one], { type: 'language' }).of(one) ?? one]),
      document.documentElement.lang,
      (language) => prefer({ language }),
    ),
    h('div', {}, sound.element, plain.element, quick.element, still.element),
  ];
}

/** What a relay's token looks like. */
const TOKEN = /^[0-9a-f]{32}$/;

/** @param {import('./context.js').App} app */
function relays(app) {
  const input = /** @type {HTMLTextAreaElement} */ (h('textarea', { rows: 3, spellcheck: 'false', autocapitalize: 'off' }));
  const token = /** @type {HTMLInputElement} */ (h('input', { type: 'password', autocomplete: 'off', spellcheck: 'false' }));
  const error = h('p.error', { role: 'alert' });
  const save = /** @type {HTMLButtonElement} */ (h('button.primary', { type: 'submit' }, t('keep')));
  /** What the field was filled with; another text was typed since. */
  let before = '';
  const show = (/** @type {string[]} */ relays) => {
    if (input.value !== before) return;
    input.value = relays.join('\n');
    before = input.value;
  };
  app.hub.answer({ command: 'show-settings' }, 'settings').then(
    ({ relays }) => show(relays),
    () => {},
  );
  return h(
    'section.panel',
    {},
    h(
      'form.stack',
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void press(save, error, async () => {
            before = input.value;
            const given = input.value.split(/\s+/).filter(Boolean);
            // The hub reads a token from a file alone, so that no list of requests has it.
            const secret = token.value.trim();
            if (secret && !TOKEN.test(secret)) throw new Error(t('relay-token-wrong'));
            const file = secret && (await upload(new Blob([`${secret}\n`])));
            const admitted = file ? { token_file: file } : {};
            const { relays } = await app.hub.answer({ command: 'use-relays', relays: given, ...admitted }, 'settings');
            show(relays);
            token.value = '';
            app.say(t('kept'));
          });
        },
      },
      h('h2', {}, t('relays')),
      h('p.soft', {}, t('relays.about')),
      field(t('relays-list'), input, t('relays-list.help')),
      field(t('relay-token'), token, t('relay-token.help')),
      error,
      h('div', {}, save),
    ),
  );
}
