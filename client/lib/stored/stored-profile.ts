import type { Me } from '#shared/me/contract.ts';
import { clearReferralCode } from '../referral-code.ts';

/** What this browser stores of the signed-in person (docs/product/accounts.md#browser-storage). */
const STORED: Readonly<Record<string, (me: Me) => string | null>> = {
  timezone: (me) => me.timezone,
  sessions_left: (me) => (me.sessions_left === null ? null : String(me.sessions_left)),
  user_status: (me) => me.status,
  current_plan_id: (me) => me.subscription.currentPrice,
  avatar: (me) => me.avatar,
};
const UPLOADS = 'talkback.uploads.';

/** Stores it whenever the server has said who is signed in. Storage may be denied; nothing depends on it. */
export function storeProfile(me: Me): void {
  try {
    for (const [key, read] of Object.entries(STORED)) {
      const value = read(me);
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    }
  } catch {
    // Storage is denied; every screen reads the person from the server.
  }
}

/** Clears it at logout, with uploads, drafts and the referral code. The theme belongs to the browser and stays. */
export function clearStored(): void {
  clearReferralCode();
  try {
    sessionStorage.clear();
    const uploads = Object.keys(localStorage).filter((key) => key.startsWith(UPLOADS));
    for (const key of [...Object.keys(STORED), ...uploads]) localStorage.removeItem(key);
  } catch {
    // Storage is denied, so nothing was stored.
  }
}
