/** Constraint name → reason of a lost race. A violation of any other constraint is a fault. */
export const CONSTRAINT_REASONS: Readonly<Record<string, string>> = {
  slot_claims_pkey: 'slot_taken',
  slot_claims_no_overlap: 'slot_taken',
  sessions_one_hold: 'hold_changed',
  credit_lots_within: 'not_enough_credits',
  people_email: 'email_taken',
  identities_pkey: 'identity_taken',
  musicians_slug_key: 'slug_taken',
  services_value_key: 'name_taken',
};

/** A PostgreSQL error as pg throws it. */
export interface DatabaseFailure extends Error {
  readonly code: string;
  readonly constraint?: string;
}

/** Whether an error came from PostgreSQL or from the connection to it. */
export function isDatabaseFailure(error: unknown): error is DatabaseFailure {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** The reason of a violated constraint; undefined for other errors. */
export function reasonOf(error: unknown): string | undefined {
  if (!isDatabaseFailure(error) || !error.code.startsWith('23')) return undefined;
  return error.constraint === undefined ? undefined : CONSTRAINT_REASONS[error.constraint];
}

const LINE_BROKEN = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);
/** Shut down or starting; timeouts; repeated deadlocks. */
const DATABASE_AWAY = new Set(['57P01', '57P02', '57P03', '55P03', '57014', '40001', '40P01']);
/** Error classes: no connection; no memory, disk or connection slot left. */
const AWAY_CLASSES = new Set(['08', '53']);

/** Whether the database is unavailable or overloaded: 503, the caller tries again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'DatabaseTimeout' || error.name === 'DatabaseBusy') return true;
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

/** Whether a text holds a NUL, which PostgreSQL cannot store: 400. */
export function isUnstorable(error: unknown): boolean {
  return isDatabaseFailure(error) && (error.code === '22021' || error.code === '22P05');
}

/** Whose account something was to be stored for, that was erased meanwhile; null: it is no such failure. */
export function erasedAccount(error: unknown): 'account' | 'musician' | null {
  if (!isDatabaseFailure(error) || error.code !== '23001') return null;
  if (error.constraint === 'musician_erased') return 'musician';
  return error.constraint === 'account_erased' ? 'account' : null;
}
