import { createMp3Encoder } from 'wasm-media-encoders';
import { createRandom } from './random.ts';

/** Sample rate of the demo's audio. */
export const RATE = 44_100;

type Part = 'drums' | 'bass' | 'keys' | 'lead' | 'plucked' | 'bowed' | 'click' | 'mix';

/** A take: part of a song, tempo, bars of four beats. The same `song` always sounds the same. */
export interface Take {
  readonly song: string;
  readonly part: Part;
  readonly bpm: number;
  readonly bars: number;
  /** Octaves above or below where the part is usually played. */
  readonly octave?: number;
}

type Channel = Float32Array<ArrayBuffer>;

/** Chords of a song in semitones above A, one per bar. */
const PROGRESSIONS = [
  [0, 5, 3, 7],
  [0, 8, 3, 10],
  [3, 0, 8, 7],
  [0, 3, 5, 7],
] as const;

const hertz = (semitones: number, octave: number): number => 55 * 2 ** octave * 2 ** (semitones / 12);

interface Song {
  readonly octave: number;
  readonly roots: readonly number[];
  readonly beat: number;
  readonly random: () => number;
}

/** Adds a fading note with overtones; times in seconds. Recurrences instead of sin and exp per sample, for speed. */
function note(
  out: Channel,
  at: number,
  length: number,
  frequency: number,
  volume: number,
  tones: readonly number[],
): void {
  const start = Math.round(at * RATE);
  const end = Math.min(out.length, start + Math.round(length * RATE));
  const fade = Math.exp(-3.2 / (length * RATE));
  for (const [order, weight] of tones.entries()) {
    const step = (2 * Math.PI * frequency * (order + 1)) / RATE;
    const turn = 2 * Math.cos(step);
    let before = -Math.sin(step);
    let sine = 0;
    let loud = weight * volume;
    for (let index = start; index < end; index += 1) {
      const rise = ((index - start) * 200) / RATE;
      out[index] = (out[index] ?? 0) + (rise < 1 ? sine * loud * rise : sine * loud);
      const next = turn * sine - before;
      before = sine;
      sine = next;
      loud *= fade;
    }
  }
}

function kick(out: Channel, at: number): void {
  const start = Math.round(at * RATE);
  for (let index = start; index < Math.min(out.length, start + RATE * 0.28); index += 1) {
    const time = (index - start) / RATE;
    const phase = 2 * Math.PI * (46 * time + (90 / 28) * (1 - Math.exp(-28 * time)));
    out[index] = (out[index] ?? 0) + 0.85 * Math.sin(phase) * Math.exp(-11 * time);
  }
}

function noise(out: Channel, at: number, decay: number, volume: number, random: () => number): void {
  const start = Math.round(at * RATE);
  let last = 0;
  for (let index = start; index < Math.min(out.length, start + (RATE * 4) / decay); index += 1) {
    const white = random() * 2 - 1;
    out[index] =
      (out[index] ?? 0) + (white - last * 0.6) * volume * Math.exp((-decay * (index - start)) / RATE);
    last = white;
  }
}

const RENDERERS: Readonly<Record<Exclude<Part, 'mix'>, (out: Channel, song: Song, bar: number) => void>> = {
  drums(out, { beat, random }, bar) {
    const start = bar * 4 * beat;
    for (let step = 0; step < 8; step += 1) {
      const at = start + step * (beat / 2);
      noise(out, at, step % 2 === 0 ? 60 : 90, 0.12, random);
      if (step === 0 || step === 5 || (step === 3 && bar % 2 === 1)) kick(out, at);
      if (step === 2 || step === 6) noise(out, at, 20, 0.4, random);
    }
  },
  bass(out, { roots, beat }, bar) {
    const root = roots[bar % roots.length] ?? 0;
    for (const [step, semitones] of [0, 0, 7, 12, 0, 0, 7, 10].entries()) {
      note(out, (bar * 8 + step) * (beat / 2), beat * 0.55, hertz(root + semitones, 0), 0.42, [1, 0.5, 0.22]);
    }
  },
  keys(out, { roots, beat }, bar) {
    const root = roots[bar % roots.length] ?? 0;
    const third = root === 3 || root === 8 ? 4 : 3;
    for (const half of [0, 2]) {
      for (const semitones of [0, third, 7]) {
        note(out, (bar * 4 + half) * beat, beat * 2.2, hertz(root + semitones, 2), 0.13, [1, 0.3, 0.1, 0.05]);
      }
    }
  },
  lead(out, { roots, beat, random }, bar) {
    const root = roots[bar % roots.length] ?? 0;
    for (let step = 0; step < 4; step += 1) {
      if (random() < 0.25) continue;
      const semitones = [0, 3, 5, 7, 10, 12][Math.floor(random() * 6)] ?? 0;
      note(out, (bar * 4 + step) * beat, beat * 1.1, hertz(root + semitones, 3), 0.22, [1, 0.15, 0.3, 0.08]);
    }
  },
  plucked(out, { roots, beat, octave }, bar) {
    const root = roots[bar % roots.length] ?? 0;
    for (const [step, semitones] of [0, 7, 12, 15, 19, 15, 12, 7].entries()) {
      const at = (bar * 8 + step) * (beat / 2);
      note(out, at, beat * 1.6, hertz(root + semitones, 1 + octave), 0.28, [1, 0.55, 0.3, 0.2, 0.1]);
    }
  },
  bowed(out, { roots, beat, random, octave }, bar) {
    const root = roots[bar % roots.length] ?? 0;
    for (const half of [0, 2]) {
      const semitones = [0, 3, 7, 10, 12][Math.floor(random() * 5)] ?? 0;
      const at = (bar * 4 + half) * beat;
      note(out, at, beat * 2.6, hertz(root + semitones, 2 + octave), 0.3, [1, 0.6, 0.4, 0.3, 0.16]);
    }
  },
  click(out, { beat }, bar) {
    for (let step = 0; step < 4; step += 1) {
      note(out, (bar * 4 + step) * beat, 0.05, step === 0 ? 1760 : 1320, 0.6, [1]);
    }
  },
};

/** Renders a take to one channel of samples between -1 and 1. */
export function play(take: Take): Channel {
  const random = createRandom(take.song);
  const roots = PROGRESSIONS[Math.floor(random() * PROGRESSIONS.length)] ?? PROGRESSIONS[0];
  const beat = 60 / take.bpm;
  const out = new Float32Array(Math.ceil((take.bars * 4 * beat + 0.4) * RATE));
  const parts = take.part === 'mix' ? (['drums', 'bass', 'keys', 'lead'] as const) : [take.part];
  for (const part of parts) {
    const { octave = 0 } = take;
    const song = { roots, beat, octave, random: createRandom(`${take.song} ${part}`) };
    for (let bar = 0; bar < take.bars; bar += 1) RENDERERS[part](out, song, bar);
  }
  // Loops by index: callbacks and iterators for each sample take most of the time.
  let peak = 0.001;
  for (let index = 0; index < out.length; index += 1) peak = Math.max(peak, Math.abs(out[index] ?? 0));
  for (let index = 0; index < out.length; index += 1) out[index] = ((out[index] ?? 0) / peak) * 0.89;
  return out;
}

/** A 16 bit mono WAV file. */
export function toWav(samples: Channel): Buffer {
  const bytes = Buffer.alloc(44 + samples.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples.length * 2, 40);
  const view = new DataView(bytes.buffer, bytes.byteOffset + 44);
  for (let index = 0; index < samples.length; index += 1)
    view.setInt16(index * 2, Math.round((samples[index] ?? 0) * 32_767), true);
  return bytes;
}

let mp3Encoder: ReturnType<typeof createMp3Encoder> | undefined;

/** An MP3 file at 128 kbit a second, mono. */
export function toMp3(samples: Channel): Promise<Buffer> {
  return encode(samples, { sampleRate: RATE, bitrate: 128 });
}

/** A smaller MP3 file at half the sample rate and bitrate, which takes half the time. */
export function toSmallMp3(samples: Channel): Promise<Buffer> {
  const half = new Float32Array(samples.length >> 1);
  for (let index = 0; index < half.length; index += 1)
    half[index] = ((samples[2 * index] ?? 0) + (samples[2 * index + 1] ?? 0)) / 2;
  return encode(half, { sampleRate: RATE / 2, bitrate: 64 });
}

async function encode(
  samples: Channel,
  quality: { readonly sampleRate: number; readonly bitrate: 64 | 128 },
): Promise<Buffer> {
  const encoder = await (mp3Encoder ??= createMp3Encoder());
  encoder.configure({ ...quality, channels: 1 });
  const body = Buffer.from(encoder.encode([samples]));
  return Buffer.concat([body, encoder.finalize()]);
}
