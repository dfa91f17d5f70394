import { Worker } from 'node:worker_threads';

/** A piece takes milliseconds; a worker without a reply for this long is stuck. */
export const TIMEOUT_MS = 30_000;

const FAILED = Symbol('lost');

interface WorkerInput {
  readonly file: URL;
  readonly data?: unknown;
  /** Opened once the thread runs. */
  readonly open: () => Promise<AsyncIterable<unknown>>;
  readonly timeoutMs: number;
}

/**
 * Feeds pieces to a worker thread and returns its last reply, so that a file that breaks a decoder ends only the
 * thread. null when the thread ended or was silent. Throws what the pieces throw.
 */
export async function runWorker({ file, data, open, timeoutMs }: WorkerInput): Promise<unknown> {
  const worker = new Worker(file, { workerData: data });
  // Errors reach whoever awaits the next reply.
  worker.on('error', () => {});
  try {
    await nextReply(worker, timeoutMs);
    const send = (piece: Uint8Array<ArrayBuffer> | null): Promise<unknown> => {
      worker.postMessage(piece, piece === null ? [] : [piece.buffer]);
      return nextReply(worker, timeoutMs).catch(() => FAILED);
    };
    for await (const piece of await open()) {
      if ((await send(new Uint8Array(piece as Buffer))) === FAILED) return null;
    }
    const last = await send(null);
    return last === FAILED ? null : last;
  } finally {
    await worker.terminate();
  }
}

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
    const onExit = (): void => onError(new Error('The worker ended'));
    const timer = setTimeout(() => onError(new Error('The worker was silent')), timeoutMs);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}
