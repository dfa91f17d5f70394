/** Loads code that a press will need once the browser rests, so that the press also works without a connection. */
export function loadWhenIdle(load: () => Promise<unknown>): void {
  // What fails is asked for again when it is needed.
  whenIdle(() => void load().catch(() => undefined));
}

function whenIdle(run: () => void, options?: IdleRequestOptions): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, options);
  else setTimeout(run, 1000);
}

/** The longest wait in ms: a window opened by another one may never be told that the browser rests. */
const LONGEST = 2000;

const PRESSES = ['pointerdown', 'keydown', 'focusin'];

/** Until the browser rests, two seconds have passed, somebody presses something, or `signal` ends the wait. */
export function untilIdle(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      resolve();
    };
    whenIdle(end, { timeout: LONGEST });
    signal?.addEventListener('abort', end, { once: true });
    for (const press of PRESSES) addEventListener(press, end, { capture: true, signal: ended.signal });
  });
}
