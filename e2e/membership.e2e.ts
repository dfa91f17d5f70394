import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { fillIn, PASSWORD, signIn, unusedEmail, verifyAddress } from '#test/browser/accounts.ts';
import { book, get, post } from '#test/browser/booking.ts';
import { changeCard, typeCard } from '#test/browser/payments.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

interface Statement {
  readonly statement: readonly {
    readonly what: string;
    readonly credits: number;
    readonly balance: number;
  }[];
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const balance = async (page: Page) => {
  const { user } = await get<{ user: { sessions_left: number; credits_bank: number } }>(
    page,
    '/api/users/me',
  );
  return [user.sessions_left, user.credits_bank];
};

// A card has one trial, also in a studio of the tests.
test.use({ fresh: true });

test('a company pays by a card that asks its bank, is renewed at night, and mends a failed card @variant', async ({
  visit,
  latestMail,
  passTime,
  faults,
  origins,
}) => {
  // The sandbox is on the studio's port + 3.
  const sandbox = `http://localhost:${Number(new URL(origins.studio).port) + 3}`;
  faults.allow(new RegExp(`^request to another origin: ${sandbox}/`));
  const page = await visit('/signup?cohort=studio_5');
  const email = unusedEmail();

  await test.step('sign up, choose Studio 5, pay by 3-D Secure as a German company', async () => {
    await fillIn(page, email, 'Greta Weber');
    // The campaign's link has named the plan.
    await expect(page.getByRole('radio', { name: /^Studio 5,/ })).toBeChecked();
    await checkA11y(page);
    await page.getByRole('button', { name: '$199/Month', exact: true }).click();
    await expect(page.getByText('Studio 5 - Free trial (14 days)')).toBeVisible();
    await expect(page.getByText('$199 - 5 credits per month')).toBeVisible();
    await page.getByRole('button', { name: '3-D Secure pass' }).click();
    const country = page.getByRole('combobox', { name: 'Billing country' });
    await country.fill('Germany');
    await country.press('Enter');
    await page.getByRole('button', { name: 'I buy for a company' }).click();
    await page.getByLabel('Company name').fill('Weber Tonstudio GmbH');
    await page.getByLabel('Address', { exact: true }).fill('Torstraße 1');
    await page.getByLabel('ZIP code').fill('10119');
    await page.getByLabel('City').fill('Berlin');
    await page.getByLabel('VAT number').fill('DE136695976');
    await page.getByRole('button', { name: 'Save for the invoice' }).click();
    await expect(page.getByText('Weber Tonstudio GmbH')).toBeVisible();
    await checkA11y(page);
    await page.getByRole('button', { name: 'START YOUR FREE TRIAL' }).click();
    const bank = page.frameLocator('iframe[title="Your bank\'s confirmation"]');
    await bank.getByRole('button', { name: 'Complete authentication' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nice, Greta Weber!');
    await expect(page.getByText('You have 1 credit to book with.')).toBeVisible();
  });

  await test.step('book with the trial credit', async () => {
    await verifyAddress(page, email, latestMail);
    await post(page, '/api/v2/onboarding', {
      persona_type: 'producer',
      persona_level: 'hobby',
      persona_diy: 'most',
      interests: ['mix'],
    });
    await book(page, 'Trial', 5);
    expect(await balance(page)).toEqual([0, 0]);
  });

  await test.step('the first invoice after 14 days: 5 credits, and a receipt right to the cent', async () => {
    await passTime(email, 15);
    await expect.poll(() => balance(page)).toEqual([5, 0]);
    await page.goto('/profile#billing');
    await expect(card(page, 'Invoices').getByText('$244.77')).toBeVisible();
    await checkA11y(page);
    const pdf = card(page, 'Invoices').getByRole('link', { name: /^PDF of/ });
    const file = await page.request.get((await pdf.getAttribute('href')) ?? '');
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await file.body())), {
      mergePages: true,
    });
    for (const part of ['Weber Tonstudio GmbH', 'DE136695976', '$199.00', '$45.77', '$244.77'])
      expect(text).toContain(part);
    const mail = await latestMail(email, /receipt|invoice/i);
    expect(mail.text).toContain('$244.77');
  });

  await test.step('a top-up of 3 in between', async () => {
    await card(page, 'Credits').getByRole('link', { name: 'Top up' }).click();
    const topUp = page.getByRole('dialog', { name: 'Top up your credits' });
    await topUp.getByRole('button', { name: 'One credit more' }).click();
    await topUp.getByRole('button', { name: 'One credit more' }).click();
    await topUp.getByRole('button', { name: 'Pay $291.51' }).click();
    await typeCard(page, '4242424242424242', /^Pay \$291\.51/);
    await expect(page.getByText('3 credits are here.')).toBeVisible();
    expect(await balance(page)).toEqual([8, 0]);
  });

  await test.step('a month later what is left of the plan is in the bank', async () => {
    for (const days of [8, 9, 10]) await book(page, `Song ${days}`, days);
    expect(await balance(page)).toEqual([5, 0]);
    await passTime(email, 31);
    await expect.poll(() => balance(page)).toEqual([8, 2]);
  });

  await test.step('the card fails, the banner leads to the portal, a new card pays', async () => {
    // From another screen, so that the billing area is read again.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Sessions' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Sessions');
    await page.goBack();
    await expect(page.getByRole('meter', { name: 'Credits bank' })).toHaveAttribute('value', '2');
    await card(page, 'Payment method').getByRole('button', { name: 'Update card' }).click();
    await changeCard(page, '4000000000000341');
    await passTime(email, 31);
    // In another browser, as one would be two months later.
    const phone = await visit('/login');
    await signIn(phone, email, PASSWORD);
    const banner = phone.getByRole('region', { name: 'Payment', exact: true });
    await expect(banner).toBeVisible();
    await checkA11y(phone);
    await latestMail(email, /payment/i);
    await banner.getByRole('button', { name: 'Update card' }).click();
    await changeCard(phone, '5555555555554444');
    await passTime(email, 5);
    await expect.poll(() => balance(phone)).toEqual([8, 7]);
    await phone.goto('/profile#billing');
    await expect(card(phone, 'Payment method').getByText('ending in 4444')).toBeVisible();
    await expect(banner).toHaveCount(0);
  });

  await test.step('the statement explains every credit', async () => {
    const { statement } = await get<Statement>(page, '/api/v2/credits/statement');
    expect(statement.map(({ what, credits }) => `${what.replace(/\d+$/, '…')} ${credits}`)).toEqual([
      'Plan credits 5',
      'Credits bank, left over from your plan 5',
      'Moved to your credits bank -5',
      'Plan credits 5',
      'Credits bank, left over from your plan 2',
      'Moved to your credits bank -2',
      'Session #… -1',
      'Session #… -1',
      'Session #… -1',
      'Top-up 3',
      'Plan credits 5',
      'Session #… -1',
      'Trial credit 1',
    ]);
    let sum = 0;
    for (const line of statement.toReversed()) expect(line.balance).toBe((sum += line.credits));
  });
});
