import os from 'node:os';

/** Load per processor over the last minute. */
export const machineLoad = (): number => (os.loadavg()[0] ?? 0) / os.availableParallelism();

/** A time limit in milliseconds under a load. */
export const underLoad = (ms: number, load: number): number => ms * Math.max(1, load);

/** A time limit in milliseconds, scaled by the machine's current load. */
export const onThisMachine = (ms: number): number => underLoad(ms, machineLoad());
