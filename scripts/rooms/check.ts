import path from 'node:path';
import { readFacts, type Facts, type Source } from './read.ts';
import {
  ARROWS,
  CLOCK,
  COMPOSER,
  CONTRACT,
  DEMO_STARTER,
  GROUND,
  JUNK,
  MONEY_HOMES,
  MOST_FILES,
  PUBLIC_FILES,
  RANKS,
  SANDBOX_PACKAGES,
  SANDBOX_STARTER,
  SHARED_PACKAGES,
  SQL_HOMES,
  STEPS_USERS,
  TEST,
  TREES,
  type Tree,
} from './vocabulary.ts';

/** A file's tree, room (undefined in a free folder or at the root) and path within. */
interface Place {
  readonly tree: Tree;
  readonly folder: string;
  readonly room: string | undefined;
  readonly rest: string;
}

function placeOf(file: string): Place | null {
  const [tree = '', folder = '', ...rest] = file.split('/');
  if (!Object.hasOwn(TREES, tree)) return null;
  if (rest.length === 0) return { tree: tree as Tree, folder: '', room: undefined, rest: folder };
  return {
    tree: tree as Tree,
    folder,
    room: Object.hasOwn(RANKS, folder) ? folder : undefined,
    rest: rest.join('/'),
  };
}

const isCode = (file: string): boolean => /\.tsx?$/.test(file) && !file.endsWith('.d.ts');

/** Violations of the architecture, each a line that says where the code belongs. */
export function checkRooms(sources: readonly Source[]): string[] {
  const facts = new Map(
    sources.filter(({ path: file }) => isCode(file)).map((source) => [source.path, readFacts(source)]),
  );
  return [
    ...sources.flatMap((source) => checkName(source.path, facts.get(source.path))),
    ...[...facts].flatMap(([file, found]) =>
      TEST.test(file) ? [] : [...checkImports(file, found), ...checkBody(file, found)],
    ),
    ...checkFolders(sources),
    ...checkCircles(facts),
  ];
}

function checkName(file: string, facts: Facts | undefined): string[] {
  const place = placeOf(file);
  if (place === null || TEST.test(file)) return [];
  const { free, root, room, advice } = TREES[place.tree];
  if (JUNK.test(path.posix.basename(file))) return [`${file}: this name says nothing; ${advice}`];
  if (place.folder === '')
    return root.test(place.rest) ? [] : [`${file}: does not belong at the root of ${place.tree}/; ${advice}`];
  if (free.includes(place.folder)) return [];
  if (place.room === undefined) {
    return [
      `${file}: ${place.folder} is no room. Rooms: ${Object.keys(RANKS).join(', ')}; beside them ${free.join(', ')}.`,
    ];
  }
  if (room.test(place.rest) || (place.tree === 'server' && isVerb(place.rest, facts))) return [];
  return [`${file}: not in the vocabulary; ${advice}`];
}

/** `confirm.ts` holds the verb `confirm`, `open.ts` may hold `openStorage`. */
function isVerb(file: string, facts: Facts | undefined): boolean {
  const name = /^([a-z]+(?:-[a-z]+)*)\.ts$/.exec(file)?.[1];
  const verb = name?.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return verb !== undefined && (facts?.exports.some((exported) => exported.startsWith(verb)) ?? false);
}

/** The imported file, relative or by `#tree/…`; null for a package. */
function targetOf(file: string, from: string): string | null {
  if (from.startsWith('#')) return from.slice(1);
  return from.startsWith('.') ? path.posix.join(path.posix.dirname(file), from) : null;
}

function checkImports(file: string, { imports }: Facts): string[] {
  const place = placeOf(file);
  if (place === null) return [];
  return imports.flatMap(({ from, line, typeOnly }) => {
    const own = targetOf(file, from);
    const problem =
      own === null
        ? checkPackage(place, from)
        : (checkOwn(file, place, own) ?? (typeOnly ? null : checkSchemas(place, own)));
    return problem === null ? [] : [`${file}:${line}: ${problem}`];
  });
}

function checkPackage({ tree }: Place, name: string): string | null {
  if (tree === 'shared' && !SHARED_PACKAGES.includes(name)) {
    return `shared/ imports only ${SHARED_PACKAGES.join(', ')}, not ${name}; what needs it belongs in server/ or client/.`;
  }
  if (tree === 'sandbox' && !name.startsWith('node:') && !SANDBOX_PACKAGES.includes(name))
    return `sandbox/ imports only ${SANDBOX_PACKAGES.join(', ')} and Node's own, not ${name}.`;
  if (tree === 'client' && /^zod($|\/v4$)/.test(name))
    return 'the client uses zod/mini, which is a fifth of the size.';
  if (tree === 'client' && name.startsWith('node:'))
    return `${name} does not exist in a browser; this belongs in server/.`;
  return null;
}

function checkOwn(file: string, place: Place, target: string): string | null {
  const to = placeOf(target);
  if (to === null) {
    if (/^[\w-]+\.(ts|json)$/.test(target) || (file === DEMO_STARTER && target.startsWith('demo/')))
      return null;
    return `${place.tree}/ is the product and does not import ${target}; the arrow runs the other way.`;
  }
  if (place.tree === 'sandbox' && to.tree !== 'sandbox')
    return `sandbox/ stands in for a provider and knows nothing of ours; it does not import ${target}.`;
  if (
    to.tree === 'sandbox' &&
    place.tree !== 'sandbox' &&
    (file !== SANDBOX_STARTER || target !== 'sandbox/main.ts')
  )
    return `the product reaches sandbox/ by HTTP, as it reaches a provider; it does not import ${target}.`;
  if (to.tree !== 'sandbox' && !ARROWS[place.tree].includes(to.tree)) {
    return `${place.tree}/ does not import ${to.tree}/ (client → shared ← server); what both sides need belongs in shared/.`;
  }
  const upwards = checkRank(place, to, target);
  if (upwards !== null || place.room === undefined || to.room === undefined || to.room === place.room)
    return upwards ?? checkSteps(file, place, to, target);
  return checkReach(place, to) ?? checkSteps(file, place, to, target);
}

/** Schemas stay with the server: neither the client nor what it shares with the server loads a contract. */
function checkSchemas({ tree, rest }: Place, target: string): string | null {
  const to = placeOf(target);
  if (to?.tree !== 'shared' || !CONTRACT.test(to.rest)) return null;
  if (tree === 'server' || (tree === 'shared' && CONTRACT.test(rest))) return null;
  return `${target} would load its schemas in a browser; import its types by \`import type\`, and how a call is sent from calls.ts.`;
}

/** The rank of a room, or of a folder beside the rooms. */
function rankOf({ tree, folder, room }: Place): number | undefined {
  return room === undefined ? GROUND[tree][folder] : RANKS[room];
}

function checkRank(place: Place, to: Place, target: string): string | null {
  const [own, other] = [rankOf(place), rankOf(to)];
  if (place.tree !== to.tree || own === undefined || other === undefined || other < own) return null;
  if (place.folder === to.folder) return null;
  const advice =
    place.room === undefined || to.room === undefined
      ? 'pass it in, or move what both need into the lower one'
      : 'what follows upwards is an event, what composes both belongs in a higher room';
  return `${place.folder} (rank ${own}) does not import ${to.folder} (rank ${other}), ${target}; ${advice}.`;
}

function checkReach(place: Place, to: Place): string | null {
  if (place.tree !== 'server' || to.tree !== 'server' || PUBLIC_FILES.test(to.rest)) return null;
  return `server/${to.room}/${to.rest} is that room's own: writes go through ${to.room}/steps.ts, reads through ${to.room}/service.ts or a view joined in ${place.room}/queries.ts.`;
}

function checkSteps(file: string, place: Place, to: Place, target: string): string | null {
  if (to.tree !== 'server' || to.room === undefined || to.rest !== 'steps.ts') return null;
  if (file === COMPOSER || (place.room !== undefined && STEPS_USERS.test(place.rest))) return null;
  return `${target} is for verbs, jobs and other steps, inside their transaction; this belongs in a verb of service.ts.`;
}

function checkBody(file: string, { clockReads, sql, fractions }: Facts): string[] {
  const place = placeOf(file);
  if (place === null || place.tree === 'client') return [];
  const clock = file === CLOCK ? [] : clockReads;
  const misplaced = place.tree === 'server' && SQL_HOMES.some((home) => home.test(file)) ? [] : sql;
  const inexact = MONEY_HOMES.some((home) => home.test(file)) ? fractions : [];
  return [
    ...inexact.map(
      ({ what, line }) =>
        `${file}:${line}: ${what}; money is whole cents and credits are whole: shared/lib/money.ts divides and rounds.`,
    ),
    ...clock.map(
      ({ what, line }) => `${file}:${line}: ${what} reads a clock; take now as an argument (ctx.now).`,
    ),
    ...misplaced.map(
      ({ what, line }) =>
        `${file}:${line}: ${what} is SQL; it belongs in ${place.room ?? 'the room'}/queries.ts.`,
    ),
  ];
}

/** Folders with too many files. */
function checkFolders(sources: readonly Source[]): string[] {
  const sizes = new Map<string, number>();
  for (const { path: file } of sources.filter((source) => !TEST.test(source.path))) {
    const folder = path.posix.dirname(file);
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  return [...sizes]
    .filter(([, size]) => size > MOST_FILES)
    .map(([folder, size]) => `${folder}: ${size} files, more than ${MOST_FILES}; a sub-folder per task.`);
}

/** Import cycles between rooms of one tree. */
function checkCircles(facts: ReadonlyMap<string, Facts>): string[] {
  const edges = new Map<string, Set<string>>();
  for (const [file, { imports }] of facts) {
    const from = placeOf(file);
    if (from?.room === undefined || TEST.test(file)) continue;
    for (const { from: name } of imports) {
      const target = targetOf(file, name);
      const to = target === null ? null : placeOf(target);
      if (to?.room === undefined || to.tree !== from.tree || to.room === from.room) continue;
      const key = `${from.tree}/${from.room}`;
      edges.set(key, (edges.get(key) ?? new Set()).add(`${to.tree}/${to.room}`));
    }
  }
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (node: string, way: readonly string[]): void => {
    const at = way.indexOf(node);
    if (at !== -1)
      circles.push(
        `${[...way.slice(at), node].join(' → ')}: rooms in a circle; what both need belongs in the lower one, or in lib.`,
      );
    if (at !== -1 || done.has(node)) return;
    for (const next of edges.get(node) ?? []) walk(next, [...way, node]);
    done.add(node);
  };
  for (const node of edges.keys()) walk(node, []);
  return circles;
}
