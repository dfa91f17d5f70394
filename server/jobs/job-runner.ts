import { requestOf, transaction, type Tx } from '../db/transaction.ts';
import { ok } from '#shared/lib/result.ts';
import type { Ctx, Handler, Job } from '../ctx/ctx.ts';
import type { Log } from '../lib/log.ts';
import type { Observer } from '../lib/observer.ts';
import {
  activeSpan,
  failureOf,
  inSpan,
  traceFields,
  type SpanOptions,
  type Tracer,
} from '../lib/tracing/span.ts';
import { recordDeadLetter } from './dead-letters.ts';
import { DEAD_LETTER_QUEUE } from './workers.ts';

interface RunnerOptions {
  readonly log: Log;
  readonly handlers: readonly Handler[];
  readonly jobs: readonly Job[];
  readonly observer?: Observer | undefined;
  readonly tracer?: Tracer | undefined;
}

/** What a job knows of the request that caused it. */
interface Origin {
  readonly request_id?: string | undefined;
  /** The trace that it is part of. */
  readonly traceparent?: string | undefined;
}

/** What a job that a transaction causes is told of it. */
export function origin(tx: Tx): Origin {
  const request_id = requestOf(tx);
  const traceparent = activeSpan()?.traceparent;
  return {
    ...(request_id === undefined ? {} : { request_id }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/** Runs one job of a queue. */
export type RunJob = (queue: string, id: string, data: object) => Promise<void>;

/** Runs jobs by their queues: each in a span, logged with the request that caused it, handlers once an event. */
export function createJobRunner(
  { handlers, jobs, log, observer, tracer }: RunnerOptions,
  ctx: () => Ctx | Promise<Ctx>,
): RunJob {
  const runs = new Map<string, (payload: object, ctx: Ctx, id: string) => Promise<void>>();
  for (const handler of handlers)
    runs.set(queueOf(handler), (payload, own) => handleOnce(handler, payload, own));
  for (const job of jobs) runs.set(job.name, (payload, own) => job.run(own, payload));
  runs.set(DEAD_LETTER_QUEUE, async (data, { db, now }, id) => {
    log.error({ id, data }, 'job given up: dead letter');
    await recordDeadLetter(db, id, now);
  });
  return async (name, id, data) => {
    const { request_id: request, traceparent } = data as Origin;
    const begun = performance.now();
    const span = tracer?.begin(jobSpan(name), traceparent);
    const end = (failure?: string): void => {
      const seconds = (performance.now() - begun) / 1000;
      observer?.ended({ queue: name, seconds, failed: failure !== undefined });
      span?.end(failure);
    };
    const trace = traceFields(span);
    try {
      const own = log.child({ job: name, ...(request === undefined ? {} : { request }), ...trace });
      await inSpan(span, async () =>
        runs.get(name)?.(data, { ...(await ctx()), log: own, requestId: request }, id),
      );
      end();
    } catch (error) {
      end(failureOf(error));
      log.error({ err: error, job: name, id, request, ...trace }, 'job failed; it will be tried again');
      throw error;
    }
  };
}

const jobSpan = (queue: string): SpanOptions => ({
  name: `process ${queue}`,
  kind: 'consumer',
  attributes: {
    'messaging.system': 'pgboss',
    'messaging.operation.type': 'process',
    'messaging.destination.name': queue,
  },
});

/** The queue of a handler. */
export const queueOf = (handler: Handler): string => `${handler.on.event}/${handler.name}`;

async function handleOnce(handler: Handler, payload: object, ctx: Ctx): Promise<void> {
  const stored = payload as Parameters<Handler['handle']>[1];
  const { event_id } = stored;
  await transaction(ctx, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('handled')
      .values({ event_id, handler: handler.name, at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) await handler.handle(tx, stored, ctx);
    return ok(undefined);
  });
}
