import { describe, expect, test } from 'vitest';
import { NO_PAYMENTS, type Payments } from '../ctx/payments.ts';
import { paymentsOf } from '../start/payments.ts';
import { readSettings } from '../start/settings.ts';
import { contentSecurity } from './security.ts';

const GOOGLE = { GOOGLE_CLIENT_ID: '1.apps.googleusercontent.com' };
const FACEBOOK = { FACEBOOK_APP_ID: '1', FACEBOOK_APP_SECRET: 'secret' };

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

function headers(env: Record<string, string>, payments: Payments = NO_PAYMENTS) {
  const { contentSecurityPolicy: policy, ...rest } = contentSecurity(readSettings(env), payments);
  if (typeof policy !== 'object') throw new Error('There is no policy');
  return { ...rest, directives: policy.directives ?? {}, text: JSON.stringify(policy.directives) };
}

describe('what pages may reach', () => {
  test('only ourselves while no provider is configured', () => {
    const { directives, text, crossOriginOpenerPolicy, referrerPolicy } = headers({});
    expect(directives['scriptSrc']).toEqual(["'self'"]);
    expect(directives['frameSrc']).toEqual(["'none'"]);
    expect(text).not.toContain('https:');
    expect(crossOriginOpenerPolicy).toEqual({ policy: 'same-origin' });
    expect(referrerPolicy).toEqual({ policy: 'same-origin' });
  });

  test("Google's sign-in and nothing of Facebook", () => {
    const { directives, text, crossOriginOpenerPolicy, referrerPolicy } = headers(GOOGLE);
    expect(directives['scriptSrc']).toEqual(["'self'", 'https://accounts.google.com/gsi/client']);
    expect(directives['frameSrc']).toEqual(['https://accounts.google.com/gsi/']);
    expect(text).not.toContain('facebook');
    expect(crossOriginOpenerPolicy).toEqual({ policy: 'same-origin-allow-popups' });
    expect(referrerPolicy).toEqual({ policy: 'strict-origin-when-cross-origin' });
  });

  test("Facebook's and nothing of Google", () => {
    const { directives, text } = headers(FACEBOOK);
    expect(directives['scriptSrc']).toEqual(["'self'", 'https://connect.facebook.net']);
    expect(text).not.toContain('google');
  });

  test('the sandbox for its card form and 3-D Secure; its hosted pages need nothing', () => {
    const at = headers({}, { stripe: null, paypal: null, pagesOrigin: 'http://localhost:4003' });
    expect(at.directives).toMatchObject({
      scriptSrc: ["'self'"],
      connectSrc: ["'self'", 'http://localhost:4003'],
      frameSrc: ['http://localhost:4003'],
      formAction: ["'self'"],
    });
    expect(at.crossOriginOpenerPolicy).toEqual({ policy: 'same-origin' });
  });

  test("Stripe's with its keys", () => {
    const { directives } = headers(
      STRIPE,
      paymentsOf(readSettings(STRIPE), () => {
        throw new Error('real keys need no secrets');
      }),
    );
    expect(directives).toMatchObject({
      scriptSrc: ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
      connectSrc: ["'self'", 'https://api.stripe.com'],
      frameSrc: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    });
  });

  test('never an inline script', () => {
    expect(headers({ ...GOOGLE, ...FACEBOOK }).directives['scriptSrc']).not.toContain("'unsafe-inline'");
  });
});
