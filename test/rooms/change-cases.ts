import type { Stripe } from 'stripe';
import * as calls from '#shared/billing/contract-changing.ts';
import { ok } from '#shared/lib/result.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { CustomerKey } from '#server/billing/intake/queries-sync.ts';
import { idOf } from '#server/billing/stripe/fetch-customer.ts';
import { ensureTaxRate } from '#server/billing/stripe/tax-rates.ts';
import { stripeAt } from '#server/billing/stripe/ask-stripe.ts';
import { syncCustomer } from '#server/billing/sync.ts';
import { writeDocument } from '#server/content/service.ts';
import { ledgerOf, writeLedger } from '#server/credits/steps.ts';
import { transaction } from '#server/db/transaction.ts';
import type { TestApp } from '../api/app.ts';
import type { TestPerson } from '../api/people.ts';
import { pick } from '../storm/random.ts';

/** Rates in basis points; some bring half cents. */
export const RATES = { PT: 2300, DE: 1900, HU: 2700, CH: 810, FR: 550, US: 0 } as const;
export const COUNTRIES = ['PT', 'DE', 'HU', 'CH', 'FR', 'US'] as const;
export const PLANS = ['studio_2', 'studio_5', 'studio_10', 'studio_24', 'studio_60', 'studio_120'] as const;

/** When members begin: ends of months, leap days, hours around changes of the clock in Europe and America. */
export const MOMENTS = [
  '2027-01-31T23:59:59Z',
  '2027-01-31T10:00:00Z',
  '2028-01-30T12:34:56Z',
  '2028-02-29T00:00:00Z',
  '2027-02-28T23:59:59Z',
  '2027-03-28T00:59:59Z',
  '2027-03-28T01:00:00Z',
  '2027-03-14T06:59:59Z',
  '2027-03-31T18:00:01Z',
  '2026-10-25T00:30:00Z',
  '2026-11-01T05:59:59Z',
  '2026-12-31T23:59:59Z',
  '2027-05-31T08:00:00Z',
  '2027-08-30T16:20:11Z',
] as const;

type Preview = ResponseOf<typeof calls.previewChange>;

/** What a dialog or an invoice says, in cents, and when the next payment comes. */
interface Said {
  readonly lines: readonly number[];
  readonly net: number;
  readonly vat: number;
  readonly total: number;
  readonly due: number;
  readonly balance: number;
  readonly renews: string;
}

export interface ChangeCase {
  readonly kind: string;
  readonly what: string;
  /** What makes it more than a plain one. */
  readonly has: readonly string[];
  readonly promised: Said;
  readonly billed: Said;
}

export interface Changer {
  /** One member who changes plans again and again. */
  play(random: () => number, changes: number): Promise<ChangeCase[]>;
}

export async function makeChanger(
  app: TestApp,
  stripe: Stripe,
  priceOf: (offer: string) => string,
): Promise<Changer> {
  await writeDocument(app.ctx(), 'vat', { rates: RATES, reverse_charge: false });
  return {
    async play(random, changes) {
      const member = await begin({ app, stripe, priceOf, random });
      const cases: ChangeCase[] = [];
      for (let nr = 0; nr < changes; nr += 1) cases.push(await member.change());
      return cases;
    },
  };
}

interface Stage {
  readonly app: TestApp;
  readonly stripe: Stripe;
  readonly priceOf: (offer: string) => string;
  readonly random: () => number;
}

/** A customer on a clock of their own who has just bought a plan, some with a coupon or a balance. */
async function begin(stage: Stage): Promise<Member> {
  const { app, stripe, priceOf, random } = stage;
  const at = stripeAt(app.ctx());
  if (at === null) throw new Error('no payments');
  const person = await app.people.make('client');
  const country = pick(random, COUNTRIES);
  const now = app.clock.now();
  await app.db
    .insertInto('billing_details')
    .values({ person_id: person.id, country, updated_at: now })
    .execute();
  const frozen_time = Date.parse(pick(random, MOMENTS)) / 1000;
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time });
  const customer = await stripe.customers.create({
    test_clock: clock.id,
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  });
  const key = { provider: 'stripe', mode: 'sandbox', customer_id: customer.id } as const;
  await app.db
    .insertInto('billing_customers')
    .values({ ...key, person_id: person.id, created_at: now })
    .execute();
  const rate = await ensureTaxRate(app.ctx(), at, { country, basis_points: RATES[country] });
  const coupon = random() < 0.4 ? await makeCoupon(stripe, random) : null;
  await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: priceOf(pick(random, PLANS)) }],
    ...(rate === null ? {} : { default_tax_rates: [rate] }),
    ...(coupon === null ? {} : { discounts: [{ coupon }] }),
  });
  const member = new Member(stage, { person, key, clock: clock.id, country, hasCoupon: coupon !== null });
  await member.sync();
  return member;
}

async function makeCoupon(stripe: Stripe, random: () => number): Promise<string> {
  const off = pick(random, [
    { percent_off: 10 },
    { percent_off: 33.3 },
    { amount_off: 1999, currency: 'usd' },
  ] as const);
  const lasting = pick(random, [
    { duration: 'once' },
    { duration: 'forever' },
    { duration: 'forever' },
    { duration: 'repeating', duration_in_months: 14 },
  ] as const);
  return (await stripe.coupons.create({ ...off, ...lasting })).id;
}

interface Membership {
  readonly person: TestPerson;
  readonly key: CustomerKey;
  readonly clock: string;
  readonly country: keyof typeof RATES;
  readonly hasCoupon: boolean;
}

class Member {
  readonly #stage: Stage;
  readonly #of: Membership;

  constructor(stage: Stage, of: Membership) {
    this.#stage = stage;
    this.#of = of;
  }

  sync(): Promise<void> {
    return syncCustomer(this.#stage.app.ctx(), this.#of.key);
  }

  /** One change after some time and other happenings: what its dialog promised and what was billed. */
  async change(): Promise<ChangeCase> {
    const { app, priceOf, random } = this.#stage;
    const { person } = this.#of;
    const has = await this.#live();
    const current = await this.#subscription();
    const others = PLANS.filter((plan) => priceOf(plan) !== current.items.data[0]?.price.id);
    const offer = pick(random, others);
    const priceId = priceOf(offer);
    const { status, body, problem } = await app.call(calls.previewChange, { query: { priceId } }, person);
    if (status !== 200) throw new Error(`no preview: ${JSON.stringify(problem)}`);
    const promised = promiseOf(body);
    const what = `${person.id} to ${offer} at ${body.at}`;
    if (body.kind === 'downgrade') {
      const planned = await app.call(calls.downgradeSubscription, { body: { priceId } }, person);
      if (planned.status !== 200) throw new Error(`no downgrade: ${JSON.stringify(planned.problem)}`);
      const { current_period_end: end = 0 } = current.items.data[0] ?? {};
      await this.#travelTo(end + 7200);
      await this.sync();
      // What is due is due then; the dialog speaks of today.
      return {
        kind: body.kind,
        what,
        has,
        promised,
        billed: { ...(await this.#billed()), due: 0, balance: 0 },
      };
    }
    const { at, due_today_cents, balance_cents } = body;
    const pressed = { priceId, at, due_today_cents, balance_cents };
    const changed = await app.call(calls.changeSubscription, { body: pressed }, person);
    if (changed.status !== 200) throw new Error(`no change: ${JSON.stringify(changed.problem)}`);
    return { kind: body.kind, what, has, promised, billed: await this.#billed() };
  }

  /** Time passes; credits are spent, a part is paid back, a balance is given. */
  async #live(): Promise<string[]> {
    const { app, stripe, random } = this.#stage;
    const { customer_id: customer } = this.#of.key;
    const [item] = (await this.#subscription()).items.data;
    const { current_period_start: start = 0, current_period_end: end = 0 } = item ?? {};
    const { frozen_time: now } = await stripe.testHelpers.testClocks.retrieve(this.#of.clock);
    const has: string[] = this.#of.country === 'US' ? [] : ['vat'];
    if (this.#of.hasCoupon) has.push('discount');
    const moment = pick(random, ['now', 'within', 'within', 'within', 'late', 'renewed'] as const);
    const within = start + Math.floor((end - start) * random());
    if (moment === 'within') await this.#travelTo(Math.max(now, within));
    if (moment === 'late') await this.#travelTo(Math.max(now, end - 1));
    const hasPassed = moment === 'renewed' && end - start < 40 * DAY;
    if (hasPassed) await this.#travelTo(end + 7200);
    if (random() < 0.15) {
      has.push('refund');
      const [last] = (await stripe.paymentIntents.list({ customer, limit: 1 })).data;
      if (last !== undefined && last.status === 'succeeded') await payBack(stripe, last, random);
    }
    if (random() < 0.1) {
      has.push('balance');
      const amount = Math.floor((random() - 0.7) * 30_000);
      await stripe.customers.createBalanceTransaction(customer, { amount, currency: 'usd' });
    }
    if (hasPassed || has.includes('refund')) await this.sync();
    if (random() < 0.5 && (await spendSome(app, this.#of.person.id, random))) has.push('spent');
    return has;
  }

  async #subscription(): Promise<Stripe.Subscription> {
    const { data } = await this.#stage.stripe.subscriptions.list({ customer: this.#of.key.customer_id });
    const [only] = data;
    if (only === undefined || data.length > 1) throw new Error('not one subscription');
    return only;
  }

  async #travelTo(target: number): Promise<void> {
    const { app, stripe } = this.#stage;
    const { testClocks } = stripe.testHelpers;
    let { frozen_time: now } = await testClocks.retrieve(this.#of.clock);
    // One advance may be two periods long at most.
    const step =
      (await this.#subscription()).items.data[0]?.price.recurring?.interval === 'year' ? 366 * DAY : 28 * DAY;
    while (now < target) {
      now = Math.min(target, now + step);
      await testClocks.advance(this.#of.clock, { frozen_time: now });
      do await app.sandbox?.settled(this.#of.key.customer_id);
      while ((await testClocks.retrieve(this.#of.clock)).status !== 'ready');
    }
  }

  /** What the newest invoice says, and what the provider keeps as balance. */
  async #billed(): Promise<Said> {
    const { stripe } = this.#stage;
    const { customer_id: customer } = this.#of.key;
    const [invoice] = (await stripe.invoices.list({ customer, limit: 1 })).data;
    if (invoice === undefined || invoice.status !== 'paid') throw new Error(`not paid: ${invoice?.id}`);
    const [item] = (await this.#subscription()).items.data;
    const vat = sum((invoice.total_taxes ?? []).map(({ amount }) => amount));
    const discount = sum((invoice.total_discount_amounts ?? []).map(({ amount }) => amount));
    const { balance } = (await stripe.customers.retrieve(customer)) as Stripe.Customer;
    return {
      lines: [...invoice.lines.data.map(({ amount }) => amount), -discount].filter((cents) => cents !== 0),
      net: invoice.total - vat,
      vat,
      total: invoice.total,
      due: invoice.amount_paid,
      balance: Math.max(0, -balance),
      renews: instant(item?.current_period_end ?? 0),
    };
  }
}

const DAY = 86_400;
const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0);
const instant = (seconds: number): string =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString();

function promiseOf({ breakdown, due_today_cents, balance_cents, renews_at }: Preview): Said {
  return {
    lines: breakdown.lines.map(({ cents }) => cents),
    net: breakdown.net_cents,
    vat: breakdown.vat_cents,
    total: breakdown.total_cents,
    due: due_today_cents,
    balance: balance_cents,
    renews: renews_at,
  };
}

async function payBack(
  stripe: Stripe,
  { id, latest_charge, amount }: Stripe.PaymentIntent,
  random: () => number,
): Promise<void> {
  const charge = await stripe.charges.retrieve(idOf(latest_charge) ?? '');
  const left = amount - charge.amount_refunded;
  const cents = Math.min(left, 1 + Math.floor(amount * random() * 0.7));
  if (cents > 0) await stripe.refunds.create({ payment_intent: id, amount: cents });
}

/** Takes some of the plan's credits as a booking would. */
export async function spendSome(app: TestApp, personId: string, random: () => number): Promise<boolean> {
  const now = app.clock.now();
  const done = await transaction({ db: app.db, now }, async (tx) => {
    const { lots } = await ledgerOf(tx, personId);
    const lot = lots.find(({ source, remaining }) => source === 'plan' && remaining > 0);
    if (lot === undefined) return ok(false);
    const delta = -(1 + Math.floor(random() * lot.remaining));
    const step = { do: 'move', lot_id: lot.id, delta, reason: 'withdrawal' } as const;
    await writeLedger(tx, personId, [{ ...step, payment_id: null, cause: `spent:${random()}` }], now);
    return ok(true);
  });
  return done.value;
}
