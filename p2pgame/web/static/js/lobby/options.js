// A game's options as a form: what each is, says the hub.

import { h } from '/static/js/dom.js';
import { t } from '/static/js/texts.js';
import { humane } from './games.js';
import { check, field, select } from './parts.js';

/** @typedef {string | number | boolean} Value */

/**
 * @param {import('/static/js/protocol.js').GameShown} game
 * @param {import('/static/js/protocol.js').RulesShown} rules
 * @returns {{element: HTMLElement | null, value: () => {[name: string]: Value}}}
 */
export function options(game, rules) {
  const words = new Map(game.options.map((option) => [option.name, option]));
  const controls = rules.options.map((option) => control({ ...option, ...words.get(option.name) }));
  const changed = () =>
    Object.fromEntries(
      controls.flatMap((one) => {
        const value = one.value();
        return value === one.usual ? [] : [[one.name, value]];
      }),
    );
  if (!controls.length) return { element: null, value: changed };
  return {
    element: h(
      'section.panel',
      {},
      h(
        'details',
        { open: controls.length <= 3 },
        h('summary', {}, h('h2.inline', {}, t('options'))),
        h('div.option-grid', {}, ...controls.map((one) => one.element)),
      ),
    ),
    value: changed,
  };
}

/**
 * @param {import('/static/js/protocol.js').Option} option
 * @returns {{name: string, usual: Value, element: HTMLElement, value: () => Value}}
 */
function control(option) {
  const { name } = option;
  const usual = option.default;
  const label = option.title || humane(name);
  if (typeof usual === 'boolean') {
    const { element, input } = check(label, usual, option.about);
    return { name, usual, element, value: () => input.checked };
  }
  if (option.choices?.length) {
    const values = option.choices;
    const pick = select(
      values.map((value, at) => [String(at), option.titles?.[at] ?? String(value)]),
      String(values.indexOf(usual)),
    );
    return {
      name,
      usual,
      element: field(label, pick, option.about),
      value: () => values[Number(pick.value)],
    };
  }
  if (option.examples?.length) return text(option, label);
  const number = typeof usual === 'number';
  const input = /** @type {HTMLInputElement} */ (
    h('input', {
      type: number ? 'number' : 'text',
      value: String(usual),
      min: number ? option.low : null,
      max: number ? option.high : null,
      step: number ? 1 : null,
      inputmode: number ? 'numeric' : null,
    })
  );
  return {
    name,
    usual,
    element: field(label, input, option.about),
    value: () => {
      if (!number) return input.value;
      return Number.isSafeInteger(Number(input.value)) && input.value !== '' ? Number(input.value) : input.value;
    },
  };
}

/**
 * An option that is any text: one of its examples by its title, or another that is typed or pasted, as a level is.
 *
 * @param {import('/static/js/protocol.js').Option} option
 * @param {string} label
 */
function text({ name, default: usual, examples = [], titles = [], about = '' }, label) {
  const input = h('textarea', { rows: 2, autocapitalize: 'off', spellcheck: 'false' });
  const other = field(t('other-value'), input, about);
  const pick = select(
    [
      ...examples.map((value, at) => /** @type {[string, string]} */ ([value, titles[at] ?? value])),
      ['', t('another-value')],
    ],
    String(usual),
    (value) => (other.hidden = Boolean(value)),
  );
  other.hidden = true;
  const typed = /** @type {HTMLTextAreaElement} */ (input);
  // A row of a level may begin with blanks.
  const given = () => typed.value.replace(/^(\s*\n)+|\s+$/g, '');
  return {
    name,
    usual,
    element: h('div.stack.tight', {}, field(label, pick), other),
    value: () => pick.value || given() || usual,
  };
}
