import type { Page } from '@playwright/test';
import { panel, tabTo } from '#test/browser/acts.ts';
import { checkA11y, checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';
import { reloadWithoutLive } from '#test/browser/traffic.ts';

/** Sessions of the demo's client and drummer; their numbers are the same in each copy. */
const NIGHT_DRIVE = 100001;
const PAPER_BOATS = 100002;
const GLASS_HOUSES = 100003;
const SLOW_TIDE = 100004;
const COPPER_WIRE = 100005;

const CLIENT = 'client@demo.test';
const PARTNER = 'partner@demo.test';
const at = (id: number) => `/sessions/${id}/messages`;
const box = (page: Page) => panel(page).getByRole('textbox', { name: 'Your message' });
const send = (page: Page) => panel(page).getByRole('button', { name: 'Send', exact: true });
const said = (page: Page, text: string) => panel(page).getByRole('listitem').filter({ hasText: text });
const tab = (page: Page) => panel(page).getByRole('link', { name: /^Messages/ });

async function write(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await send(page).click();
}

test('both talk, unread messages are marked until they are read, and without live updates every minute brings new ones', async ({
  as,
  moveClock,
  faults,
}) => {
  const client = await as(CLIENT, at(PAPER_BOATS));
  await reloadWithoutLive(client, faults);
  await expect(box(client)).toHaveAttribute('placeholder', 'Your message for the artist here.');
  await expect(send(client)).toBeDisabled();
  await write(client, 'Two takes, please.\nSee https://example.org/guide.');
  const mine = said(client, 'Two takes, please.');
  await expect(mine).toContainText('Nora Vance (you)');
  await expect(mine).toContainText(/\d\d\/\d\d\/\d{4} - \d\d:\d\d/);
  await expect(mine.getByRole('link')).toHaveAttribute('href', 'https://example.org/guide');
  await expect(mine.getByRole('link')).toHaveAttribute('rel', /noopener/);
  await expect(box(client)).toHaveValue('');

  const partner = await as(PARTNER, '/sessions');
  const card = partner.getByRole('main').getByRole('listitem').filter({ hasText: 'Paper Boats' });
  await expect(card).toContainText(/\d+ new messages?/);
  await card.getByRole('link').click();
  await expect(tab(partner)).toHaveText(/\d+ unread messages?$/);
  await tab(partner).click();
  await expect(said(partner, 'Two takes, please.')).toBeVisible();
  await expect(box(partner)).toHaveAttribute('placeholder', 'Your message for the client here.');
  await write(partner, 'Two it is.');
  await expect(said(partner, 'Two it is.')).toContainText('(you)');
  await panel(partner).getByRole('link', { name: 'Session Details' }).click();
  await expect(tab(partner)).toHaveText('Messages');
  await panel(partner).getByRole('button', { name: 'Close' }).click();
  await expect(card).not.toContainText('new message');

  await expect(said(client, 'Two it is.')).toHaveCount(0);
  await moveClock({ seconds: 61 });
  await expect(said(client, 'Two it is.')).toBeVisible();
  await expect(panel(client).getByText('New message from Rafa Monteiro: Two it is.')).toBeAttached();
});

test('whoever reads further up stays there, and is told of what has come @variant', async ({
  as,
  moveClock,
}) => {
  const client = await as(CLIENT, at(NIGHT_DRIVE));
  for (const name of ['First', 'Second', 'Third']) {
    await write(client, `${name}${'\n'.repeat(12)}of three`);
    await expect(said(client, name)).toContainText(/\d - \d/);
  }
  const last = said(client, 'Third');
  await expect(last).toBeInViewport();
  await last.hover();
  await client.mouse.wheel(0, -4000);
  await expect(last).not.toBeInViewport();

  const partner = await as(PARTNER, at(NIGHT_DRIVE));
  await write(partner, 'News from below');
  await expect(said(partner, 'News from below')).toContainText(/\d - \d/);
  await moveClock({ seconds: 61 });
  const news = said(client, 'News from below');
  await panel(client).getByRole('button', { name: 'New messages' }).waitFor();
  await expect(news).not.toBeInViewport();
  await panel(client).getByRole('button', { name: 'New messages' }).click();
  await expect(news).toBeInViewport();
  await expect(panel(client).getByRole('button', { name: 'New messages' })).toHaveCount(0);
});

test('a message that could not be sent is back in the box, and there only once in the end @variant', async ({
  as,
  faults,
}) => {
  faults.allow(/net::ERR_FAILED/);
  const page = await as(CLIENT, at(SLOW_TIDE));
  await page.route('**/api/v2/messages', (route) => route.abort());
  await write(page, 'Never lost');
  await expect(page.getByText('Failed to send message')).toBeVisible();
  await expect(box(page)).toHaveValue('Never lost');
  await expect(said(page, 'Never lost')).toHaveCount(0);

  await panel(page).getByRole('button', { name: 'Close' }).click();
  await page.goto(at(SLOW_TIDE));
  await expect(box(page)).toHaveValue('Never lost');

  // The server has it, and its answer is lost on the way back.
  await page.unroute('**/api/v2/messages');
  await page.route('**/api/v2/messages', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send(page).click();
  await expect(page.getByText('Failed to send message')).toBeVisible();
  await expect(box(page)).toHaveValue('Never lost');
  await page.unroute('**/api/v2/messages');
  await send(page).click();
  await expect(box(page)).toHaveValue('');
  await page.reload();
  await expect(said(page, 'Never lost')).toHaveCount(1);
});

test('the musician closes and reopens; the client is told and cannot', async ({ as, faults }) => {
  faults.allow(/net::ERR_FAILED/);
  const partner = await as(PARTNER, at(GLASS_HOUSES));
  await expect(
    panel(partner).getByText('Conversations close automatically 4 days after the session.'),
  ).toBeVisible();
  const client = await as(CLIENT, at(GLASS_HOUSES));
  await reloadWithoutLive(client, faults);
  await box(client).fill('Half a thought');

  await partner.route('**/api/v2/threads', (route) => route.abort());
  await panel(partner).getByRole('button', { name: 'close conversation' }).click();
  await expect(partner.getByText('Failure', { exact: true })).toBeVisible();
  await partner.unroute('**/api/v2/threads');
  await panel(partner).getByRole('button', { name: 'close conversation' }).click();
  await expect(panel(partner).getByText('This conversation is closed. Reopen it to write.')).toBeVisible();
  await expect(box(partner)).toHaveCount(0);

  // Who has not heard of it yet is refused, keeps the words, and sees why.
  await send(client).click();
  await expect(client.getByText('Failed to send message')).toBeVisible();
  await expect(
    panel(client).getByText('This conversation is closed. Rafa Monteiro can reopen it.'),
  ).toBeVisible();
  await expect(panel(client).getByRole('button', { name: /conversation/ })).toHaveCount(0);
  await panel(client).getByText('Your unsent message').click();
  await expect(panel(client).getByText('Half a thought')).toBeVisible();

  await panel(partner).getByRole('button', { name: 'reopen conversation' }).click();
  await expect(box(partner)).toBeVisible();
  await client.reload();
  await expect(box(client)).toHaveValue('Half a thought');
});

test('4 days after the session a conversation is closed for good @variant', async ({ as, moveClock }) => {
  const partner = await as(PARTNER, at(COPPER_WIRE));
  await expect(panel(partner).getByRole('link', { name: /^Messages/ })).toBeVisible();
  await moveClock({ days: 5 });
  await expect(
    panel(partner).getByText('This conversation closed automatically, 4 days after the session.'),
  ).toBeVisible();
  await expect(panel(partner).getByRole('button', { name: /conversation/ })).toHaveCount(0);
  const client = await as(CLIENT, at(COPPER_WIRE));
  await expect(
    panel(client).getByText('This conversation closed automatically, 4 days after the session.'),
  ).toBeVisible();
  await expect(box(client)).toHaveCount(0);
});

test('the box takes 1000 characters, says so, and a long word breaks nothing @phone', async ({ as }) => {
  const page = await as(CLIENT, at(PAPER_BOATS));
  await box(page).fill('x'.repeat(801));
  await expect(panel(page).getByText('199 characters left')).toBeVisible();
  await box(page).fill('x'.repeat(1001));
  await expect(panel(page).getByText('1 too many. A message has at most 1000 characters.')).toBeVisible();
  await expect(send(page)).toBeDisabled();
  await box(page).fill(' \n ');
  await expect(send(page)).toBeDisabled();
  const word = `w${'o'.repeat(998)}w`;
  await write(page, word);
  await expect(said(page, word)).toBeInViewport();
  await expect(send(page)).toBeInViewport();
  await checkA11y(page, 'panel');
});

test('by keyboard alone: Enter makes a line, Ctrl+Enter sends', async ({ as }) => {
  const page = await as('managed@demo.test', '/sessions');
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().press('Enter');
  await tabTo(page, tab(page));
  await page.keyboard.press('Enter');
  await tabTo(page, box(page));
  await page.keyboard.type('One line');
  await page.keyboard.press('Enter');
  await page.keyboard.type('and another');
  await expect(box(page)).toHaveValue('One line\nand another');
  await page.keyboard.press('Control+Enter');
  await expect(said(page, 'and another')).toContainText(/\d - \d/);
  await expect(box(page)).toBeFocused();
});

test('a conversation is read without a barrier in either theme at either width @variant', async ({ as }) => {
  await checkA11yAtBothWidths(await opened(await as(PARTNER, at(SLOW_TIDE))), 'panel');
  await checkA11yAtBothWidths(await opened(await as(CLIENT, at(COPPER_WIRE))), 'panel');
});

async function opened(page: Page): Promise<Page> {
  await expect(tab(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  return page;
}
