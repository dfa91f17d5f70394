import type { Role } from '../../lib/endpoint.ts';
import type { Obstacle } from './rules-role.ts';

/** What has to be done before a role can change. */
export const OBSTACLE_TEXTS: Readonly<Record<Obstacle, string>> = {
  own_account: 'Nobody changes their own role. Ask another operator.',
  last_operator: 'This is the last operator who can sign in. Invite another one first.',
  blocked: 'This person is blocked. Unblock them first.',
  waiting: 'This person is on the waiting list. Let them in first.',
  erasure: 'This account is to be deleted. Keep it first.',
  unverified: 'Their address was never verified. Ask them to sign in by a mailed link first.',
  sessions: 'A session of theirs is to come or running. Cancel it, or wait for its end.',
  deliveries:
    'A session of theirs is over and not delivered. It has to be delivered, or set to not delivered.',
  membership: 'They have a membership that goes on. They have to cancel it first.',
  payment: 'A payment or a change of their plan is under way. Wait until it is done.',
  dispute: 'A payment of theirs is disputed. Wait for the outcome.',
  credits:
    'They have unspent credits, which only clients can spend. Take them back, or wait until they are spent.',
};

const KEPT_OF_CLIENTS =
  'Past sessions, payments and invoices are kept. They see them again once they are a client.';

const LEAVING: Readonly<Record<Role, string | null>> = {
  client: KEPT_OF_CLIENTS,
  managed: KEPT_OF_CLIENTS,
  partner:
    'They are off Explore, their weekly hours end today, and times that nobody booked are taken off. Their page, past sessions and pay are kept: months are closed and paid as before, and they see them again once they are a musician.',
  operator: 'Their second factor is removed.',
};

const ENTERING: Readonly<Record<Role, string>> = {
  client: 'They book and pay for sessions themselves.',
  managed: 'They book nothing themselves: you book their sessions, and the studio pays.',
  partner: 'They write their own page and publish it. Until then clients do not see them.',
  operator: 'They see and change everything here. With the first login they set up a second factor.',
};
const BACK_AS_MUSICIAN =
  'They have their page as it was, on Explore if it was there. They have no hours until they, or you, set them.';

const isClient = (role: Role): boolean => role === 'client' || role === 'managed';

/** What a change of role will do, a sentence or two each. */
export function roleEffects(
  from: Role,
  to: Role,
  { wasMusician }: { readonly wasMusician: boolean },
): string[] {
  const leaving = isClient(from) && isClient(to) ? null : LEAVING[from];
  const entering = to === 'partner' && wasMusician ? BACK_AS_MUSICIAN : ENTERING[to];
  return [
    ...(leaving === null ? [] : [leaving]),
    entering,
    'They are signed out everywhere; a time on hold is released. They are not told by mail.',
  ];
}
