import { Worker } from 'node:worker_threads';
import type { Take } from './audio.ts';

/** A take and its format; a sample is a smaller mp3 with its waveform. */
export interface Order {
  readonly take: Take;
  readonly format: 'wav' | 'mp3' | 'sample';
}

/** A take as a file; `peaks` only of a sample. */
export interface Rendered {
  readonly bytes: Uint8Array;
  readonly seconds: number;
  readonly peaks: Uint8Array | null;
}

/** Renders takes, each once and in the order in which they are asked for first. */
export interface Recorder {
  render(order: Order): Promise<Rendered>;
  close(): Promise<void>;
}

/** A recorder in a thread of its own. */
export function openRecorder(): Recorder {
  const worker = new Worker(new URL('./audio-worker.ts', import.meta.url));
  const orders = new Map<string, PromiseWithResolvers<Rendered>>();
  const byId: PromiseWithResolvers<Rendered>[] = [];
  const fail = (error: unknown): void => {
    for (const { reject } of byId) reject(error);
  };
  worker
    .on('message', ({ id, rendered }: { readonly id: number; readonly rendered: Rendered }) =>
      byId[id]?.resolve(rendered),
    )
    .on('error', fail)
    .on('exit', () => fail(new Error('the thread that renders music has ended')));
  return {
    render(order) {
      const key = JSON.stringify(order);
      const known = orders.get(key);
      if (known !== undefined) return known.promise;
      const made = Promise.withResolvers<Rendered>();
      // Asked for ahead: whoever needs it hears of a failure.
      made.promise.catch(() => {});
      orders.set(key, made);
      worker.postMessage({ id: byId.push(made) - 1, order }, []);
      return made.promise;
    },
    async close() {
      await worker.terminate();
    },
  };
}
