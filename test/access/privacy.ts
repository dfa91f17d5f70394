import * as privacy from '#shared/privacy/contract.ts';
import { plainRow, UNKNOWN_ID, type AccessRow } from './row.ts';

/** Whose a download is: server/privacy/export.test.ts. */
export const PRIVACY: readonly AccessRow[] = [
  plainRow(privacy.getOwnData, () => ({})),
  plainRow(privacy.startExport, () => ({})),
  plainRow(privacy.downloadExport, () => ({ params: { id: UNKNOWN_ID } })),
  plainRow(privacy.requestErasure, () => ({ body: { password: 'none' } })),
  plainRow(privacy.requestErasureLink, () => ({})),
  plainRow(privacy.confirmErasure, () => ({ body: { token: 'none' } })),
  plainRow(privacy.takeBackErasure, () => ({})),
  plainRow(privacy.keepAccount, () => ({ body: { token: 'none' } })),
];
