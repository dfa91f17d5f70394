import { MPEGDecoder, type MPEGDecodedAudio } from 'mpg123-decoder';

/** Samples per frame. Noise that looks like a frame now and then has more errors than frames. */
const FRAME = 1152;

/** Decodes an mp3 in pieces, in a worker thread. */
export interface Mp3Decoder {
  decode(piece: Uint8Array): MPEGDecodedAudio;
  /** Whether most of what came was no mp3. */
  isBroken(): boolean;
}

/** Loads the decoder. Silences the console of its thread, where it logs each broken frame. */
export async function createMp3Decoder(): Promise<Mp3Decoder> {
  console.error = () => {};
  const decoder = new MPEGDecoder();
  await decoder.ready;
  let samples = 0;
  let errors = 0;
  return {
    decode(piece) {
      const decoded = decoder.decode(piece);
      errors += decoded.errors.length;
      samples += decoded.samplesDecoded;
      return decoded;
    },
    isBroken: () => errors * FRAME >= samples,
  };
}
