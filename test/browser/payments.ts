import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { createConsole, type SandboxConsole } from '#server/http/payments/console.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { expect } from './expect.ts';
import type { Talkback } from './start-talkback.ts';

/** A studio of the tests that runs. */
interface RunningStudio {
  readonly dataDir: string;
  readonly server: Talkback;
}

/** The payment sandbox of a studio, as its commands reach it. */
export function sandboxOf({ dataDir, server }: RunningStudio): SandboxConsole {
  const secrets = JSON.parse(fs.readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')) as Secrets;
  const console = createConsole({
    secretKey: secrets.sandboxKey,
    publishableKey: secrets.sandboxPublishableKey,
    webhookSecret: secrets.sandboxWebhookSecret,
    api: { protocol: 'http', host: '127.0.0.1', port: Number(new URL(server.origins.studio).port) + 3 },
    sandbox: true,
    livemode: false,
  });
  if (console === null) throw new Error('the studio has no payment sandbox');
  return console;
}

/** Types a test card into the hosted page that is open, and sends it. */
export async function typeCard(page: Page, number: string, button: string | RegExp): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Name on card').fill('Greta Weber');
  await page.getByRole('button', { name: button }).click();
}

/** Adds a card on the provider's portal page and comes back. */
export async function changeCard(page: Page, number: string): Promise<void> {
  await page.getByRole('link', { name: 'Add payment method' }).click();
  await typeCard(page, number, 'Save card');
  await expect(page.getByRole('heading', { name: 'Payment methods' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to where you came from' }).click();
}
