import { listCancellations, type ListedCancellation } from '#server/billing/leaving/list-cancellations.ts';
import { columns, UsageError, type Command, type ParsedArguments } from './command.ts';

const day = (at: Temporal.Instant): string => at.toString().slice(0, 10);

function sinceOf(args: ParsedArguments): Temporal.Instant {
  try {
    return Temporal.PlainDate.from(args.value('since') ?? '1970-01-01')
      .toZonedDateTime('UTC')
      .toInstant();
  } catch {
    throw new UsageError('A day such as 2026-01-31.');
  }
}

/** How often each reason was given, the most frequent first. */
function reasonsOf(cancellations: readonly ListedCancellation[]): string[] {
  const counts = new Map<string, number>();
  for (const { reason } of cancellations) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const rows = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return columns(rows.map(([reason, n]) => [String(n), reason]));
}

export const CANCELLATIONS: Command = {
  name: 'people cancellations',
  argumentHelp: '[--since 2026-01-31]',
  about:
    'Lists who cancelled their membership and why, the newest first, and how often each reason was given.',
  values: ['since'],
  arguments: 0,
  check: (args) => void sinceOf(args),
  async run({ ctx }, args) {
    const found = await listCancellations(ctx, sinceOf(args));
    if (found.length === 0) return ['Nobody has cancelled.'];
    const lines = found.map(({ requested_at, email, reason, comments, ends_at, taken_back_at }) => [
      day(requested_at),
      email,
      taken_back_at === null ? `ends ${day(ends_at)}` : `taken back ${day(taken_back_at)}`,
      reason,
      comments.replaceAll(/\s+/g, ' '),
    ]);
    return [...columns(lines), '', ...reasonsOf(found)];
  },
};
