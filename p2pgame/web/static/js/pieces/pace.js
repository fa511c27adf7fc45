// A pace that a person can follow: frames are shown one after another, each for a while.

/**
 * @template T
 * @typedef {object} PaceOptions
 * @property {(item: T, hurry: boolean) => void | Promise<void>} show resolves when it lies
 *   still; `hurry`: without motion, others wait
 * @property {(item: T) => number} rest milliseconds for which an item stays at least
 * @property {(milliseconds: number) => Promise<void>} [sleep]
 * @property {(item: T, next: T) => boolean} [cut] the next one need not wait for the rest
 * @property {(item: T) => boolean} [must] it is shown without hurry, whatever waits
 * @property {(item: T) => number} [awaits] milliseconds within which what belongs to it may come
 * @property {(item: T, next: T) => T | null} [join] both as one, if they belong together
 * @property {() => void} [idle] all is shown
 * @property {number} [most] so many may wait; beyond it they are shown in a hurry
 */

/**
 * Shows items in their order.
 *
 * @template T
 */
export class Pace {
  /** @param {PaceOptions<T>} options */
  constructor({show, rest, sleep, cut, must, awaits, join, idle, most = 6}) {
    this.show = show;
    this.rest = rest;
    this.sleep = sleep ?? ((time) => new Promise((done) => setTimeout(done, time)));
    this.cut = cut ?? (() => false);
    this.must = must ?? (() => false);
    this.awaits = awaits ?? (() => 0);
    this.join = join ?? (() => null);
    this.idle = idle;
    this.most = most;
    /** @type {T[]} */
    this.queue = [];
    this.running = false;
    this.closed = false;
    /** @type {T | null} */
    this.resting = null;
    /** Whether an item waits for what belongs to it. */
    this.open = false;
    /** @type {(() => void) | null} */
    this.wake = null;
  }

  /** Whether items wait, or one is being shown. */
  get busy() {
    return this.running;
  }

  /**
   * Shows an item after those before it.
   *
   * @param {T} item
   */
  add(item) {
    this.queue.push(item);
    if (!this.running) void this.run();
    else if (this.open || (this.resting && this.cut(this.resting, this.queue[0]))) this.wake?.();
  }

  /** Shows what waits at once. */
  hurry() {
    this.most = Math.min(this.most, 0);
    this.wake?.();
  }

  /** Shows nothing more. */
  close() {
    this.closed = true;
    this.queue.length = 0;
    this.wake?.();
  }

  async run() {
    const most = this.most;
    this.running = true;
    try {
      for (let item = this.queue.shift(); item !== undefined; item = this.queue.shift()) {
        if (!this.queue.length && this.awaits(item) > 0) await this.more(item);
        if (this.closed) return;
        item = this.whole(item);
        const must = this.must(item);
        const hurry = !must && this.queue.length > this.most;
        await this.show(item, hurry);
        if (this.closed) return;
        if (must || (!hurry && this.queue.length <= this.most)) await this.stay(item);
        if (this.closed) return;
      }
    } finally {
      this.running = false;
      this.most = most;
    }
    this.idle?.();
  }

  /** Waits for what belongs to an item. @param {T} item */
  async more(item) {
    this.open = true;
    await this.woken(this.awaits(item));
    this.open = false;
  }

  /** An item with the next one, if this belongs to it. @param {T} item */
  whole(item) {
    const both = this.queue.length ? this.join(item, this.queue[0]) : null;
    if (both) this.queue.shift();
    return both ?? item;
  }

  /** @param {T} item */
  async stay(item) {
    const time = this.rest(item);
    const [next] = this.queue;
    if (time <= 0 || (next && this.cut(item, next))) return;
    this.resting = item;
    await this.woken(time);
    this.resting = null;
  }

  /** Waits so long, or until something comes. @param {number} time */
  async woken(time) {
    await Promise.race([this.sleep(time), new Promise((done) => (this.wake = () => done(null)))]);
    this.wake = null;
  }
}
