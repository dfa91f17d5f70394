import type { Me } from '../../shared/me/contract.ts';
import { forgetReferralCode } from './referral-code.ts';

/** What this browser keeps of the signed-in person (part 1 section 3, "Local browser storage keys"). */
const KEPT: Readonly<Record<string, (me: Me) => string | null>> = {
  timezone: (me) => me.timezone,
  sessions_left: (me) => (me.sessions_left === null ? null : String(me.sessions_left)),
  user_status: (me) => me.status,
  current_plan_id: (me) => me.subscription.currentPrice,
  avatar: (me) => me.avatar,
};
const UPLOADS = 'talkback.uploads.';

/** Keeps it anew, whenever the server has told who is signed in. A closed storage keeps nothing, and nothing needs it. */
export function keep(me: Me): void {
  try {
    for (const [key, read] of Object.entries(KEPT)) {
      const value = read(me);
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    }
  } catch {
    // Every screen reads the person anyway.
  }
}

/** Forgets it at the logout, with uploads, drafts and the referral-code flag. The theme stays: it is the browser's. */
export function forget(): void {
  forgetReferralCode();
  try {
    sessionStorage.clear();
    const uploads = Object.keys(localStorage).filter((key) => key.startsWith(UPLOADS));
    for (const key of [...Object.keys(KEPT), ...uploads]) localStorage.removeItem(key);
  } catch {
    // A closed storage has kept nothing.
  }
}
