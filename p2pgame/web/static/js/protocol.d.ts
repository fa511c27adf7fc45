// The shapes of requests, commands, events and answers: docs/client.md says what they
// mean.  Written by `python -m tests.web.protocol_types`; the suite compares.
// A field with a question mark may be left out, and then has its default.

export interface Message {
  type: 'message';
  id: string;
  args: Record<string, unknown>;
  /** In the language of this connection, with the players' names. */
  sentence?: string;
}

export interface AbsencesShown {
  departed?: Departed[];
  moved_for?: number[];
  forfeited?: boolean;
}

export interface Account {
  game: string;
  standings: Standing[];
  payments?: Payment[];
}

export interface Accused {
  event: 'accused';
  seat: number | null;
  message: Message;
  transcript: string;
  evidence: string;
}

export interface AnswerCommand {
  command: 'answer';
  number: number;
  answer: number;
  id?: number | null;
}

export interface Answered {
  event: 'answered';
  number: number;
  answer: number | null;
  by: 'player' | 'deadline' | 'nobody';
}

export interface Arrived {
  event: 'arrived';
  name: string;
  contact?: string | null;
}

export interface Asked {
  event: 'asked';
  question: Question;
}

export interface AuditShown {
  deck: string;
  audited?: number[];
  unaudited?: number[];
  messages?: Message[];
}

export interface Bar {
  points: number;
  more: number;
  goal: number;
}

export interface BeginCommand {
  command: 'begin';
  id?: number | null;
}

export interface Begun {
  event: 'begun';
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
  again?: boolean;
  trust?: Trust | null;
  practice?: boolean;
  makes_room?: boolean;
  gives_hints?: boolean;
  plans_ahead?: boolean;
  has_rounds?: boolean;
}

export interface BuyInCommand {
  command: 'buy-in';
  chips: number;
  id?: number | null;
}

export interface Card {
  slot: number;
  face?: string | null;
  move?: string;
  tone?: string;
  die?: boolean;
}

export interface Cell {
  name: string;
  piece?: Piece | null;
  move?: string;
  tone?: string;
  label?: string;
  said?: Message | null;
}

export interface Chained {
  before?: string;
  end?: string;
  begins?: string[];
  fresh?: string[];
  kept?: string[];
  most?: number;
  first?: number;
  in_order?: boolean;
}

export interface Chat {
  event: 'chat';
  seat: number;
  text: string;
  message: Message;
}

export interface CheckEvidenceInquiry {
  command: 'check-evidence';
  file: string;
}

export interface CheckReceiptInquiry {
  command: 'check-receipt';
  file: string;
  other?: string | null;
}

export interface Chips {
  part: 'chips';
  label: Message;
  amount: number;
}

export interface Choice {
  moves: (string | Range)[];
  hints: Message[];
  placement?: boolean;
  seconds?: number | null;
  move_by_itself?: string | null;
  patience?: number;
}

export interface ChooseTable {
  ask: 'choose-table';
  tables: Seen[];
}

export interface Compare {
  event: 'compare';
  host: string;
  pictures: Picture[];
}

export interface ConfirmCommand {
  command: 'confirm';
  id?: number | null;
}

export interface Connection {
  seat: number;
  path: string;
  milliseconds?: number | null;
}

export interface ContactShown {
  number: number;
  name: string;
  identity: string;
  tables: number;
  last: number;
  evidence?: string[];
}

export interface Contacts {
  event: 'contacts';
  contacts: ContactShown[];
}

export interface DeckShown {
  name: string;
  title: string;
  about: string;
}

export interface Departed {
  seat: number;
  by: number[];
  turns: number;
  left: boolean;
  message: Message;
}

export interface DialNearby {
  ask: 'dial-nearby';
  places: string[];
  here: boolean;
}

export interface Done {
  event: 'done';
  id: number;
}

export interface DropCommand {
  command: 'drop';
  id?: number | null;
}

export interface Ended {
  event: 'ended';
  payoffs: number[];
  message: Message;
}

export interface EveningShown {
  event: 'evening';
  tables: number;
  accounts: Account[];
  missed?: boolean;
  messages?: Message[];
}

export interface EvidenceChecked {
  event: 'evidence-checked';
  name: string;
  author: string;
  identity: string;
  fault: string;
  message: Message;
  entries: number;
  local?: LocalFact[];
}

export interface ExportInquiry {
  command: 'export';
  file: string;
  format: 'pgn' | 'pdn' | 'phh' | 'csv';
}

export interface Exported {
  event: 'exported';
  name: string;
  format: string;
  text: string;
}

export interface FacesShown {
  turn: string;
  faces: string[];
  fixed: boolean;
}

export interface FieldShown {
  name: string;
  type: FieldType;
  about: string;
}

export interface FieldType {
  kind: 'bool' | 'int' | 'text' | 'bytes' | 'null' | 'array' | 'tuple' | 'optional' | 'union' | 'struct';
  of?: FieldType[];
  struct?: string;
  values?: (string | number)[];
}

export interface FindUndosCommand {
  command: 'find-undos';
  wanted?: string;
  id?: number | null;
}

export interface Finished {
  event: 'finished';
  error?: Message | null;
}

export interface ForgetContactInquiry {
  command: 'forget-contact';
  who: string;
}

export interface ForgetTableInquiry {
  command: 'forget-table';
  table: number;
}

export interface ForkShown {
  event: 'fork-shown';
  seat: number;
  name: string;
  identity: string;
  table: string;
  message: Message;
  evidence: string;
}

export interface GameShown {
  name: string;
  version: number;
  seats: number[];
  options: Option[];
  title?: string;
  about?: string;
  short?: string;
  minutes?: number;
}

export interface Games {
  event: 'games';
  games: GameShown[];
}

export interface GoWithoutCommand {
  command: 'go-without';
  id?: number | null;
}

export interface Graph {
  part: 'graph';
  ways: number[][];
  lies: string[];
}

export interface Grid {
  part: 'grid';
  width: number;
  cells: Cell[];
  named?: boolean;
  chequered?: boolean;
  side?: number | null;
  infix?: string | null;
  becomes?: Piece[];
  owner?: number | null;
  sea?: boolean;
  aloud?: Message[];
}

export interface GroupCommand {
  command: 'group';
  steps?: number;
  name?: string;
  id?: number | null;
}

export interface Guest {
  key: string;
  name: string;
  contact?: string | null;
  is_program?: boolean;
  can_remove?: boolean;
}

export interface Happened {
  event: 'happened';
  messages: Message[];
  view: View;
  look?: boolean;
  cleared?: View | null;
}

export interface HintCommand {
  command: 'hint';
  level?: number;
  id?: number | null;
}

export interface HintShown {
  event: 'hint-shown';
  level: number;
  levels: number;
  message: Message;
}

export interface HostRequest {
  command: 'host';
  name?: string | null;
  transcript?: string | null;
  again?: number | null;
  program?: boolean;
  attended?: boolean;
  hide_address?: boolean;
  relays?: string[] | null;
  relay_token_file?: string | null;
  game: string;
  players?: number | null;
  options?: Record<string, string | number | boolean>;
  quorum?: number | null;
  patience?: number;
  bank?: number;
  time?: number;
  increment?: number;
  delay?: number;
  move_time?: number;
  move_days?: number;
  programs_bank?: number | null;
  grace?: number | null;
  absence?: 'wait' | 'default' | 'forfeit' | 'finish' | null;
  deck?: 'masked' | 'commutative' | 'proved';
  spectators?: boolean;
  listen?: string;
  addresses?: string[];
  words?: boolean;
  network?: boolean;
  outside?: boolean;
  bots?: number;
  programs?: Record<number, string>;
  invite?: string[];
  pace?: number;
}

export interface InvitationLeft {
  event: 'invitation-left';
  name: string;
  troubles?: Record<string, string>;
}

export interface InvitationShown {
  name: string;
  invite: string;
  until: number;
}

export interface Invitations {
  event: 'invitations';
  invitations: InvitationShown[];
  troubles?: string[];
}

export interface InviteInquiry {
  command: 'invite';
  who: string;
  table?: number | null;
  back?: boolean;
}

export interface Invited {
  event: 'invited';
  table: string;
  invite: string;
  watch?: string | null;
  short?: string | null;
  again?: boolean;
  reserved?: boolean;
}

export interface Item {
  name: string;
  cells?: string[];
  begins?: number;
  shape?: string[];
  off?: string;
  ask?: Message | null;
  joined?: boolean;
  past?: Past;
}

export interface JoinRequest {
  command: 'join';
  name?: string | null;
  transcript?: string | null;
  again?: number | null;
  program?: boolean;
  attended?: boolean;
  hide_address?: boolean;
  invite?: string | null;
  waits?: boolean;
  nearby?: boolean;
}

export interface KeepContactsInquiry {
  command: 'keep-contacts';
  table?: number | null;
  identity?: string | null;
  name?: string | null;
}

export interface KnownForker {
  event: 'known-forker';
  name: string;
  identity: string;
  table: string;
  message: Message;
  evidence: string[];
}

export interface LeaveCommand {
  command: 'leave';
  stays?: boolean;
  id?: number | null;
}

export interface LetIn {
  ask: 'let-in';
  name: string;
  pictures?: Picture[];
}

export interface ListContactsInquiry {
  command: 'list-contacts';
}

export interface ListGamesInquiry {
  command: 'list-games';
}

export interface ListInvitationsInquiry {
  command: 'list-invitations';
}

export interface ListProgramsInquiry {
  command: 'list-programs';
  game?: string | null;
}

export interface ListTablesInquiry {
  command: 'list-tables';
}

export interface ListTranscriptsInquiry {
  command: 'list-transcripts';
}

export interface LocalFact {
  kind: string;
  message: Message;
  seat?: number | null;
  warns?: boolean;
}

export interface MakeUndosCommand {
  command: 'make-undos';
  number: number;
  id?: number | null;
}

export interface MoveCommand {
  command: 'move';
  move: string;
  id?: number | null;
}

export interface MovePartShown {
  name: string;
  type: 'int' | 'slot' | 'text';
  about: string;
  words?: string[];
  pattern?: string;
}

export interface MoveSeatInquiry {
  command: 'move-seat';
  file: string;
  passphrase: string;
  table?: number | null;
}

export interface MoveShown {
  form: string;
  about: string;
  pattern: string;
  parts?: MovePartShown[];
}

export interface MovedFor {
  event: 'moved-for';
  seat: number;
  move: string;
  message: Message;
}

export interface NextLevel {
  name: string;
  game: string;
  options: Record<string, string | number | boolean>;
}

export interface NotDone {
  event: 'not-done';
  message: Message;
  code?: string;
  id?: number | null;
}

export interface Note {
  text: Message;
  tone?: string;
  aloud?: Message | null;
  suit?: string;
  pieces?: Piece[];
  seats?: number[];
}

export interface Notice {
  event: 'notice';
  message: Message;
}

export interface NudgeCommand {
  command: 'nudge';
  id?: number | null;
}

export interface Nudged {
  event: 'nudged';
  seat: number;
  message: Message;
}

export interface NumberAsked {
  part: 'number';
  verb: string;
  ask: Message;
  words?: string[];
  die?: string;
}

export interface Option {
  name: string;
  default: any;
  low?: number | null;
  high?: number | null;
  choices?: any[];
  about?: string;
  title?: string;
  titles?: string[];
  examples?: string[];
}

export interface OptionShown {
  name: string;
  type: FieldType;
  default: any;
  about: string;
  low?: number | null;
  high?: number | null;
  choices?: any[];
  title?: string;
  titles?: string[];
}

export interface Overtaken {
  event: 'overtaken';
  message: Message;
}

export interface Past {
  done?: string[];
  redo?: string[];
  just?: string[];
  restores?: string[];
}

export interface PastLine {
  kind: 'move' | 'chat' | 'offer' | 'nudge' | 'notice';
  message: Message;
  seat?: number | null;
  text?: string;
}

export interface Payment {
  payer: number;
  payee: number;
  amount: number;
}

export interface Pick {
  verb: string;
  count: number;
  label: Message;
}

export interface Picture {
  picture: string;
  name: string;
}

export interface Piece {
  sign: string;
  seat?: number | null;
  shape?: string;
  colour?: string;
}

export interface PlanCommand {
  command: 'plan';
  move?: string;
  id?: number | null;
}

export interface PlanEnded {
  event: 'plan-ended';
  made: boolean;
  message: Message;
}

export interface PlanStep {
  moves: string[];
  hints: Message[];
  messages?: Message[];
  name?: string;
  points?: number | null;
  given?: Message | null;
  about?: Message[];
}

export interface Planned {
  event: 'planned';
  steps: PlanStep[];
  redos?: number;
  waits?: boolean;
  confirmed?: boolean;
  view?: View | null;
  next?: Message | null;
  fell?: Message | null;
  ahead?: Choice | null;
}

export interface PlayAgain {
  ask: 'play-again';
  seats: number;
  other?: number | null;
  following?: NextLevel | null;
}

export interface PlayNextCommand {
  command: 'play-next';
  game: string;
  options?: Record<string, string | number | boolean>;
  id?: number | null;
}

export interface PlayWith {
  ask: 'play-with';
  name: string;
  impostor?: boolean;
  warning?: Message | null;
}

export interface Player {
  name: string;
  identity: string;
  is_program?: boolean;
}

export interface PractiseRequest {
  command: 'practise';
  name?: string | null;
  transcript?: string | null;
  again?: number | null;
  program?: boolean;
  attended?: boolean;
  hide_address?: boolean;
  file: string;
  turns?: number | null;
  seat?: number | null;
  programs?: Record<number, string>;
  pace?: number;
}

export interface PremoveCommand {
  command: 'premove';
  move: string;
  id?: number | null;
}

export interface ProgramShown {
  id: string;
  name: string;
  level: 'easy' | 'middling' | 'strong' | 'perfect';
  about: Message;
  games?: string[] | null;
  but?: string[];
}

export interface Programs {
  event: 'programs';
  programs: ProgramShown[];
}

export interface Progress {
  event: 'progress';
  task: 'shuffle' | 'verify';
  done: number;
  total?: number;
}

export interface ProposeCommand {
  command: 'propose';
  proposal: string;
  id?: number | null;
}

export interface Proposed {
  event: 'proposed';
  seat: number;
  proposal: string;
  message: Message;
}

export interface Purse {
  event: 'purse';
  chips: number;
  most: number;
  asked: number;
  message: Message;
}

export interface Puzzle {
  part: 'puzzle';
  rows: string[];
  items: Item[];
  ask: Message;
  lines?: boolean;
}

export interface QrShown {
  event: 'qr';
  rows: string[];
}

export interface Question {
  number: number;
  ask: PlayWith | LetIn | PlayAgain | ChooseTable | DialNearby;
  seconds: number;
  default: number;
}

export interface QuitCommand {
  command: 'quit';
  id?: number | null;
}

export interface Range {
  verb: string;
  low: number;
  high: number;
}

export interface ReceiptShown {
  identity: string;
  table: string;
  game: string;
  version: number;
  players: string[];
  names: string[];
  payoffs: number[];
  message: Message;
  unaudited?: number[];
}

export interface ReceiptsChecked {
  event: 'receipts-checked';
  receipts: ReceiptShown[];
  verdict?: 'alone' | 'same' | 'agree' | 'differ' | 'apart' | 'contradict' | 'confirmed' | 'refuted';
  message?: Message | null;
}

export interface RedoCommand {
  command: 'redo';
  steps?: number;
  id?: number | null;
}

export interface RemoveCommand {
  command: 'remove';
  guest: string;
  id?: number | null;
}

export interface RenameContactInquiry {
  command: 'rename-contact';
  who: string;
  name: string;
}

export interface ReplayInquiry {
  command: 'replay';
  file: string;
  seat?: number | null;
}

export interface ResumeRequest {
  command: 'resume';
  name?: string | null;
  transcript?: string | null;
  again?: number | null;
  program?: boolean;
  attended?: boolean;
  hide_address?: boolean;
  table?: number | null;
  listen?: string | null;
  addresses?: string[];
}

export interface Resumed {
  event: 'resumed';
  message: Message;
  last: Message | null;
  view: View;
  past?: PastLine[];
}

export interface RulesBroken {
  event: 'rules-broken';
  message: Message;
  transcript: string;
}

export interface RulesShown {
  event: 'rules';
  name: string;
  version: number;
  title: string;
  rules: string;
  seats: SeatsShown;
  options: OptionShown[];
  state: FieldShown[];
  structs: StructShown[];
  moves: MoveShown[];
  placements: MoveShown[];
  turns: string[];
  decks: string[];
  proposals: string[];
  faces: FacesShown[];
  text: string;
  language: string;
  promises: DeckShown[];
}

export interface Saved {
  event: 'saved';
  path: string;
  unsigned?: number[];
  parts?: string[];
}

export interface SayCommand {
  command: 'say';
  text: string;
  id?: number | null;
}

export interface Scene {
  seats: SeatShown[];
  parts?: (Grid | Graph | Puzzle | Spread | Stack | Chips | NumberAsked | Ships)[];
  title?: Note[];
  notes?: Note[];
  round?: boolean;
  deck?: number;
  deal?: number;
  lead?: number;
  old?: boolean;
  pick?: Pick | null;
  lines?: Message[];
  moving?: number[];
  payoffs?: number[] | null;
}

export interface SeatShown {
  sign?: Piece | null;
  notes?: Note[];
  hand?: Card[];
  laid?: Card[];
  given?: Card[];
  taken?: Card[];
  chips?: number;
  bar?: Bar | null;
  out?: boolean;
  told?: boolean;
  role?: Message | null;
}

export interface SeatsShown {
  low: number;
  high: number;
  teams: number[][];
}

export interface SecretsShown {
  event: 'secrets-shown';
  seats: number[];
}

export interface Seen {
  host: string;
  game: string;
  taken: number;
  seats: number;
}

export interface SetNameInquiry {
  command: 'set-name';
  name: string;
}

export interface SettingsShown {
  event: 'settings';
  relays: string[];
  name?: string | null;
}

export interface Ships {
  part: 'ships';
  lengths: number[];
  touch: boolean;
}

export interface ShowQrInquiry {
  command: 'show-qr';
  text: string;
}

export interface ShowRulesInquiry {
  command: 'show-rules';
  game: string;
  version?: number | null;
}

export interface ShowSettingsInquiry {
  command: 'show-settings';
}

export interface SignedShown {
  turns: number;
  hands: number;
  by_seat: number[];
  message: Message;
}

export interface SitOutCommand {
  command: 'sit-out';
  id?: number | null;
}

export interface Snapshot {
  event: 'snapshot';
  missed: number;
  invited?: Invited | null;
  begun?: Begun | null;
  view?: View | null;
  turn?: YourTurn | null;
  questions?: Question[];
  waiting?: Waiting | null;
  ended?: Ended | null;
  saved?: Saved | null;
  verified?: Verified | null;
  plan?: Planned | null;
  evening?: EveningShown | null;
  purse?: Purse | null;
  seat?: string;
}

export interface SpectateRequest {
  command: 'spectate';
  name?: string | null;
  transcript?: string | null;
  again?: number | null;
  program?: boolean;
  attended?: boolean;
  hide_address?: boolean;
  link: string;
}

export interface Spread {
  part: 'spread';
  label: Message;
  cards: Card[];
  aloud?: Message | null;
}

export interface Stack {
  part: 'stack';
  label: Message;
  count: number;
  slots?: number[];
  move?: string;
  aloud?: Message | null;
}

export interface Standing {
  name: string;
  identity: string;
  total: number;
  bought?: number[];
}

export interface StructShown {
  name: string;
  fields: FieldShown[];
  tag?: string | number | null;
}

export interface TableShown {
  number: number;
  game: string;
  players: string[];
  name: string;
  hosts: boolean;
  opened: number;
  state: 'waiting' | 'playing' | 'stopped' | 'left' | 'over' | 'moved';
  seat?: string;
  file?: string;
}

export interface Tables {
  event: 'tables';
  tables: TableShown[];
}

export interface TakeBackInquiry {
  command: 'take-back';
  table?: number | null;
}

export interface TakeSeatInquiry {
  command: 'take-seat';
  file: string;
  passphrase: string;
}

export interface Terms {
  event: 'terms';
  message: Message;
  seats: number;
  quorum: number;
  patience: number;
  absence: string;
  trust: Trust;
}

export interface TimesShown {
  by: number;
  thought: number[];
  worked: number[];
  slow?: number[];
  messages?: Message[];
}

export interface TranscriptShown {
  file: string;
  written: number;
  size: number;
}

export interface Transcripts {
  event: 'transcripts';
  folder: string;
  transcripts: TranscriptShown[];
}

export interface Trust {
  may_vanish?: number;
  readers?: number;
  forkers?: number;
}

export interface TurnClosed {
  event: 'turn-closed';
  number: number;
}

export interface UndoCommand {
  command: 'undo';
  steps?: number;
  id?: number | null;
}

export interface UndosFound {
  event: 'undos-found';
  wanted: string;
  undos: UndosShown[];
  more: boolean;
}

export interface UndosShown {
  number: number;
  moves: string[];
  message: Message;
}

export interface UseRelaysInquiry {
  command: 'use-relays';
  relays: string[];
  token_file?: string | null;
}

export interface Verified {
  event: 'verified';
  path: string;
  game: string;
  version: number;
  options: Record<string, any>;
  players: Player[];
  payoffs: number[];
  turns: number;
  entries: number;
  message: Message;
  signed?: SignedShown | null;
  audit?: AuditShown | null;
  absences?: AbsencesShown;
  unfinished?: Message | null;
  table?: string;
  local?: LocalFact[];
  chain?: Chained;
  rules?: string;
  times?: TimesShown[];
}

export interface VerifyInquiry {
  command: 'verify';
  file: string;
}

export interface View {
  seat: number | null;
  turn: string;
  terms: Record<string, any>;
  state: Record<string, any>;
  faces: Record<number, string>;
  text: string;
  zones?: Zone[];
  hand?: string;
  scores?: number[] | null;
  phase?: Message | null;
  roles?: (Message | null)[];
  scene?: Scene | null;
}

export interface Waiting {
  event: 'waiting';
  message?: Message | null;
  seconds?: number | null;
  own_seconds?: number | null;
  connections?: Connection[];
  guests?: Guest[];
  missing?: string[];
  let_in?: boolean | null;
  can_begin?: number;
}

export interface WeighCommand {
  command: 'weigh';
  move?: string;
  id?: number | null;
}

export interface Weighed {
  event: 'weighed';
  move: string;
  message: Message;
  id?: number | null;
}

export interface WordsTold {
  event: 'words-told';
  words: string;
}

export interface WriteReceiptInquiry {
  command: 'write-receipt';
  transcript: string;
  file: string;
}

export interface WriteTranscriptInquiry {
  command: 'write-transcript';
  table: number;
  file?: string | null;
}

export interface YourTurn {
  event: 'your-turn';
  number: number;
  view: View;
  choice: Choice;
  made?: string[];
  undos?: number;
  redos?: number;
}

export interface Zone {
  name: string;
  non_empty?: boolean | null;
  length?: number | null;
  slots?: number[] | null;
  faces?: (string | null)[] | null;
}

export type SeatRequest = HostRequest | JoinRequest | ResumeRequest | SpectateRequest | PractiseRequest;
export type Command = MoveCommand | WeighCommand | ProposeCommand | SayCommand | NudgeCommand | AnswerCommand | PlayNextCommand | SitOutCommand | BuyInCommand | RemoveCommand | GoWithoutCommand | BeginCommand | LeaveCommand | QuitCommand | PlanCommand | PremoveCommand | GroupCommand | UndoCommand | RedoCommand | FindUndosCommand | MakeUndosCommand | HintCommand | ConfirmCommand | DropCommand;
export type Event = Invited | WordsTold | Compare | Arrived | Notice | Terms | Begun | Resumed | Happened | YourTurn | TurnClosed | Weighed | Planned | PlanEnded | UndosFound | HintShown | Chat | Proposed | Nudged | MovedFor | Overtaken | Ended | Waiting | Progress | Saved | Verified | EveningShown | Purse | Accused | ForkShown | KnownForker | RulesBroken | SecretsShown | Asked | Answered | Snapshot | Done | NotDone | Finished;
export type Ask = PlayWith | LetIn | PlayAgain | ChooseTable | DialNearby;
export type Inquiry = ListGamesInquiry | ListProgramsInquiry | ShowRulesInquiry | ListTablesInquiry | ForgetTableInquiry | ListContactsInquiry | KeepContactsInquiry | RenameContactInquiry | ForgetContactInquiry | ShowSettingsInquiry | SetNameInquiry | UseRelaysInquiry | InviteInquiry | ListInvitationsInquiry | MoveSeatInquiry | TakeSeatInquiry | TakeBackInquiry | VerifyInquiry | ReplayInquiry | WriteTranscriptInquiry | CheckEvidenceInquiry | WriteReceiptInquiry | CheckReceiptInquiry | ListTranscriptsInquiry | ExportInquiry | ShowQrInquiry;
export type Answer = Games | Programs | RulesShown | Tables | Contacts | SettingsShown | InvitationLeft | Invitations | EvidenceChecked | ReceiptsChecked | Transcripts | Exported | QrShown;
