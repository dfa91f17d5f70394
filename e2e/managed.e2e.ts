import { panel } from '#test/browser/acts.ts';
import { PASSWORD, unusedEmail } from '#test/browser/accounts.ts';
import { dialog, get, post, press, sessionOf } from '#test/browser/booking.ts';
import { test } from '#test/browser/life.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect } from '#test/browser/test.ts';

const SLUG = 'isaac-turner';

interface Slots {
  readonly slots: readonly { readonly status: string; readonly start_date: string }[];
}

test.use({ fresh: false });

test('invited and booked for by commands, a managed client has their sessions, and no word of credits @variant', async ({
  as,
  visit,
  command,
  latestMail,
}) => {
  const email = unusedEmail();
  const who = ['--email', email, '--name', 'Wren Abbott', '--zone', 'Europe/Lisbon'];
  await command('people', 'invite', 'managed', ...who);
  const { links } = await latestMail(email, /choose a password/);
  const page = await visit(links.find((link) => link.includes('/password/')) ?? '');
  for (const label of ['Password', 'Confirm password'])
    await page.getByLabel(label, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'SUBMIT' }).click();
  await expect(page.getByText(/Your password has been changed!/)).toBeVisible();
  await post(page, '/api/users/login', { user: { email, password: PASSWORD } });
  await page.goto(`/explore/${SLUG}`);
  await expect(page).toHaveURL(/\/sessions$/);
  await expect(page.getByText("You don't have any upcoming sessions, yet!")).toBeVisible();
  await expect(page.getByRole('link', { name: /Explore|Book a session/ })).toHaveCount(0);

  const client = await as('client@demo.test', null);
  const { partner } = await get<{ partner: { id: string } }>(client, `/api/partners/${SLUG}`);
  const { slots } = await get<Slots>(client, `/api/v2/musicians/${partner.id}/slots?days=60`);
  const later = Date.now() + 20 * 86_400_000;
  const slot = slots.find((one) => one.status === 'available' && Date.parse(one.start_date) > later);
  const what = ['recording', slot?.start_date ?? '', '--title', 'Ember', '--attend'];
  const booked = await command('sessions', 'book', email, SLUG, ...what);
  const id = Number(/^Session (\d+) is booked/.exec(booked)?.[1]);

  // Without a reload.
  await page.getByRole('link', { name: /Ember$/ }).click();
  const tabs = panel(page).getByRole('navigation', { name: 'Parts of this session' }).getByRole('link');
  await expect(tabs).toHaveText(['Session Details', 'Messages', 'Files Management']);
  await expect(panel(page).getByText('Attending livestream')).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/credit/i);
  await checkA11y(page, 'panel');

  await panel(page).getByRole('button', { name: 'More for this session' }).click();
  await panel(page).getByRole('menuitem', { name: 'Edit session' }).click();
  await panel(page).getByRole('tab', { name: 'Session Details' }).click();
  await panel(page).getByRole('radio', { name: /^No/ }).check();
  await panel(page).getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(async () => (await sessionOf(page, id)).attendance).toBe(false);

  await page.goto(`/sessions/${id}?modal=cancel-session&session=${id}`);
  await expect(dialog(page, 'Cancel session').getByText(/others can book the time/)).toBeVisible();
  await press(page, 'Cancel session', 'Cancel session');
  await expect(panel(page).getByText('You cancelled this session.')).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/credit/i);
});
