/** Makes a preview off the event loop: replies to each piece, and to the last message with the preview or null. */
import { parentPort, workerData } from 'node:worker_threads';
import { createMp3Decoder } from './mp3-decoder.ts';
import { createPreviewEncoder } from './preview-encoder.ts';
import { createWavDecoder } from './wav-samples.ts';
import type { PreviewWork } from './preview.ts';

const { wav, maxSeconds } = workerData as PreviewWork;

/** Decodes a piece; null when it holds no samples yet. */
type Decode = (piece: Uint8Array) => { channels: Float32Array[]; rate: number } | null;

const mp3 = wav === null ? await createMp3Decoder() : null;
const decodeMp3: Decode = (piece) => {
  const decoded = mp3?.decode(piece);
  return decoded === undefined || decoded.samplesDecoded === 0
    ? null
    : { channels: decoded.channelData, rate: decoded.sampleRate };
};
const readWav = wav === null ? null : createWavDecoder(wav);
const decodeWav: Decode = (piece) =>
  wav === null || readWav === null ? null : { channels: readWav(piece), rate: wav.rate };
const decode = wav === null ? decodeMp3 : decodeWav;

let preview: Awaited<ReturnType<typeof createPreviewEncoder>> | undefined;
let width = 1;
let seconds = 0;

async function take(piece: Uint8Array): Promise<void> {
  const decoded = decode(piece);
  const [first] = decoded?.channels ?? [];
  if (decoded === null || first === undefined) return;
  const { channels, rate } = decoded;
  if (preview === undefined) {
    width = channels.length > 1 ? 2 : 1;
    preview = await createPreviewEncoder(rate, width === 2 ? 2 : 1, maxSeconds);
  }
  seconds += first.length / rate;
  // A stream may become mono; both sides then hear it.
  preview?.add(width === 2 && channels.length === 1 ? [first, first] : channels, first.length);
}

parentPort?.on('message', (piece: Uint8Array | null) => {
  if (piece !== null) {
    void take(piece).then(() => parentPort?.postMessage('next', []));
    return;
  }
  const made = mp3?.isBroken() === true ? null : (preview?.finish() ?? null);
  parentPort?.postMessage(made && { ...made, heard: seconds }, made === null ? [] : [made.mp3.buffer]);
});
parentPort?.postMessage('ready', []);
