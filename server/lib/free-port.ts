import { randomInt } from 'node:crypto';
import net from 'node:net';

/**
 * Below the ephemeral range, where another program could take a port before it is used; above 10080, the last port that
 * fetch and browsers refuse.
 */
const [LOWEST, HIGHEST] = [10_100, 32_700];

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
