import { listDisputes, listPayments } from '#server/billing/refunding/list-payments.ts';
import { planRefund, type PlanRefusal, type RefundPlan } from '#server/billing/refunding/plan-refund.ts';
import { refundPayment } from '#server/billing/refunding/refund-payment.ts';
import { formatUsdExact, toCents } from '#shared/lib/money.ts';
import { NOT_REFUNDED } from '#shared/operator/person/texts-refund.ts';
import { columns, CommandError, UsageError, type Command, type ParsedArguments } from './command.ts';
import type { StudioAccess } from './open-studio.ts';

type Payment = RefundPlan['payment'];

const AMOUNT = /^\d{1,7}(?:\.\d{1,2})?$/;

const REFUSALS: Readonly<
  Record<Exclude<PlanRefusal, 'several' | 'refunded_wholly' | 'made_already'>, string>
> = {
  not_found: 'There is no such payment. "refunds payments <e-mail>" lists those of a person.',
  ...NOT_REFUNDED,
};

/** Nothing is left to do: no failure, so that a repeated command is none. */
const DONE_ALREADY = {
  refunded_wholly: NOT_REFUNDED.refunded_wholly,
  made_already:
    'This amount of the payment is refunded already. Nothing was done; with --again it is refunded once more.',
} as const;

const creditsText = (n: number): string => `${n} ${n === 1 ? 'credit' : 'credits'}`;

function whatOf({ kind, name, quantity }: Payment): string {
  return kind === 'top-up' ? creditsText(quantity) : name;
}

function linesOf(payments: readonly Payment[], withPerson = false): string[] {
  return columns(
    payments.map((payment) => [
      payment.number ?? '-',
      payment.paid_at.toString().slice(0, 10),
      ...(withPerson ? [payment.email] : []),
      whatOf(payment),
      formatUsdExact(payment.total_cents),
      payment.refunded_cents === 0
        ? '-'
        : `refunded ${[formatUsdExact(payment.refunded_cents), ...payment.credit_notes].join(' ')}`,
      payment.disputes.length === 0 ? '-' : `dispute ${payment.disputes.join(', ')}`,
      payment.id,
    ]),
  );
}

function centsOf(args: ParsedArguments): number | null {
  const typed = args.value('amount');
  if (typed === undefined) return null;
  if (!AMOUNT.test(typed) || toCents(Number(typed)) === 0)
    throw new UsageError('An amount in dollars with VAT, such as 12.50.');
  return toCents(Number(typed));
}

async function refund({ ctx }: StudioAccess, args: ParsedArguments): Promise<string[]> {
  const [find = ''] = args.positionals;
  const planned = await planRefund(ctx, { find, cents: centsOf(args), again: args.is('again') });
  if (!planned.ok) {
    const { reason } = planned;
    if (reason === 'refunded_wholly' || reason === 'made_already') return [DONE_ALREADY[reason]];
    if (reason !== 'several') throw new CommandError(REFUSALS[reason]);
    const all = await listPayments(ctx, find);
    throw new CommandError(
      ['Which payment? Name its receipt or its id:', ...(all.ok ? linesOf(all.value) : [])].join('\n'),
    );
  }
  const { payment, cents, left_cents, credits } = planned.value;
  const what = [
    `${formatUsdExact(cents)} of ${payment.number ?? payment.id}, ${whatOf(payment)}, paid by ${payment.email}.`,
    `${formatUsdExact(left_cents)} of it stays paid; ${creditsText(credits)} not spent yet ${credits === 1 ? 'is' : 'are'} taken back.`,
  ];
  if (!args.is('yes')) return [...what, 'Nothing was changed yet. With --yes it is.'];
  const done = await refundPayment(ctx, planned.value);
  if (!done.ok)
    throw new CommandError(
      done.reason === 'refused'
        ? `The payment provider refuses: ${done.detail ?? ''}`
        : 'The payment provider does not answer. Type the same again: it is refunded once.',
    );
  return [
    ...what,
    done.value.isTakenIn ? 'It is refunded.' : 'It is refunded; the credits follow by its webhook.',
    'The credit note is mailed while Talkback runs.',
  ];
}

export const REFUNDS: readonly Command[] = [
  {
    name: 'refunds make',
    argumentHelp: '<receipt | payment | e-mail> [--amount 12.50] [--again] [--yes]',
    about:
      'Pays a payment back, wholly or an amount with VAT, and takes back credits that are not spent. Shows first what it would do; --yes does it. The same again does nothing; --again refunds the same amount once more.',
    values: ['amount'],
    switches: ['again', 'yes'],
    arguments: 1,
    needs: { events: true },
    check: (args) => void centsOf(args),
    run: refund,
  },
  {
    name: 'refunds payments',
    argumentHelp: '<e-mail>',
    about: 'Lists what a person has paid, with refunds, credit notes and disputes.',
    arguments: 1,
    async run({ ctx }, args) {
      const [email = ''] = args.positionals;
      const found = await listPayments(ctx, email);
      if (!found.ok) throw new CommandError('Nobody has an account with this e-mail.');
      return found.value.length === 0 ? ['Nothing was paid yet.'] : linesOf(found.value);
    },
  },
  {
    name: 'refunds disputes',
    argumentHelp: '',
    about: 'Lists the payments whose dispute is open; the provider asks for evidence.',
    arguments: 0,
    async run({ ctx }) {
      const disputed = await listDisputes(ctx);
      return disputed.length === 0 ? ['No dispute is open.'] : linesOf(disputed, true);
    },
  },
];
