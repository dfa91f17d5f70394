import * as accounts from '#shared/accounts/contract.ts';
import { NOBODYS, open, type AccessRow } from './row.ts';

const NEW = { name: 'Ada Lovelace', timezone: 'Europe/Lisbon', password: 'twelve tones' };

export const ACCOUNTS: readonly AccessRow[] = [
  open(accounts.signUp, () => ({ body: { user: { ...NEW, email: 'a@new.test' } } })),
  open(accounts.signUpOndemand, () => ({ body: { user: { ...NEW, email: 'b@new.test' } } })),
  open(accounts.googleNonce, () => ({})),
  open(accounts.googleLogin, () => ({ body: { token: 'none' } })),
  open(accounts.facebookLogin, () => ({ body: { token: 'none' } })),
  open(accounts.requestPasswordReset, () => ({ body: { email: 'nobody@test.test' } })),
  open(accounts.resetPassword, () => ({ body: { resetToken: 'none' } })),
  open(accounts.changePassword, () => ({ body: { current_password: 'none', new_password: 'twelve tones' } })),
  open(accounts.requestLoginLink, () => ({ body: { email: 'nobody@test.test' } })),
  open(accounts.requestVerificationLink, () => ({ body: {} })),
  open(accounts.previewLogin, () => ({ body: { link: 'none' } })),
  open(accounts.loginByLink, () => ({ body: { token: 'none' } })),
  open(accounts.listLoginSessions, () => ({})),
  open(accounts.endLoginSession, () => ({ body: { id: NOBODYS } })),
];
