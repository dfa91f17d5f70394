import { HELD_LABELS } from './rewards/texts-rewards.ts';
import type { TodayList } from './rules-today.ts';

/** The lists of Today. */
export const TODAY_LABELS: Readonly<Record<TodayList, string>> = {
  running: 'Sessions now',
  next: 'Next 24 hours',
  late: 'Deliveries late',
  files_due: 'Files due',
  conflicts: 'Conflicts with calendars',
  failed_payments: 'Failed payments',
  failed_jobs: 'Failed jobs',
  rewards: 'Rewards to decide',
  waiting_list: 'Waiting list',
  profiles: 'Profiles to approve',
};

/** What a row's time is. */
export const TODAY_TIMES: Readonly<Record<TodayList, string>> = {
  running: 'Ends',
  next: 'Starts',
  late: 'Was due',
  files_due: 'Due',
  conflicts: 'Starts',
  failed_payments: 'Next try',
  failed_jobs: 'Failed',
  rewards: 'Paid',
  waiting_list: 'Since',
  profiles: 'Sent in',
};

/** More about a row, in words. */
export const aboutText = (list: TodayList, about: string): string =>
  list === 'rewards' ? ((HELD_LABELS as Readonly<Record<string, string>>)[about] ?? about) : about;
