import type { Ctx } from '../../lib/ctx.ts';
import type { Handler, Job } from '../../lib/events.ts';
import { StorageAway } from '../../lib/storage.ts';
import { filesArrived } from '../events.ts';
import * as queries from '../queries-waveforms.ts';
import { readOutline } from './read.ts';

/** A run begins no other file after this much, so that it ends within its time; the next one goes on. */
const RUN_BYTES = 1024 ** 3;

/** Makes the waveforms of audio files whose present bytes have none: each file is read once, as it streams. What cannot be read is remembered as that. */
export const makeWaveforms: Job = {
  name: 'files.waveforms',
  cron: '* * * * *',
  async run(ctx) {
    let bytes = 0;
    for (const file of await queries.withoutWaveform(ctx.db)) {
      if (bytes >= RUN_BYTES) return;
      bytes += file.size;
      await makeWaveform(ctx, file);
    }
  },
};

/** What this process is reading: the queue begins another run when one takes too long, and does not end the first. */
const reading = new Set<string>();

/** A file that storage does not give keeps no other waiting; the next run tries it again. */
async function makeWaveform(ctx: Ctx, file: queries.FileToOutline): Promise<void> {
  if (reading.has(file.key)) return;
  reading.add(file.key);
  try {
    const object = await ctx.storage.head(file.key);
    const outline =
      object &&
      (await readOutline({
        name: file.name,
        size: object.size,
        open: (range) => ctx.storage.get(file.key, range),
      }));
    await queries.putWaveform(ctx.db, file, outline, ctx.now);
  } catch (error) {
    if (error instanceof StorageAway) throw error;
    ctx.log.warn({ err: error, file: file.id }, 'a waveform could not be made');
  } finally {
    reading.delete(file.key);
  }
}

/** Reading a file takes long, so the event only puts the work on. */
export const outlineArrived: Handler = {
  on: filesArrived,
  name: 'waveforms',
  handle: (tx, _payload, ctx) => ctx.events.enqueue(tx, makeWaveforms, {}),
};
