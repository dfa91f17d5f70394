import type { Page } from '@playwright/test';
import type { changeSchedule, getSchedule } from '#shared/calendar/contract-schedule.ts';
import type { ReadOf } from '#shared/lib/endpoint.ts';
import type { getMe } from '#shared/me/contract.ts';
import { get, post } from '#test/browser/booking.ts';
import { signIn } from '#test/browser/login.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

const SOON = { timeout: 20_000 };
const PATH = '/explore/rafa-monteiro';

/** Waits for the drummer, between three and five at night. */
async function join(page: Page) {
  await page.getByRole('link', { name: 'Tell me when Rafa is free' }).click();
  const modal = page.getByRole('dialog', { name: 'Tell me when Rafa is free' });
  await modal.getByLabel('From').fill('03:00');
  await modal.getByLabel('To').fill('05:00');
  return modal;
}

test('who waits for a musician is offered a time that returns, the first in line before the second, and books it', async ({
  as,
  visit,
  latestMail,
}) => {
  const ann = await as('client@demo.test', PATH);
  await test.step('joining says the place in line', async () => {
    const modal = await join(ann);
    await checkA11y(ann, 'panel');
    await modal.getByRole('button', { name: 'Tell me', exact: true }).click();
    await expect(modal).toContainText('You are first in line.');
    await modal.getByRole('button', { name: 'Close' }).last().click();
  });
  const bob = await as('client2@demo.test', PATH);
  const second = await join(bob);
  await second.getByRole('button', { name: 'Tell me', exact: true }).click();
  await expect(second).toContainText('You are second in line.');

  await test.step('a time that the musician offers goes to the first, on the open screen and by mail', async () => {
    await ann.goto('/explore');
    await expect(ann.getByRole('article').first()).toBeVisible();
    const { user } = await get<ReadOf<typeof getMe>>(ann, '/api/users/me');
    const musician = await as('partner@demo.test', null);
    const { version, kinds } = await get<ReadOf<typeof getSchedule>>(musician, '/api/v2/musicians/schedule');
    const kind = kinds.find(({ unit_minutes }) => unit_minutes === 30);
    const day = Temporal.Now.plainDateISO(user.timezone).add({ days: 5 });
    const starts_at = day
      .toZonedDateTime({ timeZone: user.timezone, plainTime: '03:30' })
      .toInstant()
      .toString();
    const offers = [{ starts_at, unit_minutes: 30, category: kind?.category }];
    await post<ReadOf<typeof changeSchedule>>(musician, '/api/v2/musicians/schedule/changes', {
      version,
      change: { kind: 'offer', offers },
    });
    await expect(ann.getByRole('complementary', { name: 'Rafa is free' })).toBeVisible(SOON);
    await ann.goto('/explore/imogen-clarke');
    const inPanel = ann
      .getByRole('dialog', { name: 'Imogen Clarke' })
      .getByRole('link', { name: /^Rafa is free/ });
    await expect(inPanel).toBeVisible();
    await checkA11y(ann, 'panel');
    await inPanel.click();
    await expect(ann.getByRole('region', { name: 'Waiting list' })).toContainText('Kept for you');
    await expect(ann.getByRole('button', { name: /^Book this time/ })).toBeFocused();
    await checkA11y(ann);
  });

  await test.step('the mail leads who is signed out to the offer, by the login', async () => {
    const { links } = await latestMail('client@demo.test', /^Rafa Monteiro is free: /);
    const link = links.find((one) => one.includes('/sessions?offered=')) ?? '';
    const signedOut = await visit(link);
    await signIn(signedOut, 'client@demo.test');
    await expect(signedOut.getByRole('button', { name: /^Book this time/ })).toBeFocused();
  });

  await test.step('declined, it goes to the second, who books it', async () => {
    await ann.getByRole('button', { name: 'Not this time' }).click();
    await expect(ann.getByRole('region', { name: 'Waiting list' })).toContainText('You are first in line.');
    await second.getByRole('button', { name: 'Close' }).last().click();
    await bob.goto('/sessions');
    await bob.getByRole('button', { name: /^Book this time/ }).click(SOON);
    await expect(bob).toHaveURL(/\/explore\/rafa-monteiro\?hold=\d+&step=track/);
    await expect(bob.getByText('Held for you').first()).toBeVisible();
  });

  await test.step('other days and hours, the place stays', async () => {
    await ann.getByRole('link', { name: 'Change days and hours: Rafa Monteiro' }).click();
    const modal = ann.getByRole('dialog', { name: 'Change days and hours' });
    await expect(modal.getByLabel('From')).toHaveValue('03:00');
    await modal.getByLabel('From').fill('02:00');
    await modal.getByRole('button', { name: 'Sun', exact: true }).click();
    await checkA11y(ann, 'panel');
    await modal.getByRole('button', { name: 'Save' }).click();
    await expect(modal).toHaveCount(0);
    const section = ann.getByRole('region', { name: 'Waiting list' });
    await expect(section).toContainText('Monday to Saturday, 02:00 to 05:00');
    await expect(section).toContainText('You are first in line.');
  });

  await test.step('leaving the line', async () => {
    await ann.getByRole('button', { name: 'Leave the line: Rafa Monteiro' }).click();
    await ann.getByRole('dialog').getByRole('button', { name: 'Leave the line' }).click();
    await expect(ann.getByRole('region', { name: 'Waiting list' })).toHaveCount(0);
  });
});
