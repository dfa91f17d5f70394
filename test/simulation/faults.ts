import fs from 'node:fs';
import path from 'node:path';
import type { Outage } from '../rooms/outage.ts';
import { pick } from '../storm/random.ts';
import type { Report } from './report.ts';

type Kind =
  | 'mail refuses'
  | 'mail is slow'
  | 'storage is away'
  | 'provider fails'
  | 'answers of the provider are lost';
const KINDS: readonly Kind[] = [
  'mail refuses',
  'mail is slow',
  'storage is away',
  'provider fails',
  'answers of the provider are lost',
];
/** Share of the steps of a day in which something of the kind begins, and how many steps it lasts at most. */
const SHARE = 0.12;
const LASTS = 3;
/** Share of the uploads in the middle of which storage goes away. */
const BROKEN_UPLOADS = 0.04;
/** Shares of the calls in which a process is killed, or cut off the database, or the database is killed. */
const CALLS = [
  ['kill', 0.006, 'process killed'],
  ['cut', 0.006, 'database cut'],
  ['crash', 0.001, 'database killed'],
] as const;

export interface FaultyParts {
  readonly mail: { refuses: boolean; delayMs: number };
  readonly outage: Outage;
  /** Where files are stored. */
  readonly filesDir: string;
}

/** What goes wrong around the studio, step by step of a day. */
export class Faults {
  readonly #parts: FaultyParts;
  readonly #random: () => number;
  readonly #report: Report;
  readonly #on = new Map<Kind, number>();
  /** Without faults while the studio is set up. */
  isOff = true;
  /** Steps since connections to the database broke. */
  #wholeFor = Infinity;

  constructor(parts: FaultyParts, random: () => number, report: Report) {
    this.#parts = parts;
    this.#random = random;
    this.#report = report;
  }

  /** Whether something is away that calls may need. */
  get areOn(): boolean {
    return this.#on.size > 0;
  }

  /** Whether connections broke in this step or the last; a pool may hand out one that it takes for whole. */
  get brokeConnections(): boolean {
    return this.#wholeFor < 2;
  }

  /** What becomes of the next call. */
  next(): (typeof CALLS)[number][0] | null {
    if (this.isOff) return null;
    let chance = this.#random();
    // No process starts where it cannot store files.
    if (this.#on.has('storage is away')) return null;
    const found = CALLS.find(([, share]) => (chance -= share) < 0);
    if (found === undefined) return null;
    this.#wholeFor = 0;
    const [what, , name] = found;
    this.#report.fault(name);
    return what;
  }

  /** Takes storage away in the middle of an upload, if that is to be; null: not of this one. */
  breakUpload(): { away: () => void; back: () => void } | null {
    if (this.isOff || this.#on.has('storage is away') || this.#random() >= BROKEN_UPLOADS) return null;
    this.#report.fault('storage is away in an upload');
    const { filesDir } = this.#parts;
    return { away: () => putAway(filesDir, true), back: () => putAway(filesDir, false) };
  }

  /** Another step: some faults end, another may begin. */
  nextStep(): void {
    this.#wholeFor += 1;
    for (const [kind, steps] of this.#on)
      if (steps <= 1) this.#set(kind, false);
      else this.#on.set(kind, steps - 1);
    if (this.isOff || this.#random() >= SHARE) return;
    const kind = pick(this.#random, KINDS);
    if (this.#on.has(kind)) return;
    this.#report.fault(kind);
    this.#set(kind, true);
    this.#on.set(kind, 1 + Math.floor(this.#random() * LASTS));
  }

  /** Everything works again. */
  end(): void {
    for (const kind of this.#on.keys()) this.#set(kind, false);
  }

  #set(kind: Kind, on: boolean): void {
    const { mail, outage, filesDir } = this.#parts;
    if (!on) this.#on.delete(kind);
    if (kind === 'mail refuses') mail.refuses = on;
    else if (kind === 'mail is slow') mail.delayMs = on ? 40 : 0;
    else if (kind === 'storage is away') putAway(filesDir, on);
    else if (on) outage.fail(kind === 'provider fails' ? 'error' : 'lost');
    else outage.end();
  }
}

/** A file stands where the folder was, so that nothing can be read or written there. */
function putAway(folder: string, isAway: boolean): void {
  const aside = path.join(path.dirname(folder), `${path.basename(folder)}-aside`);
  if (isAway) {
    fs.renameSync(folder, aside);
    fs.writeFileSync(folder, '');
  } else {
    fs.rmSync(folder);
    fs.renameSync(aside, folder);
  }
}
