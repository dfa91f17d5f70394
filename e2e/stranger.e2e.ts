import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

const STRANGER = 'mara.lind@strangers.test';
const FRIEND = 'ben.osei@strangers.test';
const FIRST = 'a first password';
const SECOND = 'a second password';

const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const password = (page: Page, label = 'Password') => page.getByLabel(label, { exact: true });

async function signUp(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email Address' }).fill(email);
  await page.getByRole('textbox', { name: 'Full Name' }).fill(name);
  await password(page).fill(FIRST);
  await submit(page, 'CREATE ACCOUNT');
  await expect(title(page)).toHaveText('Pick your offer');
}

/** Joins the free offer and goes to Explore. */
async function joinFree(page: Page, name: string): Promise<void> {
  await submit(page, 'JOIN FREE');
  await expect(title(page)).toHaveText(`Nice, ${name}!`);
  await page.getByRole('link', { name: 'BOOK YOUR FREE SESSION' }).click();
  await expect(page).toHaveURL(/\/explore/);
}

/** All seven steps of the onboarding, in order. */
async function onboard(page: Page): Promise<void> {
  const modal = page.getByRole('dialog');
  const next = () => modal.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(modal.getByRole('heading', { level: 2 })).toHaveText('Welcome to Talkback');
  await page.keyboard.press('Escape');
  await next();
  await expect(modal.getByRole('region', { name: 'Time zone' })).toBeVisible();
  await next();
  await modal.getByRole('radio', { name: 'Singer-songwriter' }).check();
  await next();
  await modal.getByRole('radio', { name: 'I release music now and then' }).check();
  await next();
  await modal.getByRole('radio', { name: 'I write, others play and mix' }).check();
  await next();
  await modal.getByRole('checkbox', { name: 'Have a track mixed' }).check();
  await modal.getByLabel('Anything else?').fill('And I collect old tape machines');
  await expect(modal.getByRole('checkbox', { name: 'Something else' })).toBeChecked();
  await next();
  await expect(modal.getByRole('heading', { level: 2 })).toHaveText("That's it, thank you");
  await modal.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(modal).toHaveCount(0);
}

test.describe('the journey of a new client', () => {
  test('signs up, is onboarded, resets the password by mail, uploads a picture and invites a friend, who comes @variant', async ({
    visit,
    latestMail,
  }) => {
    const page = await visit('/login');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(title(page)).toHaveText('Create your free account');
    await signUp(page, 'Mara Lind', STRANGER);
    await joinFree(page, 'Mara Lind');
    await onboard(page);
    await expect(page.getByRole('banner').getByText(/^1 ?credit$/)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.goto('/logout');
    await expect(page).toHaveURL(/\/login$/);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(title(page)).toHaveText('Reset your password');
    await page.getByRole('textbox', { name: 'Email Address' }).fill(STRANGER);
    await submit(page, 'SUBMIT');
    await expect(page.getByText('If that email has an account, a reset link is on its way.')).toBeVisible();
    const reset = await latestMail(STRANGER, 'Choose a new password for Talkback');
    const link = reset.links.find((one) => one.includes('/password/validate/')) ?? '';
    await page.goto(link);
    await expect(title(page)).toHaveText('Change your password');
    await password(page).fill(SECOND);
    await password(page, 'Confirm password').fill(SECOND);
    await submit(page, 'SUBMIT');
    await expect(
      page.getByText('Your password has been changed! Use it to login again into Talkback.'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Back to login' }).click();
    await expect(title(page)).toHaveText('Welcome Back!');
    await page.getByRole('textbox', { name: 'Email Address' }).fill(STRANGER);
    await password(page).fill(FIRST);
    await submit(page, 'LOGIN');
    await expect(page.getByText('Invalid email or wrong password')).toBeVisible();
    await password(page).fill(SECOND);
    await submit(page, 'LOGIN');
    await expect(page).toHaveURL(/\/explore/);
    const again = await visit(link);
    await expect(again.getByText('This token is no longer valid. Reset your password again.')).toBeVisible();

    await page.goto('/profile');
    const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#c8321f' } })
      .png()
      .toBuffer();
    await page.getByLabel('Picture file').setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: picture,
    });
    await expect(page.getByText('Image updated.')).toBeVisible();
    await expect(page.getByRole('banner').locator('img[src^="/api/users/avatars/"]')).toBeVisible();
    await checkA11y(page);

    await page.goto('/profile#referral');
    await page.getByRole('textbox', { name: "Your friend's email address" }).fill(FRIEND);
    await submit(page, 'Send invitation');
    await expect(page.getByText('Your invitation was sent!')).toBeVisible();

    const invitation = await latestMail(FRIEND, /Mara Lind invites you/);
    const friend = await visit(invitation.links.find((one) => one.includes('/welcome?')) ?? '');
    await expect(title(friend)).toHaveText('Welcome to your new musical family!');
    await friend.getByRole('link', { name: 'SIGN UP' }).click();
    await expect(title(friend)).toHaveText('Sign up');
    await signUp(friend, 'Ben Osei', FRIEND);
    await joinFree(friend, 'Ben Osei');

    // The inviter hears of it without a reload, or after one; either will do.
    await page.reload();
    const row = page
      .getByRole('region', { name: 'Your invitations' })
      .getByRole('listitem')
      .filter({ hasText: FRIEND });
    await expect(row).toContainText('Trialist');
  });
});
