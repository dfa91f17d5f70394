import type { Stripe } from 'stripe';
import { approve, refundPayment, type PayPalContext } from '#sandbox/paypal/commands.ts';
import type { Subscription, Transaction } from '#sandbox/paypal/store/kinds.ts';
import * as buying from '#shared/billing/contract-buying.ts';
import { previewChange } from '#shared/billing/contract-changing.ts';
import * as calls from '#shared/billing/contract-paypal.ts';
import { liveSubscription } from '#server/billing/buying/queries-buying.ts';
import { paypalReach, type PayPalAt } from '#server/billing/paypal/ask-paypal.ts';
import { customerOf } from '#server/billing/stripe/queries-stripe.ts';
import { writeDocument } from '#server/content/service.ts';
import { grant } from '#server/credits/steps.ts';
import { transaction } from '#server/db/transaction.ts';
import { ok } from '#shared/lib/result.ts';
import type { TestApp } from '../api/app.ts';
import type { TestPerson } from '../api/people.ts';
import { pick } from '../storm/random.ts';
import { COUNTRIES, MOMENTS, PLANS, RATES, spendSome } from './change-cases.ts';
import { settle } from './store.ts';

/** What a dialog says and what was charged, in cents, and when the next payment comes. */
interface Said {
  readonly due: number;
  readonly balance: number;
  readonly renews: string;
}

export interface PayPalCase {
  readonly kind: 'upgrade' | 'switch' | 'downgrade' | 'unable';
  readonly moves: boolean;
  readonly what: string;
  readonly has: readonly string[];
  readonly promised: Said;
  readonly billed: Said;
}

interface Stage {
  readonly app: TestApp;
  readonly stripe: Stripe;
  readonly at: PayPalAt;
  readonly context: PayPalContext;
  /** By offer. */
  readonly prices: Readonly<Record<'stripe' | 'paypal', (offer: string) => string>>;
  readonly random: () => number;
}

/** Members through PayPal who change plans and providers again and again. */
export async function makePaypalChanger(
  app: TestApp,
  stripe: Stripe,
  prices: Stage['prices'],
): Promise<{ play(random: () => number, changes: number): Promise<PayPalCase[]> }> {
  const at = paypalReach(app.ctx());
  const context = app.sandbox?.paypal?.context;
  if (at === null || context === undefined) throw new Error('needs a sandbox with PayPal');
  await writeDocument(app.ctx(), 'vat', { rates: RATES, reverse_charge: false });
  return {
    async play(random, changes) {
      const member = await begin({ app, stripe, at, context, prices, random });
      const cases: PayPalCase[] = [];
      for (let nr = 0; nr < changes; nr += 1) cases.push(await member.change());
      return cases;
    },
  };
}

async function begin(stage: Stage): Promise<Member> {
  const { app, context, prices, random } = stage;
  app.clock.instant = Temporal.Instant.from(pick(random, MOMENTS));
  const person = await app.people.make('client');
  const country = pick(random, COUNTRIES);
  const updated_at = app.clock.now();
  await app.db.insertInto('billing_details').values({ person_id: person.id, country, updated_at }).execute();
  // Who had a trial pays from the first day on.
  const [personId, now] = [person.id, updated_at];
  const lot = { personId, source: 'trial', amount: 1, expiresAt: now.add({ hours: 24 }), now } as const;
  await transaction({ db: app.db, now }, async (tx) =>
    ok(await grant(tx, { ...lot, grantKey: `trial:${personId}` })),
  );
  const body = { priceId: prices.paypal(pick(random, PLANS)) };
  const page = await app.call(calls.createPaypalSubscription, { body }, person);
  if (page.status !== 200) throw new Error(`not begun: ${JSON.stringify(page.problem)}`);
  await approve(context, tokenOf(page.body.url));
  await settle(app);
  return new Member(stage, person, country);
}

const tokenOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';
const cents = (value: string): number => Math.round(Number(value) * 100);

class Member {
  readonly #stage: Stage;
  readonly #person: TestPerson;
  readonly #country: string;

  constructor(stage: Stage, person: TestPerson, country: string) {
    this.#stage = stage;
    this.#person = person;
    this.#country = country;
  }

  /** One change after some time and other happenings: what its dialog promised and what was charged. */
  async change(): Promise<PayPalCase> {
    const { app, prices, random } = this.#stage;
    const has = await this.#live();
    const current = await this.#current();
    const to = current.provider === 'stripe' || random() < 0.75 ? 'paypal' : 'stripe';
    const offer = pick(
      random,
      PLANS.filter((plan) => prices[to](plan) !== current.price_id),
    );
    const priceId = prices[to](offer);
    const { status, body, problem } = await app.call(previewChange, { query: { priceId } }, this.#person);
    const what = `${this.#person.id} from ${current.provider} to ${offer} at ${to}`;
    if (status !== 200) {
      if (problem.code !== 'credit_above_price') throw new Error(`${what}: ${JSON.stringify(problem)}`);
      const press = await app.call(calls.upgradePaypalSubscription, { body: { priceId } }, this.#person);
      const none = { due: 0, balance: 0, renews: press.problem.code };
      return {
        kind: 'unable',
        moves: false,
        what,
        has,
        promised: { ...none, renews: problem.code },
        billed: none,
      };
    }
    const { kind, moves, at, due_today_cents: due, balance_cents: balance, renews_at: renews } = body;
    const promised = { due: kind === 'downgrade' ? body.breakdown.total_cents : due, balance, renews };
    const common = { kind, moves, what: `${what} at ${at}`, has, promised };
    if (kind === 'downgrade') return { ...common, billed: await this.#downgrade(priceId) };
    if (to === 'stripe') return { ...common, billed: await this.#byCard(priceId, { at, due, balance }) };
    const pressed = { priceId, at, due_today_cents: due };
    const page = await app.call(calls.upgradePaypalSubscription, { body: pressed }, this.#person);
    if (page.status !== 200) throw new Error(`${what}: ${JSON.stringify(page.problem)}`);
    await this.#approve(page.body.url);
    const [last] = await this.#paid();
    return { ...common, billed: { due: last?.cents ?? 0, balance: 0, renews: await this.#renews() } };
  }

  /** Time passes; credits are spent, a part is paid back. */
  async #live(): Promise<string[]> {
    const { app, context, random } = this.#stage;
    const has: string[] = this.#country === 'US' ? [] : ['vat'];
    const days = pick(random, [0, 0, 1, 7, 15, 15, 29, 33]);
    if (days > 0) await app.sandbox?.travel(this.#person.id, `${days}d`);
    if (days > 0) await settle(app);
    const { provider } = await this.#current();
    const [last] = provider === 'paypal' ? await this.#paid() : [];
    if (last !== undefined && last.status === 'COMPLETED' && random() < 0.2) {
      has.push('refund');
      await refundPayment(context, last.id, 1 + Math.floor(last.cents * random() * 0.7));
      await settle(app);
    }
    if (random() < 0.5 && (await spendSome(app, this.#person.id, random))) has.push('spent');
    return has;
  }

  async #current(): Promise<{ provider: 'stripe' | 'paypal'; id: string; price_id: string }> {
    const live = await liveSubscription(this.#stage.app.db, this.#person.id);
    if (live === undefined) throw new Error(`${this.#person.id} has no membership`);
    const provider = live.provider === 'paypal' ? 'paypal' : 'stripe';
    return { provider, id: live.subscription_id, price_id: live.price_id };
  }

  async #approve(url: string): Promise<void> {
    await approve(this.#stage.context, tokenOf(url));
    await settle(this.#stage.app);
  }

  /** What the running subscription at PayPal has taken, the newest first. */
  async #paid(): Promise<{ id: string; status: string; cents: number }[]> {
    const { id } = await this.#current();
    const path = `/v1/billing/subscriptions/${id}/transactions?start_time=2020-01-01T00:00:00Z&end_time=2060-01-01T00:00:00Z`;
    const { transactions = [] } = await this.#stage.at.paypal.call<{ transactions?: Transaction[] }>({
      path,
    });
    return transactions
      .toSorted((a, b) => (a.time < b.time ? 1 : -1))
      .map((one) => ({
        id: one.id,
        status: one.status,
        cents: cents(one.amount_with_breakdown.gross_amount.value),
      }));
  }

  async #renews(): Promise<string> {
    const { id } = await this.#current();
    const path = `/v1/billing/subscriptions/${id}`;
    const { billing_info } = await this.#stage.at.paypal.call<Subscription>({ path });
    return billing_info?.next_billing_time ?? '';
  }

  /** The smaller plan's first charge, when its time has come. */
  async #downgrade(priceId: string): Promise<Said> {
    const { app } = this.#stage;
    const page = await app.call(calls.downgradePaypalSubscription, { body: { priceId } }, this.#person);
    if (page.status !== 200) throw new Error(`no downgrade: ${JSON.stringify(page.problem)}`);
    await this.#approve(page.body.url);
    const { period_end } = (await liveSubscription(app.db, this.#person.id)) ?? {};
    while ((await this.#current()).price_id !== priceId) {
      await app.sandbox?.travel(this.#person.id, 'next');
      await settle(app);
      if (period_end === undefined) throw new Error('no membership');
    }
    const [last] = await this.#paid();
    return { due: last?.cents ?? 0, balance: 0, renews: await this.#renews() };
  }

  async #byCard(
    priceId: string,
    said: { readonly at: string; readonly due: number; readonly balance: number },
  ): Promise<Said> {
    const { app, stripe } = this.#stage;
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' };
    const { id: paymentMethodId } = await stripe.paymentMethods.create({ type: 'card', card });
    const change = { at: said.at, due_today_cents: said.due, balance_cents: said.balance };
    const body = { paymentMethodId, priceId, change };
    const moved = await app.call(buying.createSubscription, { body }, this.#person);
    if (moved.status !== 200) throw new Error(`not moved: ${JSON.stringify(moved.problem)}`);
    await settle(app);
    const customer = (await customerOf(app.db, 'sandbox', this.#person.id)) ?? '';
    const [invoice] = (await stripe.invoices.list({ customer, limit: 1 })).data;
    const { balance } = (await stripe.customers.retrieve(customer)) as Stripe.Customer;
    const [live] = (await stripe.subscriptions.list({ customer })).data;
    const end = live?.items.data[0]?.current_period_end ?? 0;
    const renews = Temporal.Instant.fromEpochMilliseconds(end * 1000).toString();
    return { due: invoice?.amount_paid ?? -1, balance: Math.max(0, -balance), renews };
  }
}
