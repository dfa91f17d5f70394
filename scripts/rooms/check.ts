import path from 'node:path';
import { readFacts, type Facts, type Source } from './read.ts';
import {
  ARROWS,
  CLOCK,
  DEMO_STARTER,
  JUNK,
  PUBLIC_FILES,
  RANKS,
  SHARED_PACKAGES,
  SQL_HOMES,
  STEPS_USERS,
  TEST,
  TREES,
  type Tree,
} from './vocabulary.ts';

/** Where a file stands: its tree, its room (undefined in a free folder or at the root), its path in there. */
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

/** Every breach of the architecture in these files, as a line that says where the code belongs. */
export function checkRooms(sources: readonly Source[]): string[] {
  const facts = new Map(
    sources.filter(({ path: file }) => isCode(file)).map((source) => [source.path, readFacts(source)]),
  );
  return [
    ...sources.flatMap((source) => checkName(source.path, facts.get(source.path))),
    ...[...facts].flatMap(([file, found]) =>
      TEST.test(file) ? [] : [...checkImports(file, found), ...checkBody(file, found)],
    ),
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

function checkImports(file: string, { imports }: Facts): string[] {
  const place = placeOf(file);
  if (place === null) return [];
  return imports.flatMap(({ from, line, typeOnly }) => {
    const problem = from.startsWith('.')
      ? checkOwn(file, place, path.posix.join(path.posix.dirname(file), from), typeOnly)
      : checkPackage(place, from);
    return problem === null ? [] : [`${file}:${line}: ${problem}`];
  });
}

function checkPackage({ tree }: Place, name: string): string | null {
  if (tree === 'shared' && !SHARED_PACKAGES.includes(name)) {
    return `shared/ imports only ${SHARED_PACKAGES.join(', ')}, not ${name}; what needs it belongs in server/ or client/.`;
  }
  if (tree === 'client' && /^zod($|\/v4$)/.test(name))
    return 'the client uses zod/mini, which is a fifth of the size.';
  if (tree === 'client' && name.startsWith('node:'))
    return `${name} does not exist in a browser; this belongs in server/.`;
  return null;
}

function checkOwn(file: string, place: Place, target: string, typeOnly: boolean): string | null {
  const to = placeOf(target);
  if (to === null) {
    if (/^[\w-]+\.(ts|json)$/.test(target) || (file === DEMO_STARTER && target.startsWith('demo/')))
      return null;
    return `${place.tree}/ is the product and does not import ${target}; the arrow runs the other way.`;
  }
  if (!ARROWS[place.tree].includes(to.tree)) {
    return `${place.tree}/ does not import ${to.tree}/ (client → shared ← server); what both sides need belongs in shared/.`;
  }
  if (to.room === undefined || to.room === place.room) return checkSteps(place, to, target);
  if (place.room === undefined) return checkOutside(place, to, target, typeOnly);
  return checkRank(place, to) ?? checkReach(place, to) ?? checkSteps(place, to, target);
}

/** lib and db lie below every room; what composes rooms stands at the root or in client/app. */
function checkOutside(place: Place, to: Place, target: string, typeOnly: boolean): string | null {
  if (typeOnly || place.folder === '' || place.folder === 'app' || place.folder === 'test') return null;
  return `${place.tree}/${place.folder} lies below the rooms and does not import ${target}; pass it in, or move this into ${to.room}/.`;
}

function checkRank(place: Place, to: Place): string | null {
  if (place.tree === 'client' || place.room === undefined || to.room === undefined) return null;
  const [own = 0, other = 0] = [RANKS[place.room], RANKS[to.room]];
  if (other < own) return null;
  return `${place.room} (rank ${own}) does not import ${to.room} (rank ${other}); what follows upwards is an event, what composes both belongs in a higher room.`;
}

function checkReach(place: Place, to: Place): string | null {
  if (place.tree !== 'server' || to.tree !== 'server' || PUBLIC_FILES.test(to.rest)) return null;
  return `server/${to.room}/${to.rest} is that room's own: writes go through ${to.room}/steps.ts, reads through ${to.room}/service.ts or a view joined in ${place.room}/queries.ts.`;
}

function checkSteps(place: Place, to: Place, target: string): string | null {
  if (to.tree !== 'server' || to.room === undefined || to.rest !== 'steps.ts') return null;
  if (place.room !== undefined && STEPS_USERS.test(place.rest)) return null;
  return `${target} is for verbs, jobs and other steps, inside their transaction; this belongs in a verb of service.ts.`;
}

function checkBody(file: string, { clockReads, sql }: Facts): string[] {
  const place = placeOf(file);
  if (place === null || place.tree === 'client') return [];
  const clock = file === CLOCK ? [] : clockReads;
  const misplaced = place.tree === 'server' && SQL_HOMES.some((home) => home.test(file)) ? [] : sql;
  return [
    ...clock.map(
      ({ what, line }) => `${file}:${line}: ${what} reads a clock; take now as an argument (ctx.now).`,
    ),
    ...misplaced.map(
      ({ what, line }) =>
        `${file}:${line}: ${what} is SQL; it belongs in ${place.room ?? 'the room'}/queries.ts.`,
    ),
  ];
}

/** Rooms of one tree that import each other, over however many steps. */
function checkCircles(facts: ReadonlyMap<string, Facts>): string[] {
  const edges = new Map<string, Set<string>>();
  for (const [file, { imports }] of facts) {
    const from = placeOf(file);
    if (from?.room === undefined || TEST.test(file)) continue;
    for (const { from: name } of imports.filter((found) => found.from.startsWith('.'))) {
      const to = placeOf(path.posix.join(path.posix.dirname(file), name));
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
