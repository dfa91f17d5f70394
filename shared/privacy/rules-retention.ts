/** Rows that are deleted once a time is so many days past (docs/product/own-data.md#how-long). */
export interface Retention {
  readonly table: string;
  readonly key: string;
  readonly since: string;
  readonly days: number;
  /** Only rows with this value. */
  readonly only?: { readonly column: string; readonly value: string };
}

/** What the job `privacy.retain` deletes; other cleanups are their rooms' own. */
export const RETENTION: readonly Retention[] = [
  { table: 'email_log', key: 'id', since: 'sent_at', days: 400 },
  { table: 'data_exports', key: 'id', since: 'made_at', days: 30 },
  { table: 'waiting', key: 'id', since: 'ended_at', days: 400 },
  {
    table: 'invitations',
    key: 'id',
    since: 'expires_at',
    days: 400,
    only: { column: 'status', value: 'awaiting-to-accept' },
  },
];
