import { hash } from 'node:crypto';
import { MAX_IDS, type Violation } from '../db/invariants.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { ObjectChanged, type ListedObject, type Pin } from '../ctx/storage.ts';
import { knownObjects } from './queries-invariants.ts';
import * as queries from './queries.ts';

/** Objects without a row are no breach before this age, the lifetime of unfinished uploads. */
const ORPHAN_DAYS = 7;
const BATCH = 1000;

const LISTED = 'Every file that is listed is in storage, with its size and the bytes that came.';
const KNOWN = 'Everything in storage is a listed file, an upload, or to be deleted.';

/**
 * Compares the listed files with the objects in storage (docs/product/storage.md#checking-storage). Uses 8
 * bytes of memory for each object. `onOrphan` is called with each object that has no row, of any age.
 */
export async function checkStorage(
  ctx: Ctx,
  onOrphan: (object: ListedObject) => void = () => {},
): Promise<Violation[]> {
  const [listed, known] = [new BreachCounter(LISTED), new BreachCounter(KNOWN)];
  const seen = new KeySet();
  const old = ctx.now.subtract({ hours: ORPHAN_DAYS * 24 });
  for await (const objects of batches(ctx.storage.list())) {
    const rows = await knownObjects(
      ctx.db,
      objects.map(({ key }) => key),
    );
    for (const object of objects) {
      const { key, size, etag, modified } = object;
      seen.add(key);
      const row = rows.get(key);
      if (row === undefined) {
        onOrphan(object);
        const isOld = Temporal.Instant.compare(modified, old) < 0;
        if (isOld && (await ctx.storage.head(key)) !== null) known.add(key);
      } else if (row.size !== null && row.size !== size) listed.add(row.id);
      else if (
        row.etag !== null &&
        row.etag !== etag &&
        (await isOther(ctx, key, { ...row, etag: row.etag }))
      )
        listed.add(row.id);
    }
  }
  seen.sort();
  for await (const file of missingFiles(ctx, seen)) listed.add(file);
  return [listed, known].flatMap((side) => side.breach ?? []);
}

/** Whether the listed bytes are gone. With versions, a listing shows only the newest one. */
async function isOther(ctx: Ctx, key: string, pin: Pin): Promise<boolean> {
  try {
    await ctx.storage.verify(key, pin);
    return false;
  } catch (error) {
    if (error instanceof ObjectChanged) return true;
    throw error;
  }
}

/** The ids of listed files whose bytes storage does not have. */
async function* missingFiles(ctx: Ctx, seen: KeySet): AsyncGenerator<string> {
  for (let page = await queries.filesByKey(ctx.db, null); page.length > 0;) {
    for (const { key, size } of page) {
      if (seen.has(key)) continue;
      const stored = await ctx.storage.head(key);
      if (stored !== null && stored.size === size) continue;
      const row = (await knownObjects(ctx.db, [key])).get(key);
      if (row !== undefined && row.size !== null) yield row.id;
    }
    page = await queries.filesByKey(ctx.db, page.at(-1)?.key ?? null);
  }
}

async function* batches(objects: AsyncIterable<ListedObject>): AsyncGenerator<ListedObject[]> {
  let batch: ListedObject[] = [];
  for await (const object of objects) {
    batch.push(object);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Counts breaches of one invariant and collects the first ids. */
class BreachCounter {
  readonly #holds: string;
  readonly #ids: string[] = [];
  #count = 0;

  constructor(holds: string) {
    this.#holds = holds;
  }

  add(id: string): void {
    this.#count += 1;
    if (this.#ids.length < MAX_IDS) this.#ids.push(id);
  }

  get breach(): Violation | null {
    return this.#count === 0 ? null : { invariant: this.#holds, count: this.#count, ids: this.#ids };
  }
}

/** A set of millions of keys in 8 bytes each, by their hashes. */
class KeySet {
  #hashes = new BigUint64Array(1024);
  #count = 0;

  add(key: string): void {
    if (this.#count === this.#hashes.length) {
      const more = new BigUint64Array(this.#count * 2);
      more.set(this.#hashes);
      this.#hashes = more;
    }
    this.#hashes[this.#count] = hashOf(key);
    this.#count += 1;
  }

  /** Must be called after the last `add` and before the first `has`. */
  sort(): void {
    this.#hashes = this.#hashes.subarray(0, this.#count).sort();
  }

  has(key: string): boolean {
    const hash = hashOf(key);
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#hashes[middle] ?? 0n) < hash) low = middle + 1;
      else high = middle;
    }
    return low < this.#count && this.#hashes[low] === hash;
  }
}

const hashOf = (key: string): bigint => hash('sha256', key, 'buffer').readBigUInt64LE();
