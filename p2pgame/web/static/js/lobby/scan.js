// Reads an invite's QR code with the camera.  Loaded when it is asked for.

import { h } from '/static/js/dom.js';
import { t } from '/static/js/texts.js';

/** Milliseconds between two looks. */
const BETWEEN = 120;
/** The longer side of the picture that is looked at, in pixels. */
const SIZE = 640;

/**
 * Shows what the camera sees until a code is read; returns its text, or null.
 *
 * @returns {Promise<string | null>}
 */
export async function scan() {
  const video = /** @type {HTMLVideoElement} */ (h('video.camera', { playsinline: true, muted: true }));
  const error = h('p.error', { role: 'alert' });
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      'dialog',
      { 'aria-label': t('scan') },
      h(
        'div.stack',
        {},
        h('h2', {}, t('scan')),
        h('p.soft', {}, t('scan.about')),
        video,
        error,
        h('button', { type: 'button', onclick: () => dialog.close() }, t('cancel')),
      ),
    )
  );
  document.body.append(dialog);
  dialog.showModal();
  /** @type {MediaStream | null} */
  let stream = null;
  /** @type {string | null} */
  let found = null;
  try {
    const read = await reader();
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    video.srcObject = stream;
    await video.play();
    while (dialog.open && found === null) {
      found = read(video);
      await new Promise((resolve) => setTimeout(resolve, BETWEEN));
    }
  } catch {
    error.textContent = t('no-camera');
    // It may have been closed while the person was asked for the camera.
    if (dialog.open) await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
  }
  for (const track of stream?.getTracks() ?? []) track.stop();
  dialog.remove();
  return found;
}

/**
 * @returns {Promise<(video: HTMLVideoElement) => string | null>}
 */
async function reader() {
  await script('/static/vendor/jsqr/jsQR.js');
  const jsQR = /** @type {any} */ (globalThis).jsQR;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (video) => {
    if (!context || !video.videoWidth) return null;
    const scale = Math.min(1, SIZE / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return jsQR(data, canvas.width, canvas.height)?.data || null;
  };
}

/** @param {string} address */
function script(address) {
  return new Promise((resolve, reject) => {
    const element = h('script', { src: address, onload: resolve, onerror: reject });
    document.head.append(element);
  });
}
