import type { Ctx } from '../../ctx/ctx.ts';
import type { Handler, Job } from '../../ctx/ctx.ts';
import { StorageUnavailable, type Bytes } from '../../ctx/storage.ts';
import { filesArrived } from '../events.ts';
import { pinOf, readPinned } from '../uploads/pin.ts';
import * as queries from './queries-waveforms.ts';
import { readWaveform } from '../../lib/audio/read.ts';

/** A run starts no further file after this many bytes, so that it ends within its time. */
const RUN_BYTES = 1024 ** 3;

/**
 * Makes missing waveforms of audio files, reading each file once (docs/product/files.md#waveform). Unreadable
 * files are recorded as such.
 */
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

/** Keys being read in this process: the queue starts another run when one takes too long, without ending the first. */
const reading = new Set<string>();

/** A file that storage cannot provide does not delay the others; the next run tries again. */
async function makeWaveform(ctx: Ctx, file: queries.FileWithoutWaveform): Promise<void> {
  if (reading.has(file.key)) return;
  reading.add(file.key);
  try {
    const pin = await pinOf(ctx, file);
    if (pin === null) return;
    const open = (range: Bytes) => readPinned(ctx, file, { range, pin });
    const waveform = await readWaveform({ name: file.name, size: file.size, open });
    await queries.putWaveform(ctx.db, file, waveform, ctx.now);
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    ctx.log.warn({ err: error, file: file.id }, 'a waveform could not be made');
  } finally {
    reading.delete(file.key);
  }
}

/** Reading a file takes long, so the event only enqueues the job. */
export const enqueueWaveforms: Handler<'files.arrived'> = {
  on: filesArrived,
  name: 'waveforms',
  handle: (tx, _payload, ctx) => ctx.events.enqueue(tx, makeWaveforms, {}),
};
