import * as avatars from '#shared/me/contract-avatar.ts';
import * as credits from '#shared/credits/contract.ts';
import * as me from '#shared/me/contract.ts';
import { open, type AccessRow } from './row.ts';

export const ME: readonly AccessRow[] = [
  open(me.updateMe, () => ({ body: { user: { name: 'Ada Lovelace' } } })),
  open(me.updateBillingInformation, () => ({ body: { billing_address: { city: 'Lisboa' } } })),
  open(avatars.setAvatar, () => ({})),
  open(avatars.getAvatar, () => ({ params: { file: 'none.webp' } })),
  open(credits.getStatement, () => ({})),
];
