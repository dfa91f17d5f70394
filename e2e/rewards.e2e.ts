import { dialog } from '#test/browser/booking.ts';
import { checkA11y, checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

test.use({ fresh: false });

const person = (n: number, name: string) => ({
  id: `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@friends.test`,
});
const REWARDS = [
  {
    id: person(1, '').id,
    inviter: person(2, 'Ada Lang'),
    invitee: person(3, 'Ben Lang'),
    first_paid_at: '2026-11-20T10:00:00Z',
    pays_at: null,
    held_for: 'same_household',
  },
  {
    id: person(4, '').id,
    inviter: person(5, 'Cleo Marsh'),
    invitee: person(6, 'Dan Ito'),
    first_paid_at: '2026-11-23T10:00:00Z',
    pays_at: '2026-11-26T10:00:00Z',
    held_for: null,
  },
];

test('rewards that wait are approved, and rejected for a reason', async ({ as }) => {
  const page = await as('operator@demo.test', null);
  const waiting = [...REWARDS];
  const said: unknown[] = [];
  await page.route(/\/api\/v2\/operator\/rewards/, async (route) => {
    const request = route.request();
    if (request.method() === 'GET')
      return route.fulfill({ json: { rewards: waiting, total: waiting.length } });
    said.push([new URL(request.url()).pathname.split('/').at(-1), request.postDataJSON() as unknown]);
    waiting.splice(0, 1);
    return route.fulfill({ json: { ok: true } });
  });
  await page.goto('/people');
  await page.getByRole('navigation', { name: 'People' }).getByRole('link', { name: 'Rewards' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rewards');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Ada Lang brought Ben Lang');
  await expect(rows.first()).toContainText('Same household');
  await expect(rows.last()).toContainText('Is paid by itself');
  await checkA11yAtBothWidths(page);

  await page.getByRole('button', { name: 'Approve the reward of Ada Lang and Ben Lang' }).click();
  await expect(page.getByText('Ada Lang and Ben Lang have 5 credits each')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Reject the reward of Cleo Marsh and Dan Ito' }).click();
  const asked = dialog(page, 'Reject this reward?');
  await asked.getByRole('button', { name: 'Reject' }).click();
  await expect(asked.getByText('Please say why.')).toBeVisible();
  await checkA11y(page, 'panel');
  await asked.getByRole('textbox', { name: 'Reason' }).fill('One person with two names');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No reward waits' })).toBeVisible();
  await expect(asked).toHaveCount(0);
  expect(said).toEqual([
    ['approve', null],
    ['reject', { reason: 'One person with two names' }],
  ]);
  await checkA11yAtBothWidths(page);
});

test('where no reward waits it says so @variant', async ({ as }) => {
  const page = await as('operator@demo.test', null);
  await page.goto('/people/rewards');
  await expect(page.getByRole('heading', { name: 'No reward waits' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')).toHaveText('People');
});
