import type { Page } from '@playwright/test';
import { expect, test } from '#test/browser/test.ts';

/** Where the header ends and the title begins, of the page's frame or of the screen. */
const placesOf = (page: Page, header: string, title: string) =>
  page.evaluate(
    ([one, other]) =>
      [one, other].map((selector) => {
        const box = document.querySelector(selector ?? '')?.getBoundingClientRect();
        return [box?.left, box?.top, selector === one ? box?.bottom : undefined].map((at) =>
          Math.round(at ?? 0),
        );
      }),
    [header, title],
  );

for (const [path, email] of [
  ['/login', null],
  ['/explore', 'client@demo.test'],
  ['/sessions', 'client@demo.test'],
] as const) {
  for (const width of [375, 1280]) {
    test(`the page of ${path} is painted before its code runs and gives way to the screen without a jump, ${width} px wide`, async ({
      as,
      visit,
      origins,
    }) => {
      const page = email === null ? await visit(null) : await as(email, null);
      await page.setViewportSize({ width, height: width === 375 ? 812 : 800 });
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const code = Promise.withResolvers<void>();
      await page.route(/\/assets\/studio-[^/]*\.js$/, async (route) => {
        await code.promise;
        await route.continue();
      });
      await page.goto(origins.studio + path, { waitUntil: 'commit' });
      await expect(page.locator('#frame')).toBeVisible();
      await expect(page.locator('#frame')).toHaveAttribute('aria-hidden', 'true');
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      await page.waitForFunction(() => document.fonts.status === 'loaded');
      const painted = await placesOf(page, '.frame-header', '.frame-title');
      code.resolve();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('#frame')).toHaveCount(0);
      expect(await placesOf(page, '#root header', '#root h1')).toEqual(painted);
      const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
      expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);
    });
  }
}

const SHEET = /\/assets\/style-[^/]*\.css$/;

test('the frame is painted without the sheet, and no screen stands before it', async ({ as, origins }) => {
  const page = await as('client@demo.test', null);
  await page.addInitScript(() => {
    // The screen's header stays in place while one scrolls; without the sheet it does not.
    new MutationObserver(() => {
      const header = document.querySelector('#root header');
      if (header !== null && getComputedStyle(header).position !== 'sticky')
        Object.assign(globalThis, { bare: true });
    }).observe(document, { childList: true, subtree: true });
  });
  const sheet = Promise.withResolvers<void>();
  await page.route(SHEET, async (route) => {
    await sheet.promise;
    await route.continue();
  });
  await page.goto(`${origins.studio}/explore`, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  // The code runs, and has asked for it.
  await expect(page.locator('link#styles')).toHaveAttribute('rel', 'stylesheet');
  await expect(page.locator('#frame')).toBeVisible();
  await expect(page.locator('#frame .frame-header')).toHaveCSS('height', '64px');
  await expect(page.locator('#root > *')).toHaveCount(0);
  sheet.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('#frame')).toHaveCount(0);
  expect(await page.evaluate(() => 'bare' in globalThis)).toBe(false);
});

test('a sheet that fails is asked for again; where it fails again, the page says so', async ({
  visit,
  origins,
  faults,
}) => {
  const page = await visit(null);
  faults.allow(/ERR_FAILED/);
  let failures = 1;
  await page.route(SHEET, (route) => {
    failures -= 1;
    return failures < 0 ? route.continue() : route.abort();
  });
  await page.goto(`${origins.studio}/login`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  failures = Infinity;
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText(
    'We have some issues connecting to our servers. Please try again later or contact support.',
  );
  await expect(page.locator('#frame')).toHaveCount(0);
  failures = 0;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
