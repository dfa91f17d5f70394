import { expect, test } from 'vitest';
import { pathTemplate } from './traced-call.ts';

test.each([
  ['/v1/customers/cus_Q1w2E3?expand=a', '/v1/customers/{id}'],
  ['/v1/checkout/sessions', '/v1/checkout/sessions'],
  ['/v1/test_helpers/test_clocks/clock_1AbC/advance', '/v1/test_helpers/test_clocks/{id}/advance'],
  ['/v2/checkout/orders/5O190127TN364715T/capture', '/v2/checkout/orders/{id}/capture'],
  ['/v1/oauth2/token', '/v1/oauth2/token'],
  ['/v1/notifications/verify-webhook-signature', '/v1/notifications/verify-webhook-signature'],
  ['/.well-known/openid-configuration', '/.well-known/openid-configuration'],
  ['/oauth2/v3/certs', '/oauth2/v3/certs'],
  ['/v23.0/me?access_token=secret', '/v23.0/me'],
  ['/people/ada@example.com', '/people/{id}'],
  ['/people/Ada', '/people/{id}'],
])('%s is %s', (path, template) => {
  expect(pathTemplate(path)).toBe(template);
});
