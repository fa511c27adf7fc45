// The shapes that the page's modules give one another.  Those of events, requests and
// commands are docs/client.md's; docs/design/page.md has the frames around them.

import type { Begun, Choice, Message, Player, Range, View, Zone } from './protocol.js';

export type { Begun, Choice, Message, Player, Range, View, Zone };

/** A word of the page, by its Fluent id. */
export type Words = (id: string, args?: { [name: string]: string | number }) => string;

/** What a drawing is shown: how the table looks now. */
export interface Frame {
  view: View;
  /** The view before, or null: there is none, and nothing should move. */
  before: View | null;
  /** The moves of the turn that is open to this player, or null: it is not to decide. */
  choice: Choice | null;
  /** What happened between the two views. */
  messages: Message[];
  /** Whether things may move: false on a jump in a replay, or with reduced motion. */
  animate: boolean;
}

/** What a drawing may do and know; made by the page for each table. */
export interface Table {
  /** This player's seat, from 0; null: a spectator. */
  seat: number | null;
  begun: Begun;
  /** The players' names by seat, distinct. */
  names: string[];
  /**
   * Makes a move.  `confirm`: asks first, with this sentence.  The promise is rejected
   * with an Error whose message is the refusal's sentence.
   */
  move(text: string, options?: { confirm?: string }): Promise<void>;
  /**
   * Shows a refusal or a hint for a moment, and says it to screen readers; to them alone
   * if it is `quiet`, as what the drawing itself shows.
   */
  say(text: string, options?: { quiet?: boolean }): void;
  /** A word of the page, by its Fluent id. */
  t(id: string, args?: Record<string, string | number>): string;
  /** A game's own drawing adds its words: Fluent source by language. */
  learn(sources: Record<string, string>): void;
}

/** A drawing of one game at one table. */
export interface Drawing {
  /** Put into the page by it. */
  element: HTMLElement;
  /** Shows how the table looks now; a promise resolves when motion has ended. */
  show(frame: Frame): void | Promise<void>;
  /**
   * The moves that this drawing lets people make by itself (by clicks and keys): the
   * page's list of moves leaves them out.  Without it the page lists all.
   */
  offers?(move: string | Range): boolean;
  /** It shows the players itself, with names, turn and scores: the page's row is hidden. */
  showsPlayers?: boolean;
  destroy?(): void;
}

/** What a game's module `NAME_page.js`, beside its rules, exports. */
export interface Renderer {
  create(table: Table): Drawing;
}
