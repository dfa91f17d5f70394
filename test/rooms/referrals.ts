import { ok } from '#shared/lib/result.ts';
import { transaction, type Db, type Tx } from '#server/db/transaction.ts';
import type { EventKind } from '#server/ctx/ctx.ts';
import type { EventName, EventPayloads } from '#server/ctx/event-payloads.ts';
import { newId, newToken } from '#server/lib/ids.ts';
import { acceptCode } from '#server/referrals/steps.ts';
import type { TestApp } from '../api/app.ts';
import type { PersonOptions, TestPerson } from '../api/people.ts';

/** An invitation of a test. */
export interface TestInvitation {
  readonly id: string;
  readonly code: string;
  readonly email: string;
}

/** Inserts an open invitation, sent at an instant, valid for 30 days. */
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

/** Signs up a new person with an invitation's code. */
export async function comeIn(api: TestApp, code: string, options: PersonOptions = {}): Promise<TestPerson> {
  const person = await api.people.make('client', options);
  const now = api.clock.now();
  const { value } = await inTx(api, (tx) =>
    acceptCode(tx, { code, personId: person.id, email: person.email, now }),
  );
  if (value !== 'accepted') throw new Error(`The code is ${value}`);
  return person;
}

/** Emits an event and runs all of its jobs. */
export async function raise<N extends EventName>(
  api: TestApp,
  kind: EventKind<N>,
  payload: EventPayloads[N],
): Promise<void> {
  await inTx(api, (tx) => api.ctx().events.emit(tx, kind, payload));
  await api.queues.drain();
}

/** Runs steps in a transaction of their own. */
export function inTx<T>({ db, clock }: TestApp, work: (tx: Tx) => Promise<T>) {
  return transaction({ db, now: clock.now() }, async (tx) => ok(await work(tx)));
}
