import { expect } from 'vitest';
import { getMe } from '#shared/me/contract.ts';
import { test } from '#test/rooms/changing.ts';
import { creditsOf, settle, travel } from '#test/rooms/store.ts';

test('a new card pays the open renewal at once; another bad one is tried once', async ({
  app,
  stripe,
  member,
  useCard,
  atProvider,
}) => {
  const { person, customer, clock } = await member();
  await useCard(customer, 'pm_card_chargeCustomerFail');
  await travel(app, stripe, clock, 32);
  const lastPayment = async () =>
    (await app.call(getMe, {}, person)).body.user.subscription?.lastPaymentStatus;
  expect(await lastPayment()).toBe('failed');
  const attempts = async () =>
    (await stripe.invoices.list({ customer, status: 'open' })).data.map(({ attempt_count }) => attempt_count);
  const [before = 0] = await attempts();

  await useCard(customer, 'pm_card_chargeCustomerFail');
  await settle(app);
  await settle(app);
  expect(await attempts()).toEqual([before + 1]);

  await useCard(customer, 'pm_card_visa');
  await settle(app);
  expect((await atProvider(person)).paid).toHaveLength(2);
  expect(await lastPayment()).toBe('success');
  expect(await creditsOf(app, person.id)).toEqual({ plan: 5, rollover: 5 });
});
