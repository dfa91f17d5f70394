import type { BrowserContext, Page } from '@playwright/test';
import { freeTimes, panel, goToNextWeek } from '#test/browser/acts.ts';
import { book, post, sessionOf } from '#test/browser/booking.ts';
import { newClient, zoneOf } from '#test/browser/accounts.ts';
import { expect, test } from '#test/browser/test.ts';
import { allowServerDown } from '#test/browser/traffic.ts';

const CLIENT = 'client@demo.test';
const PARTNER = 'partner@demo.test';
/** Asking by itself, a screen would take up to a minute; on a machine at rest this takes a tenth of a second, on a busy one a while. */
const SOON = { timeout: 20_000 };
const said = (page: Page, text: string) => panel(page).getByRole('listitem').filter({ hasText: text });

const at = (id: number) => `/sessions/${id}/messages`;

async function write(page: Page, text: string): Promise<void> {
  await panel(page).getByRole('textbox', { name: 'Your message' }).fill(text);
  await panel(page).getByRole('button', { name: 'Send', exact: true }).click();
}

/** Every stream that a browser's pages ask for from now on, by the page that asked. */
function watchStreams(context: BrowserContext): Page[] {
  const asked: Page[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/v2/events')) asked.push(request.frame().page());
  });
  return asked;
}

/** Resolves once the page has a stream that is open. */
async function streaming(page: Page): Promise<void> {
  await page.waitForResponse((answer) => answer.url().endsWith('/api/v2/events') && answer.ok());
}

test('what one does the other sees at once, without a reload', async ({ as }) => {
  const client = await as(CLIENT, null);
  const id = await book(client, 'Told at once', 12);
  await client.goto(at(id));
  const partner = await as(PARTNER, at(id));
  await write(client, 'Can you hear me?');
  await expect(said(partner, 'Can you hear me?')).toBeVisible(SOON);
  await write(partner, 'Loud and clear.');
  await expect(said(client, 'Loud and clear.')).toBeVisible(SOON);

  await panel(partner).getByRole('link', { name: 'Session Details' }).click();
  await panel(client).getByRole('link', { name: 'Session Details' }).click();
  await expect(panel(client).getByRole('button', { name: 'Ready to go!' })).toHaveCount(0);
  await panel(partner).getByRole('button', { name: 'Ready to go!' }).click();
  const asked = partner.getByRole('dialog', { name: 'Ready without files?' });
  await expect(asked).toContainText('There are no files from Nora Vance yet.');
  await asked.getByRole('button', { name: 'Ready to go!' }).click();
  await expect(panel(client).getByRole('heading', { name: 'Ready to go!' })).toBeVisible(SOON);

  await panel(client).getByRole('button', { name: 'Close' }).click();
  const card = client.getByRole('main').getByRole('listitem').filter({ hasText: 'Told at once' });
  await post(partner, '/api/v2/messages', {
    thread_id: await threadOf(partner, id),
    body: 'One more thing.',
  });
  await expect(card).toContainText('1 new message', SOON);
});

test('a time that somebody else holds turns taken under my eyes, my choice too; given back it is free', async ({
  as,
  visit,
}) => {
  const mine = await as('client@demo.test', '/explore/kwame-asante');
  await goToNextWeek(mine);
  await freeTimes(mine).first().click();
  const choice = panel(mine).getByRole('button', { name: /, chosen$/ });
  const name = ((await choice.getAttribute('aria-label')) ?? '').replace(/, chosen$/, '');
  const { page: other } = await newClient(visit, '/explore/kwame-asante');
  await goToNextWeek(other);
  await panel(other)
    .getByRole('button', { name: `${name}, free` })
    .click();
  await panel(other).getByRole('button', { name: 'Track details' }).click();
  await expect(panel(mine).getByRole('button', { name: `${name}, taken` })).toBeVisible(SOON);
  await expect(panel(mine).getByRole('alert')).toContainText('just been taken by somebody else');
  await expect(choice).toHaveCount(0);
  await panel(other).getByRole('button', { name: 'Close' }).click();
  await other.getByRole('button', { name: 'Release it and leave' }).click();
  await expect(panel(mine).getByRole('button', { name: `${name}, free` })).toBeVisible(SOON);
});

test('the last day that can be booked can be reached @variant', async ({ as }) => {
  const page = await as('client2@demo.test', '/explore/kwame-asante');
  const after = panel(page).getByRole('button', { name: 'Week after' });
  while (await after.isEnabled()) await after.click();
  // Two months from today, in words as the lanes have them: "Thursday 21 January".
  const last = await page.evaluate(
    (zone) => {
      const day = Temporal.Now.plainDateISO(zone).add({ months: 2 });
      return day.toLocaleString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }).replace(',', '');
    },
    await zoneOf(page),
  );
  await expect(panel(page).getByRole('group', { name: new RegExp(`^${last}, `) })).toBeVisible();
});

test('a server that goes away and comes back: what was said meanwhile is there, and so is what follows', async ({
  as,
  studio,
  faults,
}) => {
  allowServerDown(faults);
  const client = await as(CLIENT, null);
  const id = await book(client, 'Back again', 13);
  const partner = await as(PARTNER, '/sessions');
  await expect(partner.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await Promise.all([streaming(client), client.goto(at(id))]);
  // It stands there before the server has it.
  const kept = client.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok());
  await Promise.all([kept, write(client, 'Before')]);
  await expect(said(client, 'Before')).toContainText('(you)');
  const thread_id = await threadOf(partner, id);

  await client.context().setOffline(true);
  await studio.kill();
  await studio.restart();
  // The client's browser is still away when this is said.
  await post(partner, '/api/v2/messages', { thread_id, body: 'Meanwhile' });
  await expect(said(client, 'Meanwhile')).toHaveCount(0);
  await client.context().setOffline(false);
  await expect(said(client, 'Meanwhile')).toBeVisible();
  await post(partner, '/api/v2/messages', { thread_id, body: 'Afterwards' });
  await expect(said(client, 'Afterwards')).toBeVisible(SOON);
});

test('seven tabs share one stream; when its tab closes the next takes over; signing out in one ends all @variant', async ({
  as,
  visit,
  latestMail,
}) => {
  // Eight pages are loaded in one browser.
  // Somebody of this test's own, for they are signed out in the end.
  const { page: first } = await newClient(visit, '/sessions', latestMail);
  const id = await book(first, 'Seven tabs', 7);
  const streams = watchStreams(first.context());
  await Promise.all([streaming(first), first.goto(at(id))]);
  const others: Page[] = [];
  for (let n = 0; n < 6; n += 1) {
    const tab = await first.context().newPage();
    await tab.goto(at(id));
    await expect(panel(tab).getByRole('textbox', { name: 'Your message' })).toBeVisible();
    others.push(tab);
  }
  expect(new Set(streams)).toEqual(new Set([first]));

  const partner = await as(PARTNER, null);
  const thread_id = await threadOf(partner, id);
  await post(partner, '/api/v2/messages', { thread_id, body: 'To all of you' });
  for (const tab of [first, ...others]) await expect(said(tab, 'To all of you')).toBeVisible();

  const next = first.context().waitForEvent('request', (request) => request.url().endsWith('/api/v2/events'));
  await first.close();
  const heir = (await next).frame().page();
  expect(others).toContain(heir);
  await post(partner, '/api/v2/messages', { thread_id, body: 'And to the rest' });
  for (const tab of others) await expect(said(tab, 'And to the rest')).toBeVisible();

  const [one, ...rest] = others;
  await one?.goto('/logout');
  for (const tab of rest) await expect(tab).toHaveURL(/\/login/);
});

const threadOf = async (page: Page, id: number): Promise<string> =>
  (await sessionOf(page, id)).thread_id ?? '';
