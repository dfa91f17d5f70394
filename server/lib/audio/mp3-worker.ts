/** Decodes an mp3 off the event loop: replies to each piece, and to the last message with the waveform or null. */
import { parentPort } from 'node:worker_threads';
import { createMp3Decoder } from './mp3-decoder.ts';
import { createPeakBuffer } from './peaks.ts';

const decoder = await createMp3Decoder();
const fold = createPeakBuffer();
let seconds = 0;

parentPort?.on('message', (piece: Uint8Array | null) => {
  if (piece === null) {
    const peaks = decoder.isBroken() ? null : fold.peaks();
    parentPort?.postMessage(peaks && { seconds, peaks }, []);
    return;
  }
  const decoded = decoder.decode(piece);
  if (decoded.samplesDecoded > 0) {
    seconds += decoded.samplesDecoded / decoded.sampleRate;
    fold.add(decoded.channelData, decoded.samplesDecoded);
  }
  parentPort?.postMessage('next', []);
});
parentPort?.postMessage('ready', []);
