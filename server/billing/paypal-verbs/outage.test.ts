import { describe, expect } from 'vitest';
import { approve } from '#sandbox/paypal/commands.ts';
import * as buying from '#shared/billing/contract-buying.ts';
import * as changing from '#shared/billing/contract-changing.ts';
import * as leaving from '#shared/billing/contract-leaving.ts';
import * as calls from '#shared/billing/contract-paypal.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/rooms/approving.ts';
import { eachFailing, outageFixture, throughOutage } from '#test/rooms/outage.ts';
import { creditsOf, settle } from '#test/rooms/store.ts';
import { often } from '#test/thorough.ts';

type Call = (headers: Record<string, string>) => Promise<{
  readonly status: number;
  readonly body: { readonly url?: string };
  readonly problem: { readonly code: string };
}>;

interface Verb {
  /** Somebody who may press. */
  readonly who: () => Promise<TestPerson>;
  readonly press: (person: TestPerson) => Promise<Call>;
  /** After the press, and its approval where there is one: plan, what each subscription took, credits. */
  readonly leaves: {
    readonly status: string;
    readonly plan?: string;
    readonly cents: readonly (readonly number[])[];
    readonly credits: Readonly<Record<string, number>>;
  };
}

const VERBS = [
  'create',
  'start',
  'upgrade',
  'downgrade',
  'keep-plan',
  'cancel',
  'top-up',
  'order',
  'to-card',
] as const;
const FIVE = 19_900 + 4577;
const TEN = 34_900 + 8027;
/** The ten's price without the credit of an unused five. */
const CHANGED = 15_000 + 3450;

const test = base
  .extend('outage', { scope: 'file' }, outageFixture)
  .extend('options', { scope: 'file' }, throughOutage)
  .extend(
    'verbs',
    { scope: 'file' },
    ({
      app,
      buyer,
      member,
      trialist,
      priceOf,
      prices,
      preview,
      agree,
      paypal,
      stripe,
    }): Record<(typeof VERBS)[number], Verb> => {
      const downgrade = (person: TestPerson, headers: Record<string, string>) =>
        app.call(
          calls.downgradePaypalSubscription,
          { body: { priceId: priceOf('studio_5') }, headers },
          person,
        );
      const topUp = (person: TestPerson, headers: Record<string, string>) =>
        app.call(calls.createPaypalTopup, { body: { amount: 3 }, headers }, person);
      return {
        create: {
          who: () => buyer({ hadTrial: true }),
          press: async (person) => (headers) =>
            app.call(
              calls.createPaypalSubscription,
              { body: { priceId: priceOf('studio_5') }, headers },
              person,
            ),
          leaves: { status: 'subscriber', plan: 'Studio 5', cents: [[FIVE]], credits: { trial: 1, plan: 5 } },
        },
        start: {
          who: () => trialist(),
          press: async (person) => (headers) =>
            app.call(
              calls.startPaypalSubscription,
              { body: { priceId: priceOf('studio_5') }, headers },
              person,
            ),
          leaves: {
            status: 'subscriber',
            plan: 'Studio 5',
            cents: [[], [FIVE]],
            credits: { trial: 0, plan: 5 },
          },
        },
        upgrade: {
          who: () => member(),
          press: async (person) => {
            const priceId = priceOf('studio_10');
            const { at, due_today_cents } = (await preview(person, priceId)).body;
            const body = { priceId, at, due_today_cents };
            return (headers) => app.call(calls.upgradePaypalSubscription, { body, headers }, person);
          },
          leaves: {
            status: 'subscriber',
            plan: 'Studio 10',
            cents: [[FIVE], [CHANGED]],
            credits: { trial: 1, plan: 10 },
          },
        },
        downgrade: {
          who: () => member('studio_10'),
          press: async (person) => (headers) => downgrade(person, headers),
          leaves: {
            status: 'subscriber',
            plan: 'Studio 10',
            cents: [[TEN]],
            credits: { trial: 1, plan: 10 },
          },
        },
        'keep-plan': {
          who: async () => {
            const person = await member('studio_10');
            await agree((await downgrade(person, {})).body.url);
            return person;
          },
          press: async (person) => (headers) =>
            app.call(changing.keepPlan, { headers }, person) as ReturnType<Call>,
          leaves: {
            status: 'subscriber',
            plan: 'Studio 10',
            cents: [[TEN]],
            credits: { trial: 1, plan: 10 },
          },
        },
        cancel: {
          who: () => member(),
          press: async (person) => async (headers) =>
            (await app.call(
              leaving.cancelPaypalSubscription,
              { body: { reason: { value: 'break' } }, headers },
              person,
            )) as unknown as Awaited<ReturnType<Call>>,
          leaves: {
            status: 'pending_cancellation',
            plan: 'Studio 5',
            cents: [[FIVE]],
            credits: { trial: 1, plan: 5 },
          },
        },
        'top-up': {
          who: () => member(),
          press: async (person) => (headers) => topUp(person, headers),
          leaves: {
            status: 'subscriber',
            plan: 'Studio 5',
            cents: [[FIVE]],
            credits: { trial: 1, plan: 5, 'top-up': 3 },
          },
        },
        order: {
          who: () => member(),
          press: async (person) => {
            const url = (await topUp(person, {})).body.url;
            const orderId = new URL(url).pathname.split('/').at(-1) ?? '';
            await approve(paypal.context, orderId);
            return async (headers) =>
              (await app.call(
                calls.checkPaypalOrder,
                { body: { orderId }, headers },
                person,
              )) as unknown as Awaited<ReturnType<Call>>;
          },
          leaves: {
            status: 'subscriber',
            plan: 'Studio 5',
            cents: [[FIVE]],
            credits: { trial: 1, plan: 5, 'top-up': 3 },
          },
        },
        'to-card': {
          who: () => member(),
          press: async (person) => {
            const priceId = prices('studio_10');
            const { at, due_today_cents, balance_cents } = (await preview(person, priceId)).body;
            const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };
            const { id: paymentMethodId } = await stripe.paymentMethods.create({ type: 'card', card });
            const body = { paymentMethodId, priceId, change: { at, due_today_cents, balance_cents } };
            return async (headers) =>
              (await app.call(buying.createSubscription, { body, headers }, person)) as unknown as Awaited<
                ReturnType<Call>
              >;
          },
          leaves: {
            status: 'subscriber',
            plan: 'Studio 10',
            cents: [[FIVE]],
            credits: { trial: 1, plan: 10 },
          },
        },
      };
    },
  )
  .extend(
    'expectDone',
    { scope: 'file' },
    ({ app, agree, standing, atPaypal }) =>
      async (person: TestPerson, { leaves }: Verb, url: string | undefined) => {
        if (url !== undefined) await agree(url);
        await settle(app);
        const { status, planName } = await standing(person);
        const approved = (await atPaypal(person)).filter(({ status: one }) => one !== 'APPROVAL_PENDING');
        expect({
          status,
          plan: planName,
          cents: approved.map(({ cents }) => cents),
          credits: await creditsOf(app, person.id),
        }).toEqual(leaves);
      },
  );

test.afterEach(({ outage }) => outage.end());
test.afterAll(async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});

test('a refund that PayPal refuses does not make the call fail, and is made again', async ({
  app,
  member,
  upgrade,
  agree,
  outage,
  paypal,
  verbs,
  atPaypal,
}) => {
  const person = await member('studio_2');
  const left = await upgrade(person, 'studio_5');
  await agree((await upgrade(person, 'studio_10')).body.url);
  await approve(paypal.context, new URL(left.body.url).pathname.split('/').at(-1) ?? '');
  const cancel = await verbs.cancel.press(person);
  outage.fail('refunds');
  expect((await cancel({})).status).toBe(200);
  const paid = async () => (await atPaypal(person)).filter(({ cents }) => cents.length > 0).length;
  expect(await paid()).toBe(3);
  outage.end();
  await settle(app);
  expect(await paid()).toBe(2);
});

const MOST_CALLS = 60;
/** One call in so many fails. */
const EVERY = often('EVERY', { thorough: 1, quick: 12 });
const FAILING = eachFailing(VERBS, ['dropped', 'error', 'limited']);

describe.for(FAILING)('without an answer of PayPal, %s', ([name, how]) => {
  test(
    'says so at each of its calls, charges once, and works again',
    { timeout: 120_000 },
    async ({ verbs, outage, expectDone }) => {
      const verb = verbs[name];
      let failed = 0;
      for (let passed = 0; passed < MOST_CALLS; passed += EVERY) {
        const person = await verb.who();
        const call = await verb.press(person);
        const headers = { 'idempotency-key': `${name}-${passed}` };
        outage.fail('lost', passed);
        const first = await call(headers);
        outage.end();
        // What is taken in afterwards may wait for the webhook.
        if (first.status === 200) {
          await expectDone(person, verb, first.body.url);
          break;
        }
        expect([first.status, first.problem.code]).toEqual([503, 'provider_unavailable']);
        failed += 1;
        const second = await call(headers);
        expect(second.status).toBe(200);
        await expectDone(person, verb, second.body.url);
      }
      expect(failed).toBeGreaterThan(0);
      expect(failed).toBeLessThan(MOST_CALLS);
    },
  );

  test(`says so for "${how}", too, and changes nothing`, async ({ verbs, outage, expectDone }) => {
    const verb = verbs[name];
    const person = await verb.who();
    const call = await verb.press(person);
    outage.fail(how);
    const { status, problem } = await call({});
    expect([status, problem.code]).toEqual([503, 'provider_unavailable']);
    outage.end();
    const second = await call({});
    expect(second.status).toBe(200);
    await expectDone(person, verb, second.body.url);
  });
});
