import { describe, expect, test } from 'vitest';
import { methodNote, submitText } from './payment-texts.ts';

const PLAN = {
  kind: 'plan',
  id: 'p',
  title: 'P',
  price: 99,
  credits: 2,
  period: 'month',
  hasPaypal: true,
} as const;
const BUNDLE = { ...PLAN, kind: 'bundle', period: null } as const;
const paying = (
  method: 'stripe' | 'paypal',
  status: 'signup' | 'trial' | 'pending_cancellation' = 'signup',
) => ({
  method,
  isLive: status !== 'signup',
  status,
});

describe('what stands in the place of the card form', () => {
  test('is nothing only where a membership is paid by card', () => {
    expect(methodNote(PLAN, paying('stripe'))).toBeNull();
    expect(methodNote(BUNDLE, paying('stripe'))).toMatch(/by card/);
    for (const offer of [PLAN, BUNDLE]) expect(methodNote(offer, paying('paypal'))).toMatch(/at PayPal/);
  });

  test('says over a running membership what happens to it', () => {
    expect(methodNote(PLAN, paying('stripe', 'trial'))).toMatch(/^Your free trial goes on/);
    expect(methodNote(PLAN, paying('paypal', 'pending_cancellation'))).toMatch(/new agreement.*at PayPal\.$/);
  });
});

test.each([
  ['START YOUR FREE TRIAL', PLAN, paying('paypal'), 14],
  ['START YOUR MEMBERSHIP', PLAN, paying('paypal'), 0],
  ['GET YOUR BUNDLE', BUNDLE, paying('paypal'), 0],
  ['CHOOSE THIS PLAN', PLAN, paying('paypal', 'trial'), 0],
  ['RESUME MEMBERSHIP', PLAN, paying('stripe', 'pending_cancellation'), 0],
  // PayPal resumes nothing.
  ['START YOUR MEMBERSHIP', PLAN, paying('paypal', 'pending_cancellation'), 0],
] as const)('the button says %s', (text, offer, by, trialDays) => {
  expect(submitText(offer, { ...by, trialDays })).toBe(text);
});
