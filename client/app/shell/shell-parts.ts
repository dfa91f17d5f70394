import type { Me } from '../../shared/me/contract.ts';
import type { IconName } from '../ui/Icon.tsx';

interface Place {
  readonly to: '/explore' | '/sessions';
  readonly text: string;
  readonly icon: IconName;
}

/** What the navbar has for somebody. */
export interface ShellParts {
  /** Where the logo leads. */
  readonly home: '/explore' | '/sessions' | '/';
  readonly places: readonly Place[];
  /** What the pill says; null: there is none. */
  readonly credits: number | null;
  /** Whether there is 'Get full access'. */
  readonly fullAccess: boolean;
  readonly profile: boolean;
}

const EXPLORE: Place = { to: '/explore', text: 'Explore', icon: 'explore' };
const SESSIONS: Place = { to: '/sessions', text: 'My Sessions', icon: 'sessions' };

/**
 * The navbar by role, trial and flag (part 1 section 2 "Application shell"). Partners and managed clients have no
 * Explore and no credits (decisions 1), so their logo leads to their sessions; the operator's console has its places inside.
 */
export function shellParts(
  me: Pick<Me, 'role' | 'sessions_left' | 'credits_bank' | 'subscription'>,
  flags: { readonly fullAccess: boolean },
): ShellParts {
  const none = { credits: null, fullAccess: false, profile: true };
  if (me.role === 'operator') return { ...none, home: '/', places: [], profile: false };
  if (me.role !== 'client') return { ...none, home: '/sessions', places: [SESSIONS] };
  return {
    home: '/explore',
    places: [EXPLORE, SESSIONS],
    // "The credit balance is sessions_left plus the credits bank."
    credits: me.sessions_left === null ? null : me.sessions_left + (me.credits_bank ?? 0),
    fullAccess: flags.fullAccess && me.subscription.isTrial,
    profile: true,
  };
}
