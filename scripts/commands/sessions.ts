import { cancelAsOperator } from '#server/booking/service.ts';
import { firstOperator } from '#server/operator/service.ts';
import { CommandError, UsageError, type Command } from './command.ts';

const REASON_MAX = 200;

export const SESSIONS: readonly Command[] = [
  {
    name: 'sessions cancel',
    argumentHelp: '<id> --reason "..."',
    about: 'Cancels a session, also one that has begun; the credits come back and both sides are told.',
    arguments: 1,
    values: ['reason'],
    needs: { events: true },
    check(args) {
      if (!/^[1-9]\d{5,9}$/.test(args.positionals[0] ?? ''))
        throw new UsageError("A session's number, such as 100004.");
      const reason = args.value('reason')?.trim() ?? '';
      if (reason === '' || reason.length > REASON_MAX)
        throw new UsageError(`Give a reason of at most ${REASON_MAX} characters: both sides read it.`);
    },
    async run({ ctx }, args) {
      const operator = await firstOperator(ctx);
      if (operator === undefined)
        throw new CommandError('There is no operator yet. Make one first: people invite operator.');
      const [id = ''] = args.positionals;
      const reason = args.value('reason') ?? '';
      const done = await cancelAsOperator(ctx, { sessionId: Number(id), operatorId: operator.id, reason });
      if (!done.ok)
        throw new CommandError(
          done.reason === 'not_found'
            ? `There is no session ${id}.`
            : `Session ${id} cannot be cancelled any more: it is delivered or cancelled.`,
        );
      const { refunded } = done.value;
      return [
        `Session ${id} is cancelled; ${refunded} ${refunded === 1 ? 'credit is' : 'credits are'} back.`,
      ];
    },
  },
];
