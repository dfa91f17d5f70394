/** Decodes an mp3 beside the event loop: answers each piece it is sent, and the last question with the outline or null. */
import { parentPort } from 'node:worker_threads';
import { MPEGDecoder } from 'mpg123-decoder';
import { createFold } from './outline.ts';

/** Samples of a frame; noise that happens to look like a frame now and then has more errors than frames. */
const FRAME = 1152;

// the decoder tells of each broken frame here, and counts them in its answer too
console.error = () => {};

const decoder = new MPEGDecoder();
await decoder.ready;
const fold = createFold();
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
