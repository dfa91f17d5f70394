import type { AudioSource, Waveform } from './peaks.ts';
import { runWorker, TIMEOUT_MS } from './run-worker.ts';

/** A larger mp3 would play for most of a day and delay all others for minutes; it has no waveform. */
const MAX_BYTES = 1024 ** 3;

const WORKER = new URL('./mp3-worker.ts', import.meta.url);

/**
 * The waveform of an mp3, decoded in a worker thread. null for what cannot be decoded. Throws when storage fails.
 */
export async function mp3Waveform(source: AudioSource, timeoutMs = TIMEOUT_MS): Promise<Waveform | null> {
  if (source.size === 0 || source.size > MAX_BYTES) return null;
  const open = () => source.open({ start: 0, end: source.size - 1 });
  return (await runWorker({ file: WORKER, open, timeoutMs })) as Waveform | null;
}
