import { expect, test, vi } from 'vitest';
import { renderScreen } from '#test/client/render.tsx';
import { meQuery, studioQuery } from '../../lib/session.ts';
import { ThankYouPage } from './ThankYouPage.tsx';

const subscription = { currentPrice: null, lastPaymentStatus: null };
const ME = { id: 'u', name: 'Ana', avatar: null, sessions_left: 0, credits_bank: 0, subscription };

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

test("leads back to a session's files that waited for the membership", async () => {
  expect(await html({})).not.toContain('BACK TO YOUR FILES');
  const trip = { kind: 'purchase', personId: 'u', before: {}, files: 100_019 };
  vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify(trip) });
  const back = await html({});
  vi.unstubAllGlobals();
  expect(back).toMatch(/href="\/sessions\/100019\?[^"]*modal=files[^"]*"[^>]*>.*?BACK TO YOUR FILES/);
});
