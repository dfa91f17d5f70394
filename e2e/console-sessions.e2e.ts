import type { Page } from '@playwright/test';
import { dialog } from '#test/browser/booking.ts';
import { checkA11y, checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name });
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

/** Types into a select that searches, and takes its first option of a name. */
async function choose(page: Page, label: string, typed: string, option: RegExp | string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(typed);
  await page.getByRole('option', { name: option }).first().click();
}

test('an operator finds sessions by filters, which the address keeps', async ({ as }) => {
  const page = await as('operator@demo.test');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sessions' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sessions');
  await expect(rows(page).first()).toContainText(/credit/);
  await checkA11yAtBothWidths(page);

  await test.step('by status, then by client', async () => {
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Cancelled' }).click();
    await expect(page).toHaveURL(/status=cancelled$/);
    await expect(rows(page).filter({ hasNotText: 'Cancelled' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Show all sessions' }).click();
    await expect(page).toHaveURL(/\/sessions$/);
    await choose(page, 'Client', 'nora', /Nora Vance/);
    await expect(page).toHaveURL(/client=[\da-f-]{36}$/);
    await expect(rows(page).filter({ hasNotText: 'Nora Vance' })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue('Nora Vance');
  });

  await test.step('nothing that fits', async () => {
    await page.goto('/sessions?day=1999-12-31');
    await expect(page.getByRole('heading', { name: 'No session was found' })).toBeVisible();
    await checkA11y(page);
  });
});

test("a session's page says what happened; messages are read for a reason", async ({ as }) => {
  const page = await as('operator@demo.test', null);
  await page.goto('/people?q=client@demo.test');
  await page.getByRole('link', { name: 'Nora Vance' }).click();
  await part(page, 'Latest sessions').getByRole('link', { name: 'All sessions' }).click();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Delivered', exact: true }).click();
  await expect(page).toHaveURL(/status=partner_deliverables_ready/);
  // Rows of before stay until the filtered ones are there.
  await expect(rows(page).filter({ hasNotText: 'Delivered' })).toHaveCount(0);
  await rows(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/#\d+$/);
  await expect(part(page, 'Client and musician').getByRole('link', { name: 'Nora Vance' })).toBeVisible();
  await expect(part(page, 'What can be done')).toContainText('Move This session is over.');
  await expect(part(page, 'What can be done').getByRole('button')).toHaveCount(0);
  await expect(part(page, 'Credits')).toContainText(/Spent: \d+ credit/);
  await expect(part(page, 'Timeline').getByRole('listitem').last()).toContainText('by Nora Vance');
  await checkA11yAtBothWidths(page);

  await page.goto(`/sessions/${await sessionWithMessages(page)}`);
  const messages = part(page, 'Messages');
  await messages.getByRole('button', { name: 'Read messages' }).click();
  const asked = dialog(page, 'Read the messages?');
  await asked.getByRole('button', { name: 'Read messages' }).click();
  await expect(asked.getByText('Please say why.')).toBeVisible();
  await checkA11yAtBothWidths(page, 'panel');
  await asked.getByRole('textbox', { name: 'Reason' }).fill('A question about the take');
  await page.keyboard.press('Enter');
  await expect(messages.getByRole('listitem').first()).toBeVisible();
  const newest = part(page, 'Timeline').getByRole('listitem').first();
  await expect(newest).toContainText('Messages read');
  await expect(newest).toContainText('A question about the take');

  await page.goto('/sessions/99');
  await expect(page.getByRole('heading', { name: 'There is no such session' })).toBeVisible();
});

test('an operator books for a client, moves the session and cancels it', async ({ as }) => {
  const page = await as('operator@demo.test', null);
  await page.goto('/sessions');
  await page.getByRole('button', { name: 'Book a session' }).click();
  const form = dialog(page, 'Book a session');

  await test.step('booking, by names', async () => {
    await form.getByRole('button', { name: 'Book session' }).click();
    await expect(form.getByText('Please choose a client.')).toBeVisible();
    await checkA11yAtBothWidths(page, 'panel');
    // Nobody signs in as him: no other test has left a time on hold for him.
    await form.getByRole('combobox', { name: 'Client' }).fill('will');
    await page.getByRole('option', { name: /Will Thornton/ }).click();
    await form.getByRole('combobox', { name: 'Musician' }).fill('partner@demo.test');
    await page.getByRole('option').first().click();
    await form.getByRole('combobox', { name: 'Service' }).click();
    await page.getByRole('option').first().click();
    await expect(form).toContainText(/pays with their own credits and has \d+ credits/);
    await form.getByRole('combobox', { name: 'Time' }).click();
    await page.getByRole('option').nth(3).click();
    await form.getByRole('textbox', { name: 'Track name' }).fill('Booked by phone');
    await form.getByRole('button', { name: 'Book session' }).click();
    await expect(page).toHaveURL(/\/sessions\/\d+$/);
    await expect(part(page, 'Session').first()).toContainText('Booked by phone');
    await expect(part(page, 'Timeline')).toContainText('Session booked');
  });

  await test.step('moving', async () => {
    const timeline = part(page, 'Timeline');
    await part(page, 'What can be done').getByRole('button', { name: 'Move' }).click();
    const move = dialog(page, 'Move session');
    await move.getByRole('button', { name: 'Move session' }).click();
    await expect(move.getByText('Please choose a time.')).toBeVisible();
    await checkA11y(page, 'panel');
    await move.getByRole('combobox', { name: 'Time' }).click();
    await page.getByRole('option').nth(6).click();
    await move.getByRole('button', { name: 'Move session' }).click();
    await expect(move).toHaveCount(0);
    await expect(timeline).toContainText('Session moved');
  });

  await test.step('cancelling, for a reason that both sides read', async () => {
    await part(page, 'What can be done').getByRole('button', { name: 'Cancel session' }).click();
    const cancel = dialog(page, 'Cancel this session?');
    await cancel.getByRole('textbox', { name: 'Reason' }).fill('The studio is flooded');
    await cancel.getByRole('button', { name: 'Cancel session' }).click();
    await expect(cancel).toHaveCount(0);
    await expect(part(page, 'What can be done')).toContainText('This session was cancelled.');
    await expect(part(page, 'Credits')).toContainText(/Given back: \d+ credit/);
    await expect(part(page, 'Timeline')).toContainText('The studio is flooded');
  });
});

test('the search finds people, sessions and places by the keyboard', async ({ as }) => {
  const page = await as('operator@demo.test', null);
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('button', { name: /^Search/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox', { name: 'Search everything' });
  await expect(input).toBeFocused();
  await expect(page.getByRole('option', { name: /^Audit log/ })).toBeVisible();
  await checkA11yAtBothWidths(page, 'panel');

  await test.step('a person', async () => {
    await page.keyboard.type('nora');
    const first = page.getByRole('option').first();
    await expect(first).toContainText('Nora Vance');
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('status').filter({ hasText: /results?$/ })).toBeAttached();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nora Vance');
  });

  await test.step('a session by its number', async () => {
    const link = part(page, 'Latest sessions').getByText(/^#\d+/).first();
    const number = (/\d+/.exec(await link.innerText()) ?? [''])[0];
    await page.keyboard.press('/');
    await expect(input).toBeFocused();
    await page.keyboard.type(number);
    await expect(page.getByRole('option', { name: `Session #${number}` })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/sessions/${number}`);
  });

  await test.step('a place, with the arrows; Escape closes', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('sess');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: /^Today's sessions/ })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/sessions\?when=today$/);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('zzyzx');
    await expect(page.getByText(/^Nothing fits/)).toBeVisible();
    await checkA11y(page, 'panel');
    await page.keyboard.press('Escape');
    await expect(input).toHaveCount(0);
  });
});

test('what is typed before the search is there is not lost @variant', async ({ as }) => {
  const page = await as('operator@demo.test', null);
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('button', { name: /^Search/ })).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  const requested = page.waitForRequest('**/*.js');
  await page.keyboard.press('Control+k');
  await requested;
  await page.keyboard.type('nora');
  const input = page.getByRole('combobox', { name: 'Search everything' });
  await expect(input).toHaveCount(0);
  held.resolve();
  await expect(input).toHaveValue('nora');
  await expect(input).toBeFocused();
  await page.keyboard.type(' van');
  await expect(input).toHaveValue('nora van');
  await expect(page.getByRole('option').first()).toContainText('Nora Vance');
  await page.keyboard.press('Escape');
  await expect(input).toHaveCount(0);
  // Now its code is there: it has the focus at once.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('payouts');
  await expect(input).toHaveValue('payouts');
});

/** A session in which somebody has written. */
async function sessionWithMessages(page: Page): Promise<number> {
  const api = `${new URL(page.url()).origin}/api/v2/operator/sessions`;
  const { sessions } = (await (await page.request.get(api)).json()) as { sessions: { id: number }[] };
  for (const { id } of sessions) {
    const { session } = (await (await page.request.get(`${api}/${id}`)).json()) as {
      session: { messages: number };
    };
    if (session.messages > 0) return id;
  }
  throw new Error('nobody has written');
}
