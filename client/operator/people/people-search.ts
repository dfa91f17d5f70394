import { USER_STATUSES, type UserStatus } from '#shared/billing/rules.ts';
import type { Role } from '#shared/lib/endpoint.ts';
import {
  ACCOUNT_STATES,
  PEOPLE_SEARCH_MAX,
  ROLES,
  type AccountState,
} from '#shared/operator/rules-people.ts';

/** What of the people is listed, as in the address. */
export interface PeopleFilter {
  q?: string;
  role?: Role;
  account?: AccountState;
  membership?: UserStatus;
}

/** Query of the list of people; unknown values are dropped. */
export function readPeopleFilter({ q, role, account, membership }: Record<string, unknown>): PeopleFilter {
  const isSearch = typeof q === 'string' && q.trim() !== '' && q.length <= PEOPLE_SEARCH_MAX;
  const knownRole = ROLES.find((known) => known === role);
  const knownAccount = ACCOUNT_STATES.find((known) => known === account);
  const knownMembership = USER_STATUSES.find((known) => known === membership);
  return {
    ...(isSearch && { q }),
    ...(knownRole !== undefined && { role: knownRole }),
    ...(knownAccount !== undefined && { account: knownAccount }),
    ...(knownMembership !== undefined && { membership: knownMembership }),
  };
}

/** How many selects narrow the list; the search is none. */
export const narrowedBy = ({ role, account, membership }: PeopleFilter): number =>
  [role, account, membership].filter((value) => value !== undefined).length;
