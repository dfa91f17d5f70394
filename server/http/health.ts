import type { FastifyInstance } from 'fastify';
import { pingDatabase, type Database } from '../db/database.ts';
import type { Storage } from '../ctx/storage.ts';

/** A response within 2 s, whatever is frozen. */
const TIMEOUT_MS = 1500;

/** Whether a check succeeds in time. */
async function succeedsInTime(check: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), TIMEOUT_MS);
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

/** Whether database and storage answer, each within 1.5 s. */
export async function isReady(deps: {
  readonly db: Database;
  readonly storage: Storage;
}): Promise<{ readonly database: boolean; readonly storage: boolean }> {
  const [database, storage] = await Promise.all([
    succeedsInTime(() => pingDatabase(deps.db)),
    succeedsInTime(() => deps.storage.ping()),
  ]);
  return { database, storage };
}

/** `/healthz`: the process is up. `/readyz`: database and storage respond; 503 names which does not. */
export function serveHealth(app: FastifyInstance, deps: { db: Database; storage: Storage }): void {
  const config = { http: { anyHost: true } } as const;
  app.get('/healthz', { config }, async () => ({ ok: true }));
  app.get('/readyz', { config }, async (_request, reply) => {
    const { database, storage } = await isReady(deps);
    const ready = database && storage;
    if (!ready) reply.code(503).header('retry-after', '2');
    return { ok: ready, database, storage };
  });
}
