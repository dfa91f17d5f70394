import { expect } from 'vitest';
import { test as base } from '#test/api/test.ts';

const test = base.extend('options', { scope: 'file' }, { sandbox: true });

test('with a sandbox every context pays there, and browsers may reach it', async ({
  app,
  sandbox,
  stripe,
}) => {
  const { payments } = app.ctx();
  expect(payments).toMatchObject({ stripe: { sandbox: true, livemode: false }, pagesOrigin: sandbox.url });
  expect(`http://${payments.stripe?.api?.host}:${payments.stripe?.api?.port}`).toBe(sandbox.url);
  await expect(stripe.customers.create({ email: 'anna@example.test' })).resolves.toMatchObject({
    livemode: false,
  });
  const { headers } = await app.http.inject({ url: '/healthz', headers: { host: 'localhost:4000' } });
  expect(headers['content-security-policy']).toContain(`frame-src ${sandbox.url};`);
});
