import * as z from 'zod/mini';
import { endpoint } from '../../lib/endpoint.ts';
import { Done, Id, Instant, paging, Total } from '../../lib/wire.ts';
import { HELD_REASONS } from '../../referrals/rules-abuse.ts';
import { REASON_MAX } from '../rules-people.ts';
import * as calls from './calls-rewards.ts';

const Named = z.object({ id: Id, name: z.string(), email: z.string() });

export const WaitingReward = z.object({
  id: Id,
  inviter: Named,
  invitee: Named,
  /** Of the first invoice; null: not known. */
  first_paid_at: z.nullable(Instant),
  /** When it is paid by itself; null: it waits for an operator. */
  pays_at: z.nullable(Instant),
  /** Why it waits for an operator; null: it does not. */
  held_for: z.nullable(z.enum(HELD_REASONS)),
});
export type WaitingReward = z.infer<typeof WaitingReward>;

export const listRewards = endpoint({
  ...calls.listRewards,
  summary: 'Rewards that wait, those to decide first, the longest first',
  who: ['operator'],
  query: z.object(paging()),
  response: z.object({ rewards: z.array(WaitingReward), total: Total }),
});

const params = z.object({ id: Id });
const problems = {
  not_found: { status: 404, detail: 'There is no such reward.' },
  not_waiting: { status: 409, detail: 'This reward does not wait: it was decided, or nothing was paid yet.' },
} as const;

export const approveReward = endpoint({
  ...calls.approveReward,
  summary: 'Pay a waiting reward to both at once, whatever it waited for',
  who: ['operator'],
  params,
  response: Done,
  problems,
});

export const rejectReward = endpoint({
  ...calls.rejectReward,
  summary: 'Reject a waiting reward for good, with a reason',
  who: ['operator'],
  params,
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(REASON_MAX)) }),
  response: Done,
  problems,
});
