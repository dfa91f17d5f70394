import { expect } from 'vitest';
import { setDelivery } from '#sandbox/paypal/commands.ts';
import { test } from '#test/rooms/approving.ts';

test('a renewal that no webhook has told yet is part of the credit of a change', async ({
  sandbox,
  clock,
  member,
  paypal,
  prices,
  preview,
}) => {
  const ada = await member('studio_10');
  await setDelivery(paypal.context, { hold: true });
  clock.add({ hours: 32 * 24 });
  await sandbox.runDue();
  const { body } = await preview(ada, prices('studio_5'));
  expect(body).toMatchObject({ moves: true, due_today_cents: 0 });
  expect(body.balance_cents).toBeGreaterThan(0);
});
