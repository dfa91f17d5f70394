import { createHash } from 'node:crypto';
import type { Recorder } from '#demo/recorder.ts';
import { PEAKS } from '#server/lib/audio/peaks.ts';

const SIZE = 4000;

/** For tests of what is not music: renders each take as a few bytes of its own, at once. */
export const openQuickRecorder = (): Recorder => ({
  async render(order) {
    const bytes = Buffer.alloc(SIZE, createHash('sha512').update(JSON.stringify(order)).digest());
    return { bytes, seconds: 8, peaks: order.format === 'sample' ? Buffer.alloc(PEAKS, 9) : null };
  },
  async close() {},
});
