import fs from 'node:fs';
import path from 'node:path';
import type { Call, Calls } from './calls.ts';
import { compareCalls } from './compare-calls.ts';
import type { Difference } from './compare-schemas.ts';
import { foldRepeats, unfoldRepeats } from './repeats.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../docs/api');
const DECLARED = 'breaking.json';

/** A breaking difference that is meant, and why. */
export interface Declaration extends Difference {
  readonly why: string;
}

/** Calls by room. */
export type Snapshot = Readonly<Record<string, Calls>>;

/** The snapshot as it was written last; empty before the first time. */
export function readSnapshot(): Snapshot {
  const names = fs.existsSync(FOLDER) ? fs.readdirSync(FOLDER) : [];
  const files = names.filter((name) => name.endsWith('.json') && name !== DECLARED);
  return Object.fromEntries(
    files.map((name) => [path.basename(name, '.json'), unfoldRepeats(readJson(name)) as Calls]),
  );
}

/** Declared breaking differences. */
export const readDeclared = (): readonly Declaration[] => readJson(DECLARED) as Declaration[];

const readJson = (name: string): unknown => JSON.parse(fs.readFileSync(path.join(FOLDER, name), 'utf8'));

/** Writes one file a room, and deletes those of rooms that are gone. */
export function writeSnapshot(snapshot: Snapshot): void {
  fs.mkdirSync(FOLDER, { recursive: true });
  for (const room of Object.keys(readSnapshot()))
    if (!(room in snapshot)) fs.rmSync(path.join(FOLDER, `${room}.json`));
  for (const [room, calls] of Object.entries(snapshot)) writeJson(`${room}.json`, foldRepeats(calls));
}

export const writeDeclared = (declared: readonly Declaration[]): void => writeJson(DECLARED, declared);

const writeJson = (name: string, value: unknown): void =>
  fs.writeFileSync(path.join(FOLDER, name), `${print(value)}\n`);

const WIDTH = 110;

/** JSON for people: what fits into a line stands in one. */
function print(value: unknown, indent = ''): string {
  const line = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return line;
  const more = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => print(one, more))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${print(one, more)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.map((part) => more + part).join(',\n')}\n${indent}${close}`;
}

/** All calls of a snapshot. */
const allCalls = (snapshot: Snapshot): Calls => Object.assign({}, ...Object.values(snapshot)) as Calls;

/** How today's calls differ from the snapshot. */
export interface Comparison {
  readonly undeclared: readonly Difference[];
  /** Declarations that match no difference. */
  readonly unmatched: readonly Declaration[];
  /** The snapshot to write: today's calls, but what a broken call was as long as that is not released. */
  readonly next: Snapshot;
}

/** Compares today's calls with the snapshot and with what is declared. */
export function compare(before: Snapshot, today: Snapshot, declared: readonly Declaration[]): Comparison {
  const breaking = compareCalls(allCalls(before), allCalls(today));
  return {
    undeclared: breaking.filter((one) => !declared.some((other) => same(one, other))),
    unmatched: declared.filter((one) => !breaking.some((other) => same(one, other))),
    next: nextSnapshot(before, today, breaking),
  };
}

const same = (a: Difference, b: Difference): boolean => a.path === b.path && a.what === b.what;

function nextSnapshot(before: Snapshot, today: Snapshot, breaking: readonly Difference[]): Snapshot {
  const broken = new Set(breaking.map(({ path: place }) => place.split(' ', 2).join(' ')));
  const rooms = [...new Set([...Object.keys(before), ...Object.keys(today)])].toSorted();
  const known = new Set(Object.keys(allCalls(before)));
  return Object.fromEntries(
    rooms.flatMap((room) => {
      const kept = Object.entries(before[room] ?? {}).filter(([name]) => broken.has(name));
      const taken = Object.entries(today[room] ?? {}).filter(
        ([name]) => !(broken.has(name) && known.has(name)),
      );
      const calls: [string, Call][] = [...kept, ...taken].toSorted(([a], [b]) => (a < b ? -1 : 1));
      return calls.length > 0 ? [[room, Object.fromEntries(calls)]] : [];
    }),
  );
}
