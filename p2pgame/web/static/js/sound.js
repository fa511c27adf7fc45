// A short sound when it is one's turn.  Made here, so that no file is needed.

/** @type {AudioContext | null} */
let context = null;

/** Plays two soft notes; does nothing before the player has touched the page. */
export async function chime() {
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') await context.resume();
    note(context, 587, 0);
    note(context, 784, 0.13);
  } catch {
    // A browser without sound.
  }
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch  in Hz
 * @param {number} after  in seconds
 */
function note(audio, pitch, after) {
  const start = audio.currentTime + after;
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.type = 'sine';
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(0.14, start + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.4);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.45);
}
