/** How a payment is waited for (docs/product/buying.md#payment-return). */
export const TRIES = 20;
const EVERY_MS = 1000;

interface Polling<T> {
  /** A failure counts as a try. */
  readonly read: () => Promise<T | null>;
  readonly isDone: (value: T) => boolean;
  readonly signal: AbortSignal;
  /** Waits for the next try; each second by default. */
  readonly wait?: (signal: AbortSignal) => Promise<void>;
}

const aSecond = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, EVERY_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Reads at most 20 times until a value is done. Returns that value; null after the last try and when aborted. */
export async function poll<T>({ read, isDone, signal, wait = aSecond }: Polling<T>): Promise<T | null> {
  for (let tries = 0; tries < TRIES && !signal.aborted; tries += 1) {
    if (tries > 0) await wait(signal);
    const value = signal.aborted ? null : await read().catch(() => null);
    if (value !== null && isDone(value)) return signal.aborted ? null : value;
  }
  return null;
}
