import type { Page } from '@playwright/test';
import { sanitize } from '#server/content/documents/sanitize.ts';
import { HTML_ATTACKS } from '#test/api/html-attacks.ts';
import { getAnnouncements, getStudioBanner } from '#shared/content/contract-documents.ts';
import { getStudio } from '#shared/content/contract.ts';
import type { Endpoint, ReadOf } from '#shared/lib/endpoint.ts';
import { getMe } from '#shared/me/contract.ts';
import { attack } from '#test/browser/attack.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

const picture = (size: string, width: number) => ({
  src: `/announcement-year-${size}.svg`,
  width,
  height: 240,
});

/** Changes what an address answers, as if the studio had written it so. */
async function told<E extends Endpoint>(
  page: Page,
  endpoint: E,
  change: (answer: ReadOf<E>) => unknown,
): Promise<void> {
  await page.route(`**${endpoint.path}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: change((await answer.json()) as ReadOf<E>) });
  });
}

const withBanner = (page: Page, body: string) =>
  Promise.all([
    told(page, getStudio, (answer) => {
      answer.studio.flags['studio-banner'] = true;
      return answer;
    }),
    told(page, getStudioBanner, () => ({ body })),
  ]);

test.describe("the studio's banner", () => {
  test('shows its HTML on every screen, its links without loading the page anew @phone', async ({ as }) => {
    const page = await as('client@demo.test', null);
    await withBanner(
      page,
      '<p>The studio is <strong>closed</strong> on Sunday. <a href="/explore">Book now</a></p>',
    );
    await page.goto('/sessions');
    const banner = page.getByRole('region', { name: 'From the studio' });
    await expect(banner).toHaveText('The studio is closed on Sunday. Book now');
    await expect(banner.getByRole('strong')).toHaveText('closed');
    await checkA11y(page);
    await page.evaluate(() => Object.assign(window, { same: true }));
    await banner.getByRole('link', { name: 'Book now' }).click();
    await expect(page).toHaveURL(/\/explore$/);
    expect(await page.evaluate(() => 'same' in window)).toBe(true);
    await expect(banner).toBeVisible();
  });

  test('executes nothing, and no policy has to stop it', async ({ as }) => {
    const page = await as('client@demo.test', null);
    await withBanner(page, `<p>Still here</p>${HTML_ATTACKS.filter((_, at) => at % 7 === 0).join('\n')}`);
    await page.addInitScript(() => {
      const stopped: string[] = [];
      Object.assign(window, { stopped });
      document.addEventListener('securitypolicyviolation', (event) => stopped.push(event.blockedURI));
    });
    await page.goto('/sessions');
    await expect(page.getByRole('region', { name: 'From the studio' })).toContainText('Still here');
    await expect(page.getByRole('heading', { name: 'My Sessions' })).toBeVisible();
    expect(await page.evaluate(() => [Reflect.get(window, 'stopped'), Reflect.get(window, 'hit')])).toEqual([
      [],
      undefined,
    ]);
  });
});

test.describe('200 known attacks by HTML, on a page without a policy', () => {
  // One after the other in one process, for which the attack page is built once.
  test.describe.configure({ mode: 'default' });
  const NOTHING = { hits: 0, effects: [], disallowed: [] };

  test('do something where nothing keeps them from it', async ({ browser }) => {
    const result = await attack(browser, (page) =>
      page.evaluate((attacks) => {
        for (const html of attacks) {
          const place = document.createElement('div');
          document.body.append(place);
          place.innerHTML = html;
        }
      }, HTML_ATTACKS),
    );
    expect(result.hits).toBeGreaterThan(20);
    expect(result.effects.filter((effect) => effect.includes('attacker.test')).length).toBeGreaterThan(10);
    expect(result.effects.some((effect) => effect.startsWith('frame:'))).toBe(true);
  });

  test("do nothing in the browser's own sanitising, were the server to let all of them through", async ({
    browser,
  }) => {
    expect(HTML_ATTACKS.length).toBeGreaterThanOrEqual(200);
    expect(await attack(browser, (page) => page.evaluate((all) => window.show(all), HTML_ATTACKS))).toEqual(
      NOTHING,
    );
  });

  test('do nothing through both', async ({ browser }) => {
    const through = HTML_ATTACKS.map(sanitize);
    expect(await attack(browser, (page) => page.evaluate((all) => window.show(all), through))).toEqual(
      NOTHING,
    );
  });
});

test.describe('announcements', () => {
  test('stand in Explore until they are put away in this browser @phone', async ({ as }) => {
    const page = await as('client@demo.test');
    const place = page.getByRole('region', { name: 'Announcements' });
    await expect(place.getByRole('heading', { name: 'Bring a friend, earn 5 credits each' })).toBeVisible();
    await expect(place.getByRole('link', { name: 'Invite a friend' })).toHaveAttribute(
      'href',
      '/profile#referral',
    );
    await checkA11y(page);
    await place.getByRole('button', { name: 'Dismiss: Bring a friend, earn 5 credits each' }).click();
    await expect(place).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
    await page.reload();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(place).toBeHidden();
    const other = await as('client@demo.test');
    await expect(other.getByRole('region', { name: 'Announcements' })).toBeVisible();
  });

  test('with pictures: the one of the width, its place kept before it comes @phone', async ({
    as,
    isMobile,
  }) => {
    const page = await as('ondemand@demo.test', null);
    await told(page, getAnnouncements, () => ({
      announcements: [
        {
          id: 'a-card',
          category: 'explore',
          header:
            'A year of music, for less, and with a name that is as long as names can be when nobody counts',
          subheader: "All of the year's credits at once.",
          template: 'card',
          enabled: true,
          images: {
            big: picture('big', 960),
            medium: picture('medium', 720),
            small_mobile: picture('small', 480),
          },
          button: {
            copy: 'Read more',
            style: 'primary',
            behaviour: 'new-tab',
            url: 'https://elsewhere.test/',
            icon: null,
          },
        },
      ],
    }));
    await page.goto('/explore');
    const place = page.getByRole('region', { name: 'Announcements' });
    const link = place.getByRole('link', { name: 'Read more' });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener');
    const image = place.locator('img');
    // Decoded, so it is there and is a picture.
    await image.evaluate((node: HTMLImageElement) => node.decode());
    const { src, kept } = await image.evaluate((node: HTMLImageElement) => ({
      src: node.currentSrc,
      kept: [node.clientWidth, node.clientHeight],
    }));
    expect(src).toMatch(isMobile ? /year-small\.svg$/ : /year-big\.svg$/);
    await checkA11y(page);
    // As long as it is on its way its place is as large.
    await page.route('**/announcement-*.svg', () => new Promise(() => {}));
    await page.reload({ waitUntil: 'commit' });
    await expect(image).toHaveJSProperty('complete', false);
    expect(await image.evaluate((node) => [node.clientWidth, node.clientHeight])).toEqual(kept);
  });

  test('are not for everyone @variant', async ({ as }) => {
    const page = await as('cancelled@demo.test');
    await expect(page.getByRole('article').first()).toBeVisible();
    const place = page.getByRole('region', { name: 'Announcements' });
    await expect(place.getByRole('heading', { name: 'A year of music, for less' })).toBeVisible();
    await expect(place.getByRole('heading', { name: /^Bring a friend/ })).toBeHidden();
  });
});

test('cancelled members and failed payments have their banners', async ({ as }) => {
  const page = await as('cancelled@demo.test');
  const cancelled = 'Your membership is no longer active but you can still buy credits on demand!';
  await expect(page.getByText(cancelled)).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the plans' }).first()).toHaveAttribute(
    'href',
    /modal=plans/,
  );
  const failed = page.getByText('Your last payment failed.');
  await expect(failed).toBeHidden();
  await told(page, getMe, (answer) => {
    answer.user.subscription.lastPaymentStatus = 'failed';
    return answer;
  });
  await page.reload();
  await expect(failed).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update card' })).toBeVisible();
  await checkA11y(page);
  await told(page, getStudio, (answer) => {
    answer.studio.flags['payment-failed-banner'] = false;
    return answer;
  });
  await page.reload();
  await expect(page.getByText(cancelled)).toBeVisible();
  await expect(failed).toBeHidden();
});
