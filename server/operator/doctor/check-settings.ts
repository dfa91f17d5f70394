import type { Payments } from '../../ctx/payments.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Settings } from '../../lib/settings.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkBackups } from './check-backups.ts';
import { checkDatabase } from './check-database.ts';
import { checkFiles } from './check-files.ts';
import { checkFolder } from './check-folder.ts';
import { checkMail } from './check-mail.ts';
import { checkPaypal, checkStripe } from './check-payments.ts';
import { checkTraces } from './check-traces.ts';
import { found, type Finding } from './finding.ts';

/** Tries each setting on the real service, all at once, and changes nothing there (docs/operating.md#checking-the-settings). */
export async function checkSettings(at: {
  readonly settings: Settings;
  readonly payments: Payments;
  readonly clock: Clock;
}): Promise<readonly Finding[]> {
  const { settings, clock } = at;
  const all = await Promise.all([
    found('Addresses', async () => checkAddresses(settings)),
    found('Data folder', () => checkFolder(settings)),
    found('Database', () => checkDatabase(settings, clock)),
    found('Files', () => checkFiles(settings, clock)),
    found('Backups', () => checkBackups(settings)),
    found('Mail', () => checkMail(settings)),
    found('Stripe', () => checkStripe(at)),
    found('PayPal', () => checkPaypal(at)),
    found('Traces', () => checkTraces(settings)),
  ]);
  return all.flat();
}
