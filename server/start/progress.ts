const PATIENCE_MS = 1000;

/** Runs a step of the start; if it takes over a second, says what is going on and how long it took. */
export async function step<T>(label: string, work: () => T | Promise<T>, print = console.log): Promise<T> {
  const begun = performance.now();
  let told = false;
  const timer = setTimeout(() => {
    told = true;
    print(`${label} …`);
  }, PATIENCE_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    const ms = performance.now() - begun;
    if (told || ms > PATIENCE_MS) print(`${label}: ${(ms / 1000).toFixed(1)} s`);
  }
}
