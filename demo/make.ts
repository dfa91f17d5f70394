import { Readable } from 'node:stream';
import { FLAG_DEFAULTS } from '../shared/content/rules.ts';
import { ok } from '../shared/lib/result.ts';
import { installDefaultCatalogue } from '../server/catalogue/steps.ts';
import type { Database } from '../server/db/database.ts';
import { transaction, type Tx } from '../server/db/transaction.ts';
import type { Actor, Ctx, SignedInCtx } from '../server/lib/ctx.ts';
import type { Log } from '../server/lib/log.ts';
import { hashPassword } from '../server/lib/passwords.ts';
import type { Storage } from '../server/lib/storage.ts';
import type { Settings } from '../server/settings.ts';
import { makeSessions } from './make-sessions.ts';
import { makeMusicians, makePeople } from './make-people.ts';
import * as queries from './queries.ts';

/** What the demo is made in. */
export interface DemoDeps {
  readonly db: Database;
  readonly now: Temporal.Instant;
  readonly storage: Storage;
  readonly settings: Settings;
  readonly log: Log;
  readonly progress: (line: string) => void;
}

/** The demo's hands: it does everything by the studio's own verbs and steps, at the instants it happened. */
export interface Maker {
  readonly now: Temporal.Instant;
  readonly storage: Storage;
  readonly passwordHash: string;
  ctxAt(at: Temporal.Instant): Ctx;
  as(actor: Actor, at: Temporal.Instant): SignedInCtx;
  steps<T>(at: Temporal.Instant, work: (tx: Tx) => Promise<T>): Promise<T>;
}

const PASSWORD = 'talkback';

/**
 * Makes the demo studio in an empty database (decisions 12); in one that has people it does nothing. A studio whose making was
 * interrupted is cleared and made again, so that none is ever half there.
 */
export function makeDemo(deps: DemoDeps): Promise<{ made: boolean }> {
  return queries.alone(deps.db, () => makeAlone(deps));
}

async function makeAlone(deps: DemoDeps): Promise<{ made: boolean }> {
  const { db, now, progress } = deps;
  // a half-made one that somebody has begun to use is theirs
  if (await queries.hasOthers(db)) return { made: false };
  if (await queries.isHalfMade(db)) await queries.clear(db, now);
  else if (await queries.hasPeople(db)) return { made: false };
  await queries.beginMaking(db);
  const maker = await makerFor(deps);
  await maker.steps(maker.now, installDefaultCatalogue);
  const people = await makePeople(maker);
  progress('Demo: musicians and their calendars …');
  const musicians = await makeMusicians(maker);
  progress('Demo: sessions, and the music that goes with them …');
  await makeSessions(maker, people, musicians);
  await queries.endMaking(db);
  return { made: true };
}

async function makerFor(deps: DemoDeps): Promise<Maker> {
  const { db, now, storage, settings, log } = deps;
  // Nothing that the demo does needs work afterwards: what listens to events looks for itself when the server runs.
  const events = { emit: async () => {}, enqueue: async () => {} };
  const ctxAt = (at: Temporal.Instant): Ctx => ({
    db,
    now: at,
    actor: null,
    front: 'studio',
    origin: settings.origins.studio.canonical,
    settings,
    flags: FLAG_DEFAULTS,
    storage,
    events,
    live: { open: () => Readable.from([]) },
    log,
  });
  return {
    now,
    storage,
    passwordHash: await hashPassword(PASSWORD),
    ctxAt,
    as: (actor, at) => ({ ...ctxAt(at), actor }),
    async steps(at, work) {
      const done = await transaction(ctxAt(at), async (tx) => ok(await work(tx)));
      return done.value;
    },
  };
}
