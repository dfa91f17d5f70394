import { RESTART } from '#shared/billing/texts-area.ts';
import { formatUsd } from '#shared/lib/money.ts';
import type { RestartTerms } from './api.ts';

/** What a restart costs today, line by line; `day` is when the new period ends. */
export function restartLines(terms: RestartTerms, day: string): string[] {
  const { net_cents, vat_cents, total_cents, due_cents, credits } = terms;
  const total = formatUsd(total_cents);
  const { granted, to_bank, lost, unspent } = credits;
  return [
    vat_cents === 0
      ? RESTART.pay(total)
      : RESTART.payWithVat(total, formatUsd(net_cents), formatUsd(vat_cents)),
    ...(due_cents < total_cents ? [RESTART.due(formatUsd(due_cents))] : []),
    RESTART.period(day),
    RESTART.granted(granted),
    ...(to_bank > 0 ? [RESTART.toBank(to_bank)] : []),
    ...(lost > 0 ? [RESTART.lost(lost)] : []),
    ...(unspent > 0 && lost === 0 ? [RESTART.nothingLost] : []),
  ];
}
