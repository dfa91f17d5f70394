import type { Role } from '#shared/lib/endpoint.ts';
import { parseHash } from '../../lib/hash.ts';

/** All tabs of the profile (docs/product/me.md#profile-tabs). */
export const PROFILE_TABS = [
  'profile',
  'page',
  'calendar',
  'invoice',
  'notifications',
  'security',
  'billing',
  'referral',
  'data',
] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** Parsed hash of the profile's address. */
interface ProfileHash {
  readonly tab: ProfileTab;
  /** Values of a payment return, such as session_id, purchase, credits. */
  readonly values: Readonly<Record<string, string>>;
}

/** Tabs of a role, in order (docs/product/me.md#profile-tabs). */
export function profileTabs(role: Role): readonly ProfileTab[] {
  if (role === 'client') return ['profile', 'notifications', 'security', 'billing', 'referral', 'data'];
  if (role === 'partner')
    return ['profile', 'page', 'calendar', 'invoice', 'notifications', 'security', 'data'];
  return ['profile', 'notifications', 'security', ...(role === 'managed' ? (['data'] as const) : [])];
}

/** Keys of a payment return, which may come without a tab. */
const RETURN_KEYS = ['purchase', 'session_id'];

/**
 * The tab that a hash opens for a role; a payment return opens billing, an unknown tab the profile
 * (docs/product/me.md#payment-return).
 */
export function readProfileHash(hash: string, role: Role): ProfileHash {
  const { tab: named, values } = parseHash(hash);
  const paid = named === '' && RETURN_KEYS.some((key) => Object.hasOwn(values, key));
  const requested = paid ? 'billing' : named.toLowerCase();
  return { tab: profileTabs(role).find((one) => one === requested) ?? 'profile', values };
}
