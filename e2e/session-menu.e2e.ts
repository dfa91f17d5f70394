import type { Page } from '@playwright/test';
import { panel, sendFiles, tabTo, movePastEnd } from '#test/browser/acts.ts';
import { book, sessionOf } from '#test/browser/booking.ts';
import { DEMO, HARBOUR_LIGHTS } from '#test/browser/demo.ts';
import { newClient } from '#test/browser/accounts.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('listitem');
const standing = (page: Page) => panel(page).getByRole('region', { name: 'Where this session is' });
const feedback = (id: number) => `/sessions/${id}/feedback`;

/** The client's header menu, opened, and what it offers. */
async function openMenu(page: Page): Promise<void> {
  await panel(page).getByRole('button', { name: 'More for this session' }).click();
  await expect(panel(page).getByRole('menu')).toBeVisible();
}
const entries = (page: Page) => panel(page).getByRole('menuitem');
const moveEntry = (page: Page) => entries(page).filter({ hasText: 'Move session' });

test.describe("the client's header menu", () => {
  test('has everything for the four statuses that are to come', async ({ as }) => {
    const page = await as('client@demo.test', '/sessions');
    for (const id of [DEMO.nightDrive, DEMO.paperBoats, DEMO.glassHouses, DEMO.slowTide]) {
      await cards(page).locator(`a[href^="/sessions/${id}"]`).click();
      await openMenu(page);
      await expect(entries(page)).toHaveText([
        'Add to calendar',
        'Add to Google Calendar',
        'Add to Outlook',
        'Get help for this session',
        'Edit session',
        'Move session',
        'Cancel session',
      ]);
      await page.keyboard.press('Escape');
      await panel(page).getByRole('button', { name: 'Close' }).click();
      await expect(panel(page)).toHaveCount(0);
    }
  });

  test('says why one cannot move or cancel now; has only help once the session is over; is gone when delivered @variant', async ({
    as,
    moveClock,
  }) => {
    const over = await as('client2@demo.test', null);
    const id = await book(over, 'Long Past', 9);
    await over.goto(`/sessions/${id}`);
    await openMenu(over);
    await expect(moveEntry(over)).toBeDisabled();
    await expect(moveEntry(over)).toHaveText(
      'Move sessionYou can move a session 60 minutes after booking it.',
    );
    const { start_date } = await sessionOf(over, id);
    await moveClock({ milliseconds: Date.parse(start_date) - Date.now() + 60_000 });
    await over.reload();
    await openMenu(over);
    await expect(entries(over).filter({ hasText: 'Cancel session' })).toBeDisabled();
    for (const name of ['Move session', 'Cancel session'])
      await expect(entries(over).filter({ hasText: name })).toHaveText(`${name}It has begun; ask for help.`);
    await movePastEnd(over, id, moveClock);
    await over.goto(`/sessions/${id}`);
    await openMenu(over);
    await expect(entries(over)).toHaveText(['Get help for this session']);
    const delivered = await as('client@demo.test', `/sessions/${HARBOUR_LIGHTS}`);
    await expect(standing(delivered).getByRole('heading')).toBeVisible();
    await expect(panel(delivered).getByRole('button', { name: 'More for this session' })).toHaveCount(0);
  });

  test('saves a file, names both calendars, prefills the letter, and leads on', async ({ as }) => {
    const page = await as('client@demo.test', `/sessions/${DEMO.slowTide}`);
    await openMenu(page);
    const saved = page.waitForEvent('download');
    await entries(page)
      .filter({ hasText: /^Add to calendar$/ })
      .click();
    expect((await saved).suggestedFilename()).toBe(`session-${DEMO.slowTide}.ics`);
    await openMenu(page);
    const google = entries(page).filter({ hasText: 'Google' });
    await expect(google).toHaveAttribute('href', /calendar\.google\.com.*dates=\d{8}T\d{6}Z%2F\d{8}T\d{6}Z/);
    await expect(google).toHaveAttribute('rel', /noopener/);
    await expect(entries(page).filter({ hasText: 'Outlook' })).toHaveAttribute('href', /subject=Slow%20Tide/);
    const help = await entries(page).filter({ hasText: 'Get help' }).getAttribute('href');
    expect(help).toContain(String(DEMO.slowTide));
    await entries(page).filter({ hasText: 'Cancel session' }).click();
    await expect(page).toHaveURL(new RegExp(`modal=cancel-session&session=${DEMO.slowTide}`));
    await page.goto(`/sessions/${DEMO.slowTide}`);
    await openMenu(page);
    await entries(page).filter({ hasText: 'Edit session' }).click();
    await expect(page).toHaveURL(new RegExp(`/sessions/${DEMO.slowTide}/edit`));
  });

  test('works by keyboard: arrows move, Escape closes the menu and not the panel', async ({ as }) => {
    const page = await as('client@demo.test', `/sessions/${DEMO.slowTide}`);
    const button = panel(page).getByRole('button', { name: 'More for this session' });
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await expect(entries(page).first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(entries(page).nth(1)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(entries(page).first()).toBeFocused();
    await checkA11y(page, 'panel');
    await page.keyboard.press('Escape');
    await expect(entries(page)).toHaveCount(0);
    await expect(button).toBeFocused();
    await expect(standing(page)).toBeVisible();
  });
});

test.describe("the musician's feedback", () => {
  test('asks for other files, and leads to the messages', async ({ as, visit, latestMail }) => {
    // Of this test's own, for its status changes.
    const { page: client } = await newClient(visit, '/sessions', latestMail);
    const id = await book(client, 'Wrong takes', 7);
    await sendFiles(client, id, { 'take.wav': Buffer.from('take') });
    const page = await as('partner@demo.test', `/sessions/${id}`);
    await panel(page).getByRole('link', { name: 'Review', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${feedback(id)}$`));
    await expect(panel(page).getByRole('heading', { name: 'Leave feedback' })).toBeFocused();
    await expect(panel(page).getByText('What do you want to report about the session?')).toBeVisible();
    await panel(page).getByRole('link', { name: '<- Back' }).click();
    await expect(page).toHaveURL(new RegExp(`/sessions/${id}$`));
    await panel(page).getByRole('link', { name: 'Review', exact: true }).click();
    await panel(page)
      .getByRole('radio', { name: 'Request a file update Change session status to "Files update required"' })
      .check();
    await panel(page).getByLabel('What is missing?').fill('The lead sheet');
    await panel(page).getByRole('button', { name: 'Submit Feedback' }).click();
    await expect(page.getByText('Feedback was sent successfully!')).toBeVisible();
    await expect(standing(page).getByRole('heading')).toHaveText('Awaiting client update');
    await standing(page).getByRole('link', { name: 'Go to the messages' }).click();
    await expect(page).toHaveURL(/\/messages$/);
    await expect(panel(page).getByText('The lead sheet')).toBeVisible();
    await client.goto(`/sessions/${id}`);
    await expect(standing(client)).toContainText('Read the messages, then upload the files again.');
    await expect(standing(client).getByRole('link')).toHaveText(['Upload Files', 'Go to the messages']);
  });

  test('an issue needs notes, and a failure names another way @phone @variant', async ({ as, faults }) => {
    faults.allow(/^500: .*\/feedback$/);
    const page = await as('partner@demo.test', feedback(DEMO.glassHouses));
    await panel(page)
      .getByRole('radio', { name: /^Report an issue/ })
      .check();
    await panel(page).getByRole('button', { name: 'Request Support' }).click();
    await expect(panel(page).getByText('Required', { exact: true })).toBeVisible();
    const notes = panel(page).getByRole('textbox', { name: 'Notes' });
    await expect(notes).toBeFocused();
    await notes.fill('The archive is broken.');
    await page.route('**/api/v2/sessions/feedback', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'about:blank',
          title: 'Fault',
          status: 500,
          code: 'fault',
          detail: 'Something went wrong on our side.',
        }),
      }),
    );
    await panel(page).getByRole('button', { name: 'Request Support' }).click();
    await expect(panel(page).getByRole('alert')).toContainText(/^Something went wrong on our side\./);
    await expect(notes).toHaveValue('The archive is broken.');
    await checkA11y(page, 'panel');
    await page.unroute('**/api/v2/sessions/feedback');
    await panel(page).getByRole('button', { name: 'Request Support' }).click();
    await expect(page.getByText('Feedback was sent successfully!')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/sessions/${DEMO.glassHouses}$`));
  });

  test('after the session only an issue can be reported; a client has no such form @variant', async ({
    as,
  }) => {
    const page = await as('partner@demo.test', `/sessions/${HARBOUR_LIGHTS}`);
    await panel(page).getByRole('link', { name: 'Report an issue' }).click();
    await expect(panel(page).getByRole('radio')).toHaveCount(1);
    await expect(panel(page).getByRole('button', { name: 'Request Support' })).toBeVisible();
    const client = await as('client@demo.test', feedback(DEMO.glassHouses));
    await expect(client).toHaveURL(new RegExp(`/sessions/${DEMO.glassHouses}$`));
  });
});
