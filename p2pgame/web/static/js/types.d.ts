// The shapes that the page's modules give one another.  Those of events, requests and
// commands are docs/client.md's; docs/design/page.md has the frames around them.

export interface Message {
  type: 'message';
  id: string;
  args: Record<string, unknown>;
  /** In the language of this connection, with the players' names. */
  sentence?: string;
}

export interface Zone {
  name: string;
  non_empty?: boolean | null;
  length?: number | null;
  slots?: number[] | null;
  faces?: (string | null)[] | null;
}

export interface View {
  seat: number | null;
  turn: string;
  terms: Record<string, any>;
  state: Record<string, any>;
  /** Faces of the slots that this seat knows; the keys are slots. */
  faces: Record<string, string>;
  text: string;
  zones?: Zone[];
  hand?: string;
  scores?: number[] | null;
}

/** A move with a number: `verb` and a whole number (one beyond 2^53 − 1 is a text). */
export interface Range {
  verb: string;
  low: number | string;
  high: number | string;
}

export interface Choice {
  moves: (string | Range)[];
  /** Move for move, what a person would say. */
  hints: Message[];
  placement?: boolean;
  seconds?: number | null;
  move_by_itself?: string | null;
  patience?: number;
}

export interface Player {
  name: string;
  identity: string;
  is_program?: boolean;
}

export interface Begun {
  table: string;
  game: string;
  version: number;
  options: Record<string, any>;
  players: Player[];
  seat: number | null;
  message: Message;
  draws?: boolean;
  patience?: number;
  quorum?: number;
  trust?: { readers: number; [more: string]: any } | null;
}

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
  /** Shows a refusal or a hint for a moment, and says it to screen readers. */
  say(text: string): void;
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
  destroy?(): void;
}

/** What a game's module `NAME_page.js`, beside its rules, exports. */
export interface Renderer {
  create(table: Table): Drawing;
}
