import type { Role } from '../../lib/endpoint.ts';
import type { OpenThing } from '../../privacy/rules.ts';

/** What stands in the way of another role (docs/product/operator.md#changing-a-role). */
export const OBSTACLES = [
  'own_account',
  'last_operator',
  'blocked',
  'waiting',
  'erasure',
  'unverified',
  'sessions',
  'deliveries',
  'membership',
  'payment',
  'dispute',
  'credits',
] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/** Whoever it is, whatever they are to be. */
const ALWAYS: readonly Obstacle[] = ['own_account', 'blocked', 'waiting', 'erasure'];
/** What only clients can end, spend or attend. */
const OF_CLIENTS: readonly Obstacle[] = ['sessions', 'membership', 'payment', 'dispute', 'credits'];
const OF_MUSICIANS: readonly Obstacle[] = ['sessions', 'deliveries'];

/** What must not be there, of each role that somebody has and each that they are to have. */
const ROLE_CHANGES: Readonly<Record<Role, Readonly<Partial<Record<Role, readonly Obstacle[]>>>>> = {
  client: {
    managed: ['membership', 'payment'],
    partner: OF_CLIENTS,
    operator: [...OF_CLIENTS, 'unverified'],
  },
  managed: {
    client: [],
    partner: OF_CLIENTS,
    operator: [...OF_CLIENTS, 'unverified'],
  },
  partner: {
    client: OF_MUSICIANS,
    managed: OF_MUSICIANS,
    operator: [...OF_MUSICIANS, 'unverified'],
  },
  operator: {
    client: ['last_operator'],
    managed: ['last_operator'],
    partner: ['last_operator'],
  },
};

/** Whose role is to change, as far as it decides about it. */
export interface RoleFacts {
  readonly role: Role;
  /** Whether they ask themselves. */
  readonly isOwn: boolean;
  /** Whether another operator can sign in. */
  readonly hasOtherOperator: boolean;
  readonly isBlocked: boolean;
  readonly isWaiting: boolean;
  readonly isToBeErased: boolean;
  /** Whether somebody chose a password before the address was verified. */
  readonly hasUnverifiedPassword: boolean;
  /** What has not ended; a time on hold is none. */
  readonly open: readonly OpenThing[];
  readonly credits: number;
}

/** What has to be done before somebody gets a role, in the order of `OBSTACLES`; empty: they can have it. */
export function roleObstacles(facts: RoleFacts, to: Role): Obstacle[] {
  const found: Readonly<Record<Obstacle, boolean>> = {
    own_account: facts.isOwn,
    last_operator: !facts.hasOtherOperator,
    blocked: facts.isBlocked,
    waiting: facts.isWaiting,
    erasure: facts.isToBeErased,
    unverified: facts.hasUnverifiedPassword,
    sessions: facts.open.includes('sessions'),
    deliveries: facts.open.includes('deliveries'),
    membership: facts.open.includes('membership'),
    payment: facts.open.includes('payment'),
    dispute: facts.open.includes('dispute'),
    credits: facts.credits > 0,
  };
  const asked = new Set([...ALWAYS, ...(ROLE_CHANGES[facts.role][to] ?? [])]);
  return OBSTACLES.filter((obstacle) => asked.has(obstacle) && found[obstacle]);
}
