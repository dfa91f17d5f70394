import { gzipSync } from 'node:zlib';
import { email, password, signIn, submit } from '#test/browser/login.ts';
import { checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';
import { layoutShift } from '#test/browser/watch.ts';

test.describe('login screen', () => {
  test('has the title, two fields and LOGIN, and says at a field what is wrong with it', async ({
    visit,
  }) => {
    const page = await visit('/login');

    await test.step('no social buttons without their ids', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back!');
      await expect(email(page)).toBeVisible();
      await expect(password(page)).toHaveAttribute('type', 'password');
      await expect(submit(page)).toHaveText('LOGIN');
      await expect(page.getByText(/google|facebook/i)).toHaveCount(0);
      await expect(page.getByText('OR', { exact: true })).toHaveCount(0);
    });

    await test.step('both fields are required; an error clears when its field is clicked', async () => {
      await submit(page).click();
      await expect(page.getByText('Required', { exact: true })).toHaveCount(2);
      await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
      await password(page).click();
      await expect(page.getByText('Required', { exact: true })).toHaveCount(1);
      await email(page).click();
      await expect(page.getByText('Required', { exact: true })).toHaveCount(0);
    });

    await test.step('the password can be shown and hidden again', async () => {
      await password(page).fill('talkback');
      const toggle = page.getByRole('button', { name: 'Show password' });
      await toggle.click();
      await expect(password(page)).toHaveAttribute('type', 'text');
      await toggle.click();
      await expect(password(page)).toHaveAttribute('type', 'password');
      await expect(password(page)).toHaveValue('talkback');
    });

    await test.step('an address that is none', async () => {
      await email(page).fill('nora@studio');
      await submit(page).click();
      await expect(email(page)).toHaveAccessibleDescription('Invalid email address');
      await email(page).click();
      await expect(page.getByText('Invalid email address')).toHaveCount(0);
    });

    await test.step('a wrong password is a field error on email', async () => {
      await signIn(page, 'client@demo.test', 'not the password');
      await expect(email(page)).toHaveAccessibleDescription('Invalid email or wrong password');
      await expect(submit(page)).toHaveText('LOGIN');
      await expect(page).toHaveURL(/\/login$/);
      await email(page).click();
      await expect(page.getByText('Invalid email or wrong password')).toHaveCount(0);
    });

    await test.step('an address that nobody has is answered like a wrong password', async () => {
      await signIn(page, 'nobody@demo.test');
      await expect(email(page)).toHaveAccessibleDescription('Invalid email or wrong password');
    });

    await test.step('an account without a password is told where it signs in', async () => {
      await page.route('**/api/users/login', (route) =>
        route.fulfill({
          status: 422,
          contentType: 'application/problem+json',
          json: {
            type: 'about:blank',
            title: 'No password',
            status: 422,
            code: 'no_password',
            detail: '-',
          },
        }),
      );
      await signIn(page, 'client@demo.test');
      await expect(page.getByRole('alert')).toHaveText(
        'Your need to login using your Google or Facebook account.',
      );
    });
  });

  test('says so when the servers cannot be reached, and works once they can', async ({ visit, faults }) => {
    faults.allow(/ERR_FAILED/);
    const page = await visit('/login');
    await page.route('**/api/users/login', (route) => route.abort());
    await signIn(page, 'client@demo.test');
    await expect(page.getByRole('alert')).toHaveText(
      'We have some issues connecting to our servers. Please try again later or contact support.',
    );
    await page.unroute('**/api/users/login');
    await submit(page).click();
    await expect(page).toHaveURL(/\/explore$/);
  });

  test('the button reads LOGGING IN... while busy and sends once', async ({ visit }) => {
    const page = await visit('/login');
    const held = Promise.withResolvers<void>();
    let sent = 0;
    await page.route('**/api/users/login', async (route) => {
      sent += 1;
      await held.promise;
      await route.continue();
    });
    await signIn(page, 'client@demo.test');
    await expect(submit(page)).toHaveText('LOGGING IN...');
    await expect(submit(page)).toBeDisabled();
    await submit(page).press('Enter');
    held.resolve();
    await expect(page).toHaveURL(/\/explore$/);
    expect(sent).toBe(1);
  });

  test('signs in with the keyboard alone, in whatever case the address is written', async ({ visit }) => {
    const page = await visit('/login');
    await expect(email(page)).toBeVisible();
    while (!(await email(page).evaluate((field) => field === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.type('Client@Demo.Test');
    await page.keyboard.press('Tab');
    await page.keyboard.type('talkback');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/explore$/);
  });

  test('has no barrier in either theme at either width, empty and with errors', async ({ visit }) => {
    const page = await visit('/login');
    await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
    await checkA11yAtBothWidths(page);
    await submit(page).click();
    await expect(page.getByText('Required', { exact: true })).toHaveCount(2);
    await checkA11yAtBothWidths(page);
  });
});

test.describe('first screen', () => {
  test('loads at most 170 kB of JavaScript after gzip for /login', async ({ windows, origins }) => {
    const page = await (await windows.openUncached()).newPage();
    const scripts = new Map<string, Promise<Buffer>>();
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
    });
    await page.goto(`${origins.studio}/login`);
    await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const sizes = (await Promise.all(scripts.values())).map((body) => gzipSync(body).length);
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(170_000);
  });

  test('nothing shifts while /login loads @phone', async ({ windows, origins }) => {
    const page = await (await windows.openUncached()).newPage();
    await page.goto(`${origins.studio}/login`);
    await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await layoutShift(page)).toEqual({ sum: 0, of: [] });
  });
});
