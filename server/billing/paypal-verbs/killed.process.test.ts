import { expect } from 'vitest';
import { approve, readWork } from '#sandbox/paypal/commands.ts';
import * as changing from '#shared/billing/contract-changing.ts';
import * as leaving from '#shared/billing/contract-leaving.ts';
import * as calls from '#shared/billing/contract-paypal.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/rooms/approving.ts';
import { pressAndKill, type CalledAt } from '#test/rooms/press-and-kill.ts';
import { creditsOf, endsTold, settle } from '#test/rooms/store.ts';

const CALLS = { ...calls, ...changing, ...leaving };
type Verb =
  | 'createPaypalSubscription'
  | 'startPaypalSubscription'
  | 'upgradePaypalSubscription'
  | 'downgradePaypalSubscription'
  | 'keepPlan'
  | 'cancelSubscription'
  | 'createPaypalTopup'
  | 'checkPaypalOrder';

interface Case {
  readonly verb: Verb;
  readonly who: 'buyer' | 'trialist' | 'five' | 'ten';
  readonly at: CalledAt;
  /** Each subscription at PayPal: its status, plan and what it took. */
  readonly subscriptions: readonly (readonly [status: string, offer: string, cents: readonly number[]])[];
  readonly orders?: number;
  readonly credits: Readonly<Record<string, number>>;
}

const SUBSCRIBE = ['POST', /\/billing\/subscriptions$/] as const;
const REVISE = ['POST', /\/revise$/] as const;
const [FIVE, TEN, CHANGED] = [24_477, 42_927, 18_450];
const CASES: readonly (readonly [string, Case])[] = [
  [
    'buying a membership',
    {
      verb: 'createPaypalSubscription',
      who: 'buyer',
      at: SUBSCRIBE,
      subscriptions: [['ACTIVE', 'studio_5', [FIVE]]],
      credits: { trial: 1, plan: 5 },
    },
  ],
  [
    'starting it now',
    {
      verb: 'startPaypalSubscription',
      who: 'trialist',
      at: SUBSCRIBE,
      subscriptions: [
        ['CANCELLED', 'studio_5', []],
        ['ACTIVE', 'studio_5', [FIVE]],
      ],
      credits: { trial: 0, plan: 5 },
    },
  ],
  [
    'an upgrade',
    {
      verb: 'upgradePaypalSubscription',
      who: 'five',
      at: SUBSCRIBE,
      subscriptions: [
        ['CANCELLED', 'studio_5', [FIVE]],
        ['ACTIVE', 'studio_10', [CHANGED]],
      ],
      credits: { trial: 1, plan: 10 },
    },
  ],
  [
    'a downgrade',
    {
      verb: 'downgradePaypalSubscription',
      who: 'ten',
      at: REVISE,
      subscriptions: [['ACTIVE', 'studio_5', [TEN]]],
      credits: { trial: 1, plan: 10 },
    },
  ],
  [
    'taking a downgrade back',
    {
      verb: 'keepPlan',
      who: 'ten',
      at: REVISE,
      subscriptions: [['ACTIVE', 'studio_10', [TEN]]],
      credits: { trial: 1, plan: 10 },
    },
  ],
  [
    'cancelling',
    {
      verb: 'cancelSubscription',
      who: 'five',
      at: ['POST', /\/cancel$/],
      subscriptions: [['CANCELLED', 'studio_5', [FIVE]]],
      credits: { trial: 1, plan: 5 },
    },
  ],
  [
    'an order of credits',
    {
      verb: 'createPaypalTopup',
      who: 'five',
      at: ['POST', /\/checkout\/orders$/],
      subscriptions: [['ACTIVE', 'studio_5', [FIVE]]],
      orders: 1,
      credits: { trial: 1, plan: 5, 'top-up': 3 },
    },
  ],
  [
    'taking the money of an order',
    {
      verb: 'checkPaypalOrder',
      who: 'five',
      at: ['POST', /\/capture$/],
      subscriptions: [['ACTIVE', 'studio_5', [FIVE]]],
      orders: 1,
      credits: { trial: 1, plan: 5, 'top-up': 3 },
    },
  ],
];

const test = base
  .extend(
    'people',
    { scope: 'file' },
    ({ buyer, trialist, member }): Record<Case['who'], () => Promise<TestPerson>> => ({
      buyer: () => buyer({ hadTrial: true }),
      trialist: () => trialist(),
      five: () => member(),
      ten: () => member('studio_10'),
    }),
  )
  .extend('call', { scope: 'file' }, ({ app }) => async (person: TestPerson, verb: Verb, body: object) => {
    const { status, body: answer } = await app.call(CALLS[verb], { body } as never, person);
    expect(status).toBe(200);
    return answer as { readonly url?: string };
  })
  /** What the call needs before it can be made, and its body. */
  .extend(
    'prepare',
    { scope: 'file' },
    ({ paypal, agree, preview, call, priceOf }) =>
      async (person: TestPerson, verb: Verb): Promise<object> => {
        const [five, ten] = [{ priceId: priceOf('studio_5') }, { priceId: priceOf('studio_10') }];
        if (verb === 'keepPlan') {
          await agree((await call(person, 'downgradePaypalSubscription', five)).url ?? '');
          return {};
        }
        if (verb === 'upgradePaypalSubscription') {
          const { at, due_today_cents } = (await preview(person, ten.priceId)).body;
          return { ...ten, at, due_today_cents };
        }
        if (verb === 'cancelSubscription') return { reason: { value: 'break' } };
        if (verb === 'createPaypalTopup') return { amount: 3 };
        if (verb !== 'checkPaypalOrder') return five;
        const { url = '' } = await call(person, 'createPaypalTopup', { amount: 3 });
        const orderId = url.split('/').at(-1) ?? '';
        await approve(paypal.context, orderId);
        return { orderId };
      },
  )
  /** What was made for a person at PayPal, known here or not. */
  .extend(
    'made',
    { scope: 'file' },
    ({ paypal }) =>
      ({ id }: TestPerson) =>
        readWork(paypal.context, async (work) => {
          const subscriptions = await work.select('subscription', []);
          const orders = await work.select('order', []);
          return {
            subscriptions: subscriptions.filter(({ custom_id = '' }) => custom_id.startsWith(id)),
            orders: orders.filter(({ purchase_units: [unit] }) => unit?.custom_id?.startsWith(id)),
          };
        }),
  );

test.for(CASES)(
  'killed after PayPal’s answer to %s: the next press goes on with the same, and it is paid once',
  async (
    [, { verb, who, at, subscriptions, orders = 0, credits }],
    { app, sandbox, people, call, prepare, agree, priceOf, made, atPaypal },
  ) => {
    const person = await people[who]();
    const body = await prepare(person, verb);
    await pressAndKill(app, sandbox.url, { person, verb, body }, at);
    expect(await brokenInvariants(app.db)).toEqual([]);

    const { url } = await call(person, verb, body);
    if (url !== undefined) await agree(url);
    await settle(app);
    const found = await made(person);
    const taken = new Map((await atPaypal(person)).map(({ id, cents }) => [id, cents]));
    expect(found.subscriptions.map((one) => [one.status, one.plan_id, taken.get(one.id)])).toEqual(
      subscriptions.map(([status, offer, cents]) => [status, priceOf(offer), cents]),
    );
    expect(found.orders).toHaveLength(orders);
    expect(found.orders.map(({ status }) => status)).toEqual(found.orders.map(() => 'COMPLETED'));
    expect(await creditsOf(app, person.id)).toEqual(credits);
    expect(await endsTold(app, person.id)).toHaveLength(verb === 'cancelSubscription' ? 1 : 0);
    expect(await brokenInvariants(app.db)).toEqual([]);
  },
);
