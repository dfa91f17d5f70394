import type { Page } from '@playwright/test';
import { newClient, PASSWORD } from '#test/browser/accounts.ts';
import { atBothWidths, checkA11y, checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Profile' });
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const said = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>document.title="hacked"</script><rect width="9" height="9" fill="red"/></svg>';

test.describe('the tabs of each role', () => {
  for (const [email, names] of [
    ['client2@demo.test', ['Profile', 'Notifications', 'Security', 'Billing', 'Referral', 'Your data']],
    ['managed@demo.test', ['Profile', 'Notifications', 'Security', 'Your data']],
    [
      'partner2@demo.test',
      ['Profile', 'My Page', 'My Calendar', 'Invoice', 'Notifications', 'Security', 'Your data'],
    ],
  ] as const) {
    test(`of ${email}; each has its address, an unknown one is the profile`, async ({ as }) => {
      const page = await as(email, '/profile#nowhere');
      await expect(tabs(page).getByRole('link')).toHaveText([...names]);
      await expect(tab(page, 'Profile')).toHaveAttribute('aria-current', 'page');
      for (const name of names.toReversed()) {
        await tab(page, name).click();
        await expect(tab(page, name)).toHaveAttribute('aria-current', 'page');
        await expect(tabs(page).locator('[aria-current]')).toHaveCount(1);
      }
      await page.goBack();
      await expect(tab(page, names[1])).toHaveAttribute('aria-current', 'page');
    });
  }
});

test('no tab of a client has a barrier in either theme at either width', async ({ as }) => {
  const page = await as('client2@demo.test', '/profile');
  for (const [name, shows] of [
    ['Profile', 'About you'],
    ['Notifications', 'Newsletter'],
    ['Security', 'Where you are signed in'],
    ['Billing', 'Statement'],
  ] as const) {
    await tab(page, name).click();
    await expect(card(page, shows)).toBeVisible();
    await checkA11yAtBothWidths(page);
  }
  await page.getByRole('link', { name: 'Edit Billing Info' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Billing Info' })).toBeVisible();
  await checkA11yAtBothWidths(page);
});

test("no tab of a musician's has a barrier in either theme at either width; the calendar turns", async ({
  as,
}) => {
  const page = await as('partner2@demo.test', '/profile#calendar');
  const calendar = page.getByRole('region', { name: 'My Calendar' });
  const title = calendar.getByRole('heading', { level: 2 }).first();
  await atBothWidths(page, async () => {
    // Once it is drawn for this width.
    const isWeek = (await page.evaluate(() => innerWidth)) >= 767;
    const next = calendar.getByRole('button', { name: isWeek ? 'Next week' : 'Next day' });
    await expect(next).toBeVisible();
    await expect(calendar.getByRole('list').first()).toBeVisible();
    const before = await title.textContent();
    for (let turn = 0; turn < 5; turn += 1) await next.click();
    await expect(title).not.toHaveText(before ?? '');
    await expect(calendar.getByRole('list').first()).toBeVisible();
    await checkA11y(page);
    await calendar.getByRole('button', { name: 'Today' }).click();
    await expect(title).toHaveText(before ?? '');
  });
  await tab(page, 'Notifications').click();
  await expect(page.getByRole('switch')).toHaveCount(3);
  await checkA11yAtBothWidths(page);
});

test('a name is checked by its texts; what is saved is said and stays', async ({ visit }) => {
  const { page } = await newClient(visit, '/profile');
  const about = card(page, 'About you');
  const name = about.getByRole('textbox', { name: 'Name' });
  const save = about.getByRole('button', { name: 'Save changes' });
  await expect(about.getByRole('textbox', { name: 'Email' })).not.toBeEditable();
  for (const [typed, words] of [
    ['', 'This field is required'],
    ['Cher', 'Your first name and last name are required'],
  ] as const) {
    await name.fill(typed);
    await save.click();
    await expect(name).toHaveAccessibleDescription(words);
  }
  await name.fill("Zoë O'Neill-Byrne");
  const { promise: gate, resolve: go } = Promise.withResolvers<void>();
  await page.route('**/api/users/me', async (route) => {
    if (route.request().method() === 'PUT') await gate;
    await route.fallback();
  });
  await save.click();
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible();
  await checkA11y(page);
  go();
  await expect(said(page, 'Changes saved.')).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue("Zoë O'Neill-Byrne");
  await expect(page.getByRole('button', { name: "Account of Zoë O'Neill-Byrne" })).toBeVisible();
  await about.getByRole('button', { name: 'Who sees this?' }).click();
  await expect(page.getByText('the musicians you have sessions with.')).toBeVisible();
  await checkA11y(page);
});

test('country and time zone are found by typing, with the keyboard alone', async ({ visit }) => {
  const { page } = await newClient(visit, '/profile');
  const about = card(page, 'About you');
  const country = about.getByRole('combobox', { name: 'Country' });
  const list = page.getByRole('listbox', { name: 'Country' });
  await country.click();
  await country.fill('');
  await expect(list.getByRole('option').first()).toHaveText('United States');
  await expect(list.getByRole('option').nth(2)).toHaveText('United Kingdom');
  const rows = list.getByRole('option');
  expect(await rows.count()).toBeLessThan(40);
  expect((await rows.first().boundingBox())?.height).toBe(35);
  await checkA11y(page);
  await country.pressSequentially('aland');
  await expect(rows).toHaveText(['Åland Islands', 'New Zealand'].slice(0, await rows.count()));
  await country.press('Escape');
  await expect(list).toHaveCount(0);
  await country.fill('portu');
  await country.press('Enter');
  await expect(country).toHaveValue('Portugal');
  const zone = about.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('adelaide');
  await zone.press('Enter');
  await expect(zone).toHaveValue('Australia/Adelaide');
  await about.getByRole('button', { name: 'Save changes' }).click();
  await expect(said(page, 'Changes saved.')).toBeVisible();
  await page.reload();
  await expect(country).toHaveValue('Portugal');
  await expect(zone).toHaveValue('Australia/Adelaide');
});

test('a picture is uploaded and shown; what is no picture is refused in its words', async ({
  visit,
  faults,
}) => {
  faults.allow(/422/);
  const { page } = await newClient(visit, '/profile');
  const picture = card(page, 'Your picture');
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await picture.getByRole('button', { name: 'Upload a picture' }).click();
    await (await chooser).setFiles({ name, mimeType, buffer });
  };
  await choose('me.svg', 'image/svg+xml', Buffer.from(SVG));
  await expect(said(page, 'Image updated.')).toBeVisible();
  const image = picture.locator('img');
  await expect(image).toHaveAttribute('src', /^\/api\/users\/avatars\/[0-9a-f-]+\.webp$/);
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(512);
  expect(await page.title()).not.toContain('hacked');
  const wrong =
    'Sorry, that format is not allowed. You can upload images <5MB and of .png, .jpg, .jpeg, .webp and .svg format.';
  await choose('me.png', 'image/png', Buffer.from('<html><script>alert(1)</script></html>'));
  await expect(picture.getByRole('alert')).toHaveText(wrong);
  await choose('me.gif', 'image/gif', Buffer.from('GIF89a'));
  await expect(picture.getByRole('alert')).toHaveText(wrong);
  await page.route('**/api/users/avatar', (route) => route.fulfill({ status: 500, body: 'no' }));
  faults.allow(/500/);
  await choose('me.svg', 'image/svg+xml', Buffer.from(SVG));
  await expect(picture.getByRole('alert')).toHaveText(
    "We couldn't upload your avatar. Please try again later.",
  );
});

test('switches of the notifications save themselves, and go back when they cannot', async ({
  visit,
  faults,
}) => {
  const { page } = await newClient(visit, '/profile#notifications');
  const newsletter = page.getByRole('switch', { name: 'Newsletter' });
  await expect(newsletter).toBeChecked();
  await newsletter.press('Space');
  await expect(said(page, 'Preference saved.')).toBeVisible();
  await page.reload();
  await expect(newsletter).not.toBeChecked();
  faults.allow(/500/);
  await page.route('**/api/users/me', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: 'no' }) : route.continue(),
  );
  const bookings = page.getByRole('switch', { name: 'Bookings' });
  await bookings.click();
  await expect(
    page.getByText('We have some issues connecting to our servers. Please try again later.'),
  ).toBeVisible();
  await expect(bookings).toBeChecked();
});

test.describe('security', () => {
  test('the password changes by its texts, and every other login session ends', async ({
    visit,
    windows,
    origins,
    faults,
  }) => {
    faults.allow(/401/);
    const { page, email } = await newClient(visit, '/profile#security');
    const elsewhere = await windows.openUncached();
    const body = { user: { email, password: PASSWORD } };
    const headers = { origin: origins.studio };
    const there = await elsewhere.request.post('/api/users/login', { headers, data: body });
    expect(there.status()).toBe(200);
    await page.reload();
    const sessions = card(page, 'Where you are signed in');
    await expect(sessions.getByText('This device')).toHaveCount(1);
    await expect(sessions.getByRole('button', { name: /^Sign out:/ })).not.toHaveCount(0);

    const password = card(page, 'Password');
    const current = password.getByLabel('Current password', { exact: true });
    const fresh = password.getByLabel('New password', { exact: true });
    const again = password.getByLabel('Confirm new password', { exact: true });
    const change = password.getByRole('button', { name: 'Change password' });
    await change.click();
    await expect(current).toHaveAccessibleDescription('You must specify your current password');
    await expect(fresh).toHaveAccessibleDescription('You must specify a new password');
    await current.fill('not the one');
    await fresh.fill('short');
    await again.fill('shorter');
    await change.click();
    await expect(fresh).toHaveAccessibleDescription('Password must have at least 8 characters');
    await expect(again).toHaveAccessibleDescription('The new password and its confirmation do not match');
    await fresh.fill('a better one');
    await again.fill('a better one');
    await change.click();
    await expect(current).toHaveAccessibleDescription('Incorrect password.');
    await current.fill(PASSWORD);
    await change.click();
    await expect(said(page, 'Password was changed successfully.')).toBeVisible();
    await expect(current).toHaveValue('');
    await expect(sessions.getByRole('button', { name: /^Sign out/ })).toHaveCount(0);
    expect((await elsewhere.request.get('/api/users/me')).status()).toBe(401);
    await page.reload();
    await expect(sessions.getByText('This device')).toBeVisible();
  });

  test('login sessions are ended one by one and all together', async ({ visit, windows, origins }) => {
    const { page, email } = await newClient(visit, '/profile#security');
    const sessions = card(page, 'Where you are signed in');
    const others = sessions.getByRole('button', { name: /^Sign out:/ });
    for (let n = 0; n < 3; n += 1) {
      const elsewhere = await windows.openUncached();
      await elsewhere.request.post('/api/users/login', {
        headers: { origin: origins.studio },
        data: { user: { email, password: PASSWORD } },
      });
    }
    await page.reload();
    await expect(others).toHaveCount(3);
    await others.first().click();
    await expect(said(page, 'Signed out there.')).toBeVisible();
    await expect(others).toHaveCount(2);
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(said(page, 'Signed out everywhere else.')).toBeVisible();
    await expect(others).toHaveCount(0);
  });
});

test('who has no password here is told so @variant', async ({ as }) => {
  const page = await as('client2@demo.test', null);
  await page.route('**/api/users/me', async (route) => {
    const answer = await route.fetch();
    const { user } = (await answer.json()) as { user: object };
    await route.fulfill({ response: answer, json: { user: { ...user, provider: 'other' } } });
  });
  await page.goto('/profile#security');
  await expect(card(page, 'Password')).toContainText('please contact support');
  await expect(card(page, 'Password').getByRole('textbox')).toHaveCount(0);
});

test('billing says what there is; who is billed can be changed', async ({ visit, faults }) => {
  const { page } = await newClient(visit, '/profile#billing&session_id=true');
  const plan = card(page, 'Plan');
  await expect(plan).toContainText('Credits on demand');
  for (const hash of ['#billing?session_id=true', '#purchase=topup&product_type=bundles&credits=3']) {
    await page.goto(`/faq`);
    await page.goto(`/profile${hash}`);
    await expect(plan).toContainText('Credits on demand');
    await expect(page.getByRole('link', { name: 'Billing', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
  await expect(card(page, 'Statement').getByRole('row').nth(1)).toContainText('Trial credit');
  await page.getByRole('link', { name: 'Edit Billing Info' }).click();
  const modal = page.getByRole('dialog', { name: 'Edit Billing Info' });
  await modal.getByRole('textbox', { name: 'Company name' }).fill('Night Owl Records');
  await modal.getByRole('combobox', { name: 'Country' }).fill('uk');
  await modal.getByRole('option', { name: 'United Kingdom' }).click();
  await modal.getByRole('textbox', { name: 'City' }).fill('London');
  // The error scrolls into view above the footer of a low window.
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ ...size, height: 420 });
  await page.route('**/api/v2/users/billing-information', (route) => route.abort());
  faults.allow(/ERR_FAILED/);
  await modal.getByRole('textbox', { name: 'Company name' }).scrollIntoViewIfNeeded();
  await modal.getByRole('button', { name: 'Save changes' }).click();
  await expect(modal.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await page.unroute('**/api/v2/users/billing-information');
  await page.setViewportSize(size);
  await modal.getByRole('button', { name: 'Save changes' }).click();
  await expect(said(page, 'Billing Information updated.')).toBeVisible();
  await expect(modal).toHaveCount(0);
  await expect(page).toHaveURL(/\/profile#billing$/);
  const info = card(page, 'Billing information');
  await expect(info).toContainText('Night Owl Records');
  await expect(info).toContainText('United Kingdom');
});
