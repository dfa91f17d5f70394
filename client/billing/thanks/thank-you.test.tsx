import { expect, test } from 'vitest';
import { renderScreen } from '#test/client/render.tsx';
import { meQuery, studioQuery } from '../../lib/session.ts';
import { ThankYouPage } from './ThankYouPage.tsx';

const ME = { id: 'u', name: 'Ana', avatar: null, sessions_left: 0, credits_bank: 0 };

const html = (flags: Readonly<Record<string, boolean>>) =>
  renderScreen(ThankYouPage, [
    [meQuery.queryKey, ME],
    [studioQuery.queryKey, { flags, marketing_url: null }],
  ]);

test('promises a free session only while trials are on', async () => {
  expect(await html({ 'free-trial': true })).toContain('BOOK YOUR FREE SESSION');
  const without = await html({ 'free-trial': false });
  expect(without).toContain('Nice, Ana!');
  expect(without).toContain('BOOK YOUR FIRST SESSION');
  expect(without).not.toMatch(/free|trial/i);
});
