/** The interval of the job, in minutes. */
const RUN_MINUTES = 5;
/** Polling interval by age, in minutes; an upload expires after three days. */
const STEPS = [
  { until: 60, every: RUN_MINUTES },
  { until: 360, every: 30 },
  { until: Number.POSITIVE_INFINITY, every: 60 },
] as const;

/** The fields of an unreported upload that decide polling. */
export interface UnreportedUpload {
  readonly created_at: Temporal.Instant;
  readonly expires_at: Temporal.Instant;
  readonly status: string;
}

/**
 * Whether this run of the job asks storage for an upload (docs/product/files.md#uploads-nobody-reports); always
 * before it is given up.
 */
export function shouldPoll(upload: UnreportedUpload, now: Temporal.Instant): boolean {
  if (upload.status === 'cancelled' || Temporal.Instant.compare(upload.expires_at, now) <= 0) return true;
  const age = now.since(upload.created_at).total('minutes');
  const every = STEPS.find(({ until }) => age < until)?.every ?? RUN_MINUTES;
  return Math.floor(age / every) !== Math.floor((age - RUN_MINUTES) / every);
}
