import { expect } from 'vitest';
import { downgradeSubscription } from '#shared/billing/contract-changing.ts';
import { cancelSubscription, renewSubscription } from '#shared/billing/contract-leaving.ts';
import { test } from '#test/rooms/changing.ts';
import { creditsOf } from '#test/rooms/store.ts';

test('cancelling gives up a change of plan that waits for the bank', async ({
  app,
  stripe,
  member,
  useCard,
  change,
  atProvider,
}) => {
  const { person, customer } = await member();
  await useCard(customer, 'pm_card_authenticationRequired');
  expect((await change(person, 'studio_10')).body.status).toBe('pending');
  const body = { reason: { value: 'break' } };
  expect((await app.call(cancelSubscription, { body }, person)).status).toBe(200);
  const { subscriptions, paid } = await atProvider(person);
  expect(subscriptions).toMatchObject([{ cancel_at_period_end: true, pending_update: null }]);
  expect((await stripe.invoices.list({ customer, status: 'open' })).data).toEqual([]);
  expect(paid).toHaveLength(1);
  expect(await creditsOf(app, person.id)).toEqual({ plan: 5 });
});

test('a restart gives it up, too; and is given up by a downgrade', async ({
  app,
  clock,
  prices,
  member,
  useCard,
  change,
  atProvider,
}) => {
  const { person, customer } = await member('studio_5', { days: 3 });
  clock.add({ hours: 72 });
  await useCard(customer, 'pm_card_authenticationRequired');
  expect((await change(person, 'studio_10')).body.status).toBe('pending');
  const restarted = await app.call(renewSubscription, { body: { what: 'restart' } }, person);
  expect(restarted.body).toEqual({ status: 'subscriber', client_secret: expect.stringMatching(/^pi_/) });
  const pending = (await atProvider(person)).subscriptions[0]?.pending_update;
  expect(pending?.subscription_items?.map(({ price }) => price.id)).toEqual([prices('studio_5')]);

  const body = { priceId: prices('studio_2') };
  expect((await app.call(downgradeSubscription, { body }, person)).status).toBe(200);
  expect((await atProvider(person)).subscriptions).toMatchObject([{ pending_update: null }]);
  expect((await atProvider(person)).paid).toHaveLength(1);
});
