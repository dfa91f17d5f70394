import os from 'node:os';

/**
 * What a promise of so many milliseconds comes to on a machine at which others work as well: as many times longer as there are
 * programs for each processor. On a quiet one it is the promise.
 */
export const onThisMachine = (ms: number): number =>
  ms * Math.max(1, (os.loadavg()[0] ?? 0) / os.availableParallelism());
