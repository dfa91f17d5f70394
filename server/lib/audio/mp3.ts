import { Worker } from 'node:worker_threads';
import type { AudioSource, Waveform } from './peaks.ts';

/** A larger mp3 would play for most of a day and delay all others for minutes; it has no waveform. */
const MAX_BYTES = 1024 ** 3;
/** A piece takes milliseconds; a decoder without a reply for this long is stuck. */
const TIMEOUT_MS = 30_000;

const WORKER = new URL('./mp3-worker.ts', import.meta.url);

/**
 * The waveform of an mp3, decoded in a worker thread, so that a file that breaks the decoder ends only its
 * thread. null for what cannot be decoded. Throws when storage fails.
 */
export async function mp3Waveform(source: AudioSource, timeoutMs = TIMEOUT_MS): Promise<Waveform | null> {
  if (source.size === 0 || source.size > MAX_BYTES) return null;
  const worker = new Worker(WORKER);
  // Errors reach whoever awaits the next reply.
  worker.on('error', () => {});
  try {
    await nextReply(worker, timeoutMs);
    const send = (piece: Uint8Array<ArrayBuffer> | null): Promise<unknown> => {
      worker.postMessage(piece, piece === null ? [] : [piece.buffer]);
      return nextReply(worker, timeoutMs).catch(() => FAILED);
    };
    for await (const piece of await source.open({ start: 0, end: source.size - 1 })) {
      if ((await send(new Uint8Array(piece as Buffer))) === FAILED) return null;
    }
    const waveform = await send(null);
    return waveform === FAILED ? null : (waveform as Waveform | null);
  } finally {
    await worker.terminate();
  }
}

const FAILED = Symbol('lost');

/** The thread's next message. Rejects when the thread ends or does not reply in time. */
function nextReply(worker: Worker, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const cleanUp = (): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    const onMessage = (reply: unknown): void => {
      cleanUp();
      resolve(reply);
    };
    const onError = (error: Error): void => {
      cleanUp();
      reject(error);
    };
    const onExit = (): void => onError(new Error('The decoder ended'));
    const timer = setTimeout(() => onError(new Error('The decoder was silent')), timeoutMs);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}
