import type { Page } from '@playwright/test';
import { freeTimes } from '#test/browser/acts.ts';
import { book } from '#test/browser/booking.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

/** It takes a tenth of a second on a machine at rest, on a busy one a while. */
const SOON = { timeout: 20_000 };
const calendarOf = (page: Page) => page.getByRole('region', { name: 'My Calendar' });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('a musician changes hours by form and keys, takes time off, copies a week and undoes it; clients see it at once', async ({
  as,
}) => {
  const client = await as('client@demo.test', null);
  await book(client, 'Stays as it is', 6);
  await client.goto('/explore/rafa-monteiro');
  await expect(freeTimes(client).first()).toBeVisible();
  const page = await as('partner@demo.test', '/profile#calendar');
  const calendar = calendarOf(page);
  await expect(calendar.getByRole('list').first()).toBeVisible();
  await checkA11y(page);

  await test.step('hours by the form, then by keys on the grid', async () => {
    await calendar.getByRole('button', { name: 'Edit weekly hours' }).click();
    const editor = page.getByRole('region', { name: 'Weekly hours' });
    const sunday = editor.getByRole('group', { name: 'Sunday', exact: true });
    await sunday.getByRole('button', { name: 'Add hours' }).click();
    const from = sunday.getByLabel(/from$/).last();
    await from.fill('05:00');
    const block = editor.getByRole('button', { name: /^Sunday 05:00 to 05:30/ });
    await block.focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(editor.getByRole('button', { name: /^Sunday 05:15 to 06:15/ })).toBeFocused();
    const effect = editor.getByRole('region', { name: 'What this changes' });
    await expect(effect).toContainText(/1[68] slots are added\./);
    await checkA11y(page);
    await editor.getByRole('button', { name: 'Save hours' }).click();
    const saved = said(page, 'Your hours are valid from');
    await expect(saved).toBeVisible();
    // It stands for 12 s over what is pressed next.
    await page.getByRole('button', { name: 'Close message' }).click();
    await expect(saved).toHaveCount(0);
  });

  await test.step('time off over what is booked says so, and leaves it', async () => {
    await calendar.getByRole('button', { name: 'Time off', exact: true }).click();
    const form = dialog(page, 'Take time off');
    const first = await form.getByLabel('First day').inputValue();
    const last = Temporal.PlainDate.from(first).add({ days: 60 }).toString();
    await form.getByLabel('Last day').fill(last);
    await expect(form.getByRole('link', { name: /^Session #/ }).first()).toBeVisible();
    await checkA11y(page, 'panel');
    await form.getByRole('button', { name: 'Take time off' }).click();
    await expect(said(page, 'You have time off.')).toBeVisible();
    await expect(freeTimes(client)).toHaveCount(0, SOON);
    await said(page, 'You have time off.').getByRole('button', { name: 'Undo' }).click();
    await expect(said(page, 'Undone.')).toBeVisible();
    await expect(freeTimes(client).first()).toBeVisible(SOON);
  });

  await test.step('a copied week can be undone', async () => {
    await calendar.getByRole('button', { name: 'Offer a time' }).click();
    const offer = dialog(page, 'Offer a time');
    await offer.getByLabel('From').fill('03:00');
    const day = Temporal.PlainDate.from(await offer.getByLabel('Day').inputValue()).add({ days: 7 });
    await offer.getByLabel('Day').fill(day.toString());
    await expect(offer.getByText('1 slot is added.')).toBeVisible();
    await offer.getByRole('button', { name: 'Offer', exact: true }).click();
    await expect(said(page, 'Your time is on offer.')).toBeVisible();
    await calendar.getByRole('button', { name: 'Next week' }).click();
    await calendar.getByRole('button', { name: 'Copy week' }).click();
    const copy = dialog(page, 'Copy a week');
    await copy.getByRole('combobox', { name: 'To the week of' }).click();
    await page.getByRole('option').nth(4).click();
    await expect(copy.getByText(/slots? (?:is|are) added/)).toBeVisible();
    await copy.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(said(page, 'The week is copied.')).toBeVisible();
    await calendar.getByRole('button', { name: 'Undo: copied week' }).click();
    await expect(calendar.getByRole('button', { name: 'Undo: offer' })).toBeVisible();
  });
});
