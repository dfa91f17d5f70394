import { expect } from 'vitest';
import type { PayerKey } from '#sandbox/paypal/engine/payers.ts';
import { getBilling } from '#shared/billing/contract-area.ts';
import * as calls from '#shared/billing/contract-paypal.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import { test as base } from '#test/rooms/approving.ts';
import type { TestPerson } from '#test/api/people.ts';
import { creditsOf } from '#test/rooms/store.ts';

const test = base
  /** Somebody whose trial a payer has agreed to, beside everybody else's. */
  .extend('trialOf', { scope: 'file' }, ({ buyer, choose, agree }) => async (payer: PayerKey) => {
    const person = await buyer();
    await agree((await choose(person)).body.url, payer);
    return person;
  })
  .extend('shownPayer', { scope: 'file' }, ({ app }) => async (person: TestPerson) => {
    const { paypal } = (await app.call(getBilling, {}, person)).body;
    return paypal?.email;
  });

test.afterAll(async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});

test('a payer whose payment is declined pays nothing and ends no trial, even if they had one', async ({
  app,
  trialOf,
  priceOf,
  agree,
  standing,
  shownPayer,
}) => {
  await app.db.deleteFrom('billing_fingerprints').execute();
  await trialOf('declined');
  const ada = await trialOf('pays');
  const start = () =>
    app.call(calls.startPaypalSubscription, { body: { priceId: priceOf('studio_5') } }, ada);
  await agree((await start()).body.url, 'declined');
  expect(await standing(ada)).toMatchObject({ status: 'trial' });
  expect(await creditsOf(app, ada.id)).toEqual({ trial: 1 });
  expect(await shownPayer(ada)).toBe('anna@payer.test');
  // Who pays at once has no trial to lose.
  await trialOf('pays_too');
  await agree((await start()).body.url, 'pays_too');
  expect(await standing(ada)).toMatchObject({ status: 'subscriber' });
  expect(await shownPayer(ada)).toBe('ben@payer.test');
});

test('the return says that a payer had a trial before', async ({ app, trialOf, atPaypal, standing }) => {
  await app.db.deleteFrom('billing_fingerprints').execute();
  const first = await trialOf('pays');
  const second = await trialOf('pays');
  const check = async (person: TestPerson) => {
    const subscriptionId = (await atPaypal(person))[0]?.id ?? '';
    return (await app.call(calls.checkPaypalSubscription, { body: { subscriptionId } }, person)).body;
  };
  expect(await check(first)).toEqual({ active: true, status: 'trialing', trial_used: false });
  expect(await check(second)).toMatchObject({ active: false, trial_used: true });
  expect(await standing(second)).toMatchObject({ status: 'cancelled' });
});
