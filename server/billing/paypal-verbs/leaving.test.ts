import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { cancelByPayer, setFails } from '#sandbox/paypal/commands.ts';
import * as leaving from '#shared/billing/contract-leaving.ts';
import * as calls from '#shared/billing/contract-paypal.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import { test as base } from '#test/rooms/approving.ts';
import type { TestPerson } from '#test/api/people.ts';
import { creditsOf, endsTold, settle } from '#test/rooms/store.ts';

const test = base.extend(
  'cancel',
  { scope: 'file' },
  ({ app }) =>
    (
      person: TestPerson,
      endpoint:
        | typeof leaving.cancelPaypalSubscription
        | typeof leaving.cancelSubscription = leaving.cancelPaypalSubscription,
    ) =>
      app.call(
        endpoint as typeof leaving.cancelPaypalSubscription,
        { body: { reason: { value: 'break' } } },
        person,
      ),
);

test.afterAll(async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});

const withVat = (net: number): number => net + Math.round((net * 23) / 100);

describe('a cancellation', () => {
  test('ends it at PayPal at once; all stays until the end of what is paid', async ({
    app,
    member,
    cancel,
    pass,
    standing,
    atPaypal,
  }) => {
    const ada = await member();
    await pass(ada, '5d');
    const { nextBillingDate } = await standing(ada);
    const { body: said } = await app.call(leaving.getCancellation, {}, ada);
    expect(said).toMatchObject({ ends_at: nextBillingDate, credits: { plan: 5 } });
    const { body } = await cancel(ada);
    expect(body).toEqual({ status: 'pending_cancellation', ends_at: nextBillingDate });
    expect(await atPaypal(ada)).toMatchObject([{ status: 'CANCELLED' }]);
    expect(await standing(ada)).toMatchObject({ status: 'pending_cancellation', nextBillingDate: null });
    expect((await cancel(ada)).body).toEqual(body);
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 5 });
    // PayPal tells nothing of that instant, so it is looked at again then.
    const looks = await sql<{ at: Temporal.Instant }>`
      select start_after as at from jobs.job
      where name = 'billing.sync' and data ->> 'customer_id' = ${ada.id} and start_after >= ${body.ends_at}`.execute(
      app.db,
    );
    expect(looks.rows.map(({ at }) => at.toString())).toEqual([body.ends_at]);
    const resume = await app.call(leaving.renewSubscription, { body: { what: 'resume' } }, ada);
    expect(resume.problem.code).toBe('not_resumable');
    await pass(ada, '1mo');
    expect(
      (
        await app.call(
          calls.checkPaypalSubscription,
          { body: { subscriptionId: (await atPaypal(ada))[0]?.id ?? '' } },
          ada,
        )
      ).body,
    ).toEqual({ active: false, status: 'canceled', trial_used: false });
    expect(await standing(ada)).toMatchObject({ status: 'cancelled' });
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 0 });
    expect((await cancel(ada)).problem.code).toBe('no_membership');
    const rows = await app.db
      .selectFrom('billing_cancellations')
      .select('reason')
      .where('person_id', '=', ada.id)
      .execute();
    expect(rows).toEqual([{ reason: 'break' }]);
  });

  test('is the same by the call for every membership, and is refused for one by card', async ({
    member,
    cancel,
    buyer,
    press,
    pay,
    standing,
  }) => {
    const ada = await member();
    expect((await cancel(ada, leaving.cancelSubscription)).body).toMatchObject({
      status: 'pending_cancellation',
    });
    expect(await standing(ada)).toMatchObject({ status: 'pending_cancellation' });
    const bob = await buyer({ hadTrial: true });
    await pay((await press(bob)).body.url);
    expect((await cancel(bob)).problem.code).toBe('not_here');
    expect((await cancel(await buyer())).problem.code).toBe('no_membership');
  });

  test('of a trial: it lasts its days, and nothing is charged', async ({
    trialist,
    cancel,
    pass,
    standing,
    atPaypal,
    app,
  }) => {
    const ada = await trialist();
    const { body } = await cancel(ada);
    const [subscription] = await atPaypal(ada);
    expect(body.ends_at).toBe(subscription?.starts);
    expect(await standing(ada)).toMatchObject({ status: 'pending_cancellation', isTrial: true });
    await pass(ada, '15d');
    await app.call(calls.checkPaypalSubscription, { body: { subscriptionId: subscription?.id ?? '' } }, ada);
    expect(await standing(ada)).toMatchObject({ status: 'cancelled' });
    expect(await atPaypal(ada)).toMatchObject([{ cents: [] }]);
  });

  test('after a failed payment ends at once', async ({
    app,
    member,
    cancel,
    pass,
    paypal,
    atPaypal,
    standing,
  }) => {
    const ada = await member();
    const [subscription] = await atPaypal(ada);
    await setFails(paypal.context, subscription?.id ?? '', true);
    await pass(ada, '32d');
    expect(await standing(ada)).toMatchObject({ status: 'subscriber', lastPaymentStatus: 'failed' });
    expect((await app.call(leaving.getCancellation, {}, ada)).status).toBe(200);
    expect((await cancel(ada)).status).toBe(200);
    expect(await standing(ada)).toMatchObject({ status: 'cancelled' });
  });

  test('by the payer, in their account, is told by mail and known to the next press', async ({
    app,
    member,
    cancel,
    paypal,
    atPaypal,
    standing,
  }) => {
    const ada = await member();
    const { nextBillingDate } = await standing(ada);
    await cancelByPayer(paypal.context, (await atPaypal(ada))[0]?.id ?? '');
    await settle(app);
    expect(await endsTold(app, ada.id)).toEqual([nextBillingDate]);
    expect((await cancel(ada)).body).toEqual({ status: 'pending_cancellation', ends_at: nextBillingDate });
    expect(await standing(ada)).toMatchObject({ status: 'pending_cancellation' });
    expect(await endsTold(app, ada.id)).toHaveLength(1);
  });
});

describe('coming back before the end', () => {
  test('to the same plan costs nothing today and goes on from the end', async ({
    app,
    member,
    cancel,
    choose,
    agree,
    pass,
    standing,
    atPaypal,
    upgrade,
  }) => {
    const ada = await member();
    await pass(ada, '5d');
    const { ends_at } = (await cancel(ada)).body;
    await agree((await choose(ada)).body.url);
    expect(await standing(ada)).toMatchObject({ status: 'subscriber', nextBillingDate: ends_at });
    expect(await atPaypal(ada)).toMatchObject([
      { status: 'CANCELLED', cents: [withVat(19_900)] },
      { status: 'ACTIVE', starts: ends_at, cents: [] },
    ]);
    expect(await creditsOf(app, ada.id)).toEqual({ trial: 1, plan: 5 });
    // The period that is paid is worth something still.
    const page = await upgrade(ada, 'studio_10');
    expect(page.body.url).toContain('/paypal/approve/');
    await pass(ada, '1mo');
    expect((await atPaypal(ada))[1]?.cents).toEqual([withVat(19_900)]);
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 5, rollover: 5 });
  });

  test('to another plan begins it at once, with what is left as credit', async ({
    member,
    cancel,
    pass,
    preview,
    priceOf,
    choose,
    upgrade,
    agree,
    standing,
  }) => {
    const ada = await member();
    await pass(ada, '5d');
    await cancel(ada);
    const { body: said } = await preview(ada, priceOf('studio_10'));
    expect(said).toMatchObject({ kind: 'upgrade', provider: 'paypal' });
    expect((await choose(ada, 'studio_10')).body.url).toContain('/profile?modal=plans&offer=studio_10');
    await agree((await upgrade(ada, 'studio_10')).body.url);
    expect(await standing(ada)).toMatchObject({ status: 'subscriber', planName: 'Studio 10' });
  });

  test('to the same trial goes on with its days', async ({
    trialist,
    cancel,
    choose,
    agree,
    pass,
    standing,
    atPaypal,
  }) => {
    const ada = await trialist();
    const { ends_at } = (await cancel(ada)).body;
    await agree((await choose(ada)).body.url);
    expect(await standing(ada)).toMatchObject({ status: 'trial' });
    expect((await atPaypal(ada))[1]).toMatchObject({ status: 'ACTIVE', starts: ends_at });
    await pass(ada, '15d');
    expect(await standing(ada)).toMatchObject({ status: 'subscriber' });
  });

  test('after the end is a purchase as any other', async ({
    app,
    member,
    cancel,
    choose,
    agree,
    pass,
    standing,
    atPaypal,
  }) => {
    const ada = await member();
    await cancel(ada);
    await pass(ada, '32d');
    const subscriptionId = (await atPaypal(ada))[0]?.id ?? '';
    await app.call(calls.checkPaypalSubscription, { body: { subscriptionId } }, ada);
    await agree((await choose(ada)).body.url);
    await settle(app);
    expect(await standing(ada)).toMatchObject({ status: 'subscriber' });
    expect((await atPaypal(ada)).map(({ cents }) => cents)).toEqual([[withVat(19_900)], [withVat(19_900)]]);
  });
});
