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

/** Until the browser rests, or somebody presses something. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    whenIdle(resolve);
    for (const press of PRESSES) addEventListener(press, () => resolve(), { once: true, capture: true });
  });
}
