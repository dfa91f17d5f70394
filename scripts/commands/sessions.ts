import { cancelAsOperator, moveAsOperator } from '#server/booking/service.ts';
import { firstOperator } from '#server/operator/service.ts';
import type { Ctx } from '#server/ctx/ctx.ts';
import { CommandError, UsageError, type Command, type ParsedArguments } from './command.ts';

const REASON_MAX = 200;

const TAKEN = 'Somebody else has that time.';
const unknown = (id: string): string => `There is no session ${id}.`;

function checkNumber(args: ParsedArguments): void {
  if (!/^[1-9]\d{5,9}$/.test(args.positionals[0] ?? ''))
    throw new UsageError("A session's number, such as 100004.");
}

/** The instant that was typed as the new start. */
function startOf(args: ParsedArguments): Temporal.Instant {
  try {
    return Temporal.Instant.from(args.positionals[1] ?? '');
  } catch {
    throw new UsageError('A start with its offset, such as 2026-12-01T14:00Z or 2026-12-01T14:00+01:00.');
  }
}

async function operatorOf(ctx: Pick<Ctx, 'db'>): Promise<string> {
  const operator = await firstOperator(ctx);
  if (operator === undefined)
    throw new CommandError('There is no operator yet. Make one first: people invite operator.');
  return operator.id;
}

export const SESSIONS: readonly Command[] = [
  {
    name: 'sessions cancel',
    argumentHelp: '<id> --reason "..."',
    about: 'Cancels a session, also one that has begun; the credits come back and both sides are told.',
    arguments: 1,
    values: ['reason'],
    needs: { events: true },
    check(args) {
      checkNumber(args);
      const reason = args.value('reason')?.trim() ?? '';
      if (reason === '' || reason.length > REASON_MAX)
        throw new UsageError(`Give a reason of at most ${REASON_MAX} characters: both sides read it.`);
    },
    async run({ ctx }, args) {
      const operatorId = await operatorOf(ctx);
      const [id = ''] = args.positionals;
      const reason = args.value('reason') ?? '';
      const done = await cancelAsOperator(ctx, { sessionId: Number(id), operatorId, reason });
      if (!done.ok)
        throw new CommandError(
          done.reason === 'not_found'
            ? unknown(id)
            : `Session ${id} cannot be cancelled any more: it is delivered or cancelled.`,
        );
      const { refunded } = done.value;
      return [
        `Session ${id} is cancelled; ${refunded} ${refunded === 1 ? 'credit is' : 'credits are'} back.`,
      ];
    },
  },
  {
    name: 'sessions move',
    argumentHelp: '<id> <start>',
    about: 'Moves a session, also one that has begun, to free times of its musician; both sides are told.',
    arguments: 2,
    needs: { events: true },
    check(args) {
      checkNumber(args);
      startOf(args);
    },
    async run({ ctx }, args) {
      const operatorId = await operatorOf(ctx);
      const [id = ''] = args.positionals;
      const done = await moveAsOperator(ctx, {
        sessionId: Number(id),
        operatorId,
        startsAt: startOf(args),
      });
      if (!done.ok) {
        if (done.reason === 'unknown_session') throw new CommandError(unknown(id));
        throw new CommandError(`Session ${id} was not moved. ${done.detail ?? TAKEN}`);
      }
      const { starts_at, ends_at } = done.value;
      return [`Session ${id} is now from ${starts_at.toString()} to ${ends_at.toString()}.`];
    },
  },
];
