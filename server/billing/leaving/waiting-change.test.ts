import { expect } from 'vitest';
import { cancelSubscription } from '#shared/billing/contract-leaving.ts';
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
