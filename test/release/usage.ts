import fs from 'node:fs';

const MIB = 2 ** 20;
const PEAK_IS_NOW = '5';

/** A process and those that it started. */
function withChildren(pid: number): number[] {
  const children = fs
    .readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((text) => text.trim() !== '');
  return [pid, ...children.flatMap((child) => withChildren(Number(child)))];
}

const read = (file: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(fs.readFileSync(file, 'utf8'))?.[1] ?? 0);

/** What a program's processes used since `watchUsage`, in MiB. */
export interface Usage {
  /** Resident memory at first, and the most that it grew. */
  readonly memory: number;
  readonly growth: number;
  /** Written into files on a disk. */
  readonly written: number;
}

/** Begins to measure a program of one or more processes, by what the kernel counts; the result ends it. */
export function watchUsage(pid: number, { alone = false } = {}): () => Usage {
  const pids = alone ? [pid] : withChildren(pid);
  const sum = (one: (pid: number) => number): number => pids.reduce((total, each) => total + one(each), 0);
  const written = (): number => sum((each) => read(`/proc/${each}/io`, 'write_bytes')) / MIB;
  for (const each of pids) fs.writeFileSync(`/proc/${each}/clear_refs`, PEAK_IS_NOW);
  const memory = sum((each) => read(`/proc/${each}/status`, 'VmRSS')) / 1024;
  const before = written();
  return () => ({
    memory,
    growth: sum((each) => read(`/proc/${each}/status`, 'VmHWM')) / 1024 - memory,
    written: written() - before,
  });
}
