import { randomInt } from 'node:crypto';
import net from 'node:net';

/** Below the ephemeral range: another program could take such a port before it is used. */
const [LOWEST, HIGHEST] = [10_000, 32_700];

/** The first of `length` consecutive ports that were free a moment ago. */
export async function freePort(length = 1): Promise<number> {
  for (;;) {
    const first = randomInt(LOWEST, HIGHEST);
    const row = Array.from({ length }, (_, next) => isFree(first + next));
    if ((await Promise.all(row)).every(Boolean)) return first;
  }
}

function isFree(at: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer().once('error', () => resolve(false));
    probe.listen(at, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
