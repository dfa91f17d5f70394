import { describe, expect } from 'vitest';
import { approve, withWork } from '#sandbox/paypal/commands.ts';
import { nextDueOf, setClock } from '#sandbox/paypal/engine/time.ts';
import { getBilling } from '#shared/billing/contract-area.ts';
import * as calls from '#shared/billing/contract-paypal.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/rooms/approving.ts';
import { creditsOf, settle } from '#test/rooms/store.ts';

const test = base
  .extend(
    'downgrade',
    { scope: 'file' },
    ({ app, priceOf }) =>
      (person: TestPerson, offer: string) =>
        app.call(calls.downgradePaypalSubscription, { body: { priceId: priceOf(offer) } }, person),
  )
  /** Moves a person's time to an hour before what happens next. */
  .extend(
    'justBefore',
    { scope: 'file' },
    ({ paypal }) =>
      ({ id }: TestPerson) =>
        withWork(paypal.context, async (work) =>
          setClock(work, id, ((await nextDueOf(work, id)) ?? 0) - 3600),
        ),
  )
  /** Reads what PayPal says of a person's only subscription. */
  .extend('check', { scope: 'file' }, ({ app, atPaypal }) => async (person: TestPerson) => {
    const subscriptionId = (await atPaypal(person)).at(-1)?.id ?? '';
    return (await app.call(calls.checkPaypalSubscription, { body: { subscriptionId } }, person)).body;
  });

test.afterAll(async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
  expect(await app.db.selectFrom('billing_unknown').selectAll().execute()).toEqual([]);
});

describe('a downgrade that is approved late', () => {
  test('after the period has ended follows the next one', async ({
    app,
    member,
    downgrade,
    agree,
    pass,
    standing,
    atPaypal,
    check,
    justBefore,
  }) => {
    const ada = await member('studio_10');
    await justBefore(ada);
    const { body } = await downgrade(ada, 'studio_5');
    await pass(ada, 'next');
    await agree(body.url);
    expect(await standing(ada)).toMatchObject({ planName: 'Studio 10' });
    expect(await check(ada)).toMatchObject({ active: true });
    expect((await app.call(getBilling, {}, ada)).body.plan?.pending).toMatchObject({ name: 'Studio 5' });
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 10, rollover: 10 });
    await pass(ada, '1mo');
    expect(await standing(ada)).toMatchObject({ planName: 'Studio 5' });
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 5, rollover: 20 });
    expect((await atPaypal(ada))[0]?.cents.length).toBe(3);
  });

  test('after another one was asked for is the one that counts', async ({
    app,
    member,
    downgrade,
    pass,
    paypal,
    atPaypal,
    standing,
  }) => {
    const ada = await member('studio_10');
    await downgrade(ada, 'studio_5');
    await app.db
      .updateTable('billing_revisions')
      .set({ state: 'dropped' })
      .where('person_id', '=', ada.id)
      .execute();
    await approve(paypal.context, (await atPaypal(ada))[0]?.id ?? '');
    await settle(app);
    await pass(ada, '32d');
    expect(await standing(ada)).toMatchObject({ planName: 'Studio 5' });
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 5, rollover: 10 });
  });
});
