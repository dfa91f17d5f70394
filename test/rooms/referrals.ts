import { ok } from '../../shared/lib/result.ts';
import { transaction, type Db, type Tx } from '../db/transaction.ts';
import type { EventKind } from '../lib/events.ts';
import { newId, newToken } from '../lib/ids.ts';
import { acceptCode } from '../referrals/steps.ts';
import type { TestApp } from './app.ts';
import type { PersonOptions, TestPerson } from './people.ts';

/** An invitation of a test. */
export interface TestInvitation {
  readonly id: string;
  readonly code: string;
  readonly email: string;
}

/** Writes an open invitation straight into the database, sent at an instant and good for 30 days. */
export async function makeInvitation(
  db: Db,
  { inviterId, at, email }: { inviterId: string; at: Temporal.Instant; email?: string },
): Promise<TestInvitation> {
  const id = newId();
  const made = { id, code: newToken(), email: email ?? `friend-${id}@test.test` };
  await db
    .insertInto('invitations')
    .values({
      ...made,
      inviter_id: inviterId,
      status: 'awaiting-to-accept',
      created_at: at,
      expires_at: at.add({ hours: 720 }),
    })
    .execute();
  return made;
}

/** Lets somebody new sign up with an invitation's code. */
export async function comeIn(api: TestApp, code: string, options: PersonOptions = {}): Promise<TestPerson> {
  const person = await api.people.make('client', options);
  const now = api.clock.now();
  const { value } = await inTx(api, (tx) =>
    acceptCode(tx, { code, personId: person.id, email: person.email, now }),
  );
  if (value !== 'accepted') throw new Error(`The code is ${value}`);
  return person;
}

/** Raises an event as a verb does, and lets everything that follows from it happen. */
export async function raise<P extends object>(api: TestApp, kind: EventKind<P>, payload: P): Promise<void> {
  await inTx(api, (tx) => api.app.ctx().events.emit(tx, kind, payload));
  await api.app.queues.drain();
}

/** Runs steps in a transaction of their own. */
export function inTx<T>({ db, clock }: TestApp, work: (tx: Tx) => Promise<T>) {
  return transaction({ db, now: clock.now() }, async (tx) => ok(await work(tx)));
}
