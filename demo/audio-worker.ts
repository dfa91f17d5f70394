/** Renders the demo's music beside the thread that fills the database. */
import { parentPort } from 'node:worker_threads';
import { createPeakBuffer } from '#server/lib/audio/peaks.ts';
import { play, RATE, toMp3, toSmallMp3, toWav } from './audio.ts';
import type { Order, Rendered } from './recorder.ts';

async function render({ take, format }: Order): Promise<Rendered> {
  const samples = play(take);
  const seconds = samples.length / RATE;
  if (format === 'wav') return { bytes: toWav(samples), seconds, peaks: null };
  if (format === 'mp3') return { bytes: await toMp3(samples), seconds, peaks: null };
  const buffer = createPeakBuffer();
  buffer.add([samples], samples.length);
  return { bytes: await toSmallMp3(samples), seconds, peaks: buffer.peaks() };
}

interface Request {
  readonly id: number;
  readonly order: Order;
}

async function answerAfter(earlier: Promise<void>, { id, order }: Request): Promise<void> {
  await earlier;
  const rendered = await render(order);
  parentPort?.postMessage({ id, rendered }, []);
}

/** One after the other: the encoder has one state. */
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (request: Request) => {
  last = answerAfter(last, request);
});
