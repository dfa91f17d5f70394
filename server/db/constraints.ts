/**
 * The database's words for a lost race: constraint name → the reason that a verb answers.
 * A violation of any other constraint is a fault of ours.
 */
export const CONSTRAINT_REASONS: Readonly<Record<string, string>> = {
  slot_claims_pkey: 'slot_taken',
  slot_claims_no_overlap: 'slot_taken',
  sessions_one_hold: 'hold_changed',
  credit_lots_within: 'not_enough_credits',
  people_email: 'email_taken',
  identities_pkey: 'identity_taken',
  musicians_slug_key: 'slug_taken',
};

/** PostgreSQL's answer as pg throws it. */
export interface DatabaseFailure extends Error {
  readonly code: string;
  readonly constraint?: string;
}

/** Whether an error came from PostgreSQL or from the connection to it. */
export function isDatabaseFailure(error: unknown): error is DatabaseFailure {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** The reason that a violated constraint stands for, or undefined for any other error. */
export function reasonOf(error: unknown): string | undefined {
  if (!isDatabaseFailure(error) || !error.code.startsWith('23')) return undefined;
  return error.constraint === undefined ? undefined : CONSTRAINT_REASONS[error.constraint];
}

const LINE_BROKEN = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);
/** Shut down or starting; a lock or an answer that took too long; a deadlock that stayed one. */
const DATABASE_AWAY = new Set(['57P01', '57P02', '57P03', '55P03', '57014', '40001', '40P01']);
/** Classes: no line to it; no memory, disk or connection left. */
const AWAY_CLASSES = new Set(['08', '53']);

/** Whether an error says that the database is away or overloaded: answered with 503, tried again by the caller. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isDatabaseFailure(error)) {
    const { code } = error;
    if (DATABASE_AWAY.has(code) || AWAY_CLASSES.has(code.slice(0, 2))) return true;
    if (LINE_BROKEN.has(code))
      return 'syscall' in error && ['connect', 'read', 'write'].includes(String(error.syscall));
  }
  return /Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after|not queryable/i.test(
    error.message,
  );
}

/** Whether PostgreSQL cannot keep a text that came in: it holds a NUL. Answered with 400. */
export function isUnstorable(error: unknown): boolean {
  return isDatabaseFailure(error) && (error.code === '22021' || error.code === '22P05');
}
