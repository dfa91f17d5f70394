import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import type { Storage } from './storage.ts';

const PATIENCE_MS = 2000;

/** Whether a check comes through in time. */
async function comesThrough(check: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), PATIENCE_MS);
  });
  try {
    await Promise.race([check(), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** `/healthz`: the process is up. `/readyz`: database and storage answer; 503 with which of them does not. */
export function serveHealth(app: FastifyInstance, deps: { db: Database; storage: Storage }): void {
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const [database, storage] = await Promise.all([
      comesThrough(() => sql`select 1`.execute(deps.db)),
      comesThrough(() => deps.storage.ping()),
    ]);
    const ready = database && storage;
    if (!ready) reply.code(503).header('retry-after', '2');
    return { ok: ready, database, storage };
  });
}
