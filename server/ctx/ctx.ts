import type { Writable } from 'node:stream';
import type { Front } from '#shared/lib/wire.ts';
import type { Role } from '#shared/lib/endpoint.ts';
import type { Flags } from '#shared/content/rules.ts';
import type { Database } from '../db/database.ts';
import type { IdempotencyKey, Tx } from '../db/transaction.ts';
import type { EventName, EventPayloads } from './event-payloads.ts';
import type { Payments } from './payments.ts';
import type { Storage } from './storage.ts';
import type { Settings } from '../lib/settings.ts';
import type { Log } from '../lib/log.ts';

/** Who calls. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
  readonly zone: string;
}

/** An event, declared by its room. */
export interface EventKind<N extends EventName> {
  readonly event: N;
}

/** A room's handler of an event; runs once per event, in a transaction of its own. */
export interface Handler<N extends EventName = EventName> {
  readonly on: EventKind<N>;
  readonly name: string;
  handle(tx: Tx, payload: EventPayloads[N] & { readonly event_id: string }, ctx: Ctx): Promise<void>;
}

/** Work outside any request: scheduled (cron, UTC) or enqueued. Must be idempotent. */
export interface Job<P extends object = object> {
  readonly name: string;
  readonly cron?: string;
  /** Retries, at most 10 minutes apart; 8 by default. */
  readonly retries?: number;
  /** How many run at once in each process; 1 by default. */
  readonly parallel?: number;
  /** Several are fetched at once and run one after the other, seldom while there are requests; so are handlers. */
  readonly givesWay?: true;
  /** Only one waits for each `dedupeKey`, however long; another may run meanwhile. */
  readonly waitsOnce?: true;
  run(ctx: Ctx, payload: P): Promise<void>;
}

/**
 * Enqueues events and jobs in the caller's transaction. Another job with the same `dedupeKey` is dropped within a
 * minute, or as `waitsOnce` says.
 */
export interface Events {
  emit<N extends EventName>(tx: Tx, kind: EventKind<N>, payload: EventPayloads[N]): Promise<void>;
  enqueue<P extends object>(
    tx: Tx,
    job: Job<P>,
    payload: NoInfer<P>,
    startAfter?: Temporal.Instant,
    dedupeKey?: string,
  ): Promise<void>;
  /** Enqueues what a job of some queue was to do once more; false for a queue that this release does not have. */
  requeue(tx: Tx, queue: string, payload: object, key: string | null): Promise<boolean>;
}

/** The reader of a live stream and their login session. */
export interface Reader {
  readonly personId: string;
  /** The hash of the login session's token. */
  readonly login: Buffer;
  /** May book, and so receives changes of slots. */
  readonly books: boolean;
  /** Is first told of changes just before the stream. */
  readonly recalls?: boolean;
}

/** Opens streams of live updates. */
export interface Live {
  /** Sends a reader server-sent events until their login session is over. */
  open(reader: Reader, out: Writable): void;
}

/**
 * The context of every verb. `now` is read once when the call begins
 * (docs/decisions/0056-now-comes-from-the-context.md).
 */
export interface Ctx {
  readonly db: Database;
  readonly now: Temporal.Instant;
  /** null without a login. */
  readonly actor: Actor | null;
  readonly front: Front;
  /** The origin that the browser used, for links back to it. */
  readonly origin: string;
  readonly settings: Settings;
  readonly flags: Flags;
  readonly storage: Storage;
  readonly payments: Payments;
  readonly events: Events;
  /** Opens streams of live updates. */
  readonly live: Live;
  readonly log: Log;
  /** The request that this began with, also in the jobs that it caused. */
  readonly requestId?: string | undefined;
  /** Set by the binder when the call carries an Idempotency-Key. */
  readonly idempotencyKey?: IdempotencyKey | undefined;
}

/** The context of endpoints that need a login. */
export type SignedInCtx = Ctx & { readonly actor: Actor };

/** Declares an event of a room; its payload is in EventPayloads. */
export function eventKind<N extends EventName>(event: N): EventKind<N> {
  return { event };
}
