import { expect } from 'vitest';
import { FLAG_DEFAULTS, LISTED_FLAGS } from '#shared/content/rules.ts';
import { listFlags, setFlag, unsetFlag } from './service.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { readFlagsAnew } from '#test/rooms/flags.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('ctx', { scope: 'file' }, ({ app }) => () => ({ db: app.db, now: app.clock.now() }))
  /** The flags as a browser reads them once the cached reading has expired. */
  .extend(
    'told',
    { scope: 'file' },
    ({ app }) =>
      () =>
        readFlagsAnew(app),
  );

test('the table has every flag of the product and the waiting list', () => {
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
    'public-musician-pages': false,
    'profiles-need-approval': false,
    waitlist: false,
  });
});

test('an override counts within 2 seconds, and its removal too', async ({ app, ctx, told }) => {
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
  await unsetFlag(ctx(), 'webinar');
  expect(await auditOf(app.db, 'flag', 'webinar'), 'the same again is no change').toMatchObject([
    { what: 'flag.set', before: { on: false, overridden: false }, after: { on: true, overridden: true } },
    { what: 'flag.unset', before: { on: true, overridden: true }, after: { on: false, overridden: false } },
  ]);
  // A row that another process deleted.
  await setFlag(ctx(), 'webinar', true);
  await told();
  await app.db.deleteFrom('flags').execute();
  expect(await told()).toEqual(FLAG_DEFAULTS);
});

test('all flags are listed with default, override and what they do; others are unknown', async ({ ctx }) => {
  await setFlag(ctx(), 'profile-info-button', false);
  const flags = await listFlags(ctx());
  expect(flags.map(({ name }) => name)).toEqual(LISTED_FLAGS);
  expect(flags.find(({ name }) => name === 'profile-info-button')).toEqual({
    name: 'profile-info-button',
    about: 'Show the info button on the profile.',
    default: true,
    override: false,
    value: false,
  });
  await unsetFlag(ctx(), 'profile-info-button');
  for (const name of ['colour', 'toString', ''])
    expect(await setFlag(ctx(), name, true)).toMatchObject({ reason: 'no_such_flag' });
  expect(await unsetFlag(ctx(), 'colour')).toMatchObject({ reason: 'no_such_flag' });
});
