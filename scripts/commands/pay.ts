import { closeMonth, planClosing, type ClosingPlan } from '#server/calendar/pay/close-months.ts';
import { firstOpenDay, readRates, setRate } from '#server/calendar/pay/set-rate.ts';
import { hoursInWords, readRateCents, type Rate, type YearMonth } from '#shared/calendar/rules-pay.ts';
import { rateEffect, rateTooEarly } from '#shared/calendar/texts-pay.ts';
import { monthName } from '#shared/lib/day-names.ts';
import { formatUsdExact } from '#shared/lib/money.ts';
import { columns, CommandError, UsageError, type Command, type ParsedArguments } from './command.ts';
import type { StudioAccess } from './open-studio.ts';

const REFUSALS: Readonly<Record<NonNullable<ClosingPlan['refusal']>, string>> = {
  not_over: 'not over yet',
  closed: 'closed already',
  no_rate: 'no rate',
  nothing: 'no hours',
};

function monthArgument({ positionals: [typed = ''] }: ParsedArguments): YearMonth {
  const found = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(typed);
  if (found === null) throw new UsageError('Which month? Such as 2026-10.');
  return { year: Number(found[1]), month: Number(found[2]) };
}

function lineOf({ musician, figures, refusal }: ClosingPlan): string[] {
  const { fixed, holidays, flexible_booked } = figures.minutes;
  const payment = figures.payment_cents === null ? '-' : formatUsdExact(figures.payment_cents);
  const why = refusal === null ? '' : REFUSALS[refusal];
  return [
    musician.slug,
    hoursInWords(fixed - holidays),
    hoursInWords(flexible_booked),
    payment,
    refusal === 'no_rate' ? `${why} on ${figures.no_rate_on}` : why,
  ];
}

async function close({ ctx }: StudioAccess, args: ParsedArguments): Promise<string[]> {
  const which = monthArgument(args);
  const slug = args.value('musician') ?? null;
  const plans = await planClosing(ctx, which, slug);
  if (plans === undefined) throw new CommandError(`There is no musician "${slug}".`);
  const shown = plans.filter(({ refusal }) => slug !== null || refusal !== 'nothing');
  const table = columns([['Musician', 'Fixed', 'Flexible', 'Payment', ''], ...shown.map(lineOf)]);
  const ready = plans.filter(({ refusal }) => refusal === null);
  const name = `${monthName(which)} ${which.year}`;
  if (ready.length === 0) throw new CommandError([...table, `Nothing of ${name} can be closed.`].join('\n'));
  const what = `${name} of ${ready.length} ${ready.length === 1 ? 'musician' : 'musicians'}`;
  if (!args.is('yes'))
    return [...table, `${what} would be closed for ever. Nothing was changed yet. With --yes it is.`];
  let closed = 0;
  for (const { musician } of ready) if ((await closeMonth(ctx, musician.id, which)).ok) closed += 1;
  return [
    ...table,
    closed === ready.length
      ? `${what} is closed.`
      : `${closed} of ${ready.length} were closed; type it again.`,
  ];
}

function rateOf(args: ParsedArguments): Rate {
  const cents = (name: string): number => {
    const typed = readRateCents(args.value(name) ?? '');
    if (typed === null) throw new UsageError(`--${name} takes dollars an hour, such as 32 or 32.50.`);
    return typed;
  };
  const from = args.value('from') ?? '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(from) || !isDay(from))
    throw new UsageError('--from takes a day, such as 2026-10-01.');
  return { valid_from: from, fixed_cents: cents('fixed'), flexible_cents: cents('flexible') };
}

function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}

async function setMusicianRate({ ctx }: StudioAccess, args: ParsedArguments): Promise<string[]> {
  const rate = rateOf(args);
  const [slug = ''] = args.positionals;
  const musician = await readRates(ctx, slug);
  if (musician === undefined) throw new CommandError(`There is no musician "${slug}".`);
  const earliest = await firstOpenDay(ctx, musician.id);
  if (earliest !== null && rate.valid_from < earliest) throw new CommandError(rateTooEarly(earliest));
  const what = rateEffect(musician.name, musician.rates, rate);
  if (!args.is('yes')) return [...what, 'Nothing was changed yet. With --yes it is.'];
  const done = await setRate(ctx, musician.id, rate);
  if (!done.ok) throw new CommandError('That month has just been closed.');
  return what;
}

export const PAY: readonly Command[] = [
  {
    name: 'months close',
    argumentHelp: '<2026-10> [--musician <slug>] [--yes]',
    about:
      "Closes a month of one musician's invoice, or of all, for ever. Shows first what it would do; --yes does it. On the 5th of the next month Talkback does it by itself.",
    values: ['musician'],
    switches: ['yes'],
    arguments: 1,
    check: (args) => void monthArgument(args),
    run: close,
  },
  {
    name: 'musicians rate',
    argumentHelp: '<slug> --from 2026-10-01 --fixed 32 --flexible 45 [--yes]',
    about:
      'Sets what a musician earns an hour, in dollars, from a day on. Never in a closed month. Shows first what it would do; --yes does it.',
    values: ['from', 'fixed', 'flexible'],
    switches: ['yes'],
    arguments: 1,
    check: (args) => void rateOf(args),
    run: setMusicianRate,
  },
  {
    name: 'musicians rates',
    argumentHelp: '<slug>',
    about: "Lists a musician's rates.",
    arguments: 1,
    async run({ ctx }, args) {
      const [slug = ''] = args.positionals;
      const musician = await readRates(ctx, slug);
      if (musician === undefined) throw new CommandError(`There is no musician "${slug}".`);
      if (musician.rates.length === 0) return ['No rate is set.'];
      return columns([
        ['From', 'Fixed', 'Flexible'],
        ...musician.rates.map(({ valid_from, fixed_cents, flexible_cents }) => [
          valid_from,
          formatUsdExact(fixed_cents),
          formatUsdExact(flexible_cents),
        ]),
      ]);
    },
  },
];
