import type { Role } from '../../../shared/lib/endpoint.ts';

/** The hash tabs of the profile (part 2 section 2 "Profile page"). */
export const PROFILE_TABS = [
  'profile',
  'calendar',
  'invoice',
  'notifications',
  'security',
  'billing',
  'referral',
] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** What the hash of the profile's address says. */
interface ProfileHash {
  readonly tab: ProfileTab;
  /** What a return from paying carries, e.g. session_id, purchase, credits. */
  readonly values: Readonly<Record<string, string>>;
}

/** Which tabs a role has, in their order. Invoice comes with the partners' pay. */
export function profileTabs(role: Role): readonly ProfileTab[] {
  if (role === 'client') return ['profile', 'notifications', 'security', 'billing', 'referral'];
  if (role === 'partner') return ['profile', 'calendar', 'notifications', 'security'];
  return ['profile', 'notifications', 'security'];
}

/**
 * Reads `#tab[&key=value]`, with or without its sign. An unknown tab, and one that this role does not have, is the profile; a key
 * without a value is 'true', as in `#billing&session_id`.
 */
export function readProfileHash(hash: string, role: Role): ProfileHash {
  const [name = '', ...pairs] = hash.replace(/^#/, '').split('&');
  const tab = profileTabs(role).find((one) => one === name.toLowerCase()) ?? 'profile';
  const values = new URLSearchParams(pairs.filter((pair) => pair !== '').join('&'));
  return {
    tab,
    values: Object.fromEntries([...values].map(([key, value]) => [key, value === '' ? 'true' : value])),
  };
}
