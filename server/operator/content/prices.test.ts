import { expect } from 'vitest';
import type { Catalogue } from '#shared/content/contract-store.ts';
import * as contract from '#shared/operator/content/contract-prices.ts';
import type { OfferPrice } from '#shared/operator/content/contract-prices.ts';
import { testApp } from '#test/api/app.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { outageFixture, throughOutage } from '#test/rooms/outage.ts';
import { test as base } from '#test/api/test.ts';
import { syncPrices } from '../../billing/prices/sync.ts';
import { catalogue, resetDocument, writeDocument } from '../../content/service.ts';

const test = base
  .extend('outage', { scope: 'file' }, outageFixture)
  .extend('options', { scope: 'file' }, throughOutage)
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator', { name: 'Olga' }))
  .extend('list', { scope: 'file' }, ({ app, operator }) => async () => {
    const { status, body } = await app.call(contract.listPrices, {}, operator);
    expect(status).toBe(200);
    return body;
  })
  .extend(
    'make',
    { scope: 'file' },
    ({ app, operator }) =>
      (seen: string, as = operator) =>
        app.call(contract.makePrices, { body: { seen } }, as),
  )
  .extend('change', { scope: 'file' }, ({ app }) => async (change: (offers: Catalogue) => void) => {
    const offers = structuredClone(await catalogue(app.ctx()));
    change(offers);
    expect(await writeDocument(app.ctx(), 'pricing', offers)).toMatchObject({ ok: true });
  });

/** What is to do at each provider, by state. */
const toDo = ({ providers }: { providers: readonly { provider: string; prices: readonly OfferPrice[] }[] }) =>
  providers.map(({ provider, prices }) => [
    provider,
    ...prices.filter(({ state }) => state !== 'sold').map(({ state, offer }) => `${state} ${offer}`),
  ]);

/** Another price for a plan, and another name for a bundle. */
const changed =
  (price: number) =>
  ({ plans, bundles }: Catalogue): void => {
    Object.assign(plans.find(({ id }) => id === 'studio_5') ?? {}, { price });
    Object.assign(bundles.find(({ id }) => id === 'bundle-3') ?? {}, { title: 'Three credits' });
  };

test.beforeEach(async ({ app }) => {
  await resetDocument(app.ctx(), 'pricing');
  await syncPrices(app.ctx());
});
test.afterEach(({ outage }) => outage.end());

test('every offer has its price at each provider, with what it sells and since when', async ({ list }) => {
  const { providers } = await list();
  expect(providers.map(({ provider, mode }) => [provider, mode])).toEqual([
    ['stripe', 'sandbox'],
    ['paypal', 'sandbox'],
  ]);
  for (const { prices } of providers) {
    expect(prices.map(({ offer }) => offer)).toEqual([
      'studio_2',
      'studio_5',
      'studio_10',
      'studio_24',
      'studio_60',
      'studio_120',
      'bundle-3',
      'bundle-10',
      'credit',
    ]);
    expect(prices.every(({ state, price_id, made_at }) => state === 'sold' && price_id && made_at)).toBe(
      true,
    );
  }
});

test('a changed offer waits at both, a new name is to be told; making them is audited', async ({
  app,
  change,
  list,
  make,
  operator,
}) => {
  await change(changed(209));
  const before = await list();
  const changes = ['new studio_5', 'renamed bundle-3', 'retired studio_5'];
  expect(toDo(before)).toEqual([
    ['stripe', ...changes],
    ['paypal', ...changes],
  ]);
  const { status, body } = await make(before.seen);
  expect([status, toDo(body)]).toEqual([200, [['stripe'], ['paypal']]]);
  expect(body).toEqual(await list());
  const sold = body.providers.map(({ prices }) => prices.find(({ offer }) => offer === 'studio_5')?.cents);
  expect(sold).toEqual([20_900, 20_900]);
  expect((await auditOf(app.db, 'prices', 'paypal')).at(-1)).toMatchObject({
    what: 'prices.synced',
    operator_id: operator.id,
    after: { make: [{ unit_cents: 20_900 }] },
  });
});

test('what was not seen is not made', async ({ change, list, make }) => {
  const { seen } = await list();
  await change(changed(219));
  const { status, problem } = await make(seen);
  expect([status, problem.code]).toEqual([409, 'offers_changed']);
  expect(toDo(await list())[0]).toHaveLength(4);
});

test('two operators at once make each price once', async ({ app, change, list, make, stripe }) => {
  await change(changed(229));
  const { seen } = await list();
  const other = await app.people.make('operator', { name: 'Otto' });
  const answers = await Promise.all([make(seen), make(seen, other)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.problem.code).toMatch(
    /^(prices_busy|offers_changed)$/,
  );
  const { data } = await stripe.prices.list({ lookup_keys: ['plan:studio_5'], active: true });
  expect(data.map(({ unit_amount: cents }) => cents)).toEqual([22_900]);
});

test('providers that do not answer are named; what was made stays, and the rest can be made', async ({
  change,
  list,
  make,
  outage,
  stripe,
}) => {
  const [before] = (await list()).providers;
  await change(changed(239));
  const { seen } = await list();
  const changes = ['new studio_5', 'renamed bundle-3', 'retired studio_5'];
  const answerAfter = async (passed: number) => {
    outage.fail('error', passed);
    const { status, problem } = await make(seen);
    outage.end();
    expect([status, problem.code]).toEqual([503, 'provider_unavailable']);
    return [problem.detail, ...toDo(await list())];
  };
  // At Stripe: nothing, then looked and made, then found again and renamed.
  for (const passed of [0, 2, 2])
    expect(await answerAfter(passed)).toEqual([
      'Stripe and PayPal do not answer. What was made before stays; try again for the rest.',
      ['stripe', ...changes],
      ['paypal', ...changes],
    ]);
  expect(await answerAfter(3)).toEqual([
    'PayPal does not answer. What was made before stays; try again for the rest.',
    ['stripe'],
    ['paypal', ...changes],
  ]);
  expect((await make((await list()).seen)).status).toBe(200);
  const old = before?.prices.find(({ offer }) => offer === 'studio_5')?.price_id ?? '';
  expect((await stripe.prices.retrieve(old)).active).toBe(false);
  const { data } = await stripe.prices.list({ lookup_keys: ['plan:studio_5'], active: true });
  expect(data).toHaveLength(1);
});

test('without a provider there is nothing to make', async ({ app, operator }) => {
  const bare = await testApp(undefined, { url: app.url, clock: app.clock });
  const { body } = await bare.call(contract.listPrices, {}, operator);
  expect(body.providers).toEqual([]);
  const { status, problem } = await bare.call(contract.makePrices, { body: { seen: body.seen } }, operator);
  expect([status, problem.code]).toEqual([409, 'payments_not_configured']);
  await bare.close();
});

test('a call without what was seen is refused by name', async ({ app, operator }) => {
  const { status, problem } = await app.call(contract.makePrices, { body: {} as never }, operator);
  expect([status, problem.errors?.map(({ field }) => field)]).toEqual([400, ['seen']]);
});
