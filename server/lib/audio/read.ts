import { mp3Waveform } from './mp3.ts';
import type { AudioSource, Waveform } from './peaks.ts';
import { wavWaveform } from './wav.ts';

/** The waveform of an audio file by its extension; null for what cannot be read. Throws when storage fails. */
export async function readWaveform(source: AudioSource): Promise<Waveform | null> {
  return /\.wav$/i.test(source.name) ? wavWaveform(source) : mp3Waveform(source);
}
