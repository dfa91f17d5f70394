import { describe, expect } from 'vitest';
import * as changing from '#shared/billing/contract-changing.ts';
import * as leaving from '#shared/billing/contract-leaving.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/rooms/changing.ts';
import { eachFailing, outageFixture, throughOutage } from '#test/rooms/outage.ts';
import { creditsOf, settle, travel } from '#test/rooms/store.ts';
import { often } from '#test/thorough.ts';

type Call = (
  person: TestPerson,
  headers: Record<string, string>,
) => Promise<{ readonly status: number; readonly problem: { readonly code: string } }>;

interface Verb {
  /** What the member has done before. */
  readonly before?: (person: TestPerson) => Promise<unknown>;
  /** Makes the call, as often as it is pressed. */
  readonly press: (person: TestPerson) => Promise<Call>;
  /** What the provider has after one success. */
  readonly leaves: {
    readonly offer: string;
    readonly paid: number;
    readonly ending?: true;
    readonly planned?: true;
  };
  readonly plan: number;
}

const VERBS = ['change', 'downgrade', 'keep-plan', 'cancel', 'resume', 'restart'] as const;

const test = base
  .extend('outage', { scope: 'file' }, outageFixture)
  .extend('options', { scope: 'file' }, throughOutage)
  /** A member in the midst of a period, at the provider and here. */
  .extend('running', ({ app, clock, stripe, member }) => async () => {
    const made = await member('studio_5');
    clock.add({ hours: 240 });
    await travel(app, stripe, made.clock, 10);
    return made;
  })
  .extend('verbs', { scope: 'file' }, ({ app, prices, preview }): Record<(typeof VERBS)[number], Verb> => {
    const cancel: Call = (person, headers) =>
      app.call(leaving.cancelSubscription, { body: { reason: { value: 'break' } }, headers }, person);
    const downgrade: Call = (person, headers) =>
      app.call(changing.downgradeSubscription, { body: { priceId: prices('studio_2') }, headers }, person);
    return {
      change: {
        press: async (person) => {
          const { at, due_today_cents, balance_cents } = (await preview(person, 'studio_10')).body;
          const body = { priceId: prices('studio_10'), at, due_today_cents, balance_cents };
          return (who, headers) => app.call(changing.changeSubscription, { body, headers }, who);
        },
        leaves: { offer: 'studio_10', paid: 2 },
        plan: 10,
      },
      downgrade: {
        press: async () => downgrade,
        leaves: { offer: 'studio_5', paid: 1, planned: true },
        plan: 5,
      },
      'keep-plan': {
        before: (person) => downgrade(person, {}),
        press: async () => (who, headers) => app.call(changing.keepPlan, { headers }, who),
        leaves: { offer: 'studio_5', paid: 1 },
        plan: 5,
      },
      cancel: {
        before: (person) => downgrade(person, {}),
        press: async () => cancel,
        leaves: { offer: 'studio_5', paid: 1, ending: true },
        plan: 5,
      },
      resume: {
        before: (person) => cancel(person, {}),
        press: async () => (who, headers) =>
          app.call(leaving.renewSubscription, { body: { what: 'resume' }, headers }, who),
        leaves: { offer: 'studio_5', paid: 1 },
        plan: 5,
      },
      restart: {
        press: async (person) => {
          const { total_cents } = (await app.call(leaving.getRestart, {}, person)).body;
          const body = { what: 'restart', total_cents } as const;
          return (who, headers) => app.call(leaving.renewSubscription, { body, headers }, who);
        },
        leaves: { offer: 'studio_5', paid: 2 },
        plan: 5,
      },
    };
  })
  .extend(
    'expectDone',
    { scope: 'file' },
    ({ app, atProvider, prices }) =>
      async (person: TestPerson, { leaves, plan }: Verb) => {
        await settle(app);
        const { subscriptions, paid } = await atProvider(person);
        const [live] = subscriptions;
        expect({
          subscriptions: subscriptions.length,
          price: live?.items.data[0]?.price.id,
          paid: paid.length,
          ending: live?.cancel_at_period_end,
          planned: live?.schedule !== null,
        }).toEqual({
          subscriptions: 1,
          price: prices(leaves.offer),
          paid: leaves.paid,
          ending: leaves.ending ?? false,
          planned: leaves.planned ?? false,
        });
        expect((await creditsOf(app, person.id))['plan']).toBe(plan);
      },
  );

test.afterEach(({ outage }) => outage.end());

const MOST_CALLS = 20;
/** One call in so many fails. */
const EVERY = often('EVERY', { thorough: 1, quick: 12 });
const FAILING = eachFailing(VERBS, ['dropped', 'error', 'limited']);

describe.for(FAILING)('without an answer of the provider, %s', ([name, how]) => {
  test('says so at each of its calls, charges once, and works again', async ({
    running,
    verbs,
    outage,
    expectDone,
  }) => {
    const verb = verbs[name];
    let failed = 0;
    for (let passed = 0; passed < MOST_CALLS; passed += EVERY) {
      const { person } = await running();
      await verb.before?.(person);
      const call = await verb.press(person);
      const headers = { 'idempotency-key': `${name}-${passed}` };
      outage.fail('lost', passed);
      const first = await call(person, headers);
      outage.end();
      // What is taken in afterwards may wait for the webhook.
      if (first.status === 200) {
        await expectDone(person, verb);
        break;
      }
      expect([first.status, first.problem.code]).toEqual([503, 'provider_unavailable']);
      failed += 1;
      expect(await call(person, headers)).toMatchObject({ status: 200 });
      await expectDone(person, verb);
    }
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBeLessThan(MOST_CALLS);
  });

  test(`says so for "${how}", too, and changes nothing`, async ({ running, verbs, outage, expectDone }) => {
    const { person } = await running();
    await verbs[name].before?.(person);
    const call = await verbs[name].press(person);
    outage.fail(how);
    const { status, problem } = await call(person, {});
    expect([status, problem.code]).toEqual([503, 'provider_unavailable']);
    outage.end();
    expect(await call(person, {})).toMatchObject({ status: 200 });
    await expectDone(person, verbs[name]);
  });

  test('pressed in two tabs at once and again: once', async ({ app, running, verbs, expectDone }) => {
    const { person } = await running();
    await verbs[name].before?.(person);
    const tab = await app.people.signIn(person);
    const call = await verbs[name].press(person);
    const both = await Promise.all([call(person, {}), call(tab, {})]);
    expect(both.map(({ status }) => status)).toContain(200);
    // The other one may have come into the midst of it.
    expect(both.every(({ status }) => status === 200 || status === 409)).toBe(true);
    await call(tab, {});
    await expectDone(person, verbs[name]);
  });

  test('after the login has expired: 401, and the same press works with the next one', async ({
    app,
    running,
    verbs,
    expectDone,
  }) => {
    const { person } = await running();
    await verbs[name].before?.(person);
    const call = await verbs[name].press(person);
    await app.db.deleteFrom('login_sessions').where('person_id', '=', person.id).execute();
    expect((await call(person, {})).status).toBe(401);
    expect((await call(await app.people.signIn(person), {})).status).toBe(200);
    await expectDone(person, verbs[name]);
  });
});
