import type { AudioSource } from './peaks.ts';
import type { EncodedPreview } from './preview-encoder.ts';
import { runWorker, TIMEOUT_MS } from './run-worker.ts';
import { findWav, type Wav } from './wav-header.ts';

/** What the worker is given: the format of a wav, null for an mp3. */
export interface PreviewWork {
  readonly wav: Wav | null;
  readonly maxSeconds: number;
}

/** A preview as mp3, and the length of the whole file in seconds. */
export interface Preview extends EncodedPreview {
  readonly total: number;
}

const WORKER = new URL('./preview-worker.ts', import.meta.url);

/**
 * An mp3 of a wav's or mp3's first `maxSeconds`, made in a worker thread. null for what cannot be decoded. Throws when
 * storage fails.
 */
export async function makePreview(source: AudioSource, maxSeconds: number): Promise<Preview | null> {
  const wav = await findWav(source);
  const end = wav === null ? source.size : wav.start + heardBytes(wav, maxSeconds);
  const made = (await runWorker({
    file: WORKER,
    data: { wav, maxSeconds } satisfies PreviewWork,
    open: () => source.open({ start: wav?.start ?? 0, end: end - 1 }),
    timeoutMs: TIMEOUT_MS,
  })) as (EncodedPreview & { readonly heard: number }) | null;
  if (made === null) return null;
  const { heard, ...preview } = made;
  return { ...preview, total: wav === null ? heard : wav.frames / wav.rate };
}

/** Bytes of a wav to read: a frame more than is heard tells that there is more. */
function heardBytes(wav: Wav, maxSeconds: number): number {
  const frames = Math.min(wav.frames, Math.round(maxSeconds * wav.rate) + 1);
  return frames * wav.width * wav.channels;
}
