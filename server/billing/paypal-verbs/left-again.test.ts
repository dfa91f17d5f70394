import { describe, expect } from 'vitest';
import { cancelByPayer } from '#sandbox/paypal/commands.ts';
import * as leaving from '#shared/billing/contract-leaving.ts';
import * as calls from '#shared/billing/contract-paypal.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import type { TestPerson } from '#test/api/people.ts';
import { newId } from '#server/lib/ids.ts';
import { test as base } from '#test/rooms/approving.ts';
import { creditsOf, settle } from '#test/rooms/store.ts';

const test = base
  .extend(
    'cancel',
    { scope: 'file' },
    ({ app }) =>
      (person: TestPerson) =>
        app.call(leaving.cancelPaypalSubscription, { body: { reason: { value: 'break' } } }, person),
  )
  /** Reads what PayPal says of a person's only subscription. */
  .extend('check', { scope: 'file' }, ({ app, atPaypal }) => async (person: TestPerson) => {
    const subscriptionId = (await atPaypal(person)).at(-1)?.id ?? '';
    return (await app.call(calls.checkPaypalSubscription, { body: { subscriptionId } }, person)).body;
  });

test.afterAll(async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});

describe('a membership bought again before its end, and left again', () => {
  test('ends with the credits of the period that was paid', async ({
    app,
    member,
    cancel,
    choose,
    agree,
    pass,
    check,
    standing,
  }) => {
    const ada = await member();
    await cancel(ada);
    await agree((await choose(ada)).body.url);
    await cancel(ada);
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 5 });
    await pass(ada, '32d');
    await check(ada);
    expect(await standing(ada)).toMatchObject({ status: 'cancelled' });
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 0 });
  });
});

describe('a cancellation that never reached PayPal', () => {
  test('does not shorten a later one in the payer’s account', async ({
    app,
    member,
    pass,
    paypal,
    atPaypal,
    standing,
  }) => {
    const ada = await member();
    const [subscription] = await atPaypal(ada);
    const id = subscription?.id ?? '';
    const row = await app.db
      .selectFrom('billing_subscriptions')
      .select('period_end')
      .where('subscription_id', '=', id)
      .executeTakeFirstOrThrow();
    // As after a press that PayPal did not answer.
    await app.db
      .insertInto('billing_cancellations')
      .values({
        id: newId(),
        person_id: ada.id,
        provider: 'paypal',
        mode: 'sandbox',
        subscription_id: id,
        reason: 'break',
        comments: '',
        ends_at: row.period_end,
        requested_at: app.clock.now(),
      })
      .execute();
    await pass(ada, '35d');
    await cancelByPayer(paypal.context, id);
    await settle(app);
    expect(await standing(ada)).toMatchObject({ status: 'pending_cancellation' });
  });
});
