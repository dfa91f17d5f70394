import { createMp3Encoder } from 'wasm-media-encoders';
import { createPeakBuffer } from './peaks.ts';

/** Seconds over which a preview that is cut fades out. */
const FADE_SECONDS = 2;
const OUTPUT_RATES = [48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000] as const;
/** MPEG 2.5 has at most 64 kbit/s. */
const bitrateOf = (rate: number) => (rate < 16_000 ? 64 : 128);
/** What recorders write; other rates are in no file that is meant to be heard. */
const [MIN_RATE, MAX_RATE] = [8000, 384_000];

/** An encoded preview: mp3, its length, and its peaks. */
export interface EncodedPreview {
  readonly mp3: Uint8Array<ArrayBuffer>;
  readonly seconds: number;
  readonly peaks: Uint8Array;
}

/** Encodes the first `maxSeconds` of what it is given as mp3; fades out when there is more. null for an odd rate. */
export async function createPreviewEncoder(rate: number, channels: 1 | 2, maxSeconds: number) {
  if (rate < MIN_RATE || rate > MAX_RATE) return null;
  const encoder = await createMp3Encoder();
  const outputSampleRate = OUTPUT_RATES.find((output) => output <= rate) ?? 8000;
  encoder.configure({ sampleRate: rate, channels, bitrate: bitrateOf(outputSampleRate), outputSampleRate });
  const fold = createPeakBuffer();
  const pieces: Buffer[] = [];
  const most = Math.round(maxSeconds * rate);
  const fadeFrom = most - Math.round(FADE_SECONDS * rate);
  /** The last seconds: whether they fade is known at the end. */
  const end = Array.from({ length: channels }, () => new Float32Array(most - fadeFrom));
  let taken = 0;
  let hasMore = false;

  const encode = (samples: readonly Float32Array[], count: number): void => {
    if (count === 0) return;
    fold.add(samples, count);
    // The encoder owns its output.
    pieces.push(Buffer.from(encoder.encode(samples)));
  };
  const part = (samples: readonly Float32Array[], from: number, to: number) =>
    samples.slice(0, channels).map((channel) => channel.subarray(from, to));

  return {
    /** Takes the next samples, as many channels as it was made for. */
    add(samples: readonly Float32Array[], count: number): void {
      const now = Math.max(0, Math.min(count, fadeFrom - taken));
      encode(part(samples, 0, now), now);
      const last = Math.max(now, Math.min(count, most - taken));
      if (last > now)
        for (const [channel, values] of part(samples, now, last).entries())
          end[channel]?.set(values, taken + now - fadeFrom);
      hasMore ||= count > last;
      taken += last;
    },
    /** Ends the preview; null without any samples. */
    finish(): EncodedPreview | null {
      const kept = Math.max(0, taken - fadeFrom);
      const tail = part(end, 0, kept);
      if (hasMore)
        for (const channel of tail)
          for (let index = 0; index < kept; index += 1)
            channel[index] = (channel[index] ?? 0) * (1 - index / kept);
      encode(tail, kept);
      const peaks = fold.peaks();
      if (peaks === null) return null;
      pieces.push(Buffer.from(encoder.finalize()));
      return { mp3: new Uint8Array(Buffer.concat(pieces)), seconds: taken / rate, peaks };
    },
  };
}
