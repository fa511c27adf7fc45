// Controls for a move with a number: a slider, the number itself, and the usual amounts.

import {h} from '/static/js/dom.js';
import {fits, worded} from '/static/js/table/moves.js';

/** @typedef {import('/static/js/types.js').Range} Range */
/** @typedef {import('/static/js/table/moves.js').Amount} Amount */
/** @typedef {import('/static/js/types.js').Words} Words */
/** @typedef {{t: Words, move: (move: string) => Promise<boolean>}} Making */

/** Ranges up to this width are buttons. */
const BUTTONS = 6;
/** Ranges beyond this width have no slider. */
const SLIDER = 1e9;

let made = 0;

/**
 * @param {Amount} amount
 * @param {Making} making
 * @returns {HTMLElement}
 */
export function amountRow(amount, {t, move}) {
  const {range, presets} = amount;
  const label = worded(t, amount.label);
  const {verb, low, high} = range;
  const width = Number(high) - Number(low);
  if (width <= BUTTONS && !presets.length) return few(range, label, move);
  const id = `amount-${(made += 1)}`;
  const error = h('p.error', {role: 'alert', id: `${id}-error`});
  const number = /** @type {HTMLInputElement} */ (
    h('input.amount-number', {
      type: 'text',
      inputmode: 'numeric',
      id,
      value: String(low),
      autocomplete: 'off',
      'aria-describedby': `${id}-error`,
    })
  );
  const slider = /** @type {HTMLInputElement | null} */ (
    typeof low === 'number' && typeof high === 'number' && width <= SLIDER
      ? h('input.amount-slider', {type: 'range', min: low, max: high, 'aria-label': label, value: low})
      : null
  );
  const send = h('button.primary', {type: 'submit'}, `${label} ${low}`);
  const set = (/** @type {string} */ value) => {
    number.value = value;
    if (slider && fits(value, range)) slider.value = value;
    send.textContent = `${label} ${value}`;
    check();
  };
  const check = () => {
    const good = fits(number.value, range);
    number.setAttribute('aria-invalid', String(!good));
    error.textContent = good || !number.value ? '' : t('amount-bounds', {low, high});
    return good;
  };
  number.addEventListener('input', () => set(number.value.trim()));
  number.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') set(String(low));
    const step = {ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10}[event.key];
    if (!step || !fits(number.value, range)) return;
    event.preventDefault();
    const value = String(BigInt(number.value) + BigInt(step));
    if (fits(value, range)) set(value);
  });
  slider?.addEventListener('input', () => set(slider.value));
  const all = [{name: t('least'), value: String(low)}, ...presets.map(({name, value}) => ({name: worded(t, name), value})), {name: t('most'), value: String(high)}];
  const buttons = all.map(({name, value}) =>
    h('button.compact', {type: 'button', onclick: () => set(value)}, `${name} ${value}`),
  );
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (check()) void move(`${verb} ${number.value}`);
    else number.focus();
  };
  return h(
    'form.amount',
    {onsubmit: submit},
    h('div.amount-line', {}, h('label', {for: id}, label), number, slider, send),
    h('div.amount-presets', {role: 'group', 'aria-label': t('usual-amounts')}, buttons),
    error,
  );
}

/**
 * Several ranges with one form: which one is chosen first, as the kind of a bid.
 *
 * @param {Amount[]} amounts
 * @param {Making} making
 * @returns {HTMLElement}
 */
export function amountsForm(amounts, making) {
  const row = h('div.amount-of-kind');
  const kinds = amounts.map((amount, at) => {
    const box = h('input', {type: 'radio', name: `kind-${made}`, value: at, checked: at === 0});
    box.addEventListener('change', () => row.replaceChildren(amountRow(amount, making)));
    return h('label', {}, box, h('span', {}, worded(making.t, amount.label)));
  });
  row.append(amountRow(amounts[0], making));
  const group = h('div.segments', {role: 'radiogroup', 'aria-label': making.t('which-kind')}, kinds);
  return h('div.stack.tight', {}, group, row);
}

/**
 * @param {Range} range
 * @param {string} label
 * @param {Making['move']} move
 */
function few({verb, low, high}, label, move) {
  const buttons = [];
  for (let value = Number(low); value <= Number(high); value += 1) {
    buttons.push(
      h('button.move', {type: 'button', onclick: () => move(`${verb} ${value}`)}, `${label} ${value}`),
    );
  }
  return h('div.move-row', {}, buttons);
}

/**
 * A placement drawn from a number: the page draws the number.
 *
 * @param {Range} range
 * @param {Making} making
 * @returns {HTMLElement}
 */
export function placementRow(range, {t, move}) {
  const draw = () => move(`${range.verb} ${drawn(range)}`);
  const name = range.verb === 'random' ? t('place-by-chance') : range.verb;
  return h('div.move-row', {}, h('button.primary', {type: 'button', onclick: draw}, name));
}

/** @param {Range} range @returns {string} */
function drawn({low, high}) {
  const [first, last] = [BigInt(low), BigInt(high)];
  const words = crypto.getRandomValues(new BigUint64Array(1));
  return String(first + (words[0] % (last - first + 1n)));
}
