import { crc32 } from 'node:zlib';
import { ok } from '#shared/lib/result.ts';
import { unlessLocked } from '../db/backup/snapshot.ts';
import { markedForDeletion, unmark } from '../db/doomed-objects.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';
import type { Handler, Job } from '../ctx/ctx.ts';
import { finalizeUploads } from './uploads/finalize.ts';
import { filesArrived } from './events.ts';
import { StorageUnavailable, type Pin } from '../ctx/storage.ts';
import { shouldPoll } from './uploads/should-poll.ts';
import { discardUploads } from './uploads/cancel.ts';
import { pinOf, readPinned } from './uploads/pin.ts';
import * as queries from './queries.ts';
import * as uploads from './uploads/queries-uploads.ts';

/**
 * Computes the checksums that storage does not have, and pins files that were listed before pins existed
 * (docs/product/files.md#checksums).
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

/** A file that cannot be read does not delay the others; the next run tries again. */
async function makeChecksum(ctx: Ctx, file: queries.PinnedFile): Promise<void> {
  try {
    const object = await pinOf(ctx, file);
    if (object === null || file.crc32 !== null) return;
    await queries.setChecksum(ctx.db, file, object.crc32 ?? (await readChecksum(ctx, file, object)));
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    ctx.log.warn({ err: error, file: file.id }, 'a checksum could not be made');
  }
}

async function readChecksum(ctx: Ctx, file: queries.PinnedFile, pin: Pin): Promise<number> {
  let sum = 0;
  for await (const chunk of await readPinned(ctx, file, { pin })) sum = crc32(chunk as Buffer, sum);
  return sum;
}

/** Reading a file takes long, so the event only enqueues the job. */
export const checkArrived: Handler<'files.arrived'> = {
  on: filesArrived,
  name: 'checksums',
  handle: (tx, _payload, ctx) => ctx.events.enqueue(tx, makeChecksums, {}),
};

/**
 * Lists files that no browser reported, and gives up uploads that expired or whose session was cancelled
 * (docs/product/files.md#uploads-nobody-reports).
 */
export const finalizeUnreportedUploads: Job = {
  name: 'files.adopt',
  cron: '*/5 * * * *',
  async run(ctx) {
    const left = await uploads.unreportedUploads(ctx.db, ctx.now.subtract({ minutes: 5 }));
    const groups = Map.groupBy(
      left.filter((upload) => shouldPoll(upload, ctx.now)),
      ({ session_id, folder, created_by }) => `${session_id} ${folder} ${created_by}`,
    );
    for (const group of groups.values()) {
      const [first] = group;
      if (first === undefined) continue;
      const by = { id: first.created_by, role: first.role };
      const only = new Set(group.map(({ id }) => id));
      await finalizeUploads(ctx, { sessionId: first.session_id, folder: first.folder, by, only });
    }
    await transaction(ctx, async (tx) => {
      await discardUploads(ctx, tx, await uploads.deleteExpiredUploads(tx, ctx.now));
      return ok(null);
    });
  },
};

/**
 * Deletes bytes without a row after an hour, so that running downloads finish; none while a backup copies files
 * (docs/product/storage.md#deleting-bytes).
 */
export const deleteOrphans: Job = {
  name: 'files.bury',
  cron: '*/5 * * * *',
  async run(ctx) {
    const before = ctx.now.subtract({ hours: 1 });
    await unlessLocked(ctx.db, async () => {
      for (
        let keys = await markedForDeletion(ctx.db, before);
        keys.length > 0;
        keys = await markedForDeletion(ctx.db, before)
      ) {
        await ctx.storage.delete(keys);
        await unmark(ctx.db, keys);
      }
    });
  },
};

/** Deletes what crashes and abandoned uploads left in storage, once a day. */
export const sweepStorage: Job = {
  name: 'files.tidy',
  cron: '20 4 * * *',
  run: (ctx) => ctx.storage.sweep(),
};
