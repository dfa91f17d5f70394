export type Tree = 'shared' | 'server' | 'client' | 'sandbox';

/** Maximum files per folder, tests not counted. */
export const MOST_FILES = 25;

/** Ranks of rooms: a room imports only from lower ones (ARCHITECTURE.md). */
export const RANKS: Readonly<Record<string, number>> = {
  accounts: 0,
  content: 0,
  catalogue: 1,
  credits: 1,
  calendar: 2,
  billing: 2,
  sessions: 3,
  messages: 4,
  files: 4,
  explore: 4,
  booking: 5,
  privacy: 5,
  referrals: 5,
  notifications: 6,
  me: 7,
  operator: 7,
};

/** Ranks of the folders beside the rooms. A folder imports only from lower ranks, never from its own. */
export const GROUND: Readonly<Record<Tree, Readonly<Record<string, number>>>> = {
  shared: { lib: -1 },
  server: { lib: -6, db: -5, ctx: -4, storage: -3, jobs: -3, mail: -3, live: -3, http: -2, start: 100 },
  client: { ui: -2, lib: -1, app: 100 },
  sandbox: { lib: -2, stripe: -1, paypal: -1, control: 0 },
};

/** Contents of a tree. Patterns match the path below the folder. */
interface Vocabulary {
  /** Folders beside the rooms, with free file names. */
  readonly free: readonly string[];
  /** Files at the tree's root. */
  readonly root: RegExp;
  /** Files of a room. */
  readonly room: RegExp;
  /** Message for a name outside the vocabulary. */
  readonly advice: string;
}

export const TREES: Readonly<Record<Tree, Vocabulary>> = {
  shared: {
    free: Object.keys(GROUND.shared),
    root: /^$/,
    room: /^(?:[a-z-]+\/)?(contract|calls|rules|texts|defaults)(-[a-z-]+)?\.ts$/,
    advice:
      'endpoints belong in contract.ts, their methods and paths in calls.ts, decisions in rules.ts, words in texts.ts, what the studio starts with in defaults.ts, what is general and finished in shared/lib.',
  },
  server: {
    free: Object.keys(GROUND.server),
    root: /^$/,
    room: /^((routes|service|steps|access|gateway|jobs|events|queries(-[a-z-]+)?)\.ts|[a-z-]+\/.+)$/,
    advice:
      'a file of a room is routes, service, steps, queries, access, gateway, jobs, events, or named by the one verb that it exports.',
  },
  client: {
    free: Object.keys(GROUND.client),
    root: /^(studio|partners|operator)\.html$/,
    room: /^(?:[a-z-]+\/)*(?:[A-Z]\w*(?:\.tsx|\.module\.css)|[a-z][a-z-]*\.ts)$/,
    advice:
      "a room's calls belong in api.ts, its screens in <Thing>Page.tsx, <Thing>Panel.tsx or <Thing>Modal.tsx, all else in kebab-case.ts; a task of several files is a folder.",
  },
  sandbox: {
    free: Object.keys(GROUND.sandbox),
    root: /^main\.ts$/,
    room: /^$/,
    advice: 'a stand-in has a folder of its own, named after its provider.',
  },
};

/** Names that say nothing about a file's content. */
export const JUNK = /^(utils?|helpers?|common|misc|types|index|constants|shared|tools|stuff)\.tsx?$/;

export const TEST = /\.(test|e2e)\.tsx?$/;

/** Allowed imports between trees. Trees that are absent here may import all. */
export const ARROWS: Readonly<Record<Tree, readonly Tree[]>> = {
  shared: ['shared'],
  server: ['server', 'shared'],
  client: ['client', 'shared'],
  sandbox: ['sandbox'],
};

/** Packages allowed in sandbox/, beside Node's own. */
export const SANDBOX_PACKAGES: readonly string[] = ['pg', 'stripe'];

/** Packages allowed in shared/. */
export const SHARED_PACKAGES: readonly string[] = ['zod/mini'];

/** Where schemas are declared: a browser takes their types only. */
export const CONTRACT = /^(?:[a-z-]+\/)?contract(-[a-z-]+)?\.ts$/;

/** Files of another server room that may be imported; the rest is private. */
export const PUBLIC_FILES = /^(service|steps|events|access)\.ts$/;

/** Files that may import a steps.ts: verbs, jobs, event handlers, other steps. */
export const STEPS_USERS = /^(?:[a-z-]+\/)?(?!(routes|access|gateway|queries(-[a-z-]+)?)\.ts$)[a-z-]+\.ts$/;

/** Files that may contain SQL. */
export const SQL_HOMES: readonly RegExp[] = [
  /^server\/(db|lib|jobs|live)\//,
  /^server\/[a-z]+\/(?:[a-z-]+\/)?queries(-[a-z-]+)?\.ts$/,
];

/** The only file that reads a clock. */
export const CLOCK = 'server/lib/clock.ts';

/** Files that may import the demo. */
export const DEMO_STARTER = 'server/start/demo-process.ts';

/** The file that starts the sandbox, in a demo. */
export const SANDBOX_STARTER = 'server/start/payments.ts';

/** Gives rooms the steps of higher rooms as arguments. */
export const COMPOSER = 'server/start/rooms.ts';

/** Where money and credits are counted: whole numbers only. Screens may divide to draw, PDF pages to lay out. */
export const MONEY_HOMES: readonly RegExp[] = [
  /^shared\/(billing|credits)\//,
  /^server\/(billing|credits)\/(?!invoices\/invoice-pdf\.ts$)/,
];
