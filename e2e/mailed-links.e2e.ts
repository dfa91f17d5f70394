import {
  field,
  passwordField,
  signIn,
  signUp,
  unusedEmail,
  analyticsEvents,
} from '#test/browser/accounts.ts';
import { checkA11y, checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

test('a forgotten password is chosen anew by the mail, once @phone', async ({ visit, latestMail }) => {
  const email = unusedEmail();
  const page = await visit(null);
  await signUp(page, email);
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset your password');
  await field(page, 'Email Address').fill('nobody');
  await page.getByRole('button', { name: 'SUBMIT' }).click();
  await expect(field(page, 'Email Address')).toHaveAccessibleDescription('invalid email address');
  await field(page, 'Email Address').fill(email);
  await page.getByRole('button', { name: 'SUBMIT' }).click();
  await expect(page.getByText('If that email has an account, a reset link is on its way.')).toBeVisible();
  await checkA11y(page);

  const { links } = await latestMail(email, 'Choose a new password for Talkback');
  const link = links.find((one) => one.includes('/password/validate/')) ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: 'SUBMIT' }).click();
  await expect(passwordField(page)).toHaveAccessibleDescription('You must specify a password');
  await passwordField(page).fill('short');
  await passwordField(page, 'Confirm password').fill('shore');
  await page.getByRole('button', { name: 'SUBMIT' }).click();
  await expect(passwordField(page)).toHaveAccessibleDescription('Password must have at least 8 characters');
  await expect(passwordField(page, 'Confirm password')).toHaveAccessibleDescription(
    'The passwords do not match',
  );
  await checkA11y(page);
  await passwordField(page).fill('difference engine');
  await passwordField(page, 'Confirm password').fill('difference engine');
  await page.getByRole('button', { name: 'SUBMIT' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Your password has been changed! Use it to login again into Talkback.',
  );
  await page.getByRole('link', { name: 'Back to login' }).click();
  await signIn(page, email, 'difference engine');
  await expect(page).toHaveURL(/\/payment-details$/);

  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText(
    'This token is no longer valid. Reset your password again.',
  );
  await page.getByRole('link', { name: 'Back to password reset' }).click();
  await expect(page).toHaveURL(/\/reset-password$/);
});

test('a link in a mail signs in once and leads on; used, it leaves a clean address', async ({
  visit,
  latestMail,
  origins,
}) => {
  const page = await visit('/sessions?tab=previous');
  await page.getByRole('link', { name: 'Sign in by email' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in by email');
  await field(page, 'Email Address').fill('client2@demo.test');
  await page.getByRole('button', { name: 'SEND LINK' }).click();
  await expect(page.getByText('If that email has an account, a sign-in link is on its way.')).toBeVisible();
  await checkA11y(page);
  const { links } = await latestMail('client2@demo.test', 'Your link to sign in to Talkback');
  const link = links.find((one) => one.includes('/enter?link=')) ?? '';
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in with this link');
  await expect(page.getByText('It opens the account of client2@demo.test.')).toBeVisible();
  await checkA11y(page);
  await page.getByRole('button', { name: 'SIGN IN' }).click();
  await expect(page).toHaveURL(`${origins.studio}/sessions?tab=previous`);
  await expect.poll(() => analyticsEvents(page)).toEqual([{ event: 'login', method: 'link' }]);

  const other = await visit('/login');
  await other.goto(link);
  await expect(other.getByRole('alert')).toHaveText('This link has been used or is too old. Please sign in.');
  expect(other.url()).toBe(`${origins.studio}/login`);
});

test('what the browser keeps of a person comes with the login and goes with the logout', async ({
  visit,
}) => {
  const page = await visit('/login');
  await signIn(page, 'client@demo.test', 'talkback');
  await expect(page).toHaveURL(/\/explore$/);
  const kept = () =>
    page.evaluate(() => {
      const keys = ['timezone', 'sessions_left', 'user_status', 'current_plan_id', 'avatar', 'referral_code'];
      return keys.filter((key) => localStorage.getItem(key) !== null);
    });
  await expect.poll(kept).toEqual(expect.arrayContaining(['timezone', 'sessions_left', 'user_status']));
  await page.evaluate(() => {
    localStorage.setItem('referral_code', 'abc');
    localStorage.setItem('avatar', '/api/users/avatars/1');
  });
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
  expect(await kept()).toEqual([]);
});

test('privacy, terms and questions are open to all, at either width', async ({ visit }) => {
  const page = await visit('/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy');
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Terms/);
  await checkA11yAtBothWidths(page);
  await page.goto('/faq');
  await page.getByText('How do credits work?').click();
  await checkA11yAtBothWidths(page);
});
