import type { Ctx } from '../../ctx/ctx.ts';
import { StartError } from '../../lib/start-error.ts';
import { keyHash } from './authenticator-app.ts';
import { ownersOfOtherKeys } from './queries-second-factor.ts';
import { programCommand } from '../../lib/program-command.ts';

/**
 * Throws a StartError where operators have set up their authenticator apps with the secrets of another DATA_DIR, so that
 * this process would refuse their codes (docs/operating.md#several-processes).
 */
export async function checkSecrets({ db, settings }: Pick<Ctx, 'db' | 'settings'>): Promise<void> {
  const owners = await ownersOfOtherKeys(db, keyHash({ settings }));
  if (owners.length === 0) return;
  throw new StartError(
    `secrets.json in ${settings.dataDir} is not the one that authenticator apps were set up with: the codes of ${owners.join(', ')} would be refused here. ` +
      `Copy secrets.json of another process or of a backup there. If it is lost, first run for each of them: ${programCommand('studio', 'people reset-second-factor <e-mail>')}`,
  );
}
