import { mp3Outline } from './mp3.ts';
import type { AudioSource, Outline } from './outline.ts';
import { wavOutline } from './wav.ts';

/** The outline of an audio file by its extension; null for what cannot be read. Throws when storage fails. */
export async function readOutline(source: AudioSource): Promise<Outline | null> {
  return /\.wav$/i.test(source.name) ? wavOutline(source) : mp3Outline(source);
}
