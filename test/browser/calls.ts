/** A page's own count of its calls. What the browser tells of them is late, so a clock might move under one. */
interface Calls {
  open: number;
  /** Calls wait for it. */
  gate: Promise<void> | null;
  /** Opens the gate. */
  release: () => void;
  /** Called when none is open any more. */
  onEnd: () => void;
}

type Gated = typeof globalThis & { calls?: Calls };

/** Lets a page's calls be held back. Runs before the page's own code. */
export function gateCalls(): void {
  const send = globalThis.fetch;
  const calls: Calls = { open: 0, gate: null, release: () => {}, onEnd: () => {} };
  (globalThis as Gated).calls = calls;
  globalThis.fetch = async (...args) => {
    if (calls.gate !== null) await calls.gate;
    calls.open += 1;
    try {
      return await send(...args);
    } finally {
      calls.open -= 1;
      if (calls.open === 0) calls.onEnd();
    }
  };
}

/** In a page: holds new calls back, and waits until those under way are answered. */
export function holdCalls(): Promise<void> | undefined {
  const { calls } = globalThis as Gated;
  if (calls === undefined) return undefined;
  const gate = Promise.withResolvers<void>();
  calls.gate = gate.promise;
  calls.release = gate.resolve;
  if (calls.open === 0) return undefined;
  const end = Promise.withResolvers<void>();
  calls.onEnd = end.resolve;
  return end.promise;
}

/** In a page: lets its calls go on. */
export function releaseCalls(): void {
  const { calls } = globalThis as Gated;
  if (calls === undefined) return;
  calls.gate = null;
  calls.release();
}
