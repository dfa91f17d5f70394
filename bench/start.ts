import { setTimeout as wait } from 'node:timers/promises';
import {
  end,
  makeDatabase,
  median,
  memoryOf,
  ROUNDS,
  startProgram,
  startStudio,
  printResult,
} from './harness.ts';

const IDLE_MS = 5000;

/** From process start to the first response, beside a bare Fastify with pg; and idle memory. */
export async function benchStart(server: string): Promise<void> {
  const url = await makeDatabase(server, 'start');
  // The first start migrates.
  await end((await startStudio(url)).server.process);
  const [startTimes, limit]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    let begun = performance.now();
    const studio = await startStudio(url);
    await fetch(`${studio.origin}/readyz`);
    startTimes.push(performance.now() - begun);
    await end(studio.server.process);
    begun = performance.now();
    const bare = await startProgram('bare-server.ts', [url]);
    await fetch(`${bare.origin}/`);
    limit.push(performance.now() - begun);
    await end(bare.child);
  }
  console.log('\nStart on a database that is there, and rest (limit: Fastify with pg and nothing else)');
  const [value, least] = [median(startTimes), median(limit)];
  printResult('first answer after', `${value.toFixed(0)} ms`, `${least.toFixed(0)} ms`, value / least, '–');

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
