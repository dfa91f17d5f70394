const DELAY_MS = 1000;

/** Runs a step of the start; reports it with its duration if it takes over a second. */
export async function step<T>(label: string, work: () => T | Promise<T>, print = console.log): Promise<T> {
  const startedAt = performance.now();
  let reported = false;
  const timer = setTimeout(() => {
    reported = true;
    print(`${label} …`);
  }, DELAY_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    const ms = performance.now() - startedAt;
    if (reported || ms > DELAY_MS) print(`${label}: ${(ms / 1000).toFixed(1)} s`);
  }
}
