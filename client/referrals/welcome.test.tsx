import { expect, test } from 'vitest';
import { renderScreen } from '#test/client/render.tsx';
import { meQuery, studioQuery } from '../lib/session.ts';
import { referralContentQuery } from './api.ts';
import { WelcomePage } from './WelcomePage.tsx';

const INVITATION = { is: 'valid', email: 'ana@demo.test', name: 'Ada Lovelace' };

const html = (flags: Readonly<Record<string, boolean>>) =>
  renderScreen(
    WelcomePage,
    [
      [meQuery.queryKey, null],
      [studioQuery.queryKey, { name: 'Talkback', flags, marketing_url: null }],
      [referralContentQuery.queryKey, { invitee_faqs: [] }],
      [['referral code', 'abc'], INVITATION],
    ],
    '/?code=abc',
  );

test('promises a credit to the invitee only while trials are on', async () => {
  const promise = /<p [^>]*>Your first credit is on us\.<\/p>/;
  const withTrials = await html({ 'free-trial': true });
  expect(withTrials).toMatch(promise);
  const without = await html({ 'free-trial': false });
  expect(without).toContain('Ada Lovelace');
  expect(without).toBe(withTrials.replace(promise, ''));
});
