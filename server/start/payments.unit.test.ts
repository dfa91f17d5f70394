import { describe, expect, test } from 'vitest';
import { NO_PAYMENTS } from '../ctx/payments.ts';
import type { Secrets } from '../lib/secrets.ts';
import { paymentsOf } from './payments.ts';
import { readSettings } from './settings.ts';

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const PAYPAL = { PAYPAL_CLIENT_ID: 'a', PAYPAL_CLIENT_SECRET: 'b', PAYPAL_WEBHOOK_ID: 'c' };
const SECRETS = {
  sandboxKey: 'sk_test_own',
  sandboxPublishableKey: 'pk_test_own',
  sandboxWebhookSecret: 'whsec_own',
  sandboxPaypalSecret: 'paypal_own',
} as Secrets;

const paymentsIn = (env: Record<string, string>) => paymentsOf(readSettings(env), () => SECRETS);

describe('where this installation pays', () => {
  test('a demo without keys in the sandbox, beside the fronts', () => {
    expect(paymentsIn({ PORT: '5000' })).toEqual({
      stripe: {
        secretKey: 'sk_test_own',
        publishableKey: 'pk_test_own',
        webhookSecret: 'whsec_own',
        api: { protocol: 'http', host: '127.0.0.1', port: 5003 },
        sandbox: true,
        livemode: false,
      },
      paypal: {
        clientId: 'talkback-sandbox',
        clientSecret: 'paypal_own',
        webhookId: 'WHSANDBOX',
        api: 'http://127.0.0.1:5003/paypal',
        mode: 'sandbox',
      },
      pagesOrigin: 'http://localhost:5003',
    });
  });

  test.each([
    ['0.0.0.0', 'http://studio.lan:4000', '127.0.0.1', 'http://studio.lan:4003'],
    ['192.168.1.4', 'https://demo.example.com', '192.168.1.4', 'https://demo.example.com:4003'],
    ['localhost', 'http://localhost:4000', '127.0.0.1', 'http://localhost:4003'],
  ])('HOST=%s, STUDIO_URL=%s', (HOST, STUDIO_URL, host, pagesOrigin) => {
    const { stripe, pagesOrigin: pages } = paymentsIn({ HOST, STUDIO_URL, DEMO: 'on' });
    expect([stripe?.api?.host, pages]).toEqual([host, pagesOrigin]);
  });

  test.each([['an installation without a demo', { DATABASE_URL: 'postgres://a/b' }]])(
    '%s has none',
    (_, env) => {
      expect(paymentsIn(env)).toEqual(NO_PAYMENTS);
    },
  );

  test.each([
    ['live', 'https://api-m.paypal.com'],
    ['test', 'https://api-m.sandbox.paypal.com'],
  ])("PayPal's keys lead there and no sandbox runs, %s", (PAYPAL_MODE, api) => {
    expect(paymentsIn({ ...PAYPAL, PAYPAL_MODE })).toEqual({
      stripe: null,
      paypal: { clientId: 'a', clientSecret: 'b', webhookId: 'c', api, mode: PAYPAL_MODE },
      pagesOrigin: null,
    });
  });

  test.each([
    ['sk_test_1', false],
    ['sk_live_1', true],
    ['rk_live_1', true],
  ])('keys of Stripe lead there, %s', (STRIPE_SECRET_KEY, livemode) => {
    expect(paymentsIn({ ...STRIPE, STRIPE_SECRET_KEY })).toEqual({
      stripe: {
        secretKey: STRIPE_SECRET_KEY,
        publishableKey: 'pk_test_1',
        webhookSecret: 'whsec_1',
        api: null,
        sandbox: false,
        livemode,
      },
      paypal: null,
      pagesOrigin: null,
    });
  });
});

test.each(Object.keys(STRIPE))('an empty %s stops the start', (name) => {
  expect(() => readSettings({ ...STRIPE, [name]: ' ' })).toThrow(new RegExp(`^${name} is needed because`));
});
