import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { setDelivery } from '#sandbox/stripe/commands.ts';
import { childEnv } from '#test/api/child.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import { test as base } from '#test/api/test.ts';
import { startDeadlyProxy } from '#test/rooms/deadly-proxy.ts';
import {
  beginPurchase,
  creditsOf,
  makeCustomer,
  openStore,
  paymentOf,
  payHosted,
  travel,
} from '#test/rooms/store.ts';
import { reconcile } from './jobs.ts';

const test = base
  .extend('options', { scope: 'file' }, { sandbox: true })
  .extend('store', { scope: 'file' }, ({ app, stripe }) => openStore(app, stripe))
  /** A membership, one more from another tab, and two credits: paid, and nothing of it heard of yet. */
  .extend('customer', async ({ app, sandbox, stripe, store }) => {
    await setDelivery(sandbox.context, { hold: true });
    const customer = await makeCustomer(app, stripe);
    const subscribe = () =>
      stripe.subscriptions.create({ customer: customer.id, items: [{ price: store.prices['studio-5'] }] });
    const first = await subscribe();
    await travel(app, stripe, customer.clock, 1);
    const second = await subscribe();
    const session = await beginPurchase(stripe, store, customer, { offer: 'credit', quantity: 2 });
    await payHosted(session);
    return { ...customer, first: first.id, second: second.id, topUp: await paymentOf(stripe, session) };
  })
  /** Runs a server that is killed when the provider has done a call, before it has answered; its exit. */
  .extend(
    'runAndKill',
    ({ app, sandbox, customer }) =>
      async (method: string, path: RegExp, after: number): Promise<NodeJS.Signals | null> => {
        let calls = 0;
        const isDeadly = (called: string, at: string): boolean => {
          if (called === method && path.test(at)) calls += 1;
          return calls > after;
        };
        let child: ChildProcess | null = null;
        const proxy = await startDeadlyProxy(sandbox.url, isDeadly, () => child?.kill('SIGKILL'));
        const args = [app.url, String(proxy.port), customer.id, app.clock.now().toString()];
        child = spawn(process.execPath, ['test/rooms/sync-process.ts', ...args], {
          env: childEnv({}),
          stdio: 'inherit',
        });
        const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
        proxy.close();
        return signal;
      },
  );

test.for([
  ['in the middle of reading', 'GET', /\/invoices$/, 0],
  ['when all is read and nothing stored', 'POST', /create_preview$/, 1],
  ['when all is stored and the second membership just cancelled', 'DELETE', /\/subscriptions\//, 0],
  ['when its refund is just made', 'POST', /\/refunds$/, 0],
  ['while what it did is read again', 'GET', /\/payment_intents$/, 1],
] as const)(
  'killed %s: after the next reconciliation one grant, one refund, one receipt',
  async ([, method, path, after], { app, stripe, customer, runAndKill }) => {
    expect(await runAndKill(method, path, after)).toBe('SIGKILL');
    expect(await brokenInvariants(app.db)).toEqual([]);
    await reconcile.run(app.ctx(), {});
    await app.queues.drain((queue) => queue.startsWith('billing.'));

    expect(await creditsOf(app, customer.person.id)).toEqual({ plan: 5, 'top-up': 2 });
    const payments = await app.db
      .selectFrom('billing_payments')
      .select(['provider_id', 'subscription_id'])
      .where('person_id', '=', customer.person.id)
      .execute();
    expect(payments).toHaveLength(3);
    expect((await stripe.subscriptions.retrieve(customer.first)).status).toBe('active');
    expect((await stripe.subscriptions.retrieve(customer.second)).status).toBe('canceled');
    for (const { provider_id, subscription_id } of payments) {
      const refunds = await stripe.refunds.list({ payment_intent: provider_id });
      expect(refunds.data).toHaveLength(subscription_id === customer.second ? 1 : 0);
    }
    const receipts = await app.db
      .selectFrom('invoices')
      .select(['kind'])
      .where('person_id', '=', customer.person.id)
      .orderBy('kind')
      .execute();
    expect(receipts.map(({ kind }) => kind)).toEqual(['credit_note', 'invoice', 'invoice', 'invoice']);
    expect(await brokenInvariants(app.db)).toEqual([]);
  },
);
