import type { Front } from '../lib/wire.ts';

/** Digits of an authenticator app's code, and the seconds for which it stands. */
export const APP_DIGITS = 6;
export const APP_SECONDS = 30;
/** How many recovery codes are made at once, and their length. */
export const RECOVERY_CODES = 10;
export const RECOVERY_LENGTH = 12;
/** Letters of recovery codes: none that is read as another. */
export const RECOVERY_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

const APP_CODE = new RegExp(`^\\d{${APP_DIGITS}}$`);
const RECOVERY_CODE = new RegExp(`^[${RECOVERY_LETTERS}]{${RECOVERY_LENGTH}}$`);

/** A code as somebody types it: of their app, or a recovery code. */
export interface TypedCode {
  readonly kind: 'app' | 'recovery';
  readonly code: string;
}

/** Reads a typed code, whatever its case, blanks and hyphens; null for what can be none. */
export function readCode(text: string): TypedCode | null {
  const code = text.replace(/[\s-]/g, '').toUpperCase();
  if (APP_CODE.test(code)) return { kind: 'app', code };
  const isRecovery = RECOVERY_CODE.test(code);
  return isRecovery ? { kind: 'recovery', code } : null;
}

/** A recovery code as it is shown: in groups of four. */
export const showRecoveryCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code;

/** Fronts whose login takes a second factor (docs/product/accounts.md#second-factor). */
export const needsSecondFactor = (front: Front): boolean => front === 'operator';

/** How long a login session lasts: since its last use, at most in all, and how often its use is noted. */
export interface LoginLifetime {
  readonly unused: { readonly minutes: number };
  readonly whole: { readonly minutes: number } | null;
  readonly noted: { readonly minutes: number };
}

/** docs/product/accounts.md#login-session */
export const LOGIN_LIFETIMES: Readonly<Record<Front, LoginLifetime>> = {
  studio: { unused: { minutes: 90 * 24 * 60 }, whole: null, noted: { minutes: 60 } },
  partners: { unused: { minutes: 90 * 24 * 60 }, whole: null, noted: { minutes: 60 } },
  operator: { unused: { minutes: 60 }, whole: { minutes: 12 * 60 }, noted: { minutes: 5 } },
};
