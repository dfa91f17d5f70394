import fs from 'node:fs';
import path from 'node:path';
import { listSessions } from '#shared/sessions/contract.ts';
import { bookSessions, makeInside } from './inside.ts';
import {
  alternate,
  runConcurrently,
  end,
  scratch,
  startProgram,
  startStudio,
  printResult,
} from './harness.ts';
import { record, sendable } from './recorder.ts';

const SESSIONS = 20;
const CALLS = 600;
const WIDTH = 8;

/** `GET /api/sessions` of a client with 20 sessions, beside a bare Fastify route that sends the same queries. */
export async function benchSessions(server: string): Promise<void> {
  const inside = await makeInside(server, 'sessions');
  const { client } = await bookSessions(inside, SESSIONS);
  const headers = { host: 'localhost:4000', cookie: client.cookie };
  const statements = await record(() => inside.app.http.inject({ url: listSessions.path, headers }));
  // Without the lookup of the caller, which the bare route does not do.
  const queries = statements.filter(({ text }) => /from "?sessions"?|sessions_at/i.test(text));
  const file = path.join(scratch('sessions'), 'queries.json');
  fs.writeFileSync(
    file,
    JSON.stringify(queries.map(({ text, values }) => ({ text, values: values.map(sendable) }))),
  );

  const studio = await startStudio(inside.url);
  const bare = await startProgram('bare-server.ts', [inside.url, file]);
  const rate = async (url: string, cookie?: string): Promise<number> => {
    const calls = Array.from({ length: CALLS }, (_, n) => n);
    const seconds = await runConcurrently(WIDTH, calls, async () => {
      const answer = await fetch(url, cookie === undefined ? {} : { headers: { cookie } });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
    });
    return CALLS / seconds;
  };
  const middle = await alternate({
    ours: () => rate(studio.origin + listSessions.path, client.cookie),
    limit: () => rate(`${bare.origin}/`),
  });
  console.log(
    `\nGET /api/sessions, ${SESSIONS} sessions, ${WIDTH} at once (limit: bare Fastify, ${queries.length} same queries)`,
  );
  const [value, most] = [middle('ours'), middle('limit')];
  printResult('calls a second', `${value.toFixed(0)} /s`, `${most.toFixed(0)} /s`, value / most, '0.8');
  await end(bare.child);
  await end(studio.server.process);
  await inside.close();
}
