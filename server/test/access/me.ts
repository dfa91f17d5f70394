import * as accounts from '../../../shared/accounts/contract.ts';
import * as credits from '../../../shared/credits/contract.ts';
import * as me from '../../../shared/me/contract.ts';
import { open, type AccessRow } from './row.ts';

export const ME: readonly AccessRow[] = [
  open(me.updateMe, () => ({ body: { user: { name: 'Ada Lovelace' } } })),
  open(me.updateBillingInformation, () => ({ body: { billing_address: { city: 'Lisboa' } } })),
  open(accounts.setAvatar, () => ({})),
  open(accounts.getAvatar, () => ({ params: { file: 'none.webp' } })),
  open(credits.getStatement, () => ({})),
];
