// Makes elements from data.  Text is always text: nothing here, or anywhere in the page,
// reads HTML out of a string.

import { isLeftwards, isolated } from '/static/js/isolates.js';

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes an element: `h('button.primary', {onclick, 'aria-label': …}, 'Play')`.
 *
 * A name has classes after points.  Properties that begin with `on` are listeners, `data`
 * is an object of data attributes, `style` one of CSS properties (also custom ones); a
 * boolean sets an attribute or leaves it out; all others are attributes.
 *
 * @param {string} name
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag || 'div');
  if (classes.length) element.classList.add(...classes);
  dress(element, properties);
  element.append(...nodes(children, element));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Makes an SVG element; as {@link h}.
 *
 * @param {string} name
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function svg(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElementNS(SVG, tag || 'g');
  if (classes.length) element.classList.add(...classes);
  dress(element, properties);
  element.append(...nodes(children, element));
  return element;
}

/**
 * Replaces what an element contains.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children, element));
}

/** Fields that take no text, whatever has the focus. */
const NO_TEXT = new Set(['checkbox', 'radio', 'range', 'button', 'submit', 'file']);

/** Whether somebody types in a field there. @param {Element} element */
export function isTypedIn(element) {
  const field = document.activeElement;
  if (!field || !element.contains(field)) return false;
  return field instanceof HTMLInputElement ? !NO_TEXT.has(field.type) : field instanceof HTMLTextAreaElement;
}

/**
 * Sends what is typed in a field.  The field is empty at once, so that the next text can be
 * typed meanwhile; a text that was refused returns, unless something else is typed by then.
 *
 * @param {HTMLInputElement} field
 * @param {(text: string) => Promise<boolean>} send whether it was done
 */
export async function submit(field, send) {
  const typed = field.value;
  field.value = '';
  if ((await send(typed.trim())) || field.value) return;
  field.value = typed;
  if (document.activeElement === field) field.select();
}

/** Whether an element is to be hidden when nobody types there. @type {WeakMap<HTMLElement, boolean>} */
const hides = new WeakMap();

/**
 * Hides an element, or shows it.  A field in which somebody types stays until that person
 * goes elsewhere: what is typed next would go nowhere, or make a move.
 *
 * @param {HTMLElement} element
 * @param {boolean} hidden
 */
export function hide(element, hidden) {
  const again = () => hide(element, hides.get(element) ?? false);
  if (!hides.has(element)) element.addEventListener('focusout', () => setTimeout(again));
  hides.set(element, hidden);
  element.hidden = hidden && !isTypedIn(element);
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {Record<string, any>} properties
 */
function dress(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'data') Object.assign(element.dataset, value);
    else if (name === 'style') {
      for (const [one, set] of Object.entries(value)) {
        element.style.setProperty(one, String(set));
      }
    } else if (name === 'value') /** @type {any} */ (element).value = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** Elements whose text is kept apart already, is no part of a line, or is copied. */
const APART = new Set(['bdi', 'option', 'textarea', 'title', 'code', 'pre']);

/**
 * @param {(Child | Child[])[]} children
 * @param {Element} parent
 * @returns {(Node | string)[]}
 */
function nodes(children, parent) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : written(String(child), parent)));
}

/**
 * Returns a text as it stands in an element: one that is written from right to left does
 * not change the order of what is beside it.
 *
 * @param {string} text
 * @param {Element} parent
 * @returns {Node | string}
 */
function written(text, parent) {
  if (!isLeftwards(text) || APART.has(parent.localName)) return text;
  if (parent.namespaceURI === SVG) return isolated(text);
  const apart = document.createElement('bdi');
  apart.textContent = text;
  return apart;
}
