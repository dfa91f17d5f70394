import { describe, expect } from 'vitest';
import * as calls from '#shared/billing/contract-buying.ts';
import { checkPaypalOrder, createPaypalTopup } from '#shared/billing/contract-paypal.ts';
import { approve } from '#sandbox/paypal/commands.ts';
import { decideDispute, dispute } from '#sandbox/stripe/commands.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import type { TestPerson } from '#test/api/people.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { makeBookingApi } from '#test/rooms/booking.ts';
import { test as base } from '#test/rooms/buying.ts';
import { outageFixture, throughOutage } from '#test/rooms/outage.ts';
import { creditsOf, settle } from '#test/rooms/store.ts';
import { readCommand } from '../../scripts/commands/read-command.ts';
import { planRefund } from '../billing/refunding/plan-refund.ts';
import { refundPayment } from '../billing/refunding/refund-payment.ts';
import { newId } from '../lib/ids.ts';

/** Three credits with 23 % VAT. */
const TOTAL = '$291.51';

const test = base
  .extend('outage', { scope: 'file' }, outageFixture)
  .extend('options', { scope: 'file' }, throughOutage)
  /** Somebody who bought three credits, with the receipt. */
  .extend('paid', ({ app, buyer, pay }) => async (person?: TestPerson) => {
    const owner = person ?? (await buyer({ status: 'ondemand' }));
    const { body } = await app.call(calls.createTopup, { body: { amount: 3 } }, owner);
    await pay(body.url);
    await app.queues.drain();
    const rows = await app.db
      .selectFrom('billing_payments as y')
      .innerJoin('invoices as i', 'i.payment_id', 'y.id')
      .select(['y.id', 'y.provider_id', 'i.number'])
      .where('y.person_id', '=', owner.id)
      .orderBy('y.id', 'desc')
      .execute();
    const [payment] = rows;
    if (payment === undefined) throw new Error('nothing was paid');
    return { person: owner, ...payment };
  })
  /** Types a command and returns its lines, or the message it fails with. */
  .extend('send', { scope: 'file' }, ({ app }) => async (...typed: readonly string[]): Promise<string> => {
    const { command, args } = readCommand(typed);
    if (!('run' in command)) throw new Error('not a command of the studio');
    const at = { ctx: app.ctx(), target: '', settings: app.ctx().settings, queues: null };
    const lines = await command.run(at, args).catch((error: unknown) => [`! ${(error as Error).message}`]);
    return lines.join('\n');
  })
  /** The same, until all that follows is done. */
  .extend('type', { scope: 'file' }, ({ app, send }) => async (...typed: readonly string[]) => {
    const lines = await send(...typed);
    await settle(app);
    await app.queues.drain();
    return lines;
  })
  .extend(
    'spendSome',
    { scope: 'file' },
    ({ app, studio }) =>
      async (person: TestPerson, credits: number) => {
        const api = makeBookingApi(app, studio);
        const slots = await studio.slotsOf(await studio.makeMusician());
        for (const slot of slots.slice(0, credits)) {
          const { id } = await api.hold(person, [slot]);
          await api.confirm(person, id);
        }
      },
  )
  .extend('refundsAt', { scope: 'file' }, ({ stripe }) => async (payment: { provider_id: string }) => {
    const { data } = await stripe.refunds.list({ payment_intent: payment.provider_id });
    return data.map(({ amount }) => amount).toSorted((a, b) => a - b);
  })
  .extend('notesOf', { scope: 'file' }, ({ app }) => async ({ id }: { id: string }) => {
    const rows = await app.db
      .selectFrom('invoices')
      .select('total_cents')
      .where('payment_id', '=', id)
      .where('kind', '=', 'credit_note')
      .orderBy('number')
      .execute();
    return rows.map(({ total_cents }) => total_cents);
  });

describe('refunds make', () => {
  test('says what it would do, then does it once: money, credits, credit note', async ({
    app,
    paid,
    type,
    refundsAt,
    notesOf,
  }) => {
    const payment = await paid();
    const { person, number } = payment;
    const part = ['refunds', 'make', number, '--amount', '97.17'];
    const plan = [
      `$97.17 of ${number}, 3 credits, paid by ${person.email}.`,
      '$194.34 of it stays paid; 1 credit not spent yet is taken back.',
    ];
    expect(await type(...part)).toBe([...plan, 'Nothing was changed yet. With --yes it is.'].join('\n'));
    expect([await refundsAt(payment), await creditsOf(app, person.id)]).toEqual([[], { 'top-up': 3 }]);

    expect(await type(...part, '--yes')).toBe(
      [...plan, 'It is refunded.', 'The credit note is mailed while Talkback runs.'].join('\n'),
    );
    expect(await creditsOf(app, person.id)).toEqual({ 'top-up': 2 });
    expect(await type(...part, '--yes')).toBe(
      'This amount of the payment is refunded already. Nothing was done; with --again it is refunded once more.',
    );
    expect([await refundsAt(payment), await notesOf(payment)]).toEqual([[9717], [-9717]]);

    await type(...part, '--again', '--yes');
    expect([await refundsAt(payment), await creditsOf(app, person.id)]).toEqual([
      [9717, 9717],
      { 'top-up': 1 },
    ]);
    await type('refunds', 'make', number, '--yes');
    expect(await creditsOf(app, person.id)).toEqual({ 'top-up': 0 });
    expect(await notesOf(payment)).toEqual([-9717, -9717, -9717]);
    const wholly = 'This payment is refunded wholly already. Nothing was done.';
    expect(await type('refunds', 'make', number, '--yes')).toBe(wholly);
    expect(await type('refunds', 'make', person.email, '--yes')).toBe(wholly);
    expect(await refundsAt(payment)).toEqual([9717, 9717, 9717]);
    const once = ['refund.begun', 'refund.made'];
    const entries = await auditOf(app.db, 'payment', payment.id);
    expect(entries.map(({ what }) => what)).toEqual([...once, ...once, ...once]);
    expect(entries.slice(0, 2)).toMatchObject([
      { person_id: person.id, after: { refund_cents: 9717, credits_taken_back: 1 } },
      { person_id: person.id, after: { refund_cents: 9717, provider_refund: expect.stringMatching(/^re_/) } },
    ]);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  test('a payment is found by its id here, at the provider, and by its person, if it is the only one', async ({
    paid,
    type,
  }) => {
    const payment = await paid();
    for (const find of [payment.id, payment.provider_id, payment.person.email.toUpperCase()])
      expect(await type('refunds', 'make', find)).toContain(`${TOTAL} of ${payment.number}, 3 credits`);
    const second = await paid(payment.person);
    const which = await type('refunds', 'make', payment.person.email, '--yes');
    expect(which).toContain('! Which payment? Name its receipt or its id:');
    for (const { number, id } of [payment, second]) expect(which).toMatch(new RegExp(`${number}.*${id}`));
    for (const find of [newId(), 'TB-2001-000001', 'pi_none', 'nobody@test.test'])
      expect(await type('refunds', 'make', find)).toContain('! There is no such payment.');
  });

  test('spent credits stay spent, too much is refused, and so is what is no amount', async ({
    app,
    spendSome,
    paid,
    type,
  }) => {
    const payment = await paid();
    await spendSome(payment.person, 2);
    const make = (...more: string[]) => type('refunds', 'make', payment.number, ...more);
    expect(await make()).toContain('1 credit not spent yet is taken back.');
    expect(await make('--amount', '291.52', '--yes')).toContain('! That is more than what is left');
    for (const amount of ['0', '-1', '1.234', 'all'])
      await expect(make('--amount', amount).catch((error: unknown) => String(error))).resolves.toMatch(
        /amount|argument/i,
      );
    expect(await creditsOf(app, payment.person.id)).toEqual({ 'top-up': 1 });
  });

  test('a disputed payment is listed and not refunded; one that is won is as the provider says', async ({
    sandbox,
    app,
    paid,
    type,
    refundsAt,
  }) => {
    const payment = await paid();
    expect(await type('refunds', 'disputes')).toBe('No dispute is open.');
    const disputed = await dispute(sandbox.context, payment.provider_id);
    await settle(app);
    expect(await type('refunds', 'disputes')).toContain(`${payment.person.email}  3 credits  ${TOTAL}`);
    expect(await type('refunds', 'make', payment.number, '--yes')).toContain('! This payment is disputed');
    expect(await refundsAt(payment)).toEqual([]);
    await decideDispute(sandbox.context, disputed, true);
    await settle(app);
    expect(await type('refunds', 'disputes')).toBe('No dispute is open.');
    // The sandbox pays back nothing that was ever disputed.
    expect(await type('refunds', 'make', payment.number, '--yes')).toMatch(
      /^! The payment provider refuses: Charge .* has been charged back/,
    );
    expect((await auditOf(app.db, 'payment', payment.id)).map(({ what }) => what)).toEqual([
      'refund.begun',
      'refund.refused',
    ]);
    expect(await type('refunds', 'payments', payment.person.email)).toMatch(
      new RegExp(`^${payment.number} .* 3 credits  \\${TOTAL}  -  dispute won  ${payment.id}$`),
    );
  });

  test.for(['error', 'limited', 'dropped', 'lost'] as const)(
    'while the provider is away (%s) it says so, and the same again refunds once',
    async (how, { app, outage, paid, send, type, refundsAt }) => {
      const payment = await paid();
      const typed = ['refunds', 'make', payment.number, '--amount', '100', '--yes'];
      outage.fail(how);
      expect(await send(...typed)).toBe(
        '! The payment provider does not answer. Nothing was paid back; try again.',
      );
      // The two reads succeed, then the refund fails.
      outage.fail(how, 2);
      expect(await send(...typed)).toBe(
        '! The payment provider does not answer. Type the same again: it is refunded once.',
      );
      outage.end();
      await type(...typed);
      await type(...typed);
      expect([await refundsAt(payment), await creditsOf(app, payment.person.id)]).toEqual([
        [10_000],
        { 'top-up': 2 },
      ]);
    },
  );

  test('two at once, both planned before either, are one refund', async ({ app, paid, refundsAt }) => {
    const payment = await paid();
    const wanted = { find: payment.number, cents: 5000, again: false };
    const plans = await Promise.all([planRefund(app.ctx(), wanted), planRefund(app.ctx(), wanted)]);
    const made = await Promise.all(
      plans.map(async (plan) => (plan.ok ? refundPayment(app.ctx(), plan.value) : plan)),
    );
    expect(made.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await refundsAt(payment)).toEqual([5000]);
    await settle(app);
  });
});

test('a refunded membership goes on, and what of its credits is left goes', async ({
  app,
  buyer,
  press,
  pay,
  type,
}) => {
  const person = await buyer({ hadTrial: true });
  const { body } = await press(person, 'studio_5');
  await pay(body.url);
  await app.queues.drain();
  expect(await type('refunds', 'make', person.email, '--yes')).toContain(
    '5 credits not spent yet are taken back.',
  );
  const row = await app.db
    .selectFrom('memberships')
    .select('status')
    .where('person_id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect([row.status, (await creditsOf(app, person.id))['plan']]).toEqual(['subscriber', 0]);
});

describe('a payment through PayPal', () => {
  const paypalTest = test.extend('paypalPaid', async ({ app, sandbox, buyer }) => {
    const price_id = 'top-up:credit:7900';
    await app.db
      .insertInto('billing_prices')
      .values({
        provider: 'paypal',
        mode: 'sandbox',
        price_id,
        product_id: price_id,
        kind: 'top-up',
        offer_id: 'credit',
        name: 'Credit',
        unit_cents: 7900,
        credits: 1,
        made_at: app.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const person = await buyer({ status: 'ondemand' });
    await app.call(createPaypalTopup, { body: { amount: 3 } }, person);
    const { provider_id } = await app.db
      .selectFrom('billing_checkouts')
      .select('provider_id')
      .where('person_id', '=', person.id)
      .executeTakeFirstOrThrow();
    const orderId = provider_id ?? '';
    if (sandbox.paypal === null) throw new Error('the sandbox has no PayPal');
    await approve(sandbox.paypal.context, orderId);
    await app.call(checkPaypalOrder, { body: { orderId } }, person);
    const { id } = await app.db
      .selectFrom('billing_payments')
      .select('id')
      .where('person_id', '=', person.id)
      .executeTakeFirstOrThrow();
    return { person, id };
  });

  paypalTest('is refunded in part, once, then wholly', async ({ app, paypalPaid, type }) => {
    const { person, id } = paypalPaid;
    const make = (...more: string[]) => type('refunds', 'make', person.email, ...more);
    expect(await make('--amount', '97.17')).toContain(`$97.17 of ${id}, 3 credits, paid by ${person.email}.`);
    expect(await make('--amount', '97.17', '--yes')).toContain('It is refunded.');
    expect(await creditsOf(app, person.id)).toEqual({ 'top-up': 2 });
    expect(await make('--amount', '97.17', '--yes')).toContain('is refunded already. Nothing was done');
    expect(await make('--yes')).toContain('$194.34 of');
    expect(await creditsOf(app, person.id)).toEqual({ 'top-up': 0 });
    expect(await make('--yes')).toBe('This payment is refunded wholly already. Nothing was done.');
  });
});

test('payments of nobody, and of somebody who has paid nothing', async ({ buyer, type }) => {
  expect(await type('refunds', 'payments', 'nobody@test.test')).toBe(
    '! Nobody has an account with this e-mail.',
  );
  expect(await type('refunds', 'payments', (await buyer()).email)).toBe('Nothing was paid yet.');
});

test('who cancelled and why, newest first, and how often each reason was given', async ({
  app,
  buyer,
  type,
}) => {
  expect(await type('people', 'cancellations')).toBe('Nobody has cancelled.');
  const rows = [
    ['2026-03-01T00:00:00Z', 'price', '', null],
    ['2026-03-02T00:00:00Z', 'break', 'Back in\nspring.', '2026-03-05T00:00:00Z'],
    ['2026-03-03T00:00:00Z', 'price', '', null],
  ] as const;
  const emails: string[] = [];
  for (const [requested_at, reason, comments, taken_back_at] of rows) {
    const person = await buyer();
    emails.push(person.email);
    await app.db
      .insertInto('billing_cancellations')
      .values({
        id: newId(),
        person_id: person.id,
        reason,
        comments,
        requested_at: Temporal.Instant.from(requested_at),
        ends_at: Temporal.Instant.from('2026-04-01T00:00:00Z'),
        taken_back_at: taken_back_at === null ? null : Temporal.Instant.from(taken_back_at),
      })
      .execute();
  }
  const lines = (await type('people', 'cancellations')).split('\n');
  expect(lines.map((line) => line.replaceAll(/ {2,}/g, ' | '))).toEqual([
    `2026-03-03 | ${emails[2]} | ends 2026-04-01 | price`,
    `2026-03-02 | ${emails[1]} | taken back 2026-03-05 | break | Back in spring.`,
    `2026-03-01 | ${emails[0]} | ends 2026-04-01 | price`,
    '',
    '2 | price',
    '1 | break',
  ]);
  expect((await type('people', 'cancellations', '--since', '2026-03-03')).split('\n')).toHaveLength(3);
});
