"""A slow machine for the page: frames, files, the processor and clicks take longer.

    make test-web JITTER=7

Each message between a page and its hub waits for a random time, in both directions, and
none overtakes another. So things happen between any two clicks that a quick machine
never shows there. The number is a seed for how long things wait; what meets what also
depends on the machine.
"""

from __future__ import annotations

import os
from itertools import count
from random import Random
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page

#: The seed, if anybody wants jitter.
JITTER = os.environ.get("P2PGAME_JITTER", "")
_windows = count()
#: Milliseconds: most messages wait up to the first, one in twenty up to the second.
_WAITS = """(() => {
  const Native = globalThis.WebSocket;
  const {setTimeout, performance} = globalThis;
  const now = performance.now.bind(performance);
  const later = setTimeout.bind(globalThis);
  let state = SEED;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const line = () => {
    let free = 0;
    const queue = [];
    return (act) => {
      queue.push(act);
      free = Math.max(free, now() + (random() < 0.05 ? 1500 : 400) * random());
      later(() => queue.shift()(), free - now());
    };
  };
  globalThis.WebSocket = class extends Native {
    constructor(...given) {
      super(...given);
      const [sends, hears] = [line(), line()];
      this.waits = sends;
      for (const name of ['message', 'close']) {
        super.addEventListener(name, (event) => {
          if (event.waited) return;
          event.stopImmediatePropagation();
          const again = name === 'message'
            ? new MessageEvent(name, {data: event.data})
            : new CloseEvent(name, {code: event.code, wasClean: event.wasClean});
          again.waited = true;
          hears(() => this.dispatchEvent(again));
        });
      }
    }
    send(data) {
      this.waits(() => super.send(data));
    }
  };
})();"""
#: Milliseconds at most for which a button of the mouse is held down.
_PRESSED = 250


def press_slowly() -> None:
    """Have buttons pressed for a while, as people do, if anybody wants it.

    What is drawn anew meanwhile is not clicked.
    """
    if not JITTER:
        return
    click, random = Locator.click, Random(JITTER)

    def slowly(self: Locator, **how: Any) -> None:
        how.setdefault("delay", random.uniform(0, _PRESSED))
        click(self, **how)

    setattr(Locator, "click", slowly)  # noqa: B010


def slow_down(context: BrowserContext) -> None:
    """Have all pages of a window wait, if anybody wants it."""
    if not JITTER:
        return
    random = Random(f"{JITTER} {next(_windows)}")
    context.add_init_script(_WAITS.replace("SEED", str(random.getrandbits(31))))
    rate, latency = random.uniform(1, 5), random.uniform(0, 300)
    print(f"jitter: processor / {rate:.1f}, files + {latency:.0f} ms")

    def slow(page: Page) -> None:
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        session.send("Network.enable")
        session.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": latency,
                "downloadThroughput": -1,
                "uploadThroughput": -1,
            },
        )

    context.on("page", slow)
