import type { Page } from '@playwright/test';
import { panel } from '#test/browser/acts.ts';
import { DEMO, HARBOUR_LIGHTS } from '#test/browser/demo.ts';
import { newClient } from '#test/browser/accounts.ts';
import { atBothWidths, checkA11y, checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

const tabs = (page: Page) => page.getByRole('navigation', { name: 'My Sessions' }).getByRole('link');
const cards = (page: Page) => page.getByRole('main').getByRole('listitem');
const standing = (page: Page) => panel(page).getByRole('region', { name: 'Where this session is' });
const fact = (page: Page, name: string) =>
  panel(page)
    .locator('dt', { hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]');

async function ofClient(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Sessions');
  await expect(tabs(page)).toHaveText([/^Upcoming ?5$/, /^Previous ?5$/]);
  await expect(cards(page)).toHaveCount(5);
  // A cancelled session stands at its time of cancelling, which its card says beside the start.
  const days = async (): Promise<string[]> =>
    cards(page).evaluateAll((all) =>
      all.map((card) => {
        const times = [...card.querySelectorAll('time')].map(({ dateTime }) => dateTime);
        return times.toSorted()[0] ?? '';
      }),
    );
  const upcoming = await days();
  expect(upcoming).toEqual(upcoming.toSorted());
  await expect(cards(page).first()).toContainText('Rafa Monteiro');
  await expect(cards(page).first()).toContainText('Drums');
  await expect(cards(page).first()).toContainText('Slow Tide');
  await expect(cards(page).first()).toContainText(/\w{3} \d\d \w{3} \d\d/);
  await expect(cards(page).first()).toContainText(/\d\d:\d\d/);
  await expect(cards(page).filter({ hasText: 'Ready to go!' })).toHaveCount(1);
  await expect(cards(page).filter({ hasText: 'Files under review' })).toHaveCount(1);
  await expect(cards(page).filter({ hasText: 'Files update required' })).toHaveCount(1);
  await expect(cards(page).filter({ hasText: 'Files upload required' })).toHaveCount(2);
  await tabs(page).filter({ hasText: 'Previous' }).click();
  await expect(cards(page).filter({ hasText: 'Files ready to download!' })).toHaveCount(2);
  await expect(cards(page).filter({ hasText: 'Awaiting session files' })).toHaveCount(1);
  await expect(cards(page).filter({ hasText: 'Session closed' })).toHaveCount(1);
  await expect(cards(page).filter({ hasText: 'Cancelled' })).toHaveCount(1);
  const previous = await days();
  expect(previous).toEqual(previous.toSorted().toReversed());
  await page.getByRole('link', { name: 'Book a session' }).click();
  await expect(page).toHaveURL(/\/explore$/);
}

async function ofPartner(page: Page): Promise<void> {
  await expect(tabs(page)).toHaveText([/^Pending Review ?5$/, /^Upcoming ?1$/, /^Completed ?5$/]);
  await expect(page.getByRole('link', { name: 'Book a session' })).toHaveCount(0);
  await expect(cards(page).first()).toContainText('Jonas Lindqvist');
  await expect(cards(page).first()).not.toContainText('Drums');
  await expect(cards(page).filter({ hasText: 'Pending your review' })).toHaveCount(2);
  await expect(cards(page).filter({ hasText: 'Awaiting client update' })).toHaveCount(1);
  await expect(cards(page).filter({ hasText: 'Awaiting client upload' })).toHaveCount(2);
  await tabs(page).filter({ hasText: 'Upcoming' }).click();
  await expect(cards(page)).toHaveText([/Ready to go!/]);
  await tabs(page).filter({ hasText: 'Completed' }).click();
  await expect(cards(page).filter({ hasText: 'Files uploaded' })).toHaveCount(3);
  await expect(cards(page).filter({ hasText: 'Files upload required' })).toContainText('Late since');
}

async function today(page: Page): Promise<void> {
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(part('Next session')).toContainText('Slow Tide');
  await expect(part('Files to review').getByRole('link')).toHaveText([/Northbound/, /Paper Boats/]);
  await expect(part('Deliver today').getByRole('link')).toHaveText([/Copper Wire.* late/]);
  await part('Unread messages')
    .getByRole('link', { name: /Night Drive/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/sessions/${DEMO.nightDrive}/messages`));
  await expect(part('Unread messages').getByText('Night Drive')).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Close', exact: true }).click();
  await part('Deliver today')
    .getByRole('link', { name: /Copper Wire/ })
    .click();
  await expect(standing(page)).toContainText('The session files for Nora Vance are late.');
  await panel(page).getByRole('button', { name: 'Close', exact: true }).click();
}

test.describe('My Sessions of the demo', () => {
  test.use({ fresh: true });

  test('of a client: Upcoming and Previous with counts, cards by start, both ways round; of a partner: Pending Review, Upcoming and Completed, no instrument, no booking', async ({
    as,
  }) => {
    await test.step('of a client', async () => ofClient(await as('client@demo.test', '/sessions')));
    await test.step('of a partner', async () => {
      const page = await as('partner@demo.test', '/sessions');
      await ofPartner(page);
      await today(page);
    });
  });
});

test('My Sessions with nothing in them say so, without a barrier', async ({ as, visit }) => {
  const { page: client } = await newClient(visit, '/sessions');
  await atBothWidths(client, async () => {
    await expect(client.getByRole('heading', { name: "You're all caught up" })).toBeVisible();
    await checkA11y(client);
    await expect(client.getByText("You don't have any upcoming sessions, yet!")).toBeVisible();
  });
  await tabs(client).filter({ hasText: 'Previous' }).click();
  await expect(client.getByText("You don't have any completed sessions, yet!")).toBeVisible();
  const managed = await as('managed@demo.test', '/sessions');
  await expect(managed.getByRole('link', { name: 'Explore' })).toHaveCount(0);
  await expect(managed.getByText(/\d credits?$/)).toHaveCount(0);
});

test('a thousand sessions are all there, opened by their link or come back to @variant', async ({ as }) => {
  const page = await as('client@demo.test', null);
  await page.route('**/api/sessions', async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as { sessions: { id: number }[]; total: number };
    const sessions = Array.from({ length: 1000 }, (_, at) => ({ ...list.sessions[0], id: 900_000 + at }));
    await route.fulfill({ json: { ...list, sessions, total: 1000 } });
  });
  await page.goto('/sessions');
  await expect(cards(page)).toHaveCount(1000);
  await cards(page).first().getByRole('link').focus();
  await page.getByRole('link', { name: 'Explore' }).first().click();
  await expect(page).toHaveURL(/\/explore$/);
  await page.goBack();
  await expect(cards(page)).toHaveCount(1000);
});

test.describe('the client session panel', () => {
  test('opens from its card, by its address, and closes to the list', async ({ as }) => {
    const page = await as('client@demo.test', '/sessions');
    await page.getByRole('link', { name: 'Rafa Monteiro , Slow Tide' }).click();
    await expect(page).toHaveURL(new RegExp(`/sessions/${DEMO.slowTide}$`));
    await expect(standing(page).getByRole('heading')).toHaveText('Ready to go!');
    await expect(fact(page, 'Session length')).toHaveText('30 minutes');
    await expect(fact(page, 'Attending livestream')).toHaveText('Yes (recommended)');
    await expect(fact(page, 'Date')).toHaveText(/^\w{3} \d\d \w{3} \d\d$/);
    await expect(fact(page, 'Start time')).toHaveText(/^\d\d:\d\d Lisbon \(UTC\+[01]\)$/);
    await expect(fact(page, 'Deliverables format')).toHaveText('Stems to be imported in a different DAW');
    await panel(page).getByRole('button', { name: 'Password', exact: true }).hover();
    await expect(page.getByText('The password is your first name: Nora')).toBeVisible();
    await panel(page).getByRole('link', { name: 'Track Details' }).click();
    await expect(page).toHaveURL(/\/track-details$/);
    await expect(fact(page, 'BPM')).toHaveText('84');
    await expect(fact(page, 'Reference track')).toHaveText('No reference track was provided');
    await expect(fact(page, 'Sample rate')).toHaveText(/, 24-bit$/);
    await panel(page).getByRole('button', { name: 'Close' }).click();
    await expect(panel(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/sessions$/);
  });

  test('has an unknown number, or someone else’s, return to /sessions', async ({ as }) => {
    const page = await as('client@demo.test', '/sessions/999999');
    await expect(page).toHaveURL(/\/sessions$/);
    await page.goto('/sessions/nonsense');
    await expect(page).toHaveURL(/\/sessions$/);
    const other = await as('annual@demo.test', `/sessions/${DEMO.paperBoats}`);
    await expect(other).toHaveURL(/\/sessions$/);
  });

  test('says what is to be done next, and leads there', async ({ as }) => {
    const page = await as('client@demo.test', `/sessions/${DEMO.glassHouses}`);
    await expect(standing(page).getByRole('heading')).toHaveText('Files update required');
    await expect(standing(page).getByRole('listitem')).toHaveText([
      /^Booked.*done/,
      /^Files in.*now/,
      /^Reviewed.*still to come/,
      /^Session.*still to come/,
      /^Delivered.*still to come/,
    ]);
    await standing(page).getByRole('link', { name: 'Upload Files' }).click();
    await expect(page).toHaveURL(/\/files-management/);
  });

  test('opened by its bare address stands over the list that holds it', async ({ as }) => {
    const page = await as('client@demo.test', `/sessions/${HARBOUR_LIGHTS}`);
    await expect(panel(page).getByRole('heading', { name: 'Harbour Lights' })).toBeVisible();
    await expect(page).toHaveURL(/tab=previous/);
    await panel(page).getByRole('button', { name: 'Close' }).click();
    await expect(cards(page).filter({ hasText: 'Harbour Lights' })).toBeVisible();
  });

  test('stands over its list where the address names one of a musician', async ({ as }) => {
    const page = await as('client@demo.test', `/sessions/${HARBOUR_LIGHTS}?tab=completed`);
    await expect(page).toHaveURL(/tab=previous/);
    await page.goto('/sessions?tab=completed');
    await expect(page.getByRole('link', { name: /^Upcoming/ })).toHaveAttribute('aria-current', 'page');
  });

  test('copies its number @variant', async ({ as }) => {
    const page = await as('client@demo.test', `/sessions/${HARBOUR_LIGHTS}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await panel(page)
      .getByRole('button', { name: `#${HARBOUR_LIGHTS}` })
      .click();
    await expect(page.getByText('Copied to clipboard.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(String(HARBOUR_LIGHTS));
  });
});

test.describe('the partner session panel', () => {
  test('shows the client, the files to review and what was asked for', async ({ as }) => {
    const page = await as('partner@demo.test', `/sessions/${DEMO.paperBoats}`);
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('Nora Vance');
    await expect(standing(page).getByRole('heading')).toHaveText('Pending your review');
    await expect(fact(page, 'BPM')).toHaveText('92');
    await expect(fact(page, 'Last updated')).toHaveText(/^\d\d \w{3} \d{4} at \d\d:\d\d$/);
    await panel(page).getByRole('link', { name: 'Review Session Files' }).click();
    await expect(page).toHaveURL(/modal=files/);
  });

  test("greets a client's first session @variant", async ({ as }) => {
    const page = await as('partner@demo.test', '/sessions');
    await cards(page)
      .getByRole('link', { name: /^Maya Okafor/ })
      .click();
    await expect(
      panel(page).getByText("This is the client's first session. Make sure to blow them away!"),
    ).toBeVisible();
  });

  test('marks a session ready, which moves it to Upcoming', async ({ as }) => {
    const page = await as('partner@demo.test', '/sessions');
    await cards(page)
      .getByRole('link', { name: /^Jonas Lindqvist/ })
      .click();
    await panel(page).getByRole('button', { name: 'Ready to go!' }).click();
    await expect(standing(page).getByRole('heading')).toHaveText('Ready to go!');
    await expect(panel(page).getByRole('button', { name: 'Ready to go!' })).toHaveCount(0);
    await panel(page).getByRole('button', { name: 'Close' }).click();
    await tabs(page).filter({ hasText: 'Upcoming' }).click();
    await expect(cards(page).filter({ hasText: 'Jonas Lindqvist' })).toHaveCount(1);
  });

  test('closes a past session that has nothing to deliver, after asking', async ({ as }) => {
    const page = await as('partner@demo.test', `/sessions/${DEMO.copperWire}`);
    await expect(standing(page).getByRole('heading')).toHaveText('Files upload required');
    await panel(page).getByRole('button', { name: 'Nothing to deliver' }).click();
    const question = page.getByRole('dialog', { name: 'Close this session without files?' });
    await question.getByRole('button', { name: 'Close session' }).click();
    await expect(standing(page).getByRole('heading')).toHaveText('Session closed');
    const client = await as('client@demo.test', `/sessions/${DEMO.copperWire}`);
    await expect(standing(client).getByRole('heading')).toHaveText('Session closed');
  });
});

for (const [who, paths] of [
  [
    'client@demo.test',
    [
      '/sessions',
      `/sessions/${DEMO.slowTide}`,
      `/sessions/${DEMO.glassHouses}/track-details`,
      `/sessions/${HARBOUR_LIGHTS}/files-management`,
      `/sessions/${DEMO.nightDrive}/files-management`,
    ],
  ],
  ['partner@demo.test', ['/sessions?tab=completed', `/sessions/${DEMO.paperBoats}`]],
] as const)
  test(`no barrier in either theme at either width: list and panels of ${who}`, async ({ as }) => {
    const page = await as(who, null);
    for (const path of paths) {
      const isPanel = /\d/.test(path);
      await page.goto(path);
      await expect(page.getByRole(isPanel ? 'dialog' : 'main')).toBeVisible();
      await page.waitForLoadState('networkidle');
      // The first path has the list alone.
      await checkA11yAtBothWidths(page, isPanel ? 'panel' : 'page');
    }
  });
