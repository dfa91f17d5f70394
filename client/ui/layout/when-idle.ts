/** Loads code that a press will need once the browser rests, so that the press also works without a connection. */
export function loadWhenIdle(load: () => Promise<unknown>): void {
  // What fails is asked for again when it is needed.
  whenIdle(() => void load().catch(() => undefined));
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run, 1000);
}

const PRESSES = ['pointerdown', 'keydown', 'focusin'];

/** Until the browser rests, somebody presses something, or `signal` ends the wait. */
export function untilIdle(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      resolve();
    };
    whenIdle(end);
    signal?.addEventListener('abort', end, { once: true });
    for (const press of PRESSES) addEventListener(press, end, { capture: true, signal: ended.signal });
  });
}
