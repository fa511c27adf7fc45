// Asks before something that hurts if it was not meant.

import {h} from '/static/js/dom.js';

/** @typedef {import('/static/js/types.js').Words} Words */

/**
 * Asks a question; resolves to whether it was answered with yes.
 *
 * @param {HTMLElement} host
 * @param {{question: string, yes: string, no: string, danger?: boolean}} what
 * @returns {Promise<boolean>}
 */
export function sure(host, {question, yes, no, danger = false}) {
  const agree = h(danger ? 'button.danger' : 'button.primary', {type: 'submit', value: 'yes'}, yes);
  const back = h('button', {type: 'submit', value: 'no', autofocus: true}, no);
  const form = h('form.stack', {method: 'dialog'}, h('p', {}, question), h('div.row', {}, back, agree));
  const dialog = /** @type {HTMLDialogElement} */ (h('dialog.sure', {'aria-label': question}, form));
  const focused = document.activeElement;
  host.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      const answer = dialog.returnValue === 'yes';
      dialog.remove();
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
      resolve(answer);
    });
  });
}
