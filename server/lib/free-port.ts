import { randomInt } from 'node:crypto';
import net from 'node:net';

/** Ports that no system hands out for outgoing connections: of those one would be taken between the look and the use. */
const [LOWEST, HIGHEST] = [10_000, 32_700];

/** A port of this machine that nobody listened on a moment ago. */
export const freePort = (): Promise<number> => freeRow(1);

/** The first of three ports in a row that are free: a server's fronts. */
export const freeTriple = (): Promise<number> => freeRow(3);

async function freeRow(length: number): Promise<number> {
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
