import type { Page } from '@playwright/test';

/** The fields and the button of the login's form. */
export const email = (page: Page) => page.getByRole('textbox', { name: 'Email Address' });
export const password = (page: Page) => page.getByLabel('Password', { exact: true });
export const submit = (page: Page) => page.getByRole('button', { name: /^LOG/ });

/** Fills the form in and sends it. */
export async function signIn(page: Page, address: string, secret = 'talkback'): Promise<void> {
  await email(page).fill(address);
  await password(page).fill(secret);
  await submit(page).click();
}
