import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test as base } from 'vitest';
import * as buying from '#shared/billing/contract-buying.ts';
import { getPricingPlans } from '#shared/content/contract-documents.ts';
import { onThisMachine } from '../api/busy.ts';
import { signIn, type RetryingClient } from './retrying-client.ts';
import { KillableStudio } from './studio.ts';

const test = base
  .extend('studio', { scope: 'file' }, async ({}, { onCleanup }) => {
    const studio = await KillableStudio.start();
    onCleanup(() => studio.close());
    return studio;
  })
  .extend('priceId', { scope: 'file' }, async ({ studio }) => {
    const client = await signIn(studio.targets.studio, 'signup@demo.test');
    const { body } = await client.call(getPricingPlans, {});
    return body.plans.find(({ id }) => id === 'studio_5')?.priceId ?? '';
  })
  /** Objects at the provider that purchases have made. */
  .extend('made', { scope: 'file' }, ({ studio }) => async (kind: string): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from sandbox_stripe.objects
          where kind = ${kind} and data -> 'metadata' ->> 'checkout_id' is not null`.execute(studio.db);
    return rows[0]?.count ?? 0;
  })
  /** Kills the server after the provider's answer, before it is stored; returns the repeated call's answer. */
  .extend(
    'killBeforeCommit',
    { scope: 'file' },
    ({ studio, made }) =>
      async <T>(kind: string, call: () => Promise<T>): Promise<T> => {
        const before = await made(kind);
        return studio.db.connection().execute(async (holder) => {
          await sql`select pg_advisory_lock(1)`.execute(holder);
          await sql`create function wait_for_test() returns trigger language plpgsql as
            $$ begin perform pg_advisory_xact_lock(1); return new; end $$`.execute(studio.db);
          await sql`create trigger wait_for_test before update on billing_checkouts
            for each row execute function wait_for_test()`.execute(studio.db);
          const answer = call();
          const deadline = performance.now() + onThisMachine(30_000);
          try {
            while ((await made(kind)) === before) {
              if (performance.now() > deadline) throw new Error('the provider was never asked');
              await wait(5);
            }
            await studio.killServer();
          } finally {
            await sql`select pg_advisory_unlock(1)`.execute(holder);
            await sql`drop function wait_for_test() cascade`.execute(studio.db);
          }
          await studio.restart();
          return answer;
        });
      },
  );

const signedIn = ({ targets }: KillableStudio, email: string): Promise<RetryingClient> =>
  signIn(targets.studio, email);

describe('killed between the provider’s answer and ours', { timeout: 240_000 }, () => {
  test('a membership’s page: the repeat gets the same one', async ({
    studio,
    priceId,
    made,
    killBeforeCommit,
  }) => {
    const client = await signedIn(studio, 'signup@demo.test');
    const body = { priceId, country: 'DE' };
    const { status } = await killBeforeCommit('checkout.session', () =>
      client.call(buying.createSubscriptionCheckout, { body, key: 'membership' }),
    );
    expect([status, await made('checkout.session')]).toEqual([200, 1]);
  });

  test('a top-up: the same', async ({ studio, made, killBeforeCommit }) => {
    const client = await signedIn(studio, 'ondemand@demo.test');
    const before = await made('checkout.session');
    const { status } = await killBeforeCommit('checkout.session', () =>
      client.call(buying.createTopup, { body: { amount: 2, country: 'DE' }, key: 'top-up' }),
    );
    expect([status, await made('checkout.session')]).toEqual([200, before + 1]);
  });

  test('a membership by card: one subscription, one charge, one grant', async ({
    studio,
    priceId,
    made,
    killBeforeCommit,
  }) => {
    const client = await signedIn(studio, 'cancelled@demo.test');
    const before = await made('subscription');
    const body = { priceId, country: 'DE', paymentMethodId: 'pm_card_visa', withoutTrial: true };
    const { status, body: answer } = await killBeforeCommit('subscription', () =>
      client.call(buying.createSubscription, { body, key: 'card' }),
    );
    expect([status, answer.status, await made('subscription')]).toEqual([200, 'active', before + 1]);
    const payments = await studio.db
      .selectFrom('billing_payments as p')
      .innerJoin('people', 'people.id', 'p.person_id')
      .select(['p.id', 'p.kind', 'p.total_cents'])
      .where('people.email', '=', 'cancelled@demo.test')
      .execute();
    expect(payments).toMatchObject([{ kind: 'plan', total_cents: 24_477 }]);
    const lots = studio.db.selectFrom('credit_lots').select('amount');
    expect(await lots.where('payment_id', '=', payments[0]?.id ?? '').execute()).toEqual([{ amount: 5 }]);
  });
});
