// Motion between two drawings of a table.  A thing has its identity in `data-slot` (a card)
// or `data-key` (anything else), so it is seen to move from where it was to where it is,
// also face down.  A stack names the cards inside it in `data-slots`.
//
//     await glide(element, () => redraw(view), {animate: frame.animate});

/** How long one thing moves, in milliseconds. */
const MOVE = 380;
/** How much later each further thing starts, and the latest start. */
const NEXT = 45;
const LATEST = 700;
const TURN = 260;

/** Whether the person, or the machine, asks for no motion. */
function reduced() {
  return (
    document.documentElement.dataset.motion === 'off' ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

/** By how much less long a quick pace shows things. */
const QUICK = 6;

/**
 * How long something is shown, at the pace that the player likes.
 *
 * @param {number} milliseconds
 */
export function paced(milliseconds) {
  const quick = document.documentElement.dataset.pace === 'quick';
  return quick ? milliseconds / QUICK : milliseconds;
}

/**
 * Changes what is under `root`, and lets all that is still there move to its new place:
 * things with `data-slot` or `data-key`, out of stacks and into them.  Cards that were
 * turned turn.  The promise resolves when all lie still.  Focus stays on its element.
 *
 * @param {HTMLElement} root
 * @param {() => void} change
 * @param {{animate?: boolean, duration?: number}} [options]
 * @returns {Promise<void>}
 */
export async function glide(root, change, {animate = true, duration = MOVE} = {}) {
  const focused = document.activeElement;
  // Nothing moves in a tab that is not seen, so nobody waits for it.
  if (!animate || reduced() || document.hidden || !root.isConnected) {
    change();
    refocus(root, focused);
    unmark(root);
    return;
  }
  const before = measure(root);
  change();
  refocus(root, focused);
  const after = measure(root);
  await Promise.all([...moves(before, after, duration), ...leaving(root, before, after, duration)]);
  unmark(root);
}

/**
 * Lets an element fly from one place to another above everything, and takes it away.
 *
 * @param {HTMLElement} element
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {{duration?: number, delay?: number}} [options]
 * @returns {Promise<void>}
 */
async function fly(element, from, to, {duration = MOVE, delay = 0} = {}) {
  if (reduced() || document.hidden) return;
  const style = element.style;
  for (const [name, value] of Object.entries({
    position: 'fixed',
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    margin: '0',
    'z-index': '50',
    'pointer-events': 'none',
  })) {
    style.setProperty(name, value);
  }
  element.setAttribute('aria-hidden', 'true');
  document.body.append(element);
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  const end = `translate(${x}px, ${y}px)`;
  const timing = {duration, delay, easing: 'ease-in-out', fill: /** @type {'both'} */ ('both')};
  await played(element.animate([{transform: 'none'}, {transform: end}], timing));
  element.remove();
}

/**
 * @typedef {object} Place
 * @property {DOMRect} rect
 * @property {HTMLElement} element
 * @property {boolean} inside it lies in a stack
 */

/**
 * Where everything is: all is read here, before anything is written.
 *
 * @param {HTMLElement} root
 * @returns {Map<string, Place>}
 */
function measure(root) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (
    root.querySelectorAll('[data-slots], [data-slot], [data-key]')
  )) {
    const rect = element.getBoundingClientRect();
    const {slot, key, slots} = element.dataset;
    if (key !== undefined) places.set(`key ${key}`, {rect, element, inside: false});
    else if (slot !== undefined) places.set(slot, {rect, element, inside: false});
    for (const one of slots ? slots.split(' ') : []) {
      if (!places.has(one)) places.set(one, {rect, element, inside: true});
    }
  }
  return places;
}

/**
 * Moves what is seen now from where it was.
 *
 * @param {Map<string, Place>} before
 * @param {Map<string, Place>} after
 * @param {number} duration
 * @returns {Promise<void>[]}
 */
function moves(before, after, duration) {
  const playing = [];
  let started = 0;
  for (const [name, {rect, element, inside}] of after) {
    if (inside) continue;
    const was = before.get(name);
    const turned = element.dataset.turned !== undefined;
    const x = was ? was.rect.left + was.rect.width / 2 - rect.left - rect.width / 2 : 0;
    const y = was ? was.rect.top + was.rect.height / 2 - rect.top - rect.height / 2 : 0;
    const moved = was?.rect.width && rect.width && (Math.abs(x) > 1 || Math.abs(y) > 1);
    if (!moved && !turned) continue;
    const delay = Math.min(LATEST, started * NEXT);
    started += 1;
    if (moved) {
      const scale = was.inside ? 1 : was.rect.width / rect.width;
      const from = `translate(${x}px, ${y}px) scale(${scale})`;
      playing.push(move(element, from, duration, delay));
    }
    if (turned) playing.push(turn(element, delay + (moved ? duration / 2 : 0)));
  }
  return playing;
}

/**
 * @param {HTMLElement} element
 * @param {string} from
 * @param {number} duration
 * @param {number} delay
 */
async function move(element, from, duration, delay) {
  element.classList.add('moving');
  const frames = [{transform: from}, {transform: 'none'}];
  const timing = {duration, delay, easing: 'ease-in-out', fill: /** @type {'backwards'} */ ('backwards')};
  await played(element.animate(frames, timing));
  element.classList.remove('moving');
}

/**
 * Turns a card: it is narrow in the middle, and shows its new side from then on.
 *
 * @param {HTMLElement} element
 * @param {number} delay
 */
async function turn(element, delay) {
  const inner = /** @type {HTMLElement | null} */ (element.querySelector('.card-inner'));
  if (!inner) return;
  const wasDown = element.dataset.turned === '';
  const half = {duration: TURN / 2, easing: 'ease-in', fill: /** @type {'backwards'} */ ('backwards')};
  element.classList.toggle('turning', wasDown);
  await played(
    inner.animate([{transform: 'none'}, {transform: 'scaleX(0.05)'}], {...half, delay}),
  );
  element.classList.remove('turning');
  await played(
    inner.animate([{transform: 'scaleX(0.05)'}, {transform: 'none'}], {...half, easing: 'ease-out'}),
  );
}

/**
 * Moves what went into a stack: the element is gone, so a copy of it flies.
 *
 * @param {HTMLElement} root
 * @param {Map<string, Place>} before
 * @param {Map<string, Place>} after
 * @param {number} duration
 * @returns {Promise<void>[]}
 */
function leaving(root, before, after, duration) {
  const playing = [];
  let started = 0;
  for (const [name, was] of before) {
    const now = after.get(name);
    if (was.inside || !now?.inside || root.contains(was.element) || !was.rect.width) continue;
    const copy = /** @type {HTMLElement} */ (was.element.cloneNode(true));
    for (const mark of ['slot', 'key', 'turned']) delete copy.dataset[mark];
    const delay = Math.min(LATEST, started * NEXT);
    started += 1;
    playing.push(fly(copy, was.rect, now.rect, {duration, delay}));
  }
  return playing;
}

/** @param {HTMLElement} root */
function unmark(root) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (
    root.querySelectorAll('[data-turned]')
  )) {
    delete element.dataset.turned;
  }
}

/**
 * @param {HTMLElement} root
 * @param {Element | null} focused
 */
function refocus(root, focused) {
  if (focused && focused !== document.activeElement && root.contains(focused)) {
    /** @type {HTMLElement} */ (focused).focus({preventScroll: true});
  }
}

/** @param {Animation} animation */
async function played(animation) {
  try {
    await animation.finished;
  } catch {
    // It was ended by another one: what it led to is shown.
  }
}
