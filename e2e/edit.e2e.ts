import type { Page } from '@playwright/test';
import { book, dialog, post, press, sessionOf } from '#test/browser/booking.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

/** Sessions of client@demo.test in the demo studio; one is over. */
const DEMO = { nightDrive: 100001, paperBoats: 100002 };
const PAST = { harbourLights: 100006 };

const edit = (page: Page) => dialog(page, 'Edit Session');
const track = (page: Page) => edit(page).getByLabel('Track', { exact: true });
const tab = (page: Page, name: string) => edit(page).getByRole('tab', { name });

test.describe('edit mode', () => {
  test('is filled with the session, saves both tabs, and the panel shows it at once @phone', async ({
    as,
  }) => {
    const page = await as('client2@demo.test', null);
    const id = await book(page, 'Working Title', 9);
    await page.goto(`/sessions/${id}/edit`);
    await expect(tab(page, 'Track Details')).toHaveAttribute('aria-selected', 'true');
    await expect(track(page)).toHaveValue('Working Title');
    await checkA11y(page, 'panel');
    await track(page).fill('Final Title');
    await track(page).press('Tab');
    await edit(page).getByLabel('BPM').fill('97');
    await tab(page, 'Session Details').click();
    await expect(track(page)).toBeHidden();
    await checkA11y(page, 'panel');
    await edit(page)
      .getByRole('radio', { name: /^No(?! \()/ })
      .check();
    await press(page, 'Edit Session', 'Save changes');
    await expect(page.getByText('Your changes are saved.')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/sessions/${id}$`));
    await expect(page.getByRole('dialog', { name: 'Final Title' })).toBeVisible();
    const { track_id, session_info, deliverables } = await sessionOf(page, id);
    expect(session_info).toMatchObject({ title: 'Final Title', bpm: '97' });
    expect(deliverables.attendance).toBe(false);
    expect(track_id).not.toBeNull();
  });

  test('choosing an existing track fills its fields @variant', async ({ as }) => {
    const page = await as('client@demo.test', `/sessions/${DEMO.nightDrive}/edit`);
    await expect(track(page)).toHaveValue('Night Drive');
    await track(page).click();
    await page.getByRole('option', { name: /^Paper Boats/ }).click();
    await expect(edit(page).getByLabel('BPM')).toHaveValue('92');
    await expect(edit(page).getByLabel('Meter')).toHaveValue('6/8');
  });

  test('an error on the other tab is led to', async ({ as }) => {
    const page = await as('client@demo.test', `/sessions/${DEMO.nightDrive}/edit`);
    await track(page).fill('');
    await tab(page, 'Session Details').click();
    await press(page, 'Edit Session', 'Save changes');
    await expect(tab(page, 'Track Details')).toHaveAttribute('aria-selected', 'true');
    await expect(edit(page).getByText('You need to provide a track name')).toBeVisible();
    await expect(track(page)).toBeFocused();
  });

  test('says to the letter what the server refuses, and when it is away', async ({ as, faults }) => {
    faults.allow(/ERR_FAILED/);
    const page = await as('client2@demo.test', null);
    const id = await book(page, 'Too Late', 9);
    await page.goto(`/sessions/${id}/edit`);
    await track(page).fill('Much Too Late');
    await page.route('**/api/v2/sessions', (route) => route.abort(), { times: 1 });
    await press(page, 'Edit Session', 'Save changes');
    await expect(edit(page).getByRole('alert')).toHaveText(
      'We have some issues connecting to our servers. Please try again later.',
    );
    await post(page, '/api/v2/sessions/cancel', { session_id: id });
    await tab(page, 'Session Details').click();
    await press(page, 'Edit Session', 'Save changes');
    await expect(edit(page).getByText('You are not allowed to make changes on this session.')).toBeVisible();
    await expect(track(page)).toBeFocused();
  });

  test('asks before unsaved changes are left, and not without any', async ({ as }) => {
    const page = await as('client@demo.test', `/sessions/${DEMO.paperBoats}/edit`);
    await expect(track(page)).toHaveValue('Paper Boats');
    await edit(page).getByLabel('BPM').fill('93');
    await page.keyboard.press('Escape');
    const question = dialog(page, 'Leave without saving?');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(edit(page).getByLabel('BPM')).toHaveValue('93');
    await edit(page).getByLabel('BPM').fill('92');
    await press(page, 'Edit Session', 'Close');
    await expect(page).toHaveURL(new RegExp(`/sessions/${DEMO.paperBoats}$`));
    await page.goto(`/sessions/${DEMO.paperBoats}/edit`);
    await edit(page).getByLabel('BPM').fill('93');
    await press(page, 'Edit Session', 'Close');
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(new RegExp(`/sessions/${DEMO.paperBoats}$`));
    expect((await sessionOf(page, DEMO.paperBoats)).session_info.bpm).toBe('92');
  });

  test('of what cannot be edited leads to its panel with a word; of what is not mine to the list @variant', async ({
    as,
  }) => {
    const page = await as('client@demo.test', `/sessions/${PAST.harbourLights}/edit`);
    await expect(page).toHaveURL(new RegExp(`/sessions/${PAST.harbourLights}`));
    await expect(page).not.toHaveURL(/edit/);
    await expect(page.getByText('This session is over.')).toBeVisible();
    await page.goto('/sessions/999999/edit');
    await expect(page).toHaveURL(/\/sessions$/);
  });
});
