/** Decodes an mp3 off the event loop: replies to each piece, and to the last message with the waveform or null. */
import { parentPort } from 'node:worker_threads';
import { MPEGDecoder } from 'mpg123-decoder';
import { createPeakBuffer } from './peaks.ts';

/** Samples per frame. Noise that looks like a frame now and then has more errors than frames. */
const FRAME = 1152;

// The decoder logs each broken frame here, and counts them in its result too.
console.error = () => {};

const decoder = new MPEGDecoder();
await decoder.ready;
const fold = createPeakBuffer();
let seconds = 0;
let samples = 0;
let errors = 0;

parentPort?.on('message', (piece: Uint8Array | null) => {
  if (piece === null) {
    const peaks = errors * FRAME < samples ? fold.peaks() : null;
    parentPort?.postMessage(peaks && { seconds, peaks }, []);
    return;
  }
  const decoded = decoder.decode(piece);
  errors += decoded.errors.length;
  if (decoded.samplesDecoded > 0) {
    samples += decoded.samplesDecoded;
    seconds += decoded.samplesDecoded / decoded.sampleRate;
    fold.add(decoded.channelData, decoded.samplesDecoded);
  }
  parentPort?.postMessage('next', []);
});
parentPort?.postMessage('ready', []);
