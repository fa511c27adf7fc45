// What the places of the page get from the shell.

import type { Hub } from '/static/js/hub.js';
import type { Store } from '/static/js/hub.js';

export interface App {
  hub: Hub;
  t(id: string, args?: Record<string, string | number>): string;
  /** Says it to screen readers, and shows it for a moment. */
  say(text: string, options?: { quiet?: boolean }): void;
  /** Goes to a place: `#/table/3`. */
  go(hash: string): void;
  learn(sources: Record<string, string>): void;
  /** What follows the place's name in the address. */
  place: string;
  /** Aborted when the place is left. */
  signal: AbortSignal;
}

/** What a place is when it has been put into the page. */
export interface Place {
  /** Its name, for the document's title. */
  title?: string;
  /** Whether it wants the whole width. */
  full?: boolean;
  destroy?(): void;
}

/** What a table's or a replay's page gets. */
export interface TableContext extends App {
  tableId: number;
  record: Store;
}
