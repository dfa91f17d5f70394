import type { Front } from '#shared/lib/wire.ts';
import { freePort } from '#server/lib/free-port.ts';
import { startServer, type ServerProcess } from '../api/server-process.ts';
import { PASSWORD } from '../made-demo.ts';
import { OUTSIDE_ENV } from '../rooms/outside.ts';

/** The built app as a child process, with the origins of its fronts. */
export interface Talkback extends ServerProcess {
  readonly origins: Readonly<Record<Front, string>>;
}

const TRIES = 5;

/** Starts Talkback with the demo on a data folder, on four free ports, or where and when it was running. */
export async function startTalkback(
  dataDir: string,
  was?: { readonly port: number; readonly offsetMs: number },
): Promise<Talkback> {
  for (let attempt = 1; ; attempt += 1) {
    const port = was?.port ?? (await freePort(4));
    const server = startServer(
      { DATA_DIR: dataDir, PORT: String(port), DEMO_PASSWORD: PASSWORD, ...OUTSIDE_ENV },
      { offsetMs: was?.offsetMs ?? 0 },
    );
    try {
      await server.ready();
      const origin = (at: number): string => `http://localhost:${port + at}`;
      return { ...server, origins: { studio: origin(0), partners: origin(1), operator: origin(2) } };
    } catch (error) {
      // One of the ports may be taken meanwhile.
      if (attempt === TRIES || !server.output().includes('is taken by another program')) throw error;
    }
  }
}
