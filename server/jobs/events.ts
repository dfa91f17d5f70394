import { fromKysely, PgBoss } from 'pg-boss';
import { connectionTo, type DatabaseTarget } from '../db/database.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import { ok } from '../../shared/lib/result.ts';
import type { Ctx } from './ctx.ts';
import { newId } from './ids.ts';
import type { Log } from './log.ts';
import { DEAD, RETRIES, startWorkers } from './workers.ts';

/** Something that happened, declared by the room it happens in. The payload holds ids, not copies. */
export interface EventKind<P extends object> {
  readonly event: string;
  readonly payload?: P;
}

/** What a room does about an event, in a transaction of its own and once for each event. */
export interface Handler<P extends object = object> {
  readonly on: EventKind<P>;
  readonly name: string;
  handle(tx: Tx, payload: P & { readonly event_id: string }, ctx: Ctx): Promise<void>;
}

/** Work that runs by itself, outside any request: on a schedule (cron, UTC) or when enqueued. Must be idempotent. */
export interface Job<P extends object = object> {
  readonly name: string;
  readonly cron?: string;
  /** How often it is tried again, at most 10 minutes apart; unless told 8 times, within some minutes. */
  readonly retries?: number;
  run(ctx: Ctx, payload: P): Promise<void>;
}

/**
 * How verbs hand work on: both enqueue in the caller's transaction, so that nothing is lost and nothing leaks. What is enqueued
 * with the same `onceAMinute` again in a minute is dropped.
 */
export interface Events {
  emit<P extends object>(tx: Tx, kind: EventKind<P>, payload: P): Promise<void>;
  enqueue<P extends object>(
    tx: Tx,
    job: Job<P>,
    payload: P,
    startAfter?: Temporal.Instant,
    onceAMinute?: string,
  ): Promise<void>;
}

/** The queues at work. */
export interface Queues extends Events {
  /** Runs what is due until nothing is, of all queues or some; for who does not poll. Answers how many ran. */
  drain(only?: (queue: string) => boolean): Promise<number>;
  stop(): Promise<void>;
}

interface QueueOptions {
  target: DatabaseTarget;
  log: Log;
  handlers: readonly Handler[];
  jobs: readonly Job[];
  /** A fresh ctx for each run, with nobody signed in. */
  ctx: () => Ctx;
  /** `work` polls and keeps schedules; `manual` waits for drain(). */
  mode: 'work' | 'manual';
}

/** The queues that have something, due or later. */
const WAITING = `select distinct name from jobs.job where state < 'active'`;

/** Declares an event of a room. */
export function eventKind<P extends object>(event: string): EventKind<P> {
  return { event };
}

/** Makes the queues for all handlers and jobs and, in mode `work`, starts to serve them. */
export async function startQueues(options: QueueOptions): Promise<Queues> {
  const { log, handlers, jobs, mode } = options;
  const boss = new PgBoss({
    ...connectionTo(options.target),
    schema: 'jobs',
    max: 3,
    application_name: 'talkback jobs',
    schedule: mode === 'work',
    supervise: mode === 'work',
    useListenNotify: mode === 'work',
    // Jobs that wait for others: we have none.
    flowIntervalSeconds: 3600,
    persistWarnings: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'queue error'));
  await boss.start();

  const work = new Map<string, (payload: object) => Promise<void>>();
  for (const handler of handlers)
    work.set(queueOf(handler), (payload) => once(handler, payload, options.ctx()));
  for (const job of jobs) work.set(job.name, (payload) => job.run(options.ctx(), payload));

  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const retries = new Map(jobs.map((job) => [job.name, job.retries]));
  for (const name of [DEAD, ...work.keys()]) {
    const there = known.get(name);
    if (there !== undefined) {
      if (there.notify !== true) await boss.updateQueue(name, { notify: true });
    } else if (name === DEAD) await boss.createQueue(DEAD, { retentionSeconds: 30 * 86_400, notify: true });
    else {
      const retryLimit = retries.get(name) ?? RETRIES.retryLimit;
      const more = { deadLetter: DEAD, expireInSeconds: 900, notify: true };
      await boss.createQueue(name, { ...RETRIES, ...more, retryLimit });
    }
  }

  const perform = async (name: string, id: string, data: object): Promise<void> => {
    try {
      await work.get(name)?.(data);
    } catch (error) {
      log.error({ err: error, job: name, id }, 'job failed; it will be tried again');
      throw error;
    }
  };

  if (mode === 'work') {
    await startWorkers(boss, [DEAD, ...work.keys()], async (name, { id, data }) => {
      if (name === DEAD) log.error({ id, data }, 'job given up: dead letter');
      else await perform(name, id, data);
    });
    for (const job of jobs) {
      if (job.cron !== undefined) await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' });
    }
  }

  return {
    async emit(tx, kind, payload) {
      const event_id = newId();
      for (const handler of handlers) {
        if (handler.on.event !== kind.event) continue;
        await boss.send(queueOf(handler), { ...payload, event_id }, { db: fromKysely(tx) });
      }
    },
    async enqueue(tx, job, payload, startAfter, onceAMinute) {
      const when = startAfter === undefined ? {} : { startAfter: startAfter.toString() };
      const once = onceAMinute === undefined ? {} : { singletonKey: onceAMinute, singletonSeconds: 60 };
      await boss.send(job.name, payload, { db: fromKysely(tx), ...when, ...once });
    },
    async drain(only = () => true) {
      const queues = [...work.keys()].filter(only);
      let ran = 0;
      for (let more = true; more;) {
        more = false;
        // Most of them are empty: one look at all instead of one at each.
        const { rows } = await boss.getDb().executeSql(WAITING);
        const waiting = new Set((rows as { name: string }[]).map(({ name }) => name));
        for (const name of queues.filter((queue) => waiting.has(queue))) {
          for (const job of await boss.fetch<object>(name, { batchSize: 100 })) {
            await perform(name, job.id, job.data);
            await boss.complete(name, job.id);
            ran += 1;
            more = true;
          }
        }
      }
      return ran;
    },
    stop: () => boss.stop({ graceful: true, timeout: 8000, close: true }),
  };
}

const queueOf = (handler: Handler): string => `${handler.on.event}/${handler.name}`;

async function once(handler: Handler, payload: object, ctx: Ctx): Promise<void> {
  const told = payload as { readonly event_id: string };
  const { event_id } = told;
  await transaction(ctx, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('handled')
      .values({ event_id, handler: handler.name, at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) await handler.handle(tx, told, ctx);
    return ok(undefined);
  });
}
