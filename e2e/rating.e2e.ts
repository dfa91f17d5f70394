import type { Page } from '@playwright/test';
import type { getPartner } from '#shared/catalogue/contract.ts';
import type { ReadOf } from '#shared/lib/endpoint.ts';
import { enterOn, tabTo } from '#test/browser/acts.ts';
import { dialog, get, post, press } from '#test/browser/booking.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

/** Sessions of client@demo.test in the demo studio that are over. */
const PAST = { harbourLights: 100006, saltAndSilver: 100008 };

const openRate = (page: Page, id: number) => page.goto(`/sessions/${id}?modal=rate-session&session=${id}`);

test.describe('rating', () => {
  test.use({ fresh: true });

  test('takes stars first, thanks, and shows on the panel, the card and explore @phone', async ({ as }) => {
    const page = await as('client@demo.test', null);
    const { partner } = await get<ReadOf<typeof getPartner>>(page, '/api/partners/rafa-monteiro');
    await openRate(page, PAST.harbourLights);
    const modal = dialog(page, 'Rate your session');
    const send = modal.getByRole('button', { name: 'Send rating' });
    await expect(send).toBeDisabled();
    await checkA11y(page, 'panel');
    await modal.getByRole('radio', { name: '4 stars: Very good' }).check();
    await expect(modal).toContainText('Very good');
    await modal.getByLabel('Comment (optional)').fill('Tight, and on time.');
    await send.click();
    await expect(modal.getByRole('heading', { name: 'Thank you for your rating!' })).toBeFocused();
    await checkA11y(page, 'panel');
    await modal.getByRole('button', { name: 'Close' }).last().click();
    const block = page.getByRole('region', { name: 'Your rating' });
    await expect(block).toContainText('Rated 4 of 5');
    await expect(block).toContainText('Tight, and on time.');
    await page.goto('/sessions?tab=previous');
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Harbour Lights' });
    await expect(card).toContainText('Rated 4 of 5');
    await page.goto('/explore');
    const count = (partner.rating?.count ?? 0) + 1;
    const musician = page.getByRole('article').filter({ hasText: 'Rafa Monteiro' });
    const words = new RegExp(`Rated [1-5]\\.\\d of 5 by ${count} client`);
    await expect(musician).toContainText(words);
    await page.goto('/explore/rafa-monteiro');
    await expect(dialog(page, 'Rafa Monteiro')).toContainText(words);
  });

  test('thanks also when the call fails, and goes on trying quietly @variant', async ({ as, faults }) => {
    faults.allow(/ERR_FAILED/);
    const page = await as('client@demo.test', null);
    await openRate(page, PAST.saltAndSilver);
    await page.route('**/api/v2/ratings', (route) => route.abort(), { times: 1 });
    const modal = dialog(page, 'Rate your session');
    await tabTo(page, modal.getByRole('radio').first());
    await page.keyboard.press('Space');
    for (let star = 1; star < 5; star += 1) await page.keyboard.press('ArrowRight');
    await expect(modal.getByRole('radio', { name: '5 stars: Outstanding' })).toBeChecked();
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/v2/ratings') && answer.ok());
    await enterOn(page, modal.getByRole('button', { name: 'Send rating' }));
    await expect(modal.getByRole('heading', { name: 'Thank you for your rating!' })).toBeVisible();
    await modal.getByRole('button', { name: 'Close' }).last().click();
    await saved;
    await expect(page.getByRole('region', { name: 'Your rating' })).toContainText('Rated 5 of 5');
  });

  test('can be changed for 14 days, from the block, and not after @variant', async ({ as, moveClock }) => {
    const page = await as('client@demo.test', null);
    await post(page, '/api/v2/ratings', { session_id: PAST.harbourLights, rating: 2, comment: 'Late.' });
    await page.goto(`/sessions/${PAST.harbourLights}`);
    await page.getByRole('link', { name: 'Change your rating' }).click();
    const modal = dialog(page, 'Rate your session');
    await expect(modal.getByRole('radio', { name: /^2 stars/ })).toBeChecked();
    await expect(modal.getByLabel('Comment (optional)')).toHaveValue('Late.');
    await modal.getByRole('radio', { name: /^3 stars/ }).check();
    await press(page, 'Rate your session', 'Change rating');
    await expect(modal).toContainText('Thank you for your rating!');
    await modal.getByRole('button', { name: 'Close' }).last().click();
    const block = page.getByRole('region', { name: 'Your rating' });
    await expect(block).toContainText('Rated 3 of 5');
    await moveClock({ hours: 14 * 24 });
    await page.reload();
    await expect(block).toContainText('Rated 3 of 5');
    await expect(block.getByRole('link', { name: 'Change your rating' })).toHaveCount(0);
    await openRate(page, PAST.harbourLights);
    await expect(modal).toContainText('You have already rated this session.');
  });
});
