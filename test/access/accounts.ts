import * as accounts from '#shared/accounts/contract.ts';
import * as app from '#shared/accounts/contract-app.ts';
import * as loginSessions from '#shared/accounts/contract-login-sessions.ts';
import * as passkeys from '#shared/accounts/contract-passkeys.ts';
import * as secondFactor from '#shared/accounts/contract-second-factor.ts';
import { UNKNOWN_ID, plainRow, type AccessRow } from './row.ts';

const PROOF = { id: 'AAAA', clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
const MADE = { id: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: [] };
const NEW = { name: 'Ada Lovelace', timezone: 'Europe/Lisbon', password: 'twelve tones' };

export const ACCOUNTS: readonly AccessRow[] = [
  plainRow(accounts.signUp, () => ({ body: { user: { ...NEW, email: 'a@new.test' } } })),
  plainRow(accounts.signUpOndemand, () => ({ body: { user: { ...NEW, email: 'b@new.test' } } })),
  plainRow(accounts.googleNonce, () => ({})),
  plainRow(accounts.googleLogin, () => ({ body: { token: 'none' } })),
  plainRow(accounts.facebookLogin, () => ({ body: { token: 'none' } })),
  plainRow(accounts.requestPasswordReset, () => ({ body: { email: 'nobody@test.test' } })),
  plainRow(accounts.resetPassword, () => ({ body: { resetToken: 'none' } })),
  plainRow(accounts.changePassword, () => ({
    body: { current_password: 'none', new_password: 'twelve tones' },
  })),
  plainRow(accounts.requestLoginLink, () => ({ body: { email: 'nobody@test.test' } })),
  plainRow(accounts.requestVerificationLink, () => ({ body: {} })),
  plainRow(accounts.previewLogin, () => ({ body: { link: 'none' } })),
  plainRow(accounts.loginByLink, () => ({ body: { token: 'none' } })),
  plainRow(secondFactor.getDueSecondFactor, () => ({})),
  plainRow(secondFactor.passSecondFactor, () => ({ body: { code: '000000' } })),
  plainRow(secondFactor.getSecondFactor, () => ({})),
  plainRow(secondFactor.makeRecoveryCodes, () => ({ body: { code: '000000' } })),
  plainRow(secondFactor.removeSecondFactor, () => ({ body: { code: '000000' } })),
  plainRow(app.beginApp, () => ({ body: { code: '000000' } })),
  plainRow(app.addApp, () => ({ body: { token: 'none', code: '000000' } })),
  plainRow(app.removeApp, () => ({ body: { code: '000000' } })),
  plainRow(passkeys.beginDuePasskey, () => ({})),
  plainRow(passkeys.passByPasskey, () => ({ body: PROOF })),
  plainRow(passkeys.setUpPasskey, () => ({ body: MADE })),
  plainRow(passkeys.beginPasskeyProof, () => ({})),
  plainRow(passkeys.beginPasskey, () => ({ body: { code: '000000' } })),
  plainRow(passkeys.addPasskey, () => ({ body: MADE })),
  plainRow(passkeys.renamePasskey, () => ({ params: { id: UNKNOWN_ID }, body: { name: 'Key' } })),
  plainRow(passkeys.removePasskey, () => ({ params: { id: UNKNOWN_ID }, body: { code: '000000' } })),
  plainRow(loginSessions.listLoginSessions, () => ({})),
  plainRow(loginSessions.endLoginSession, () => ({ body: { id: UNKNOWN_ID } })),
];
