import { createHash, createHmac, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import {
  APP_DIGITS,
  APP_SECONDS,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
  RECOVERY_LETTERS,
} from '#shared/accounts/rules-second-factor.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { loadSecrets } from '../../lib/secrets.ts';

/** How many steps before and after now a code is taken, for clocks that differ. */
const WINDOW = 1;

/** What an authenticator app is given, derived so that the database alone does not tell it. */
function appOf({ settings }: Pick<Ctx, 'settings'>, nonce: Buffer, label = ''): TOTP {
  const { secondFactorKey } = loadSecrets(settings.dataDir);
  const bytes = createHmac('sha256', secondFactorKey).update(nonce).digest().subarray(0, 20);
  return new TOTP({
    issuer: new URL(settings.origins.studio.canonical).hostname,
    label,
    secret: new Secret({ buffer: new Uint8Array(bytes).buffer }),
    digits: APP_DIGITS,
    period: APP_SECONDS,
  });
}

/** Tells the key of this process from another one, not what it is. */
export function keyHash({ settings }: Pick<Ctx, 'settings'>): Buffer {
  const { secondFactorKey } = loadSecrets(settings.dataDir);
  return createHash('sha256').update(`authenticator apps ${secondFactorKey}`).digest();
}

/** The secret as text and as a link for a QR code. */
export function setupOf(
  ctx: Pick<Ctx, 'settings'>,
  nonce: Buffer,
  email: string,
): { secret: string; uri: string } {
  const app = appOf(ctx, nonce, email);
  return { secret: app.secret.base32, uri: app.toString() };
}

/** The number of the 30 seconds for which a code stands; null for a wrong code. */
export function stepOf(ctx: Pick<Ctx, 'settings' | 'now'>, nonce: Buffer, code: string): number | null {
  const timestamp = ctx.now.epochMilliseconds;
  const delta = appOf(ctx, nonce).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / APP_SECONDS) + delta;
}

const letter = (): string => RECOVERY_LETTERS.charAt(randomInt(RECOVERY_LETTERS.length));

/** New recovery codes; each holds 58 bits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, letter).join(''),
  );
}
