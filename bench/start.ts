import { setTimeout as wait } from 'node:timers/promises';
import {
  cpuSecondsOf,
  end,
  launchStudio,
  makeDatabase,
  median,
  memoryOf,
  ROUNDS,
  startProgram,
  startStudio,
  printResult,
} from './harness.ts';

const IDLE_MS = 5000;
const POLL_MS = 10;

/** Asks until it is answered, as a load balancer does; a start binds its ports early and then says 503. */
async function firstAnswer(url: string): Promise<void> {
  const isAnswered = (): Promise<boolean> =>
    fetch(url).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isAnswered())) await wait(POLL_MS);
}

function compare(what: string, ours: readonly number[], least: readonly number[], unit: string): void {
  const [value, bound] = [median(ours), median(least)];
  const digits = unit === 's' ? 2 : 0;
  const [shown = '', limit = ''] = [value, bound].map((one) => `${one.toFixed(digits)} ${unit}`);
  printResult(what, shown, limit, value / bound, '1.5');
}

/** From process start to the first response, beside a bare Fastify with pg; and idle memory. */
export async function benchStart(server: string): Promise<void> {
  const url = await makeDatabase(server, 'start');
  // The first start migrates.
  await end((await startStudio(url)).server.process);
  const [startTimes, limit]: [number[], number[]] = [[], []];
  const [startCpu, limitCpu]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    let begun = performance.now();
    const studio = await launchStudio(url);
    await firstAnswer(`${studio.origin}/readyz`);
    startTimes.push(performance.now() - begun);
    startCpu.push(cpuSecondsOf(studio.pid));
    await studio.server.ready();
    await end(studio.server.process);
    begun = performance.now();
    const bare = await startProgram('bare-server.ts', [url]);
    await fetch(`${bare.origin}/`);
    limit.push(performance.now() - begun);
    limitCpu.push(cpuSecondsOf(bare.pid));
    await end(bare.child);
  }
  console.log('\nStart on a database that is there, and rest (limit: Fastify with pg and nothing else)');
  compare('first answer after', startTimes, limit, 'ms');
  compare('CPU until then', startCpu, limitCpu, 's');

  const studio = await startStudio(url);
  const bare = await startProgram('bare-server.ts', [url]);
  await fetch(`${studio.origin}/login`);
  await fetch(`${bare.origin}/`);
  await wait(IDLE_MS);
  const [held, bareHeld] = [memoryOf(studio.pid).now, memoryOf(bare.pid).now];
  printResult(
    'resident memory, idle',
    `${held.toFixed(0)} MiB`,
    `${bareHeld.toFixed(0)} MiB`,
    held / bareHeld,
    '–',
  );
  await end(studio.server.process);
  await end(bare.child);
}
