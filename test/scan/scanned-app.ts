import net from 'node:net';
import { sql } from 'kysely';
import pino from 'pino';
import { freePort } from '#server/lib/free-port.ts';
import { START, testApp, type TestApp } from '#test/api/app.ts';
import { makeAccessFixtures } from '#test/access/fixtures.ts';
import { requestsOf, type ScanRequest } from './requests.ts';

const RESET_MS = 50;

/** A studio that scanners reach at the addresses of its three fronts. */
export interface ScannedApp {
  readonly app: TestApp;
  readonly requests: readonly ScanRequest[];
  /** Messages of errors that it logged so far. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

/** Starts a studio with people of every role and what is theirs, without limits on how often they call. */
export async function startScannedApp(): Promise<ScannedApp> {
  const port = await freePort(4);
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const app = await testApp(START, { env: { PORT: String(port) }, sandbox: true, log });
  await app.http.listen({ host: '127.0.0.1', port });
  // The fronts differ by the address that a request names; here all of them are one server.
  const forwards = [1, 2].map((more) =>
    net
      .createServer((from) => {
        const to = net.connect(port, '127.0.0.1');
        for (const [one, other] of [
          [from, to],
          [to, from],
        ] as const)
          one.on('error', () => other.destroy()).pipe(other);
      })
      .listen(port + more, '127.0.0.1'),
  );
  const reset = setInterval(
    () => void sql`delete from rate_counters`.execute(app.db).catch(() => {}),
    RESET_MS,
  );
  return {
    app,
    errors,
    requests: await requestsOf(app, await makeAccessFixtures(app)),
    async close() {
      clearInterval(reset);
      for (const forward of forwards) forward.close();
      await app.close();
    },
  };
}
