import { expect } from 'vitest';
import { extractText, getDocumentProxy } from 'unpdf';
import {
  cardExpires,
  invoiceIssued,
  membershipCancelled,
  membershipEnded,
  paymentFailed,
  trialEndsSoon,
  trialUsed,
} from '../../billing/events.ts';
import { newId } from '../../lib/ids.ts';
import type { EventKind } from '../../ctx/ctx.ts';
import type { EventName, EventPayloads } from '../../ctx/event-payloads.ts';
import { makeInvoice } from '#test/rooms/invoices.ts';
import { headerOf, type Received, test as base } from '#test/rooms/mails.ts';

const BILLING = 'https://studio.example/profile#billing';

const test = base
  .extend('options', { scope: 'file' }, ({ mailServer }) => ({
    env: { ...mailServer.env, STUDIO_URL: 'https://studio.example' },
  }))
  .extend('person', ({ app }) => app.people.make('client', { name: 'Clara Client', zone: 'Asia/Kolkata' }))
  /** Raises an event of a person, and returns the one mail that follows. */
  .extend(
    'mailOf',
    ({ app, studio, inbox, person }) =>
      async <N extends EventName>(
        kind: EventKind<N>,
        payload: EventPayloads[N],
      ): Promise<Received | undefined> => {
        await studio.inTx((tx) => app.queues.emit(tx, kind, payload));
        await app.queues.drain();
        const mails = inbox.take(person.email);
        expect(mails.length).toBeLessThan(2);
        return mails[0];
      },
  )
  /** Stores a subscription of a person. */
  .extend('subscribe', ({ app, person }) => async (more: object) => {
    const key = { provider: 'stripe', mode: 'test' } as const;
    const now = app.clock.now();
    await app.db
      .insertInto('billing_prices')
      .values({
        ...key,
        price_id: 'studio5',
        product_id: 'product',
        kind: 'plan',
        offer_id: 'studio-5',
        name: 'Studio 5',
        unit_cents: 19_900,
        credits: 5,
        tier: 2,
        is_annual: false,
        has_rollover: true,
        concurrency: 30,
        made_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const customer_id = `customer-${person.id}`;
    await app.db
      .insertInto('billing_customers')
      .values({ ...key, customer_id, person_id: person.id, created_at: now })
      .execute();
    await app.db
      .insertInto('billing_subscriptions')
      .values({
        ...key,
        subscription_id: person.id,
        customer_id,
        person_id: person.id,
        status: 'active',
        is_live: true,
        item_id: 'item',
        price_id: 'studio5',
        created_at: now,
        period_start: now,
        period_end: now.add({ hours: 72 }),
        cancel_at_period_end: false,
        synced_at: now,
        ...more,
      })
      .execute();
  });

/** A mail that HTML and text agree on, with one way on and none to switch it off. */
function expectMail(mail: Received | undefined, subject: string, link: string): string {
  expect(mail?.subject).toBe(subject);
  expect(mail?.text).toContain(`\n${link}\n`);
  expect(mail?.html).toContain(`href="${link}"`);
  expect(mail?.text).not.toContain('/unsubscribe');
  expect(mail && headerOf(mail, 'List-Unsubscribe')).toBeUndefined();
  return mail?.text ?? '';
}

test('a receipt has the amounts and the invoice as PDF', async ({ app, person, mailOf }) => {
  const id = await makeInvoice(app, person);
  const mail = await mailOf(invoiceIssued, { person_id: person.id, invoice_id: id });
  const text = expectMail(mail, 'Your receipt from Talkback: $244.77', BILLING);
  expect(text).toContain(
    'Invoice: TB-2026-000001\nFor: Studio 5\nNet: $199.00\nVAT 23%: $45.77\nTotal: $244.77\n',
  );
  const [file] = mail?.attachments ?? [];
  expect([file?.filename, file?.mimeType]).toEqual(['TB-2026-000001.pdf', 'application/pdf']);
  const pdf = await getDocumentProxy(new Uint8Array(file?.content as ArrayBuffer));
  expect((await extractText(pdf, { mergePages: true })).text).toContain('Total $244.77');
});

test.for([
  [1, false, 'Your payment failed', 'We will try again in the next days.'],
  [2, false, 'Your payment failed again', 'We tried once more'],
  [4, true, 'Last try: your membership is about to end', 'we will not try again by ourselves'],
] as const)('try %i that fails', async ([attempt, is_last, subject, words], { person, mailOf }) => {
  const mail = await mailOf(paymentFailed, { person_id: person.id, invoice_id: 'in_1', attempt, is_last });
  expect(expectMail(mail, subject, BILLING)).toContain(words);
});

test.for([1, 2])(
  "try %i that fails says when it is tried again, in the reader's zone",
  async (attempt, { person, mailOf }) => {
    const next_attempt_at = '2026-11-24T12:00:00Z';
    const failed = { person_id: person.id, invoice_id: 'in_1', attempt, is_last: false, next_attempt_at };
    const mail = await mailOf(paymentFailed, failed);
    expect(mail?.text).toContain('We will try again on Tue 24 Nov 26 at 17:30, ');
    expect(mail?.html).toContain('Tue 24 Nov 26 at 17:30, ');
  },
);

test.for([
  ['failed', 1],
  ['success', 0],
] as const)(
  'a membership that ends after its payment was %s',
  async ([last_payment_status, count], { app, person, mailOf, subscribe }) => {
    await subscribe({ status: 'canceled', is_live: false, ended_at: app.clock.now(), last_payment_status });
    const mail = await mailOf(membershipEnded, { person_id: person.id });
    expect(mail === undefined ? 0 : 1).toBe(count);
    if (count === 0) return;
    expectMail(mail, 'Your membership has ended', 'https://studio.example/profile?modal=plans#billing');
  },
);

test('who cancelled reads until when all stays, unless they came back', async ({ app, person, mailOf }) => {
  const now = app.clock.now();
  const ends_at = now.add({ hours: 240 });
  const row = { id: newId(), person_id: person.id, reason: 'break', comments: '', requested_at: now };
  await app.db
    .insertInto('billing_cancellations')
    .values({ ...row, ends_at })
    .execute();
  const told = () => mailOf(membershipCancelled, { person_id: person.id, ends_at: ends_at.toString() });
  const text = expectMail(await told(), 'Your membership ends on Tue 01 Dec 26', BILLING);
  expect(text).toContain('nothing more is charged');
  await app.db
    .updateTable('billing_cancellations')
    .set({ taken_back_at: now })
    .where('person_id', '=', person.id)
    .execute();
  expect(await told()).toBeUndefined();
});

test('whose subscription ends reads when, unless it goes on by now', async ({
  app,
  person,
  mailOf,
  subscribe,
}) => {
  const period_end = app.clock.now().add({ hours: 240 });
  await subscribe({ period_end, cancel_at_period_end: true });
  const told = () => mailOf(membershipCancelled, { person_id: person.id, ends_at: period_end.toString() });
  expectMail(await told(), 'Your membership ends on Tue 01 Dec 26', BILLING);
  const goesOn = { cancel_at_period_end: false };
  await app.db.updateTable('billing_subscriptions').set(goesOn).where('person_id', '=', person.id).execute();
  expect(await told()).toBeUndefined();
});

test('whose imported membership is used up reads so, while it is news', async ({
  app,
  clock,
  person,
  mailOf,
}) => {
  const next_billing_at = clock.now();
  await app.db
    .insertInto('memberships')
    .values({ person_id: person.id, status: 'wix-user', next_billing_at })
    .execute();
  const told = () => mailOf(membershipEnded, { person_id: person.id });
  const text = expectMail(
    await told(),
    'Your membership has ended',
    'https://studio.example/profile?modal=plans#billing',
  );
  expect(text).toContain('What you had paid for your membership is over');
  clock.add({ hours: 48 });
  expect(await told()).toBeUndefined();
});

test('a trial that was used already says that nothing was charged', async ({ person, mailOf }) => {
  const mail = await mailOf(trialUsed, { person_id: person.id });
  const text = expectMail(
    mail,
    'Your free trial could not begin',
    'https://studio.example/profile?modal=plans#billing',
  );
  expect(text).toContain('Nothing was charged');
});

test("a trial's end with a card, in the reader's zone, with what is charged", async ({
  app,
  person,
  mailOf,
  subscribe,
}) => {
  await subscribe({
    status: 'trialing',
    trial_end: app.clock.now().add({ hours: 72 }),
    next_net_cents: 19_900,
    next_vat_cents: 4577,
    next_total_cents: 24_477,
  });
  const mail = await mailOf(trialEndsSoon, { person_id: person.id });
  const text = expectMail(mail, 'Your trial ends on Tue 24 Nov 26', BILLING);
  expect(text).toContain('at 17:30, ');
  expect(text).toContain('we charge $244.77 to your card, and 5 credits come.');
});

test.for([
  ['that is charged next', {}, '2026-12-01T00:00:00Z', 1],
  ['that was replaced meanwhile', {}, '2026-11-01T00:00:00Z', 0],
  ['of a membership that ends', { cancel_at_period_end: true }, '2026-12-01T00:00:00Z', 0],
] as const)(
  'a card that expires soon, %s',
  async ([, change, expires_at, count], { app, person, mailOf, subscribe }) => {
    await subscribe(change);
    const card = { card_brand: 'visa', card_last4: '4242', card_exp_month: 11, card_exp_year: 2026 };
    await app.db.updateTable('billing_customers').set(card).where('person_id', '=', person.id).execute();
    const mail = await mailOf(cardExpires, { person_id: person.id, expires_at });
    expect(mail === undefined ? 0 : 1).toBe(count);
    if (count === 0) return;
    const text = expectMail(mail, 'Your card expires soon', BILLING);
    expect(text).toContain('expires at the end of 11/2026. Please enter a new one before then');
    expect(text).toContain('Card: ending in 4242\nExpires: 11/2026\n');
    expect(mail?.html).toContain('ending in 4242');
  },
);
