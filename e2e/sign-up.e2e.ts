import type { Page } from '@playwright/test';
import {
  createButton,
  field,
  fillIn,
  passwordField,
  signIn,
  unusedEmail,
  analyticsEvents,
} from '#test/browser/accounts.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

const steps = (page: Page) => page.getByRole('navigation', { name: 'Sign-up' }).getByRole('listitem');
const pathOf = (page: Page) => new URL(page.url()).pathname;

test('a stranger signs up, joins what is free and lands in the studio @phone', async ({ visit, origins }) => {
  const page = await visit('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your free account');
  await expect(steps(page)).toContainText(['SIGN UP', 'CHOOSE A PLAN', 'PAYMENT DETAILS']);
  await expect(page.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy');
  await expect(page.getByRole('link', { name: 'terms of use' })).toHaveAttribute('href', '/terms');

  await createButton(page).click();
  await expect(page.getByText('Required', { exact: true })).toHaveCount(3);
  await checkA11y(page);
  await field(page, 'Full Name').click();
  await expect(page.getByText('Required', { exact: true })).toHaveCount(2);
  await fillIn(page, 'nobody@nowhere', 'Ada', 'short');
  await expect(field(page, 'Email Address')).toHaveAccessibleDescription('Invalid email address');
  await expect(field(page, 'Full Name')).toHaveAccessibleDescription(
    'Your first name and last name are required',
  );
  await expect(passwordField(page)).toHaveAccessibleDescription('Password must have at least 8 characters');
  await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true');
  await fillIn(page, 'Client@Demo.Test');
  await expect(field(page, 'Email Address')).toHaveAccessibleDescription(
    'That email already exists in Talkback',
  );

  const email = unusedEmail();
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/v2/users'));
  await fillIn(page, email.toUpperCase());
  expect((await sent).postDataJSON()).toMatchObject({
    user: { email, timezone: 'Europe/Lisbon' },
    method: 'official',
  });
  await expect(page).toHaveURL(`${origins.studio}/payment-details`);
  await expect.poll(() => analyticsEvents(page)).toEqual([{ event: 'sign_up', method: 'email' }]);

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pick your offer');
  await expect(page.getByRole('radio', { name: 'Free trial, Free' })).toBeChecked();
  await expect(page.getByText('No credit card required')).toBeVisible();
  await checkA11y(page);
  await page.goto('/sessions?tab=previous');
  await expect(page).toHaveURL(`${origins.studio}/payment-details?tab=previous`);
  await page.getByRole('button', { name: 'JOIN FREE' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nice, Ada Lovelace!');
  const query = new URL(page.url()).searchParams;
  expect([query.get('product_type'), query.get('product_price'), query.get('credits')]).toEqual([
    'bundles',
    '0',
    '1',
  ]);
  await expect
    .poll(() => analyticsEvents(page))
    .toMatchObject([{ event: 'purchase', ecommerce: { value: 0, credits: 1 } }]);
  await checkA11y(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nice, Ada Lovelace!');
  expect(await analyticsEvents(page)).toEqual([]);
  await page.getByRole('link', { name: 'BOOK YOUR FREE SESSION' }).click();
  await expect(page).toHaveURL(`${origins.studio}/explore`);
});

test('sign-up says when the servers cannot be reached, and works once they can @variant', async ({
  visit,
  faults,
}) => {
  faults.allow(/ERR_FAILED/);
  const page = await visit('/signup');
  await page.route('**/api/v2/users', (route) => route.abort());
  await fillIn(page, unusedEmail());
  await expect(page.getByRole('alert')).toHaveText(
    'We have some issues connecting to our servers. Please try again later.',
  );
  await page.unroute('**/api/v2/users');
  await createButton(page).click();
  await expect(page).toHaveURL(/\/payment-details$/);
});

test('on demand one signs up with a bundle; on the waiting list one waits', async ({ visit }) => {
  const page = await visit('/signup?ondemand=1&bundle_id=free-trial');
  await fillIn(page, unusedEmail());
  await expect.poll(() => pathOf(page)).toBe('/explore');

  const waiting = await visit('/signup?waitlist=1');
  const email = unusedEmail();
  await fillIn(waiting, email);
  await expect(waiting.getByRole('heading', { level: 1 })).toHaveText("You're on the list");
  await checkA11y(waiting);
  await waiting.getByRole('button', { name: 'Back to login' }).click();
  await signIn(waiting, email, 'analytical');
  await expect(waiting.getByRole('heading', { level: 1 })).toHaveText("You're on the list");
  await expect(waiting.getByRole('alert')).toHaveCount(0);
});

test('an invitation changes heading and steps, and goes along; a claimed one says so', async ({
  visit,
  faults,
}) => {
  faults.allow(/ERR_FAILED/);
  const page = await visit(null);
  let isUsed = false;
  await page.route('**/api/v2/referral/check_code', (route) =>
    route.fulfill({ json: { isUsed, email: 'friend@signup.test', name: 'Clara' } }),
  );
  await page.goto('/signup?artist=rafa&code=abc123&email=friend@signup.test');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign up');
  await expect(steps(page).first()).toContainText('WELCOME!');
  await expect(field(page, 'Email Address')).toHaveValue('friend@signup.test');
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/v2/users'));
  await page.route('**/api/v2/users', (route) => route.abort());
  await page.getByLabel('Full Name').fill('Ada Lovelace');
  await passwordField(page).fill('analytical');
  await createButton(page).click();
  expect((await sent).postDataJSON()).toMatchObject({ referral_code: 'abc123' });
  await page.getByRole('link', { name: 'Already have an account?' }).click();
  await expect(page).toHaveURL(/\/login\?artist=rafa&code=abc123&email=friend%40signup\.test$/);

  isUsed = true;
  await page.goto('/signup?artist=rafa&code=abc123&email=friend@signup.test');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your free account');
  await expect(page.getByText('This referral link has already been claimed.')).toBeVisible();
  await expect(steps(page).first()).toContainText('SIGN UP');
});

test('Google is offered where it is configured, and says when another provider is needed', async ({
  visit,
  faults,
}) => {
  faults.allow(/another origin: https:\/\/accounts\.google\.com\/gsi\/client/);
  const page = await visit('/signup');
  await expect(page.getByText('OR', { exact: true })).toHaveCount(0);
  // A studio with a client id, and a stub of Google's script.
  await page.route('**/content/studio', async (route) => {
    const answer = await route.fetch();
    const { studio } = (await answer.json()) as { studio: object };
    await route.fulfill({ response: answer, json: { studio: { ...studio, google_client_id: 'id' } } });
  });
  await page.route('**/login', async (route) => {
    const answer = await route.fetch();
    const { 'content-security-policy': _policy, ...headers } = answer.headers();
    await route.fulfill({ response: answer, headers });
  });
  await page.route('https://accounts.google.com/gsi/client', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `let tell;
        globalThis.google = { accounts: { id: {
          initialize: ({ client_id, nonce, callback }) => { tell = () => callback({ credential: 'token for ' + client_id + ' with ' + nonce }); },
          renderButton: (place) => {
            const button = document.createElement('button');
            button.textContent = 'Continue with Google';
            button.onclick = () => tell();
            place.append(button);
          },
        } } };`,
    }),
  );
  let turns = 0;
  await page.route('**/api/v2/auth/google/nonce', (route) =>
    route.fulfill({ json: { nonce: `nonce ${(turns += 1)}` } }),
  );
  let asked: unknown;
  await page.route('**/api/v2/auth/google', (route) => {
    asked = route.request().postDataJSON();
    return route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: '-', status: 422, code: 'other_provider', detail: '-' },
    });
  });
  faults.allow(/console error: ProblemError/);
  await page.goto('/login');
  await expect(page.getByText('OR', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('alert')).toHaveText('You need to use a different login provider.');
  expect(asked).toMatchObject({
    token: 'token for id with nonce 1',
    extraParams: { timezone: 'Europe/Lisbon' },
  });
  // A try spends its nonce, so the next one has a new nonce; there is still one button.
  await expect.poll(() => turns).toBe(2);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect.poll(() => asked).toMatchObject({ token: 'token for id with nonce 2' });
});

test('each address leads to its screen @variant', async ({ as, visit, origins }) => {
  const client = await as('client@demo.test');
  for (const [path, place] of [
    ['/offers?utm=mail', '/explore?utm=mail&modal=plans'],
    ['/referral', '/profile#referral'],
    ['/payment-details', '/profile#billing'],
    ['/signup?code=a', '/explore'],
    ['/alt-login', '/explore'],
    ['/nowhere/at/all', '/explore'],
  ] as const) {
    await client.goto(path);
    await expect(client).toHaveURL(origins.studio + place);
  }
  for (const [email, front, path] of [
    ['managed@demo.test', 'studio', '/offers'],
    ['managed@demo.test', 'studio', '/referral'],
    ['managed@demo.test', 'studio', '/thank-you'],
    ['managed@demo.test', 'studio', '/payment-details'],
    ['partner@demo.test', 'partners', '/offers'],
    ['partner@demo.test', 'partners', '/signup'],
    ['partner@demo.test', 'partners', '/thank-you'],
  ] as const) {
    const page = await as(email, path);
    await expect(page).toHaveURL(`${origins[front]}/sessions`);
    await page.close();
  }
  const nobody = await visit('/thank-you?credits=3');
  await expect(nobody).toHaveURL(`${origins.studio}/login?credits=3&next=%2Fthank-you%3Fcredits%3D3`);
});
