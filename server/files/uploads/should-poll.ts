/** How often the job that asks runs, in minutes. */
const RUN_MINUTES = 5;
/** Up to an age, asked every so many minutes; an upload is given up after three days. */
const STEPS = [
  { until: 60, every: RUN_MINUTES },
  { until: 360, every: 30 },
  { until: Number.POSITIVE_INFINITY, every: 60 },
] as const;

/** What says whether storage is asked for an upload that nobody has told of. */
export interface LeftUpload {
  readonly created_at: Temporal.Instant;
  readonly expires_at: Temporal.Instant;
  readonly status: string;
}

/**
 * Whether this run of the job, one every 5 minutes, asks storage for an upload: in its first hour every run, then every half
 * hour, after six hours every hour; and always before it is given up, overdue or of a cancelled session.
 */
export function isAskedFor(upload: LeftUpload, now: Temporal.Instant): boolean {
  if (upload.status === 'cancelled' || Temporal.Instant.compare(upload.expires_at, now) <= 0) return true;
  const age = now.since(upload.created_at).total('minutes');
  const every = STEPS.find(({ until }) => age < until)?.every ?? RUN_MINUTES;
  return Math.floor(age / every) !== Math.floor((age - RUN_MINUTES) / every);
}
