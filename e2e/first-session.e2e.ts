import type { Page } from '@playwright/test';
import {
  chooseAttendance,
  freeTimes,
  holdFreeTime,
  fillInTrack,
  panel,
  goToNextWeek,
} from '#test/browser/acts.ts';
import { newClient, PASSWORD, verificationLink, signIn } from '#test/browser/accounts.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

const press = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true }).click();
const bar = (page: Page) => page.getByRole('complementary', { name: 'The time that you hold' });
const message = (page: Page) => panel(page).getByLabel('Message to Kwame Asante');
const confirmed = (page: Page) => panel(page).getByText('Your email is confirmed.');

test('the first session: the address is confirmed in another browser, where all is as it was left @phone', async ({
  visit,
  latestMail,
}) => {
  const { page, email } = await newClient(visit, '/explore/kwame-asante');
  await expect(panel(page).getByText('Confirm your email to book your first session')).toBeVisible();
  await holdFreeTime(page);
  await fillInTrack(page, 'First Light');
  await message(page).fill('Fretless, please.');
  await press(page, 'Send the link');
  await expect(panel(page).getByText(`We have sent a link to ${email}.`)).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Send it again' })).toBeVisible();

  const elsewhere = await page.context().newPage();
  await test.step('the hold is in sight on every screen, with the way back', async () => {
    await elsewhere.goto('/sessions');
    await expect(bar(elsewhere)).toHaveText(/^Bass, \d\d:\d\d, held for you 1[0-5]:\d\d/);
    await checkA11y(elsewhere);
    await bar(elsewhere).getByRole('link').click();
    await expect(message(elsewhere)).toHaveValue('Fretless, please.');
    await expect(bar(elsewhere)).toHaveCount(0);
    await panel(elsewhere).getByRole('button', { name: 'Close' }).click();
    await elsewhere.getByRole('button', { name: 'Leave and keep holding it' }).click();
    await expect(bar(elsewhere)).toBeVisible();
  });

  const other = await visit(new URL(await verificationLink(latestMail, email)).href);
  await test.step('the link signs in by the password, confirms, and leads back', async () => {
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Confirm your email');
    await checkA11y(other);
    await other.getByRole('link', { name: 'Keep my password: sign in with it first' }).click();
    await signIn(other, email, PASSWORD);
    await other.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(message(other)).toHaveValue('Fretless, please.');
  });

  await expect(confirmed(page)).toBeVisible();
  await chooseAttendance(other);
  await expect(panel(other).getByText('First Light', { exact: true })).toBeVisible();
  await press(other, 'Book for 1 credit');
  await expect(panel(other).getByText('Your session with Kwame Asante is booked.')).toBeVisible();
  await expect(bar(elsewhere)).toHaveCount(0);
});

test('who cannot pay holds once, and the picker says so before it is tried again @variant', async ({
  visit,
}) => {
  const { page } = await newClient(visit, '/explore/imogen-clarke');
  await freeTimes(page).first().click();
  await press(page, 'Continue Track details');
  await expect(panel(page).getByText('Get 2 more credit(s) to hold this time for longer.')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Top up' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Release it and leave' }).click();
  await page.getByRole('link', { name: 'Imogen Clarke' }).click();
  await freeTimes(page).first().click();
  const refusal =
    /^You have held a time without the credits for it\. Get 2 more credit\(s\) to hold this one/;
  await expect(panel(page).getByText(refusal)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await press(page, 'Continue Track details');
  await expect(panel(page).getByRole('alert')).toHaveText(refusal);
  expect(asked).not.toContain('/api/v2/slots/prebook');
});

test('30 booked sessions are said as the panel opens; without its configuration booking goes on by defaults @variant', async ({
  as,
  faults,
}) => {
  faults.allow(/ERR_FAILED/);
  const page = await as('client2@demo.test', null);
  await page.route('**/content/artists/**', (route) => route.abort());
  await page.goto('/explore/femi-adeyemi');
  await goToNextWeek(page);
  await freeTimes(page).first().click();
  await press(page, 'Continue Track details');
  const track = panel(page).getByLabel('Track', { exact: true });
  await track.fill('Once Typed');
  await track.blur();
  await track.fill('Twice Typed');
  await track.blur();
  await track.click();
  await page.getByRole('option', { name: 'Once Typed' }).click();
  await expect(track).toHaveValue('Once Typed');
  await press(page, 'Continue Session Details');
  await expect(panel(page).getByRole('combobox', { name: 'Deliverables' })).toHaveValue(
    'Stems to be imported in a different DAW',
  );

  await page.route('**/api/users/me', async (route) => {
    const answer = await route.fetch();
    const { user } = (await answer.json()) as { user: { subscription: object } };
    const subscription = { ...user.subscription, currentSessions: 30 };
    await route.fulfill({ response: answer, json: { user: { ...user, subscription } } });
  });
  await page.goto('/explore/marcus-bell');
  const limit = 'You already have 30 sessions booked. You can book the next one when one of them is over.';
  await expect(panel(page).getByText(limit)).toBeVisible();
  await goToNextWeek(page);
  await freeTimes(page).first().click();
  await press(page, 'Continue Track details');
  await expect(page.getByRole('dialog', { name: 'Ooops!' }).getByText(limit)).toBeVisible();
});
