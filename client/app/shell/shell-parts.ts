import type { Me } from '#shared/me/contract.ts';
import type { IconName } from '../../ui/button/Icon.tsx';
import { fullAccessLink } from './status-banners.ts';

/** A place of the navigation bar. */
export interface NavItem {
  /** A path; the console's are not among the typed routes, which are the studio's. */
  readonly to: string;
  /** Other paths that belong to it. */
  readonly also?: readonly string[];
  readonly text: string;
  readonly icon: IconName;
}

/** Contents of the navigation bar for one person. */
export interface ShellView {
  /** Where the logo leads. */
  readonly home: '/explore' | '/sessions' | '/';
  readonly navItems: readonly NavItem[];
  /** Credits to show; null hides them. */
  readonly credits: number | null;
  /** Link of 'Get full access'; null hides it. */
  readonly fullAccess: string | null;
  readonly profile: boolean;
}

const EXPLORE: NavItem = { to: '/explore', text: 'Explore', icon: 'explore' };
const SESSIONS: NavItem = { to: '/sessions', text: 'My Sessions', icon: 'sessions' };

/** Places that fit a phone's bar beside the account. */
const IN_BAR = 4;

/** On phones: the places in the bar, and those in the account's menu. */
export const phonePlaces = (items: readonly NavItem[]) =>
  [items.slice(0, IN_BAR), items.slice(IN_BAR)] as const;

/** The navigation bar by role, trial and flag (docs/product/ui.md#frame). The console has its own. */
export function shellView(
  me: Pick<Me, 'role' | 'status' | 'sessions_left' | 'credits_bank' | 'subscription'>,
  flags: { readonly fullAccess: boolean },
): ShellView {
  const none = { credits: null, fullAccess: null, profile: true };
  if (me.role !== 'client') return { ...none, home: '/sessions', navItems: [SESSIONS] };
  return {
    home: '/explore',
    navItems: [EXPLORE, SESSIONS],
    credits: me.sessions_left === null ? null : me.sessions_left + (me.credits_bank ?? 0),
    fullAccess: fullAccessLink(me, flags.fullAccess),
    profile: true,
  };
}
