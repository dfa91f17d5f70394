import net from 'node:net';

/** A port of this machine that nobody listened on a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** The first of three ports in a row that are free: a server's fronts. */
export async function freeTriple(): Promise<number> {
  for (;;) {
    const first = await freePort();
    if (first < 65_533 && (await Promise.all([1, 2].map((next) => isFree(first + next)))).every(Boolean))
      return first;
  }
}

function isFree(at: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer().once('error', () => resolve(false));
    probe.listen(at, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
