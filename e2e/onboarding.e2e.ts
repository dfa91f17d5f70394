import type { Page } from '@playwright/test';
import { enterOn, tabTo } from '#test/browser/acts.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { changeResponses, refuseOnce } from '#test/browser/responses.ts';
import { expect, test } from '#test/browser/test.ts';

const modal = (page: Page) => page.getByRole('dialog');
const title = (page: Page) => modal(page).getByRole('heading', { level: 2 });
const press = (page: Page, name: string) => modal(page).getByRole('button', { name, exact: true }).click();

let newcomers = 0;
/** A new client on Explore, who has joined the free bundle. */
async function newcomer(visit: (path: null) => Promise<Page>): Promise<Page> {
  const page = await visit(null);
  const user = {
    name: 'Wilhelmina Featherstonehaugh',
    email: `newcomer-${(newcomers += 1)}-${Date.now()}@shell.test`,
    timezone: 'Europe/Lisbon',
    password: 'long enough',
  };
  for (const [path, data] of [
    ['/api/v2/users', { user }],
    ['/api/v2/subscriptions/join-bundle', { bundle_id: 'free-trial' }],
  ] as const) {
    const answer = await page.request.post(path, { data });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  }
  await page.goto('/explore');
  return page;
}

test.describe('onboarding', () => {
  test('all seven steps by keyboard; nothing closes it, a reload and a failure lose nothing', async ({
    visit,
    faults,
  }) => {
    faults.allow(/^503: .*\/api\/v2\/onboarding/);
    const page = await newcomer(visit);
    const next = async () => enterOn(page, modal(page).getByRole('button', { name: 'Next', exact: true }));
    const step = (name: string) => modal(page).getByRole('region', { name, exact: true });

    await expect(title(page)).toHaveText('Welcome to Talkback');
    await expect(step('Welcome')).toBeFocused();
    await checkA11y(page, 'panel');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect(title(page)).toHaveText('Welcome to Talkback');
    await expect(modal(page).getByRole('button', { name: 'Close' })).toHaveCount(0);
    await tabTo(page, modal(page).getByRole('link', { name: 'Logout' }));
    await next();

    await expect(step('Time zone')).toBeFocused();
    await expect(modal(page).getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Lisbon');
    await enterOn(page, modal(page).getByRole('button', { name: 'Back', exact: true }));
    await expect(step('Welcome')).toBeFocused();
    await next();
    await next();

    await expect(step('You')).toBeFocused();
    await next();
    await expect(modal(page).getByRole('alert')).toHaveText('Please choose one answer.');
    await expect(modal(page).getByRole('alert')).toBeInViewport({ ratio: 1 });
    await checkA11y(page, 'panel');
    for (const name of ['You', 'Level', 'Your part']) {
      await expect(step(name)).toBeVisible();
      await tabTo(page, modal(page).getByRole('radio'));
      await page.keyboard.press('Space');
      await next();
    }

    await expect(step('Interests')).toBeFocused();
    await next();
    await expect(modal(page).getByRole('alert')).toHaveText('Please choose at least one.');
    const other = modal(page).getByRole('checkbox', { name: 'Something else' });
    await tabTo(page, other);
    await page.keyboard.press('Space');
    await next();
    await expect(modal(page).getByRole('alert')).toHaveText('Please tell us what else.');
    await tabTo(page, other);
    await page.keyboard.press('Space');
    await expect(other).not.toBeChecked();
    await tabTo(page, modal(page).getByLabel('Anything else?'));
    await page.keyboard.type('A choir of ten');
    await expect(other).toBeChecked();
    await expect(modal(page).getByText('241 characters left')).toBeVisible();
    await checkA11y(page, 'panel');

    await page.reload();
    await expect(step('Interests')).toBeFocused();
    await expect(modal(page).getByLabel('Anything else?')).toHaveValue('A choir of ten');
    await modal(page).getByLabel('Anything else?').fill('x'.repeat(256));
    await next();
    await expect(modal(page).getByRole('alert')).toHaveText('Please keep it to 255 characters.');
    await modal(page).getByLabel('Anything else?').fill('A choir of ten');
    await refuseOnce(page, '/api/v2/onboarding', 503, 'away');
    await next();
    await expect(modal(page).getByRole('alert')).toContainText('Your answers are still here.');
    await next();

    await expect(title(page)).toHaveText("That's it, thank you");
    await expect(modal(page).getByRole('button', { name: 'How it works' })).toHaveCount(0);
    await enterOn(page, modal(page).getByRole('button', { name: 'Start', exact: true }));
    await expect(modal(page)).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Rafa Monteiro' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: 'Rafa Monteiro' })).toBeVisible();
    await expect(modal(page)).toHaveCount(0);
  });

  test('on trial it welcomes otherwise and leads on to how it works @phone @variant', async ({ visit }) => {
    const page = await newcomer(visit);
    await changeResponses(
      page,
      '/api/users/me',
      ({ user }: { user: { subscription: { isTrial: boolean } } }) => {
        user.subscription.isTrial = true;
      },
    );
    await page.reload();
    await expect(title(page)).toHaveText('Welcome to Talkback, your first session is on us');
    await press(page, 'Next');
    await press(page, 'Next');
    for (const name of ['You', 'Level', 'Your part']) {
      await modal(page).getByRole('region', { name, exact: true }).getByRole('radio').first().check();
      await press(page, 'Next');
    }
    await modal(page).getByRole('checkbox').first().check();
    await press(page, 'Next');
    await expect(title(page)).toHaveText("That's it, thank you");
    await checkA11y(page, 'panel');
    await press(page, 'How it works');
    await expect(title(page)).toHaveText('How it works');
    await expect(modal(page).getByText('Your 2-week free trial begins today.')).toBeVisible();
    await expect(modal(page).getByRole('listitem')).toHaveCount(3);
    await checkA11y(page, 'panel');
    await press(page, 'Next');
    await expect(modal(page).getByRole('link', { name: 'Book a call' })).toBeVisible();
    await checkA11y(page, 'panel');
    await press(page, 'Back');
    await press(page, 'Next');
    await press(page, 'Finish');
    await expect(modal(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/explore$/);
  });
});
