import { signIn } from '#test/browser/login.ts';
import { checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

test.describe('landing pages', () => {
  for (const [address, front, path] of [
    ['client@demo.test', 'studio', '/explore'],
    ['managed@demo.test', 'studio', '/sessions'],
    ['partner@demo.test', 'partners', '/sessions'],
    ['operator@demo.test', 'operator', '/second-factor'],
  ] as const) {
    test(`${address} lands on ${path} of ${front}`, async ({ visit, origins }) => {
      const page = await visit('/login', front);
      await signIn(page, address);
      await expect(page).toHaveURL(origins[front] + path);
      await expect(page.getByRole('main')).toBeVisible();
    });
  }

  test('not signed in leads to /login with the query kept, and then on to the requested page', async ({
    visit,
    origins,
  }) => {
    const page = await visit('/sessions?tab=previous&from=mail#top');
    await expect(page).toHaveURL(/\/login\?/);
    const query = new URL(page.url()).searchParams;
    expect(query.get('tab')).toBe('previous');
    expect(query.get('from')).toBe('mail');
    expect(query.get('next')).toBe('/sessions?tab=previous&from=mail#top');
    await signIn(page, 'client@demo.test');
    await expect(page).toHaveURL(`${origins.studio}/sessions?tab=previous&from=mail#top`);
  });

  test('nobody is sent on to another site', async ({ visit, origins }) => {
    const page = await visit('/login?next=//evil.example/explore');
    await signIn(page, 'client@demo.test');
    await expect(page).toHaveURL(`${origins.studio}/explore`);
  });

  test('who signs in at the wrong front is sent to theirs, to the same place, signed in', async ({
    visit,
    origins,
  }) => {
    const page = await visit('/sessions?tab=completed');
    await signIn(page, 'partner@demo.test');
    await expect(page).toHaveURL(`${origins.partners}/sessions?tab=completed`);
    await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible();
    await page.goto(`${origins.studio}/sessions`);
    await expect(page).toHaveURL(/\/login\?next=/);
  });

  test('a ticket works once @variant', async ({ visit, origins }) => {
    const page = await visit('/login');
    const entered = page.waitForRequest((request) => request.url().includes('/enter?'));
    await signIn(page, 'operator@demo.test');
    const link = (await entered).url();
    await expect(page).toHaveURL(`${origins.operator}/second-factor`);
    const other = await visit('/login', 'operator');
    await other.goto(link);
    await expect(other.getByRole('alert')).toHaveText(
      'This link has been used or is too old. Please sign in.',
    );
  });

  test('who is signed in and opens /login goes on @variant', async ({ as, origins }) => {
    const page = await as('client@demo.test', '/login');
    await expect(page).toHaveURL(`${origins.studio}/explore`);
  });

  test('what is not theirs leads people to where they land @variant', async ({ as }) => {
    for (const [address, ...ways] of [
      ['managed@demo.test', ['/nowhere', '/sessions'], ['/explore', '/sessions']],
      ['partner@demo.test', ['/explore', '/sessions']],
      ['operator@demo.test', ['/explore', '/']],
    ] as const) {
      const page = await as(address, null);
      for (const [path, lands] of ways)
        await test.step(`${path} leads ${address} to ${lands}`, async () => {
          await page.goto(path);
          await expect.poll(() => new URL(page.url()).pathname).toBe(lands);
        });
      await page.close();
    }
  });
});

test.describe('signing out', () => {
  test('ends the login session and leads to /login @phone-only', async ({ visit, origins }) => {
    const page = await visit('/login');
    await signIn(page, 'client2@demo.test');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('link', { name: 'Logout' }).click();
    await expect(page).toHaveURL(`${origins.studio}/login`);
    expect((await page.request.get(`${origins.studio}/api/users/me`)).status()).toBe(401);
    await page.goto(`${origins.studio}/explore`);
    await expect(page).toHaveURL(/\/login\?next=%2Fexplore$/);
  });

  test('says so when it did not work, and tries again @variant', async ({ visit, faults }) => {
    faults.allow(/ERR_FAILED/);
    const page = await visit('/login');
    await signIn(page, 'client2@demo.test');
    await expect(page).toHaveURL(/\/explore$/);
    await page.route('**/api/users/logout', (route) => route.abort());
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('link', { name: 'Logout' }).click();
    await expect(page.getByText('You are still signed in')).toBeVisible();
    await page.unroute('**/api/users/logout');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('a chosen theme stays after a reload and after signing out', async ({ visit }) => {
  const page = await visit('/login');
  await signIn(page, 'client2@demo.test');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect.poll(ground).toBe('rgb(18, 17, 21)');
  await page.reload();
  expect(await ground()).toBe('rgb(18, 17, 21)');
  await page.getByRole('button', { name: /^Account/ }).click();
  await expect(page.getByRole('button', { name: 'Dark', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('link', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await ground()).toBe('rgb(18, 17, 21)');
});

test('the operator finds an honest page, and nothing that leads nowhere @variant', async ({ as }) => {
  const page = await as('operator@demo.test');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
  await expect(page.getByText('npm run studio -- people --help')).toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Everything is in order')).toBeVisible();
  await checkA11yAtBothWidths(page);
});
