import { expect } from 'vitest';
import { test } from '#test/api/test.ts';

test('without a payment provider there is no webhook: 404', async ({ app }) => {
  const { statusCode } = await app.http.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: { host: 'localhost:4000', 'content-type': 'application/json' },
    payload: '{}',
  });
  expect(statusCode).toBe(404);
});
