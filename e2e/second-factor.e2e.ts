import type { Page } from '@playwright/test';
import { test, expect } from '#test/browser/test.ts';
import { checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { signIn } from '#test/browser/login.ts';
import { codeAt } from '#test/browser/second-factor.ts';

test.use({ fresh: true });

const code = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });
const go = (page: Page) => page.getByRole('button', { name: 'CONTINUE' });

test('an operator sets up an app, signs in by its code, by a recovery code, and sets up another', async ({
  visit,
  origins,
  moveClock,
  studio,
}) => {
  const page = await visit('/login?next=%2F%3Fa%3D1', 'operator');
  await signIn(page, 'operator@demo.test');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up a second factor');
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await checkA11yAtBothWidths(page);
  const key = await page.locator('code').innerText();
  const now = () => codeAt(key, Date.now() + studio.offsetMs);

  await go(page).click();
  await expect(page.getByText('Please enter the 6 digits of your app.')).toBeVisible();
  await code(page).fill(codeAt(key, Date.now() + 3_600_000));
  await go(page).click();
  await expect(page.getByText('This code is not right.')).toBeVisible();
  await page.goto(`${origins.operator}/`);
  await expect(page, 'nothing else opens').toHaveURL(/\/login$/);
  await page.goBack();
  await expect(page.locator('code'), 'the same key after a reload').toHaveText(key);
  await code(page).fill(now());
  await go(page).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keep your recovery codes');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [first = ''] = await codes.allInnerTexts();
  await checkA11yAtBothWidths(page);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await downloaded).suggestedFilename()).toBe('recovery-codes.txt');
  await page.getByRole('button', { name: 'I HAVE KEPT THEM' }).click();
  await expect(page).toHaveURL(`${origins.operator}/?a=1`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible();

  await test.step('the next login asks for a code', async () => {
    const other = await visit('/login', 'operator');
    await signIn(other, 'operator@demo.test');
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Enter your code');
    await checkA11yAtBothWidths(other);
    await other.getByRole('button', { name: 'Use a recovery code' }).click();
    await other.getByRole('textbox', { name: 'Recovery code' }).fill(first.toLowerCase());
    await go(other).click();
    await expect(other.getByText('You have 9 recovery codes left.')).toBeVisible();
  });

  await test.step('new codes, then everything anew', async () => {
    await moveClock({ seconds: 60 });
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    await code(page).fill(now());
    await go(page).click();
    await expect(codes).toHaveCount(10);
    await page.getByRole('button', { name: 'Done' }).click();
    await moveClock({ seconds: 60 });
    await page.getByRole('button', { name: 'Set up everything anew' }).click();
    await code(page).fill(now());
    await go(page).click();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, 'operator@demo.test');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up a second factor');
    await expect(page.locator('code')).not.toHaveText(key);
  });
});

test('an operator makes passkeys, signs in by one, and removes the other', async ({
  visit,
  faults,
  studio,
}) => {
  // Others set up an app for this operator.
  studio.resetAfterwards();
  faults.allow(/second-factor/);
  const page = await visit('/login', 'operator');
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const device = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  const addDevice = async () =>
    (await devices.send('WebAuthn.addVirtualAuthenticator', { options: device })).authenticatorId;
  const first = await addDevice();
  await signIn(page, 'operator@demo.test');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up a second factor');

  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keep your recovery codes');
  const [recovery = ''] = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts();
  await page.getByRole('button', { name: 'I HAVE KEPT THEM' }).click();
  const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(passkeys).toHaveCount(1);
  await expect(passkeys).toContainText('not used yet');

  await test.step('one more, by a proof of the first', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'USE MY PASSKEY' }).click();
    await checkA11yAtBothWidths(page);
    await page.getByRole('button', { name: 'MAKE THE PASSKEY' }).click();
    await expect(page.getByText('This device already has a passkey of yours.')).toBeVisible();
    await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: first });
    await addDevice();
    await page.getByRole('button', { name: 'MAKE THE PASSKEY' }).click();
    await expect(passkeys).toHaveCount(2);
    await page.getByRole('button', { name: 'Rename Passkey 2' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Blue key');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(passkeys.nth(1)).toContainText('Blue key');
  });

  await test.step('an app beside them, and without it again', async () => {
    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    await page.getByRole('button', { name: 'USE MY PASSKEY' }).click();
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    await checkA11yAtBothWidths(page);
    const key = await page.locator('code').first().innerText();
    await code(page).fill(codeAt(key, Date.now() + studio.offsetMs));
    await go(page).click();
    await expect(page.getByText('The authenticator app was added.')).toBeVisible();
    await checkA11yAtBothWidths(page);
    await page.getByRole('button', { name: 'Remove the authenticator app' }).click();
    await page.getByRole('button', { name: 'USE MY PASSKEY' }).click();
    await expect(page.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible();
    await expect(passkeys).toHaveCount(2);
  });

  await test.step('the next login asks for one; a recovery code does, too', async () => {
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    await checkA11yAtBothWidths(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.goto('/logout');
    await signIn(page, 'operator@demo.test');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm that it is you');
    await checkA11yAtBothWidths(page);
    await expect(page.getByRole('button', { name: 'Use your authenticator app' })).toHaveCount(0);
    await page.getByRole('button', { name: 'USE MY PASSKEY' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
    await expect(passkeys.nth(1)).toContainText('last used on');
  });

  await test.step('the first goes, by a recovery code; the last stays', async () => {
    await page.getByRole('button', { name: 'Remove Passkey', exact: true }).click();
    await code(page).fill(recovery);
    await go(page).click();
    await expect(passkeys).toHaveCount(1);
    await page.getByRole('button', { name: 'Remove Blue key' }).click();
    await page.getByRole('button', { name: 'USE MY PASSKEY' }).click();
    await expect(page.getByText('This is your only second factor.')).toBeVisible();
  });
});

test('who takes longer than ten minutes signs in again @variant', async ({ visit, moveClock, faults }) => {
  faults.allow(/second-factor/);
  const page = await visit('/login', 'operator');
  await signIn(page, 'operator@demo.test');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up a second factor');
  const key = await page.locator('code').innerText();
  await moveClock({ minutes: 11 });
  await code(page).fill(codeAt(key, Date.now()));
  await go(page).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alert')).toHaveText('That took longer than 10 minutes. Please sign in again.');
});
