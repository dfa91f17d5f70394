import { decideReward, listWaiting } from '#server/referrals/service.ts';
import { rewardFrom } from '#shared/referrals/rules.ts';
import { columns, CommandError, UsageError, type Command, type ParsedArguments } from './command.ts';
import type { StudioAccess } from './open-studio.ts';

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const HELD = {
  same_household: 'held: same household',
  same_mailbox: 'held: same mailbox',
  partly_refunded: 'held: refunded in part',
} as const;

async function decide({ ctx }: StudioAccess, args: ParsedArguments, approve: boolean): Promise<string[]> {
  const [id = ''] = args.positionals;
  if (!ID.test(id)) throw new UsageError(`An id as "referrals waiting" shows it, not "${id}".`);
  const decided = await decideReward(ctx, { id, approve });
  if (!decided.ok) throw new CommandError('No reward waits under this id.');
  return [approve ? 'Both have their credits.' : 'It is rejected; nobody gets credits for it.'];
}

export const REFERRALS: readonly Command[] = [
  {
    name: 'referrals waiting',
    argumentHelp: '',
    about: 'Rewards that wait: for their three days, or for a word of yours.',
    arguments: 0,
    async run({ ctx }) {
      const waiting = await listWaiting(ctx);
      if (waiting.length === 0) return ['No reward waits.'];
      return columns(
        waiting.map(({ id, inviter, invitee, first_paid_at, needs_operator }) => [
          id,
          `${inviter} brought ${invitee}`,
          needs_operator === null
            ? `paid from ${first_paid_at === null ? '-' : rewardFrom(first_paid_at).toString({ smallestUnit: 'minute' })}`
            : HELD[needs_operator],
        ]),
      );
    },
  },
  {
    name: 'referrals approve',
    argumentHelp: '<id>',
    about: 'Pays both their credits now, whatever the reward was held for.',
    arguments: 1,
    run: (at, args) => decide(at, args, true),
  },
  {
    name: 'referrals reject',
    argumentHelp: '<id>',
    about: 'Pays nobody, for good.',
    arguments: 1,
    run: (at, args) => decide(at, args, false),
  },
];
