import type { UploadGroup, UploadSession } from './ports.ts';

/** The uploads of one session and their report to the studio. */
export interface GroupState {
  session: UploadSession;
  report: UploadGroup['report'];
  problem: string | null;
  /** What has arrived is listed, but the studio still waits for the rest of the group. */
  partial: boolean;
  /** A partial report that is running, or the cancel function of a planned one. */
  listing: 'busy' | (() => void) | null;
}

/** Counts of a group's files. */
export interface GroupFiles {
  /** Rows of this page and uploads that an earlier page left. */
  readonly count: number;
  /** Arrived, and not yet reported. */
  readonly unreported: number;
  /** Some are open, failed, or left by an earlier page. */
  readonly isIncomplete: boolean;
}

/** What a group needs next: removal, a partial report soon, the final report, or nothing. */
export type GroupNeed = 'end' | 'report_some' | 'report' | 'nothing';

/**
 * What a group needs next (docs/product/files.md#group-of-files). A planned partial report gives way to
 * 'report'. Pure.
 */
export function groupNeed(
  { report, partial, listing }: Pick<GroupState, 'report' | 'partial' | 'listing'>,
  { count, unreported, isIncomplete }: GroupFiles,
): GroupNeed {
  const isIdle = !partial && listing === null && report !== 'reporting' && report !== 'failed';
  if (count === 0 && isIdle) return 'end';
  if (isIncomplete) return unreported > 0 ? 'report_some' : 'nothing';
  if (listing === 'busy' || report === 'reporting') return 'nothing';
  return unreported > 0 || partial ? 'report' : 'nothing';
}
