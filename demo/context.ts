import type { Actor, Ctx, SignedInCtx } from '#server/ctx/ctx.ts';
import type { Storage } from '#server/ctx/storage.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Recorder } from './recorder.ts';

/** Runs the product's verbs and steps at given instants. */
export interface DemoContext {
  readonly now: Temporal.Instant;
  readonly storage: Storage;
  readonly recorder: Recorder;
  readonly passwordHash: string;
  ctxAt(at: Temporal.Instant): Ctx;
  as(actor: Actor, at: Temporal.Instant): SignedInCtx;
  steps<T>(at: Temporal.Instant, work: (tx: Tx) => Promise<T>): Promise<T>;
}
