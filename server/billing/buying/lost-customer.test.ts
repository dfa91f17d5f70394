import { expect } from 'vitest';
import * as buying from '#shared/billing/contract-buying.ts';
import { downgradeSubscription } from '#shared/billing/contract-changing.ts';
import { cancelSubscription, renewSubscription } from '#shared/billing/contract-leaving.ts';
import { getMe } from '#shared/me/contract.ts';
import { test } from '#test/rooms/changing.ts';
import { creditsOf, settle } from '#test/rooms/store.ts';

test('who was deleted at the provider buys as a new customer', async ({
  app,
  stripe,
  buyer,
  pay,
  atProvider,
}) => {
  const ada = await buyer();
  const topUp = () => app.call(buying.createTopup, { body: { amount: 2 } }, ada);
  expect((await topUp()).status).toBe(200);
  const { customer } = await atProvider(ada);
  await stripe.customers.del(customer);
  const again = await Promise.all([topUp(), topUp()]);
  expect(again.map(({ status }) => status)).toContain(200);
  const { url = '' } = again.find(({ status }) => status === 200)?.body ?? {};
  await pay(url);
  expect(await creditsOf(app, ada.id)).toEqual({ 'top-up': 2 });
  const now = await atProvider(ada);
  expect([now.customers, now.paid.length]).toEqual([1, 1]);
  expect(now.customer).not.toBe(customer);
});

test('a membership that went with its customer can be bought anew', async ({
  app,
  stripe,
  member,
  prices,
  sync,
}) => {
  const { person, customer } = await member();
  await stripe.customers.del(customer);
  await sync(customer);
  const status = async () => (await app.call(getMe, {}, person)).body.user.status;
  expect(await status()).toBe('cancelled');
  const typed = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };
  const { id: paymentMethodId } = await stripe.paymentMethods.create({ type: 'card', card: typed });
  const body = { paymentMethodId, priceId: prices('studio_5'), withoutTrial: true };
  expect((await app.call(buying.createSubscription, { body }, person)).body.status).toBe('active');
  await settle(app);
  expect(await status()).toBe('subscriber');
  expect(await creditsOf(app, person.id)).toEqual({ plan: 5 });
});

test('a membership that the provider does not know is refused in words, and stays as it is', async ({
  app,
  stripe,
  member,
  prices,
  preview,
}) => {
  const { person, clock } = await member();
  await stripe.testHelpers.testClocks.del(clock);
  const refused = { status: 409, code: 'provider_refused', detail: expect.stringContaining('support') };
  const reason = { value: 'break' };
  const priceId = prices('studio_2');
  expect((await app.call(cancelSubscription, { body: { reason } }, person)).problem).toMatchObject(refused);
  expect((await app.call(renewSubscription, { body: {} }, person)).problem).toMatchObject(refused);
  expect((await app.call(downgradeSubscription, { body: { priceId } }, person)).problem).toMatchObject(
    refused,
  );
  for (const offer of ['studio_2', 'studio_10'])
    expect((await preview(person, offer)).problem).toMatchObject(refused);
  expect((await app.call(getMe, {}, person)).body.user.status).toBe('subscriber');
  const open = app.db
    .selectFrom('billing_changes')
    .select('state')
    .where('state', 'in', ['starting', 'open']);
  expect(await open.execute()).toEqual([]);
});
