import type { Front } from '../../shared/lib/wire.ts';
import type { Role } from '../../shared/lib/endpoint.ts';
import type { Flags } from '../../shared/content/rules.ts';
import type { Database } from '../db/database.ts';
import type { OnceKey } from '../db/transaction.ts';
import type { Live } from '../notifications/live/start.ts';
import type { Storage } from './storage.ts';
import type { Settings } from '../settings.ts';
import type { Events } from './events.ts';
import type { Log } from './log.ts';

/** Who calls. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
  readonly zone: string;
}

/** What every verb gets first. `now` is read once when the call begins. */
export interface Ctx {
  readonly db: Database;
  readonly now: Temporal.Instant;
  /** null for calls that need no login. */
  readonly actor: Actor | null;
  readonly front: Front;
  /** The origin that the browser used, for links that go back to it. */
  readonly origin: string;
  readonly settings: Settings;
  readonly flags: Flags;
  readonly storage: Storage;
  readonly events: Events;
  /** Where streams of live updates are opened. */
  readonly live: Pick<Live, 'open'>;
  readonly log: Log;
  /** Set by the binder when the call carries an Idempotency-Key. */
  readonly once?: OnceKey | undefined;
}

/** A ctx whose person is known: what the binder hands to every endpoint that needs a login. */
export type SignedInCtx = Ctx & { readonly actor: Actor };
