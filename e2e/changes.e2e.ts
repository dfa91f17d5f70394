import type { Page } from '@playwright/test';
import { credits, enterOn, fact, freeTimes, tabTo } from '#test/browser/acts.ts';
import { book, dialog, post, press, sessionOf } from '#test/browser/booking.ts';
import { atBothWidths, checkA11y, checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

/** Sessions of client@demo.test in the demo studio. */
const DEMO = { nightDrive: 100001, slowTide: 100004 };

const openCancel = (page: Page, id: number) =>
  page.goto(`/sessions/${id}?modal=cancel-session&session=${id}`);
const standing = (page: Page) => page.getByRole('region', { name: 'Where this session is' });
const move = (page: Page) => dialog(page, 'Move session');

test.describe('cancelling', () => {
  test('says that the credits come back, gives them back, and both sides see it @phone', async ({
    as,
    moveClock,
  }) => {
    const page = await as('client2@demo.test', null);
    const id = await book(page, 'Second Thoughts', 9);
    await moveClock({ minutes: 61 });
    await openCancel(page, id);
    const before = await credits(page);
    const modal = dialog(page, 'Cancel session');
    await expect(modal).toContainText('1 credit comes back to you');
    await expect(modal).toContainText(`You have ${before} credits now, and ${before + 1} afterwards.`);
    await modal.getByRole('checkbox', { name: 'My track is not ready' }).check();
    await modal.getByLabel('Anything else? Only the studio sees this.').fill('The singer is ill.');
    await press(page, 'Cancel session', 'Cancel session');
    await expect(page.getByText('Your session is cancelled. 1 credit is back.')).toBeVisible();
    await expect(modal).toHaveCount(0);
    await expect.poll(() => credits(page)).toBe(before + 1);
    await expect(standing(page).getByRole('heading')).toHaveText('Cancelled');
    const partner = await as('partner@demo.test', '/sessions?tab=completed');
    const card = partner.getByRole('main').getByRole('listitem').filter({ hasText: 'Second Thoughts' });
    await expect(card).toContainText('Cancelled');
    // Who cancelled, when and why; the note and the credits are the client's alone.
    const when = /^\w{3} \d\d \w{3} \d\d, \d\d:\d\d, by /;
    await expect(fact(page, 'Cancelled')).toHaveText(new RegExp(`${when.source}you$`));
    await expect(fact(page, 'Reason')).toHaveText('My track is not ready');
    await expect(fact(page, 'Your note')).toHaveText('The singer is ill.');
    await expect(fact(page, 'Credits returned')).toHaveText('1 of 1');
    await partner.goto(`/sessions/${id}`);
    await expect(fact(partner, 'Cancelled')).toHaveText(new RegExp(`${when.source}Jonas Lindqvist$`));
    await expect(fact(partner, 'Reason')).toHaveText('My track is not ready');
    for (const own of ['Your note', 'Credits returned']) await expect(fact(partner, own)).toHaveCount(0);
  });

  test('is readable for everyone, in both themes at both widths', async ({ as }) => {
    const page = await as('client@demo.test', null);
    await openCancel(page, DEMO.nightDrive);
    await expect(dialog(page, 'Cancel session')).toContainText('1 credit comes back to you');
    await checkA11yAtBothWidths(page, 'panel');
  });

  test('warns where they do not, with since when they would; keeping it changes nothing @variant', async ({
    as,
  }) => {
    const page = await as('client2@demo.test', null);
    const id = await book(page, 'Cold Feet', 9);
    await openCancel(page, id);
    const before = await credits(page);
    const modal = dialog(page, 'Cancel session');
    await expect(modal).toContainText('The credits will not be returned');
    await expect(modal).toContainText('You booked it less than 60 minutes ago.');
    await expect(modal.getByRole('timer')).toHaveText(/^(59|60):\d\d$/);
    await expect(modal.getByRole('link', { name: 'Move it to another time' })).toHaveCount(0);
    await press(page, 'Cancel session', 'Keep session');
    await expect(modal).toHaveCount(0);
    expect((await sessionOf(page, id)).type).toBe('upcoming');
    await openCancel(page, id);
    await press(page, 'Cancel session', 'Cancel session');
    await expect(page.getByText('Your session is cancelled.')).toBeVisible();
    await expect(standing(page).getByRole('heading')).toHaveText('Cancelled');
    await expect(fact(page, 'Credits returned')).toHaveText('None');
    expect(await credits(page)).toBe(before);
  });

  test('asks again when the refund lapses between showing and pressing @variant', async ({
    as,
    moveClock,
    studio,
    windows,
  }) => {
    const page = await as('client@demo.test', null);
    const { cancellation } = await sessionOf(page, DEMO.slowTide);
    const lapses = Date.parse(cancellation?.refund_until ?? '');
    await moveClock({ milliseconds: lapses - Date.now() - 60_000 });
    await openCancel(page, DEMO.slowTide);
    const modal = dialog(page, 'Cancel session');
    await expect(modal).toContainText('1 credit comes back to you');
    await expect(modal).toContainText('Time left:');
    // Only the server's clock moves: from a response the page would know the time, and show the new terms by itself.
    await page.waitForLoadState('networkidle');
    await windows.pause(() => studio.moveClock(120_000));
    await press(page, 'Cancel session', 'Cancel session');
    await expect(modal.getByRole('alert')).toHaveText(
      'The time for getting the credits back has just passed. Please look again before you cancel.',
    );
    await expect(modal).toContainText('The credits will not be returned');
    await expect(modal).toContainText('This session starts in less than 48 hours');
    expect((await sessionOf(page, DEMO.slowTide)).status).not.toBe('cancelled');
    await press(page, 'Cancel session', 'Cancel session');
    await expect(standing(page).getByRole('heading')).toHaveText('Cancelled');
  });

  test('a failure says so and can be tried again; by keyboard alone', async ({ as, faults }) => {
    faults.allow(/ERR_FAILED/);
    const page = await as('client2@demo.test', null);
    const id = await book(page, 'Bad Line', 9);
    await openCancel(page, id);
    await page.route('**/api/v2/sessions/cancel', (route) => route.abort(), { times: 1 });
    const modal = dialog(page, 'Cancel session');
    await tabTo(page, modal.getByRole('checkbox').first());
    await page.keyboard.press('Space');
    await enterOn(page, modal.getByRole('button', { name: 'Cancel session' }));
    await expect(modal.getByRole('alert')).toContainText('We could not cancel this session');
    await expect(modal.getByRole('checkbox').first()).toBeChecked();
    await enterOn(page, modal.getByRole('button', { name: 'Try again' }));
    await expect(standing(page).getByRole('heading')).toHaveText('Cancelled');
  });

  test('a managed client reads nothing of credits @variant', async ({ as }) => {
    const page = await as('managed@demo.test', '/sessions');
    const open = page.getByRole('main').getByRole('link', { name: /, / }).first();
    const id = Number((await open.getAttribute('href'))?.match(/\d+/)?.[0]);
    await openCancel(page, id);
    const modal = dialog(page, 'Cancel session');
    await expect(modal.getByRole('button', { name: 'Cancel session' })).toBeVisible();
    await expect(modal).not.toContainText(/credit/i);
  });
});

test.describe('moving a session', () => {
  test('from the cancel modal, old and new time confirmed, the panel shows it @phone', async ({
    as,
    moveClock,
  }) => {
    const page = await as('client2@demo.test', null);
    const id = await book(page, 'Other Day', 9);
    const { start_date } = await sessionOf(page, id);
    await moveClock({ minutes: 61 });
    await openCancel(page, id);
    await dialog(page, 'Cancel session').getByRole('link', { name: 'Move it to another time' }).click();
    await expect(page).toHaveURL(new RegExp(`/sessions/${id}/move$`));
    await expect(move(page).getByRole('button', { name: /, your present time$/ })).toHaveCount(1);
    await expect(move(page)).not.toContainText(/credit/);
    await press(page, 'Move session', 'Move session');
    await expect(move(page).getByRole('alert')).toHaveText('Please choose a time.');
    await freeTimes(page).first().click();
    await press(page, 'Move session', 'Move session');
    const question = dialog(page, 'Move this session?');
    await expect(question.getByRole('definition')).toHaveCount(2);
    await question.getByRole('button', { name: 'Move session' }).click();
    await expect(page.getByText(/^Your session is moved to /)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/sessions/${id}$`));
    expect((await sessionOf(page, id)).start_date).not.toBe(start_date);
  });

  test('is readable for everyone, in both themes at both widths', async ({ as }) => {
    const page = await as('client@demo.test', `/sessions/${DEMO.nightDrive}/move`);
    await atBothWidths(page, async () => {
      await expect(freeTimes(page).first()).toBeVisible();
      await checkA11y(page, 'panel');
    });
  });

  test('a time that somebody takes while one is asked to confirm ends the question and is said @variant', async ({
    as,
    moveClock,
  }) => {
    const page = await as('client2@demo.test', null);
    const id = await book(page, 'Narrow Miss', 9);
    await moveClock({ minutes: 61 });
    await page.goto(`/sessions/${id}/move`);
    await freeTimes(page).first().click();
    const chosen = await move(page)
      .getByRole('button', { name: /, chosen$/ })
      .getAttribute('data-slot');
    await press(page, 'Move session', 'Move session');
    await expect(dialog(page, 'Move this session?')).toBeVisible();
    const other = await as('client@demo.test', null);
    const { service } = await sessionOf(page, id);
    await post(other, '/api/v2/slots/prebook', {
      slots: [chosen],
      primary_slot: chosen,
      options: { service_id: service.id },
    });
    await expect(dialog(page, 'Move this session?')).toHaveCount(0);
    await expect(move(page).getByRole('alert')).toContainText('has just been taken by somebody else.');
    await expect(move(page)).toContainText('No new time chosen yet');
  });

  test('a time that somebody took meanwhile is said, and another can be chosen @variant', async ({
    as,
    moveClock,
  }) => {
    const page = await as('client2@demo.test', null);
    const id = await book(page, 'Crossed Wires', 9);
    await moveClock({ minutes: 61 });
    await page.goto(`/sessions/${id}/move`);
    // Without live updates: with them the panel says it before anybody presses.
    await page.route('**/api/v2/events', () => new Promise(() => undefined));
    await page.reload();
    await freeTimes(page).first().click();
    const other = await as('client@demo.test', null);
    // The first free time of that day is the chosen one.
    const chosen = await move(page)
      .getByRole('button', { name: /, chosen$/ })
      .getAttribute('data-slot');
    const { service } = await sessionOf(page, id);
    await post(other, '/api/v2/slots/prebook', {
      slots: [chosen],
      primary_slot: chosen,
      options: { service_id: service.id },
    });
    await press(page, 'Move session', 'Move session');
    await dialog(page, 'Move this session?').getByRole('button', { name: 'Move session' }).click();
    await expect(move(page).getByRole('alert')).toContainText('Someone was faster');
    await expect(move(page).getByRole('button', { name: /, chosen$/ })).toHaveCount(0);
    await freeTimes(page).first().click();
    await press(page, 'Move session', 'Move session');
    await dialog(page, 'Move this session?').getByRole('button', { name: 'Move session' }).click();
    await expect(page.getByText(/^Your session is moved to /)).toBeVisible();
  });

  test('too early or too late leads to the panel, with why @variant', async ({ as }) => {
    const page = await as('client2@demo.test', null);
    const id = await book(page, 'Hasty', 9);
    await page.goto(`/sessions/${id}/move`);
    await expect(page.getByText('You can move a session 60 minutes after booking it.')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/sessions/${id}$`));
  });
});
