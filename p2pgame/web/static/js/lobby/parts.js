// Parts that several places of the lobby are made of.

import { h } from '/static/js/dom.js';
import { icon } from '/static/js/icons.js';
import { t } from '/static/js/texts.js';

let count = 0;

/** Returns an id that no other element has. */
export function fresh() {
  count += 1;
  return `part-${count}`;
}

/**
 * A control with its label, and help that a screen reader reads with it.
 *
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [help]
 * @returns {HTMLElement}
 */
export function field(label, control, help = '') {
  control.id ||= fresh();
  const about = help ? h('p.help', { id: `${control.id}-help` }, help) : null;
  if (about) control.setAttribute('aria-describedby', about.id);
  return h('div.field', {}, h('label', { for: control.id }, label), control, about);
}

/**
 * @param {string} label
 * @param {boolean} checked
 * @param {string} [help]
 * @returns {{element: HTMLElement, input: HTMLInputElement}}
 */
export function check(label, checked, help = '') {
  const id = fresh();
  const about = help ? h('span.help', { id: `${id}-help` }, help) : null;
  const told = { 'aria-labelledby': about && id, 'aria-describedby': about && `${id}-help` };
  const input = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', checked, ...told }));
  const element = h('label.check', {}, input, h('span', {}, h('span', { id }, label), about));
  return { element, input };
}

/**
 * One of a few, side by side.
 *
 * @param {string} legend
 * @param {[string, string][]} choices  values and labels
 * @param {string} chosen
 * @param {(value: string) => void} onchange
 * @param {{hidden?: boolean}} [look]  whether the legend is for screen readers alone
 * @returns {HTMLElement}
 */
export function segments(legend, choices, chosen, onchange, look = {}) {
  const name = fresh();
  const labels = choices.map(([value, label]) =>
    h(
      'label',
      {},
      h('input', {
        type: 'radio',
        name,
        value,
        checked: value === chosen,
        onchange: () => onchange(value),
      }),
      h('span', {}, label),
    ),
  );
  return h(
    'fieldset.field',
    {},
    h(look.hidden ? 'legend.hidden-text' : 'legend', {}, legend),
    h('div.segments', {}, ...labels),
  );
}

/**
 * @param {[string, string][]} choices  values and labels
 * @param {string} chosen
 * @param {(value: string) => void} [onchange]
 * @returns {HTMLSelectElement}
 */
export function select(choices, chosen, onchange = () => {}) {
  const element = /** @type {HTMLSelectElement} */ (
    h(
      'select',
      {},
      ...choices.map(([value, label]) =>
        h('option', { value, selected: value === chosen }, label),
      ),
    )
  );
  element.addEventListener('change', () => onchange(element.value));
  return element;
}

/**
 * A button that does something that takes time: it can't be pressed twice, and says what
 * went wrong beside it.
 *
 * @param {string} kind   classes, as `.primary.big`
 * @param {(string | Node)[]} label
 * @param {() => Promise<unknown>} work
 * @returns {{element: HTMLElement, button: HTMLButtonElement}}
 */
export function busyButton(kind, label, work) {
  const error = h('p.error', { role: 'alert' });
  const button = /** @type {HTMLButtonElement} */ (
    h(`button${kind}`, { type: 'button' }, ...label)
  );
  button.addEventListener('click', () => void press(button, error, work));
  return { button, element: h('div.stack.tight', {}, button, error) };
}

/**
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} error
 * @param {() => Promise<unknown>} work
 */
export async function press(button, error, work) {
  if (button.disabled) return;
  button.disabled = true;
  error.textContent = '';
  const spinner = h('span.spinner', { 'aria-hidden': 'true' });
  button.append(spinner);
  try {
    await work();
  } catch (wrong) {
    error.textContent = sentence(wrong);
  } finally {
    spinner.remove();
    button.disabled = false;
  }
}

/**
 * Returns what to tell the player of something that went wrong.
 *
 * @param {unknown} wrong
 * @returns {string}
 */
export function sentence(wrong) {
  if (!(wrong instanceof Error)) return String(wrong);
  if (/** @type {any} */ (wrong).code === 'connection-lost') return t('hub-is-gone');
  const known = wrong.name === 'HubError' || wrong.constructor === Error;
  return (known && wrong.message) || t('something-wrong');
}

/**
 * Does what is given with each answer, unless a later question was answered before.
 *
 * @template T
 * @param {() => Promise<T>} ask
 * @param {(answer: T) => void} show
 * @returns {() => Promise<void>}  asks once more; rejected as `ask`
 */
export function newest(ask, show) {
  let asked = 0;
  let shown = 0;
  return async () => {
    const mine = (asked += 1);
    const answer = await ask();
    if (mine < shown) return;
    shown = mine;
    show(answer);
  };
}

/**
 * A button that copies a text.
 *
 * @param {string} label
 * @param {() => string} text
 * @param {(sentence: string) => void} say
 * @returns {HTMLElement}
 */
export function copyButton(label, text, say) {
  const word = h('span', {}, label);
  return h(
    'button',
    {
      type: 'button',
      onclick: async () => {
        const done = await copied(text());
        say(t(done ? 'copied' : 'not-copied'));
      },
    },
    icon('copy'),
    word,
  );
}

/** @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Asks in a dialog whether something is meant.
 *
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function sure(question, yes) {
  return new Promise((resolve) => {
    const dialog = /** @type {HTMLDialogElement} */ (
      h(
        'dialog',
        { 'aria-label': question, onclose: () => done() },
        h(
          'div.stack',
          {},
          h('p', {}, question),
          h(
            'div.row',
            {},
            h('button.danger', { type: 'button', onclick: () => dialog.close('yes') }, yes),
            h('button', { type: 'button', onclick: () => dialog.close('') }, t('cancel')),
          ),
        ),
      )
    );
    const done = () => {
      resolve(dialog.returnValue === 'yes');
      dialog.remove();
    };
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * A heading at which a place begins; it takes the focus when the place is opened.
 *
 * @param {string} text
 * @param {string} [back]  the hash to go back to
 */
export function heading(text, back = '') {
  return h(
    'div.row.nowrap.heading',
    {},
    back
      ? h('a.button.quiet.icon', { href: back, 'aria-label': t('back') }, icon('back'))
      : null,
    h('h1', { tabindex: -1 }, text),
  );
}
