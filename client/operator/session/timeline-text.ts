import { formatBytes } from '#shared/files/rules.ts';
import type { TimelineEntry } from '#shared/operator/contract-session.ts';
import { AUDIT_LABELS } from '#shared/operator/texts-audit.ts';
import { creditsText, SOURCE_LABELS } from '#shared/operator/texts-people.ts';
import { EVENT_LABELS, LEDGER_LABELS } from '#shared/operator/texts-sessions.ts';

interface EntryText {
  readonly kind: string;
  readonly what: string;
  /** By whom, to whom or of what. */
  readonly about: string;
  readonly reason: string | null;
}

/** "-2 credits" as "2 credits", with the word before it. */
export const ledgerText = ({
  delta,
  reason,
}: {
  delta: number;
  reason: keyof typeof LEDGER_LABELS;
}): string => `${LEDGER_LABELS[reason]}: ${creditsText(Math.abs(delta))}`;

const asWords = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');

/** An entry of the timeline in words. */
export function entryText(entry: TimelineEntry): EntryText {
  switch (entry.kind) {
    case 'event': {
      const about = entry.by === null ? 'by time' : `by ${entry.by.name}`;
      return { kind: 'Status', what: EVENT_LABELS[entry.event], about, reason: null };
    }
    case 'mail': {
      const about = entry.to === null ? 'to a former address' : `to the ${entry.to}`;
      return { kind: 'Mail', what: asWords(entry.mail), about, reason: null };
    }
    case 'credits':
      return { kind: 'Credits', what: ledgerText(entry), about: SOURCE_LABELS[entry.source], reason: null };
    case 'file': {
      const about = `${formatBytes(entry.size)}, by ${entry.by.name}`;
      return { kind: 'File', what: entry.name, about, reason: null };
    }
    case 'audit': {
      const { what, operator, reason } = entry.entry;
      const about = operator === null ? 'by a command' : `by ${operator.name}`;
      return { kind: 'Audit log', what: AUDIT_LABELS[what], about, reason };
    }
  }
}
