import { expect } from 'vitest';
import * as changing from '#shared/billing/contract-changing.ts';
import * as leaving from '#shared/billing/contract-leaving.ts';
import type { TestApp } from '#test/api/app.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/rooms/changing.ts';
import { pressAndKill } from '#test/rooms/press-and-kill.ts';
import { creditsOf, settle, travel } from '#test/rooms/store.ts';

const CALLS = { ...changing, ...leaving };
type Verb =
  | 'changeSubscription'
  | 'downgradeSubscription'
  | 'keepPlan'
  | 'cancelSubscription'
  | 'renewSubscription';

const test = base
  /** A member in the midst of a period, at the provider and here. */
  .extend('running', async ({ app, clock, stripe, member }) => {
    const made = await member('studio_5');
    clock.add({ hours: 240 });
    await travel(app, stripe, made.clock, 10);
    return made.person;
  });

const pressOf =
  (app: TestApp) =>
  (person: TestPerson, verb: Verb, body: object): Promise<{ readonly status: number }> =>
    app.call(CALLS[verb], { body }, person);

const CANCEL = { reason: { value: 'break' } };
const UPDATE = ['POST', /\/subscriptions\/[^/]+$/] as const;

interface Case {
  readonly verb: Verb;
  readonly what?: 'resume' | 'restart';
  readonly at: readonly [string, RegExp];
  readonly paid: number;
  readonly ending?: true;
  readonly planned?: true;
  readonly plan?: number;
}

const CASES: readonly (readonly [string, Case])[] = [
  ['an upgrade', { verb: 'changeSubscription', at: UPDATE, paid: 2, plan: 10 }],
  [
    'a downgrade whose schedule was just made',
    { verb: 'downgradeSubscription', at: ['POST', /\/subscription_schedules$/], paid: 1, planned: true },
  ],
  [
    'a downgrade',
    {
      verb: 'downgradeSubscription',
      at: ['POST', /\/subscription_schedules\/[^/]+$/],
      paid: 1,
      planned: true,
    },
  ],
  ['taking a downgrade back', { verb: 'keepPlan', at: ['POST', /\/release$/], paid: 1 }],
  [
    'cancelling, when the planned downgrade was just dropped',
    { verb: 'cancelSubscription', at: ['POST', /\/release$/], paid: 1, ending: true },
  ],
  ['cancelling', { verb: 'cancelSubscription', at: UPDATE, paid: 1, ending: true }],
  ['resuming', { verb: 'renewSubscription', what: 'resume', at: UPDATE, paid: 1 }],
  ['restarting', { verb: 'renewSubscription', what: 'restart', at: UPDATE, paid: 2 }],
];

test.for(CASES)(
  'killed after the provider’s answer to %s: the next press ends it, nothing is paid twice',
  async (
    [name, { verb, what, at, paid: payments, ending = false, planned = false, plan = 5 }],
    { app, sandbox, prices, preview, running: person, atProvider },
  ) => {
    const press = pressOf(app);
    let body: object = what === undefined ? {} : { what };
    if (verb === 'changeSubscription') {
      const { at: counted, due_today_cents, balance_cents } = (await preview(person, 'studio_10')).body;
      body = { priceId: prices('studio_10'), at: counted, due_today_cents, balance_cents };
    } else if (verb === 'downgradeSubscription') body = { priceId: prices('studio_2') };
    else if (verb === 'cancelSubscription') body = CANCEL;
    if (verb === 'keepPlan' || name.includes('dropped'))
      await press(person, 'downgradeSubscription', { priceId: prices('studio_2') });
    if (what === 'resume') await press(person, 'cancelSubscription', CANCEL);

    await pressAndKill(app, sandbox.url, { person, verb, body }, at);
    expect(await brokenInvariants(app.db)).toEqual([]);
    expect(await press(person, verb, body)).toMatchObject({ status: 200 });
    await settle(app);
    const { subscriptions, paid } = await atProvider(person);
    expect(paid).toHaveLength(payments);
    const standing = subscriptions.map((one) => ({
      ending: one.cancel_at_period_end,
      planned: one.schedule !== null,
      waiting: one.pending_update,
    }));
    expect(standing).toEqual([{ ending, planned, waiting: null }]);
    expect((await creditsOf(app, person.id))['plan']).toBe(plan);
    expect(await brokenInvariants(app.db)).toEqual([]);
  },
);
