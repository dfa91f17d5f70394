import type { Locator, Page } from '@playwright/test';
import {
  chooseAttendance,
  enterOn,
  freeTimes,
  holdFreeTime,
  isPhone,
  fillInTrack,
  panel,
} from '#test/browser/acts.ts';
import { MODALS, modalOf } from '#client/app/modals/modals.ts';
import { dialog } from '#test/browser/booking.ts';
import { signUp, unusedEmail, zoneOf } from '#test/browser/accounts.ts';
import { DEMO } from '#test/browser/demo.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { changeResponses, drawBetweenResponses, refuseOnce } from '#test/browser/responses.ts';
import { expect, test } from '#test/browser/test.ts';
import { layoutShift } from '#test/browser/watch.ts';

const modal = (page: Page) => page.getByRole('dialog');
const title = (page: Page) => modal(page).getByRole('heading', { level: 2 });
const press = (page: Page, name: string) => modal(page).getByRole('button', { name, exact: true }).click();

test.describe('modals by their address', () => {
  test('plans: the groups, the plan one is on, and whom to ask for the rest @phone', async ({ as }) => {
    const page = await as('client@demo.test', '/offers');
    await expect(page).toHaveURL(/\/explore\?modal=plans$/);
    for (const name of ['Memberships', 'Bundles', 'Other offers'])
      await expect(modal(page).getByRole('region', { name })).toHaveCount(name === 'Bundles' ? 0 : 1);
    const mine = modal(page).getByRole('article').filter({ hasText: "You're on this plan" });
    await expect(mine.getByRole('heading')).toHaveText('Studio 5');
    await expect(modal(page).getByRole('link', { name: '$1,900, String orchestra' })).toBeVisible();
    await expect(modal(page).getByRole('button', { name: 'JOIN FREE' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(modal(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/explore$/);
  });

  test('plans: a free bundle is joined and thanked for; a failure is said in sight', async ({
    as,
    faults,
  }) => {
    faults.allow(/ERR_FAILED/);
    const page = await as('cancelled@demo.test', null);
    type Pricing = Record<'public' | 'cancelled', { bundles: object[] }>;
    await changeResponses(page, '/content/pricing-v4', (pricing: Pricing) => {
      pricing.cancelled.bundles = pricing.public.bundles;
    });
    await page.goto('/explore?modal=plans');
    const join = modal(page).getByRole('button', { name: 'JOIN FREE' });
    await page.route('**/join-bundle', (route) => route.abort());
    await join.click();
    await expect(modal(page).getByRole('alert')).toBeInViewport();
    await page.unroute('**/join-bundle');
    await join.click();
    await expect(page).toHaveURL(/\/thank-you\?.*product_name=Free/);
  });

  test('how it works names the webinar where its flag is on @variant', async ({ as }) => {
    const page = await as('client@demo.test', null);
    await changeResponses(
      page,
      '/content/studio',
      ({ studio }: { studio: { flags: Record<string, boolean> } }) => {
        studio.flags['webinar'] = true;
      },
    );
    await page.goto('/sessions?modal=how-it-works');
    await expect(modal(page).getByText('Your 2-week free trial begins today.')).toHaveCount(0);
    await press(page, 'Next');
    await expect(modal(page).getByRole('link', { name: 'Save your seat' })).toBeVisible();
    await expect(modal(page).getByRole('link', { name: 'Book a call' })).toHaveCount(0);
  });

  test('blocking and speed limit, by their texts @phone', async ({ as }) => {
    const page = await as('client@demo.test', '/sessions?modal=speed-limit');
    await expect(title(page)).toHaveText('Ooops!');
    await expect(title(page)).toBeFocused();
    await expect(modal(page).getByText(/^You already have 30 sessions booked\./)).toBeVisible();
    await page.goto('/sessions?modal=blocking');
    await expect(title(page)).toHaveText('Oops!');
    await expect(modal(page).getByText('You have reached your credit limit.')).toBeVisible();
    await press(page, 'Open Billing Area');
    await expect(page).toHaveURL(/\/profile#billing$/);
    await expect(modal(page)).toHaveCount(0);
  });

  test('an annual subscriber with 30 sessions is shown the larger plans instead @phone', async ({ as }) => {
    const page = await as('annual@demo.test', null);
    type Answer = { user: { subscription: { currentSessions: number } } };
    await changeResponses(page, '/api/users/me', ({ user }: Answer) => {
      user.subscription.currentSessions = 30;
    });
    await page.goto('/explore/imogen-clarke');
    await page.getByRole('link', { name: 'See larger plans' }).click();
    const upsell = dialog(page, 'Choose a larger plan');
    await expect(upsell.getByText(/^You already have 30 sessions booked\./)).toContainText(
      'A larger plan brings more credits.',
    );
    if (isPhone(page)) {
      await expect(upsell.getByRole('tab', { name: 'Yearly', selected: true })).toBeVisible();
    } else {
      const monthly = upsell.getByRole('region', { name: 'Monthly' });
      await expect(monthly.getByRole('button')).toHaveText(['Switch to Studio 10 now']);
    }
    await expect(upsell.getByRole('button', { name: 'Upgrade to Studio 120 now' })).toBeVisible();
    await expect(upsell.getByText('$3,768 billed yearly')).toBeVisible();
  });

  for (const [email, who] of [
    ['client@demo.test', 'client'],
    ['partner@demo.test', 'partner'],
  ] as const)
    test(`every name, with what it is about missing, foreign or garbled: a ${who} sees it or a sentence @variant`, async ({
      as,
    }) => {
      const page = await as(email, '/sessions');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Sessions');
      const message = page.getByRole('alert');
      for (const name of [...Object.keys(MODALS), 'constructor'])
        for (const about of ['', '&session=2147483647&folder=output', '&session=me&session=2&folder=attic']) {
          await page.evaluate((to) => history.pushState({}, '', to), `/sessions?modal=${name}${about}`);
          await expect(modal(page).or(message).first(), `${name}${about}`).toBeVisible();
          if (modalOf(name)?.about === 'session') await expect(modal(page)).toHaveCount(0);
          const close = async () => {
            if (await message.count()) {
              await expect(message).toHaveText(/^[A-Z].+\.$/);
              await message.getByRole('button', { name: 'Close message' }).click();
            } else await page.keyboard.press('Escape');
          };
          await close();
          // Plans lead back to the session's files, which are missing here.
          if (who === 'client' && name === 'plans' && about !== '') {
            await expect(message).toBeVisible();
            await close();
          }
          await expect(modal(page).or(message)).toHaveCount(0);
          await expect(page).not.toHaveURL(/modal=/);
        }
    });
});

test('a booking that is refused says why: 30 booked already, or no credits left @variant', async ({ as }) => {
  const page = await as('client2@demo.test', '/explore/marcus-bell');
  await expect(title(page)).toHaveText('Marcus Bell');
  await expect(title(page)).toBeFocused();
  await holdFreeTime(page);
  await fillInTrack(page, 'One Too Many');
  await chooseAttendance(page);
  const confirm = panel(page).getByRole('button', { name: /^Book for/ });
  await refuseOnce(page, '/api/v2/sessions', 409, 'session_limit');
  await confirm.click();
  await expect(dialog(page, 'Ooops!')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Ooops!')).toHaveCount(0);
  await expect(confirm).toBeVisible();
  await refuseOnce(page, '/api/v2/sessions', 422, 'not_enough_credits');
  await confirm.click();
  await expect(dialog(page, 'Oops!')).toBeVisible();
  await page.keyboard.press('Escape');
  await confirm.click();
  await expect(panel(page).getByText('Your session with Marcus Bell is booked.')).toBeVisible();
});

/** Opens a screen, and reads how much has shifted once it is loaded. */
async function load(page: Page, path: string, loaded: Locator): Promise<void> {
  await page.goto(path);
  await expect(loaded.first()).toBeVisible();
  await expect(page.getByText(/^Loading .*\.\.\.$/)).toHaveCount(0);
  const { sum, of } = await layoutShift(page);
  expect(sum, `${path}: ${of.join(', ')}`).toBeLessThanOrEqual(0.02);
}

test('screens shift by 0.02 at most while they load @phone @variant', async ({ as, visit }) => {
  // A first visit: nothing is in the browser's memory.
  const page = await as('client@demo.test', null);
  await drawBetweenResponses(page);
  const heading = (name: string | RegExp) => page.getByRole('heading', { name });
  await load(page, '/explore', page.getByRole('link', { name: 'Rafa Monteiro' }));
  await load(page, '/explore/kwame-asante', freeTimes(page));
  await load(page, '/explore/beatriz-rocha', panel(page).getByRole('radio'));
  await load(page, '/sessions', page.getByRole('main').getByRole('listitem'));
  await load(page, `/sessions/${DEMO.nightDrive}`, panel(page).getByRole('term'));
  await load(page, '/profile', page.getByRole('textbox', { name: 'Name', exact: true }));
  await load(page, '/thank-you', heading(/./));
  await load(page, '/profile#billing', heading('Payment method'));
  await load(page, '/faq', page.getByText('How do credits work?'));
  const guest = await visit(null);
  await signUp(guest, unusedEmail());
  await drawBetweenResponses(guest);
  await load(guest, '/payment-details', guest.getByRole('button', { name: 'JOIN FREE' }));
});

test.describe('the time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('is asked about once where the browser is elsewhere, and kept', async ({ as }) => {
    const page = await as('client2@demo.test', '/sessions');
    await expect(title(page)).toHaveText('Are you somewhere else?');
    await checkA11y(page, 'panel');
    await press(page, `Keep ${await zoneOf(page)}`);
    await expect(modal(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Sessions');
    await expect(modal(page)).toHaveCount(0);
  });

  test('is changed on demand, with a line on top while it takes long @phone-only', async ({ as }) => {
    const page = await as('legacy@demo.test', '/sessions');
    const { promise: gate, resolve: go } = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname === '/api/users/me',
      async (route) => {
        if (route.request().method() === 'PUT') await gate;
        await route.fallback();
      },
    );
    await expect(page.getByRole('progressbar', { name: 'Loading', includeHidden: true })).toHaveCount(0);
    await press(page, 'Use Asia/Tokyo');
    await expect(page.getByRole('progressbar', { name: 'Loading', includeHidden: true })).toHaveCount(1);
    go();
    await expect(page.getByText('Changes saved.')).toBeVisible();
    await expect(modal(page)).toHaveCount(0);
    await expect(page.getByRole('progressbar', { name: 'Loading', includeHidden: true })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Sessions');
    await expect(modal(page)).toHaveCount(0);
  });
});

const places = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');
const account = (page: Page) =>
  page.getByRole('button', { name: isPhone(page) ? 'Account' : /^Account of / });

test.describe('the navbar', () => {
  test('a client: places, credits, and all that the menu has @phone', async ({ as }) => {
    const page = await as('client@demo.test', '/sessions');
    await expect(places(page)).toHaveText(['Explore', 'My Sessions']);
    await expect(page.getByRole('banner').getByText(/^\d+ ?credits$/)).toBeVisible();
    await expect(page.getByText('Get full access')).toHaveCount(0);
    await account(page).click();
    const menu = page.getByRole('dialog', { name: 'Account' });
    await expect(menu.getByRole('link')).toHaveText(['Profile', 'Help Center', 'Contact Support', 'Logout']);
    await checkA11y(page);
    await menu.getByRole('button', { name: 'Dark', exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.keyboard.press('Escape');
    await expect(account(page)).toBeFocused();
    await account(page).click();
    await menu.getByRole('link', { name: 'Profile' }).click();
    await expect(page).toHaveURL(/\/profile/);
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/explore$/);
  });

  test("on trial there is 'Get full access' @phone", async ({ as }) => {
    const page = await as('trial@demo.test', '/sessions');
    if (isPhone(page)) await account(page).click();
    await page.getByRole('link', { name: 'Get full access' }).click();
    await expect(page).toHaveURL(/\/profile\?modal=plans#billing$/);
    await expect(title(page)).toHaveText('Plans and offers');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/profile#billing$/);
    await expect(page.getByRole('link', { name: 'See the plans' })).toBeVisible();
  });

  test('musicians and managed clients have sessions, and neither Explore nor credits @phone', async ({
    as,
  }) => {
    for (const email of ['partner@demo.test', 'managed@demo.test']) {
      const page = await as(email, '/');
      await expect(page).toHaveURL(/\/sessions$/);
      await expect(places(page)).toHaveText(['My Sessions']);
      await expect(page.getByRole('banner').getByText(/credit/)).toHaveCount(0);
      await expect(page.getByRole('banner').getByRole('link').first()).toHaveAttribute('href', '/sessions');
    }
  });

  test('the skip link leads to the content and leaves the address alone', async ({ as }) => {
    const page = await as('client@demo.test', '/sessions');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Sessions');
    await enterOn(page, page.getByRole('link', { name: 'Skip to the content' }));
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page).toHaveURL(/\/sessions$/);
  });
});
