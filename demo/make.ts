import { FLAG_DEFAULTS } from '#shared/content/rules.ts';
import { ok } from '#shared/lib/result.ts';
import { installDefaultCatalogue } from '#server/catalogue/steps.ts';
import type { Database } from '#server/db/database.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Ctx } from '#server/ctx/ctx.ts';
import type { Log } from '#server/lib/log.ts';
import type { Payments } from '#server/ctx/payments.ts';
import type { Storage } from '#server/ctx/storage.ts';
import { replaceAvatar } from '#server/me/steps.ts';
import { sumFigures } from '#server/operator/figures/sum-days.ts';
import type { Settings } from '#server/lib/settings.ts';
import { makeContent } from './content.ts';
import type { DemoContext } from './context.ts';
import { makeSessions, orderMusic } from './make-sessions.ts';
import { makeOffers, makePay } from './make-pay.ts';
import { makeMusicians, makePeople } from './make-people.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { makeSamples, orderSamples } from './samples.ts';
import { drawPortraits } from './portraits.ts';
import * as queries from './queries.ts';

/** Dependencies of making the demo. */
export interface DemoDeps {
  readonly db: Database;
  readonly now: Temporal.Instant;
  readonly storage: Storage;
  readonly payments: Payments;
  readonly settings: Settings;
  readonly log: Log;
  /** Hash of the demo's password. */
  readonly passwordHash: string;
  readonly progress: (line: string) => void;
  /** What renders its music; by default a thread of its own. */
  readonly openRecorder?: () => Recorder;
}

/**
 * Makes the demo studio in an empty database (docs/operating.md#the-demo-studio). Clears and remakes an interrupted
 * one; does nothing where there are people.
 */
export function makeDemo(deps: DemoDeps): Promise<{ made: boolean }> {
  return queries.withDemoLock(deps.db, () => makeAlone(deps));
}

async function makeAlone(deps: DemoDeps): Promise<{ made: boolean }> {
  const { db, now, progress } = deps;
  // an interrupted demo that somebody has begun to use is kept
  if (await queries.hasOthers(db)) return { made: false };
  if (await queries.isInterrupted(db)) await queries.clear(db, now);
  else if (await queries.hasPeople(db)) return { made: false };
  await queries.beginMaking(db);
  const recorder = (deps.openRecorder ?? openRecorder)();
  try {
    await fill(createDemoContext(deps, recorder), progress);
  } finally {
    await recorder.close();
  }
  await queries.endMaking(db);
  return { made: true };
}

async function fill(demo: DemoContext, progress: DemoDeps['progress']): Promise<void> {
  orderSamples(demo);
  orderMusic(demo);
  await demo.steps(demo.now, installDefaultCatalogue);
  const people = await makePeople(demo);
  progress('Demo: musicians and their calendars …');
  const [musicians, portraits] = await Promise.all([makeMusicians(demo), drawPortraits()]);
  await demo.steps(demo.now, async (tx) => {
    for (const { id, name } of [...people.values(), ...musicians.values()]) {
      const portrait = portraits.get(name);
      if (portrait !== undefined) await replaceAvatar(tx, id, portrait, demo.now);
    }
  });
  progress('Demo: samples of what they play …');
  await makeSamples(demo, musicians);
  progress('Demo: sessions, and the music that goes with them …');
  await makeOffers(demo, musicians);
  await makeSessions(demo, people, musicians);
  await makePay(demo, musicians);
  await makeContent(demo);
  // The console's charts have what was made before their hourly job runs.
  await sumFigures.run(demo.ctxAt(demo.now), {});
}

function createDemoContext(deps: DemoDeps, recorder: Recorder): DemoContext {
  const { db, now, storage, payments, settings, log, passwordHash } = deps;
  // Events are dropped: their handlers' sweeps catch up when the server runs.
  const events = { emit: async () => {}, enqueue: async () => {}, requeue: async () => false };
  const ctxAt = (at: Temporal.Instant): Ctx => ({
    db,
    now: at,
    actor: null,
    front: 'studio',
    origin: settings.origins.studio.canonical,
    settings,
    flags: FLAG_DEFAULTS,
    storage,
    payments,
    events,
    live: { open: (_reader, out) => void out.end() },
    log,
  });
  return {
    now,
    storage,
    recorder,
    passwordHash,
    ctxAt,
    as: (actor, at) => ({ ...ctxAt(at), actor }),
    async steps(at, work) {
      const done = await transaction(ctxAt(at), async (tx) => ok(await work(tx)));
      return done.value;
    },
  };
}
