import type { Page } from '@playwright/test';
import { loginByLink } from '#shared/accounts/contract.ts';
import { get, post } from './booking.ts';

/** Sign-up and login in a browser, by role and label. */

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const passwordField = (page: Page, name = 'Password') => page.getByLabel(name, { exact: true });
export const createButton = (page: Page) => page.getByRole('button', { name: 'CREATE ACCOUNT' });
/** Password of created accounts. */
export const PASSWORD = 'analytical';
let created = 0;
/** An unused address. */
export function unusedEmail(): string {
  created += 1;
  return `unused-${process.pid}-${created}@signup.test`;
}

/** Fills in the sign-up form and sends it. */
export async function fillIn(
  page: Page,
  email: string,
  name = 'Ada Lovelace',
  password = PASSWORD,
): Promise<void> {
  await field(page, 'Email Address').fill(email);
  await field(page, 'Full Name').fill(name);
  await passwordField(page).fill(password);
  await createButton(page).click();
}

/** A new account over HTTP, signed in in this window. */
export async function signUp(page: Page, email: string): Promise<void> {
  await post(page, '/api/v2/users', {
    user: { email, name: 'Ada Lovelace', password: PASSWORD, timezone: 'Europe/Lisbon' },
    method: 'official',
  });
}

const ONBOARDING = {
  persona_type: 'producer',
  persona_level: 'hobby',
  persona_diy: 'most',
  interests: ['mix'],
};

/** A new client with the free bundle at a path, after onboarding and other modals; with `latestMail` verified. */
export async function newClient(
  visit: (path: null) => Promise<Page>,
  path: string,
  latestMail?: LatestMail,
): Promise<{ page: Page; email: string }> {
  const page = await visit(null);
  const email = unusedEmail();
  await signUp(page, email);
  await post(page, '/api/v2/subscriptions/join-bundle', { bundle_id: 'free-trial' });
  await post(page, '/api/v2/onboarding', ONBOARDING);
  // Before anything is under way in the page: it gives the browser another login session.
  if (latestMail !== undefined) await verifyAddress(page, email, latestMail);
  await page.goto(path);
  return { page, email };
}

type LatestMail = (to: string, subject: string) => Promise<{ readonly links: readonly string[] }>;

/** The link that was mailed to prove an address. */
export async function verificationLink(latestMail: LatestMail, email: string): Promise<string> {
  const { links } = await latestMail(email, 'Confirm your email to book your first session');
  return links.find((link) => link.includes('/enter?')) ?? '';
}

/** Verifies the address of the window's person, as a trial credit needs it. */
export async function verifyAddress(page: Page, email: string, latestMail: LatestMail): Promise<void> {
  await post(page, '/api/v2/auth/proof-link', {});
  const token = new URL(await verificationLink(latestMail, email)).searchParams.get('link');
  await post(page, loginByLink.path, { token });
}

/** Fills in the login form and sends it. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'Email Address').fill(email);
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'LOGIN' }).click();
}

/** The time zone of the window's person; of a demo person it is set by the first browser that signs in by the form. */
export const zoneOf = async (page: Page): Promise<string> =>
  (await get<{ user: { timezone: string } }>(page, '/api/users/me')).user.timezone;

/** Analytics events since the page's load. */
export const analyticsEvents = (page: Page) =>
  page.evaluate(() => (globalThis as { dataLayer?: { event: string }[] }).dataLayer ?? []);
