import { Worker } from 'node:worker_threads';
import type { AudioSource, Outline } from './outline.ts';

/** A larger mp3 would play for most of a day and delay all others for minutes; it has no outline. */
const MOST_BYTES = 1024 ** 3;
/** A piece takes milliseconds; a decoder that is silent for this long is stuck. */
const SILENCE_MS = 30_000;

const WORKER = new URL('./mp3-worker.ts', import.meta.url);

/**
 * The outline of an mp3, decoded in a worker thread, so that a file that breaks the decoder ends only its
 * thread. null for what cannot be decoded. Throws when storage fails.
 */
export async function outlineMp3(source: AudioSource, silenceMs = SILENCE_MS): Promise<Outline | null> {
  if (source.size === 0 || source.size > MOST_BYTES) return null;
  const worker = new Worker(WORKER);
  // Errors reach whoever awaits the next reply.
  worker.on('error', () => {});
  try {
    await answerOf(worker, silenceMs);
    const ask = (piece: Uint8Array<ArrayBuffer> | null): Promise<unknown> => {
      worker.postMessage(piece, piece === null ? [] : [piece.buffer]);
      return answerOf(worker, silenceMs).catch(() => LOST);
    };
    for await (const piece of await source.open({ start: 0, end: source.size - 1 })) {
      if ((await ask(new Uint8Array(piece as Buffer))) === LOST) return null;
    }
    const outline = await ask(null);
    return outline === LOST ? null : (outline as Outline | null);
  } finally {
    await worker.terminate();
  }
}

const LOST = Symbol('lost');

/** The thread's next message. Rejects when the thread ends or is silent for too long. */
function answerOf(worker: Worker, silenceMs: number): Promise<unknown> {
  return new Promise((answered, failed) => {
    const end = (): void => {
      clearTimeout(silence);
      worker.off('message', hear).off('error', fail).off('exit', leave);
    };
    const hear = (answer: unknown): void => {
      end();
      answered(answer);
    };
    const fail = (error: Error): void => {
      end();
      failed(error);
    };
    const leave = (): void => fail(new Error('The decoder ended'));
    const silence = setTimeout(() => fail(new Error('The decoder was silent')), silenceMs);
    worker.on('message', hear).on('error', fail).on('exit', leave);
  });
}
