import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { childEnv } from '../api/child.ts';
import { expect } from './expect.ts';
import { dialog, get, post } from './booking.ts';
import { PASSWORD as DEMO_PASSWORD } from '../made-demo.ts';
import { test as base } from './test.ts';

const STUDIO = path.resolve(import.meta.dirname, '../../scripts/studio.ts');
const run = promisify(execFile);

interface LifeFixtures {
  /** Closes all windows, lets a person's time pass by days, and opens the billing area as one would then. */
  readonly later: (email: string, days: number, password?: string) => Promise<Page>;
  /** A command of the operator, with its output; before the clock is moved, since commands go by the machine's. */
  readonly command: (...words: string[]) => Promise<string>;
  /** The same with other settings, such as another data folder. */
  readonly commandWith: (env: Readonly<Record<string, string>>, ...words: string[]) => Promise<string>;
}

/** A test of a membership over months and years, in a fresh studio. The provider's pages are allowed. */
export const test = base.extend<LifeFixtures>({
  fresh: true,

  faults: async ({ faults, origins }, use) => {
    const { hostname, port } = new URL(origins.studio);
    // The sandbox is on the studio's port + 3.
    faults.allow(new RegExp(`^request to another origin: http://${hostname}:${Number(port) + 3}/`));
    await use(faults);
  },

  later: async ({ passTime, visit, windows }, use) => {
    await use(async (email, days, password = DEMO_PASSWORD) => {
      // A provider's page comes back only to a window whose clock has moved at most once.
      for (const context of windows.contexts) for (const page of context.pages()) await page.close();
      await passTime(email, days);
      const page = await visit(null);
      await post(page, '/api/users/login', { user: { email, password } });
      await page.goto('/profile#billing');
      await expect(area(page, 'Plan').getByRole('definition').first()).toBeVisible();
      return page;
    });
  },

  command: async ({ commandWith }, use) => use((...words) => commandWith({}, ...words)),

  commandWith: async ({ studio, origins }, use) => {
    await use(async (more, ...words) => {
      const env = childEnv({
        DATA_DIR: studio.dataDir,
        PORT: new URL(origins.studio).port,
        DEMO_PASSWORD,
        ...more,
      });
      return (await run(process.execPath, [STUDIO, ...words], { env })).stdout;
    });
  },
});

/** A part of the billing area. */
export const area = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Opens the plans from the billing area, and what a button there leads to. */
export async function choose(page: Page, button: string): Promise<void> {
  await area(page, 'Plan').getByRole('link', { name: 'See the plans' }).click();
  await page.getByRole('button', { name: button, exact: true }).click();
}

/** Chooses how a plan is paid, in the picker that comes first. */
export async function pick(page: Page, method: 'Credit Card' | 'PayPal'): Promise<void> {
  const picker = dialog(page, 'How would you like to pay?');
  await picker.getByRole('radio', { name: new RegExp(`^${method}`) }).check();
  await picker.getByRole('button', { name: 'Continue' }).click();
}

/** Agrees on PayPal's page, as the test payer who pays. */
export async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Agree & Continue' }).click();
}

/** The amount that a dialog about a change names as due today. */
export async function dueToday(change: Locator): Promise<string> {
  const text = await change.getByText('Due today').locator('..').innerText();
  return /\$[\d,.]+/.exec(text)?.[0] ?? '';
}

/** The amount that the billing area says comes next. */
export async function nextAmount(page: Page): Promise<string> {
  const text = await area(page, 'Plan')
    .getByText(/^\d+ credits? for \$/)
    .innerText();
  return /\$[\d,.]+/.exec(text)?.[0] ?? '';
}

/** Cancels the membership by the three steps. */
export async function leave(page: Page): Promise<void> {
  await area(page, 'Plan').getByRole('link', { name: 'Cancel membership' }).click();
  const modal = dialog(page, 'Cancel membership');
  await modal.getByRole('radio', { name: 'I am taking a break' }).check();
  await modal.getByRole('button', { name: 'Next' }).click();
  for (const box of await modal.getByRole('checkbox').all()) await box.check();
  await modal.getByRole('button', { name: 'Cancel membership' }).click();
  await dialog(page, 'We are sorry to see you go')
    .getByRole('button', { name: 'To the billing area' })
    .click();
  await expect(area(page, 'Plan').getByText('Ends on')).toBeVisible();
}

/** Has the server read the membership at PayPal: the hourly job does not go by the clock that tests move. */
export async function readPaypal(page: Page): Promise<void> {
  type Me = { user: { subscription: { subscriptionId: string } } };
  const { subscriptionId } = (await get<Me>(page, '/api/users/me')).user.subscription;
  await post(page, '/api/v2/subscriptions/paypal/check-subscription', { subscriptionId });
  await page.reload();
}

interface Statement {
  readonly statement: readonly { readonly credits: number; readonly balance: number }[];
}

/**
 * The billing area's books: the amounts of the invoices, newest first, and credits as many as are shown, which is also
 * what the lines of the statement add up to.
 */
export async function expectBooks(page: Page, amounts: readonly string[], credits: number): Promise<void> {
  await expect(area(page, 'Invoices').getByRole('cell', { name: /^[-−]?\$/ })).toHaveText([...amounts]);
  await expect(
    area(page, 'Credits')
      .getByText(/^\d+ credits?$/)
      .first(),
  ).toHaveText(`${credits} ${credits === 1 ? 'credit' : 'credits'}`);
  const { statement } = await get<Statement>(page, '/api/v2/credits/statement?size=1000');
  let sum = 0;
  for (const line of statement.toReversed()) expect(line.balance).toBe((sum += line.credits));
  expect(sum).toBe(credits);
  const balance = area(page, 'Statement').getByRole('row').nth(1).getByRole('cell').nth(3);
  await expect(balance).toHaveText(String(credits));
}

export { expect };
