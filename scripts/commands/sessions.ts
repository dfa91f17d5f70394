import { bookAsOperator, cancelAsOperator, moveAsOperator } from '#server/booking/service.ts';
import { firstOperator } from '#server/operator/service.ts';
import type { Ctx } from '#server/ctx/ctx.ts';
import { CommandError, UsageError, invalidInput, type Command, type ParsedArguments } from './command.ts';

const REASON_MAX = 200;

const TAKEN = 'Somebody else has that time.';
const unknown = (id: string): string => `There is no session ${id}.`;

function checkNumber(args: ParsedArguments): void {
  if (!/^[1-9]\d{5,9}$/.test(args.positionals[0] ?? ''))
    throw new UsageError("A session's number, such as 100004.");
}

/** The instant that was typed as the start. */
function startOf(args: ParsedArguments, place: number): Temporal.Instant {
  try {
    return Temporal.Instant.from(args.positionals[place] ?? '');
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

/** How many units were typed; 1 unless given. */
function unitsOf(args: ParsedArguments): number {
  const typed = args.value('units') ?? '1';
  if (!/^[1-9]\d?$/.test(typed)) throw new UsageError('--units takes a whole number such as 2.');
  return Number(typed);
}

const NOT_BOOKED = {
  unknown_client: 'There is no client or managed client with that e-mail.',
  client_blocked: 'This client is blocked.',
  unknown_musician: 'There is no musician of that name (slug).',
  unknown_service: 'This musician does not offer that service.',
};

export const SESSIONS: readonly Command[] = [
  {
    name: 'sessions book',
    argumentHelp:
      '<e-mail> <musician> <service> <start> --title "..." [--units 2] [--attend] [--message "..."]',
    about:
      'Books free times of a musician for a client, who pays with their credits, or a managed client, for whom the studio pays; both sides are told.',
    arguments: 4,
    values: ['title', 'units', 'message'],
    switches: ['attend'],
    needs: { events: true },
    check(args) {
      startOf(args, 3);
      unitsOf(args);
      if (args.value('title') === undefined) throw new UsageError('Give the track a --title.');
    },
    async run({ ctx }, args) {
      const operatorId = await operatorOf(ctx);
      const [email = '', musician = '', service = ''] = args.positionals;
      const done = await bookAsOperator(ctx, {
        operatorId,
        client: { email },
        musician,
        service,
        startsAt: startOf(args, 3),
        units: unitsOf(args),
        title: args.value('title') ?? '',
        attendance: args.is('attend'),
        message: args.value('message') ?? null,
      });
      if (!done.ok) {
        if (done.reason === 'invalid') throw invalidInput('Nothing was booked.', done.errors);
        const known = NOT_BOOKED[done.reason as keyof typeof NOT_BOOKED] as string | undefined;
        throw new CommandError(known ?? `Nothing was booked. ${done.detail ?? TAKEN}`);
      }
      const { id, starts_at, ends_at, price } = done.value;
      return [
        `Session ${id} is booked from ${starts_at.toString()} to ${ends_at.toString()}, for ${price} ${price === 1 ? 'credit' : 'credits'}.`,
      ];
    },
  },
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
      startOf(args, 1);
    },
    async run({ ctx }, args) {
      const operatorId = await operatorOf(ctx);
      const [id = ''] = args.positionals;
      const done = await moveAsOperator(ctx, {
        sessionId: Number(id),
        operatorId,
        startsAt: startOf(args, 1),
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
