import * as avatars from '#shared/me/contract-avatar.ts';
import { getBilling } from '#shared/billing/contract-area.ts';
import * as credits from '#shared/credits/contract.ts';
import * as me from '#shared/me/contract.ts';
import { previewDraft } from '#shared/me/contract-preview.ts';
import { plainRow, type AccessRow } from './row.ts';

export const ME: readonly AccessRow[] = [
  plainRow(me.updateMe, () => ({ body: { user: { name: 'Ada Lovelace' } } })),
  plainRow(me.updateBillingInformation, () => ({ body: { billing_address: { city: 'Lisboa' } } })),
  plainRow(avatars.setAvatar, () => ({})),
  plainRow(avatars.getAvatar, () => ({ params: { file: 'none.webp' } })),
  plainRow(credits.getStatement, () => ({})),
  plainRow(credits.getStatementCsv, () => ({})),
  plainRow(getBilling, () => ({})),
  plainRow(previewDraft, () => ({})),
];
