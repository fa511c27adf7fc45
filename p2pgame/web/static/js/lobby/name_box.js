// One's name and picture, as others see them.

import { fill, h } from '/static/js/dom.js';
import { t } from '/static/js/texts.js';
import { avatar } from './avatar.js';
import { field, press } from './parts.js';
import { keepName, ownName } from './opening.js';

/**
 * @param {import('./context.js').App} app
 * @returns {HTMLElement}
 */
export function nameBox(app) {
  const input = /** @type {HTMLInputElement} */ (
    h('input', { type: 'text', maxlength: 24, autocomplete: 'nickname', spellcheck: 'false', value: ownName(app.hub) })
  );
  const face = h('div', {}, avatar(ownName(app.hub), { large: true }));
  const error = h('p.error', { role: 'alert' });
  /** What was kept last; another text in the field is being typed. */
  let kept = ownName(app.hub);
  const save = /** @type {HTMLButtonElement} */ (h('button', { type: 'submit' }, t('keep')));
  save.hidden = true;
  const look = () => {
    save.hidden = input.value.trim() === ownName(app.hub);
    fill(face, avatar(input.value, { large: true }));
  };
  const keep = async () => {
    const name = input.value.trim();
    if (!name) throw new Error(t('name-needed'));
    await keepName(app.hub, name);
    app.say(t('name-kept', { name }));
    look();
  };
  input.addEventListener('input', look);
  const form = h(
    'form.stack.tight',
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void press(save, error, keep);
      },
    },
    h('div.row.nowrap.name-row', {}, face, h('div.grow', {}, field(t('your-name'), input)), save),
    error,
  );
  app.hub.addEventListener(
    'about',
    () => {
      if (input.value.trim() === kept) input.value = ownName(app.hub);
      kept = ownName(app.hub);
      look();
    },
    { signal: app.signal },
  );
  return h('section.panel.stack.tight', { 'aria-label': t('your-name') }, form);
}
