import { crc32 } from 'node:zlib';
import { ok } from '../../shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import type { Handler, Job } from '../lib/events.ts';
import { adoptUploads } from './adopt.ts';
import { filesArrived } from './events.ts';
import { StorageAway } from '../lib/storage.ts';
import { isAskedFor } from './is-asked-for.ts';
import { giveUp } from './cancel.ts';
import * as queries from './queries.ts';
import * as uploads from './queries-uploads.ts';

/**
 * Makes the checksums that storage could not give (a plain S3 upload carries none): reads each such file once, as it
 * streams. Until then its archive is 'preparing-files' (decisions 6).
 */
export const makeChecksums: Job = {
  name: 'files.checksums',
  cron: '*/10 * * * *',
  async run(ctx) {
    let files = await queries.withoutChecksum(ctx.db, null);
    while (files.length > 0) {
      for (const file of files) await makeChecksum(ctx, file);
      files = await queries.withoutChecksum(ctx.db, files.at(-1)?.id ?? null);
    }
  },
};

/** One file that cannot be read keeps no other waiting; the next run tries it again. */
async function makeChecksum(ctx: Ctx, file: { id: string; key: string }): Promise<void> {
  try {
    const object = await ctx.storage.head(file.key);
    if (object === null) return;
    await queries.setChecksum(ctx.db, file, object.crc32 ?? (await readChecksum(ctx, file.key)));
  } catch (error) {
    if (error instanceof StorageAway) throw error;
    ctx.log.warn({ err: error, file: file.id }, 'a checksum could not be made');
  }
}

async function readChecksum(ctx: Ctx, key: string): Promise<number> {
  let sum = 0;
  for await (const chunk of await ctx.storage.get(key)) sum = crc32(chunk as Buffer, sum);
  return sum;
}

/** Reading a file takes long, so the event only puts the work on. */
export const checkArrived: Handler = {
  on: filesArrived,
  name: 'checksums',
  handle: (tx, _payload, ctx) => ctx.events.enqueue(tx, makeChecksums, {}),
};

/**
 * Lists files whose browser went away before it could tell, and gives up uploads that never came or whose session was
 * cancelled. Storage is asked less often for older ones, and once more before one is given up.
 */
export const adoptLeftUploads: Job = {
  name: 'files.adopt',
  cron: '*/5 * * * *',
  async run(ctx) {
    const left = await uploads.leftUploads(ctx.db, ctx.now.subtract({ minutes: 5 }));
    const groups = Map.groupBy(
      left.filter((upload) => isAskedFor(upload, ctx.now)),
      ({ session_id, folder, created_by }) => `${session_id} ${folder} ${created_by}`,
    );
    for (const group of groups.values()) {
      const [first] = group;
      if (first === undefined) continue;
      const by = { id: first.created_by, role: first.role };
      const only = new Set(group.map(({ id }) => id));
      await adoptUploads(ctx, { sessionId: first.session_id, folder: first.folder, by, only });
    }
    await transaction(ctx, async (tx) => {
      await giveUp(ctx, tx, await uploads.deleteDeadUploads(tx, ctx.now));
      return ok(null);
    });
  },
};

/** Deletes bytes that no row names any more, an hour after, so that a download under way can end. */
export const buryObjects: Job = {
  name: 'files.bury',
  cron: '*/5 * * * *',
  async run(ctx) {
    const before = ctx.now.subtract({ hours: 1 });
    for (
      let keys = await queries.doomed(ctx.db, before);
      keys.length > 0;
      keys = await queries.doomed(ctx.db, before)
    ) {
      await ctx.storage.delete(keys);
      await queries.forget(ctx.db, keys);
    }
  },
};

/** Clears what crashes and lost senders left in storage, once a day. */
export const tidyStorage: Job = {
  name: 'files.tidy',
  cron: '20 4 * * *',
  run: (ctx) => ctx.storage.tidy(),
};
