import type { Front } from '../../shared/lib/wire.ts';
import { freePort } from '../../server/lifecycle/free-port.ts';
import { startServer, type ServerProcess } from '../../server/lifecycle/testing.ts';

/** The built app as a child process, with the origins of its fronts. */
export interface Talkback extends ServerProcess {
  readonly origins: Readonly<Record<Front, string>>;
}

const TRIES = 5;

/**
 * Starts Talkback on a data folder, with embedded PostgreSQL and the demo studio, on three free ports, or again where it was:
 * `again` is the first of those.
 */
export async function startTalkback(dataDir: string, again?: number): Promise<Talkback> {
  for (let attempt = 1; ; attempt += 1) {
    const port = again ?? (await freePort());
    const server = startServer({ DATA_DIR: dataDir, PORT: String(port) });
    try {
      await server.ready();
      const origin = (at: number): string => `http://localhost:${port + at}`;
      return { ...server, origins: { studio: origin(0), partners: origin(1), operator: origin(2) } };
    } catch (error) {
      // Somebody else may have taken one of the next two in the meantime.
      if (attempt === TRIES || !server.output().includes('is taken by another program')) throw error;
    }
  }
}
