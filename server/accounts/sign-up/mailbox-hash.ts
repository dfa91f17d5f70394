import { createHmac } from 'node:crypto';
import { mailboxOf } from '#shared/accounts/rules-mailbox.ts';
import { loadSecrets } from '../../lib/secrets.ts';
import type { Settings } from '../../lib/settings.ts';

/** A mailbox that nobody can read back: hashed with a secret of the installation (docs/product/own-data.md#one-trial-for-each-mailbox). */
export function mailboxHash({ dataDir }: Pick<Settings, 'dataDir'>, email: string): Buffer {
  const { secondFactorKey } = loadSecrets(dataDir);
  return createHmac('sha256', secondFactorKey)
    .update(`erased mailbox ${mailboxOf(email)}`)
    .digest();
}
