import { parentPort, workerData } from 'node:worker_threads';

/** Where Explore is, and who reads it. */
const { url, cookie } = workerData as { readonly url: string; readonly cookie: string };
const PAUSE_MS = 20;

// Reads Explore one time after the other until it is told to stop, then says how long each took in milliseconds.
const times: number[] = [];
const state = { reading: true };
parentPort?.once('message', () => {
  state.reading = false;
});
while (state.reading) {
  const begun = performance.now();
  const answer = await fetch(url, { headers: { cookie } });
  await answer.text();
  if (answer.status !== 200) throw new Error(`explore answered ${answer.status}`);
  times.push(performance.now() - begun);
  await new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
  });
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(times);
