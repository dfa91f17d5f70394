import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** A server with what scanners are to find: a search made of SQL text, whose failures are 500. */
export async function startFaultyServer(
  db: Database,
): Promise<{ readonly origin: string; readonly close: () => void }> {
  const search = async (text: string): Promise<{ status: number; body: string }> => {
    try {
      const { rows } = await sql.raw(`select name from people where name like '${text}%'`).execute(db);
      return { status: 200, body: JSON.stringify(rows) };
    } catch (error) {
      return { status: 500, body: `PostgreSQL query failed: ${String(error)}` };
    }
  };
  const server = http.createServer((request, response) => {
    const text = new URL(request.url ?? '/', 'http://localhost').searchParams.get('q') ?? '';
    void search(text).then(({ status, body }) => response.writeHead(status).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}
