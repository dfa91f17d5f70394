import { ownersOfOtherApps } from '../accounts/service.ts';
import type { Database } from '../db/database.ts';
import type { Settings } from '../lib/settings.ts';
import { StartError } from '../lib/start-error.ts';

/**
 * Throws a StartError where operators have set up their authenticator apps with the secrets of another DATA_DIR, so that
 * this process would refuse their codes (docs/operating.md#several-processes).
 */
export async function checkSecrets(db: Database, settings: Settings): Promise<void> {
  const owners = await ownersOfOtherApps({ db, settings });
  if (owners.length === 0) return;
  throw new StartError(
    `secrets.json in ${settings.dataDir} is not the one that authenticator apps were set up with: the codes of ${owners.join(', ')} would be refused here. ` +
      'Copy secrets.json of another process or of a backup there. If it is lost, first run for each of them: npm run studio -- people reset-second-factor <e-mail>',
  );
}
