import * as accounts from '../../../shared/accounts/contract.ts';
import { NOBODYS, open, type AccessRow } from './row.ts';

export const ACCOUNTS: readonly AccessRow[] = [
  open(accounts.askReset, () => ({ body: { email: 'nobody@test.test' } })),
  open(accounts.resetPassword, () => ({ body: { resetToken: 'none' } })),
  open(accounts.changePassword, () => ({ body: { current_password: 'none', new_password: 'twelve tones' } })),
  open(accounts.askSignInLink, () => ({ body: { email: 'nobody@test.test' } })),
  open(accounts.enterByLink, () => ({ body: { token: 'none' } })),
  open(accounts.listLoginSessions, () => ({})),
  open(accounts.endLoginSession, () => ({ body: { id: NOBODYS } })),
];
