import { expect, test } from 'vitest';
import type { Role } from '../../lib/endpoint.ts';
import { OBSTACLES, roleObstacles, type Obstacle, type RoleFacts } from './rules-role.ts';

const ROLES = ['client', 'managed', 'partner', 'operator'] as const satisfies readonly Role[];
const NOTHING: Omit<RoleFacts, 'role'> = {
  isOwn: false,
  hasOtherOperator: true,
  isBlocked: false,
  isWaiting: false,
  isToBeErased: false,
  hasUnverifiedPassword: false,
  open: [],
  credits: 0,
};
const EVERYTHING: Omit<RoleFacts, 'role'> = {
  isOwn: true,
  hasOtherOperator: false,
  isBlocked: true,
  isWaiting: true,
  isToBeErased: true,
  hasUnverifiedPassword: true,
  open: ['membership', 'sessions', 'deliveries', 'payment', 'dispute', 'pay'],
  credits: 1,
};
const always = ['own_account', 'blocked', 'waiting', 'erasure'] as const;
const ofClients = ['sessions', 'membership', 'payment', 'dispute', 'credits'] as const;
const ofMusicians = ['sessions', 'deliveries'] as const;

test.each<[from: Role, to: Role, obstacles: readonly Obstacle[]]>([
  ['client', 'managed', ['membership', 'payment']],
  ['client', 'partner', ofClients],
  ['client', 'operator', ['unverified', ...ofClients]],
  ['managed', 'client', []],
  ['managed', 'partner', ofClients],
  ['managed', 'operator', ['unverified', ...ofClients]],
  ['partner', 'client', ofMusicians],
  ['partner', 'managed', ofMusicians],
  ['partner', 'operator', ['unverified', ...ofMusicians]],
  ['operator', 'client', ['last_operator']],
  ['operator', 'managed', ['last_operator']],
  ['operator', 'partner', ['last_operator']],
])('from %s to %s, %j must not be there', (role, to, obstacles) => {
  const expected = new Set<Obstacle>([...always, ...obstacles]);
  expect(roleObstacles({ role, ...EVERYTHING }, to)).toEqual(OBSTACLES.filter((one) => expected.has(one)));
});

test('every pair of roles is possible where nothing is open', () => {
  for (const role of ROLES)
    for (const to of ROLES) expect(roleObstacles({ role, ...NOTHING }, to), `${role} to ${to}`).toEqual([]);
});
