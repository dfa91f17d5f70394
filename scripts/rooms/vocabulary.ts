/** Rooms and their ranks: a room imports only from lower ones (ARCHITECTURE.md). */
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
  referrals: 5,
  notifications: 6,
  me: 7,
  operator: 7,
};

export type Tree = 'shared' | 'server' | 'client';

/** What a tree may hold. Patterns are matched against the path below the folder. */
interface Vocabulary {
  /** Folders beside the rooms whose files are named as they like. */
  readonly free: readonly string[];
  /** Files at the tree's own root. */
  readonly root: RegExp;
  /** Files of a room. */
  readonly room: RegExp;
  /** The answer to a name that is not in the vocabulary. */
  readonly advice: string;
}

export const TREES: Readonly<Record<Tree, Vocabulary>> = {
  shared: {
    free: ['lib'],
    root: /^$/,
    room: /^((contract|rules|texts)(-[a-z-]+)?|defaults)\.ts$/,
    advice:
      'endpoints belong in contract.ts, decisions in rules.ts, words in texts.ts, what the studio starts with in defaults.ts, what is general and finished in shared/lib.',
  },
  server: {
    free: ['lib', 'db', 'lifecycle', 'test'],
    root: /^(main|app|settings|rooms)\.ts$/,
    room: /^((routes|service|steps|access|gateway|jobs|events|queries(-[a-z-]+)?)\.ts|[a-z-]+\/.+)$/,
    advice:
      'a file of a room is routes, service, steps, queries, access, gateway, jobs, events, or named by the one verb that it exports.',
  },
  client: {
    free: ['app', 'ui'],
    root: /^(studio|partners|operator)\.html$/,
    room: /^(api\.ts|[A-Z]\w*(Page|Panel|Modal)(\.tsx|\.module\.css)|components\/.+)$/,
    advice:
      "a room's calls belong in api.ts, its screens in <Thing>Page, <Thing>Panel or <Thing>Modal, its parts in components/, parts for any product in client/ui.",
  },
};

/** Names that say nothing of what is in the file. */
export const JUNK = /^(utils?|helpers?|common|misc|types|index|constants|shared|tools|stuff)\.tsx?$/;

export const TEST = /\.(test|e2e)\.tsx?$/;

/** Who may import which tree. What is absent here (demo, e2e, bench, scripts) may import all three. */
export const ARROWS: Readonly<Record<Tree, readonly Tree[]>> = {
  shared: ['shared'],
  server: ['server', 'shared'],
  client: ['client', 'shared'],
};

/** The only packages that shared/ knows. */
export const SHARED_PACKAGES: readonly string[] = ['zod/mini'];

/** Files of another server room that may be imported; everything else is that room's own. */
export const PUBLIC_FILES = /^(service|steps|events|access)\.ts$/;

/** Who may import a steps.ts: verbs, jobs, handlers of events, other steps. */
export const STEPS_USERS = /^(?!(routes|access|gateway|queries(-[a-z-]+)?)\.ts$)[a-z-]+\.ts$/;

/** Where SQL may stand. */
export const SQL_HOMES: readonly RegExp[] = [
  /^server\/(db|lib|test)\//,
  /^server\/[a-z]+\/queries(-[a-z-]+)?\.ts$/,
];

/** The only file that reads a clock. */
export const CLOCK = 'server/lib/clock.ts';

/** What starts the demo; nothing else of the product knows it. */
export const DEMO_STARTER = 'server/main.ts';
