/** What an operator looks at each day, the most pressing first (docs/product/operator.md#today). */
export const TODAY_LISTS = [
  'running',
  'next',
  'late',
  'files_due',
  'conflicts',
  'failed_payments',
  'failed_jobs',
  'rewards',
  'waiting_list',
  'profiles',
] as const;
export type TodayList = (typeof TODAY_LISTS)[number];

/** Lists that wait for nobody: sessions take place by themselves. */
const NOTHING_TO_DO: ReadonlySet<TodayList> = new Set<TodayList>(['running', 'next']);

/** Whether what is in a list waits for somebody. */
export const waits = (list: TodayList): boolean => !NOTHING_TO_DO.has(list);

/** Rows of each list. */
export const TODAY_ROWS = 5;

/** How far ahead sessions and deadlines are listed. */
export const TODAY_HOURS = 24;
