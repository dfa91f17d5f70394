import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getStudio } from '../../shared/content/contract.ts';
import { FLAG_DEFAULTS, FLAGS } from '../../shared/content/rules.ts';
import { testApp, type TestApp } from '../test/app.ts';
import { listFlags, setFlag, unsetFlag } from './service.ts';

let app: TestApp;
const ctx = () => ({ db: app.db, now: app.clock.now() });
let later = 0;

/** The flags as a browser reads them once the last reading is over. */
async function told() {
  later += 2001;
  const reading = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + later);
  const { flags } = (await app.call(getStudio, {})).body.studio;
  reading.mockRestore();
  return flags;
}

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('the table has every flag of both parts (sections 6) and the waiting list (decisions 11)', () => {
  expect(FLAG_DEFAULTS).toEqual({
    'google-login': true,
    'facebook-login': true,
    'paypal-payments': true,
    'credit-card-first': true,
    'free-trial': true,
    'trial-cancellations': true,
    'restart-billing-cycle': true,
    'get-full-access': true,
    'payment-failed-banner': true,
    'profile-info-button': true,
    'annual-plans-default': false,
    sale: false,
    'studio-banner': false,
    webinar: false,
    'pro-explore-filters': false,
    waitlist: false,
  });
});

test('an override counts within 2 seconds, and its removal too', async () => {
  expect(await told()).toEqual(FLAG_DEFAULTS);
  expect(await setFlag(ctx(), 'webinar', true)).toMatchObject({
    ok: true,
    value: { override: true, value: true },
  });
  await setFlag(ctx(), 'sale', true);
  await setFlag(ctx(), 'sale', false);
  expect(await told()).toEqual({ ...FLAG_DEFAULTS, webinar: true });
  expect(await unsetFlag(ctx(), 'webinar')).toMatchObject({
    ok: true,
    value: { override: null, value: false },
  });
  expect(await told()).toEqual(FLAG_DEFAULTS);
  // A row that somebody else took away, as another process would.
  await setFlag(ctx(), 'webinar', true);
  await told();
  await app.db.deleteFrom('flags').execute();
  expect(await told()).toEqual(FLAG_DEFAULTS);
});

test('all flags are listed with default, override and what they do; others are unknown', async () => {
  await setFlag(ctx(), 'paypal-payments', false);
  const flags = await listFlags(ctx());
  expect(flags.map(({ name }) => name)).toEqual(Object.keys(FLAGS));
  expect(flags.find(({ name }) => name === 'paypal-payments')).toEqual({
    name: 'paypal-payments',
    about: 'Pay with PayPal.',
    default: true,
    override: false,
    value: false,
  });
  await unsetFlag(ctx(), 'paypal-payments');
  for (const name of ['colour', 'toString', ''])
    expect(await setFlag(ctx(), name, true)).toMatchObject({ reason: 'no_such_flag' });
  expect(await unsetFlag(ctx(), 'colour')).toMatchObject({ reason: 'no_such_flag' });
});
