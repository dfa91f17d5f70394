/** Maximum of login sessions per person (docs/product/accounts.md#login-session). */
export const MAX_LOGIN_SESSIONS = 20;
/** Maximum of known browsers per person (docs/product/security.md#known-browsers). */
export const MAX_KNOWN_BROWSERS = 20;

/** At most `max` attempts within `seconds`; with `pauses`, one more after each pause, each twice as long as the last. */
export interface AttemptLimit {
  readonly max: number;
  readonly seconds: number;
  readonly pauses?: { readonly first: number; readonly longest: number };
}

/** State of one counter. */
export interface AttemptCounter {
  readonly hits: number;
  readonly windowEnds: Temporal.Instant;
  readonly pausedUntil: Temporal.Instant | null;
}

/** Limits of one kind of attempt: a known browser has its own, all others pass the other three in this order. */
export interface AttemptLimits {
  readonly browser: readonly AttemptLimit[];
  readonly address: readonly AttemptLimit[];
  readonly pair: readonly AttemptLimit[];
  readonly account: readonly AttemptLimit[];
}

const QUARTER = 900;
const DAY = 86_400;
const LINK_LIMITS: AttemptLimits = {
  browser: [
    { max: 5, seconds: QUARTER },
    { max: 10, seconds: DAY },
  ],
  address: [{ max: 30, seconds: QUARTER }],
  pair: [
    { max: 5, seconds: QUARTER },
    { max: 8, seconds: DAY },
  ],
  account: [{ max: 20, seconds: DAY, pauses: { first: 3600, longest: 6 * 3600 } }],
};

/** docs/product/security.md#login-attempts and docs/product/security.md#mailed-link-limits */
export const ATTEMPT_LIMITS = {
  login: {
    browser: [
      { max: 20, seconds: QUARTER },
      { max: 100, seconds: DAY },
    ],
    address: [{ max: 100, seconds: 300 }],
    pair: [
      { max: 20, seconds: QUARTER },
      { max: 50, seconds: DAY },
    ],
    account: [{ max: 300, seconds: DAY, pauses: { first: 60, longest: 3600 } }],
  },
  reset: LINK_LIMITS,
  'sign-in-link': LINK_LIMITS,
} as const satisfies Readonly<Record<string, AttemptLimits>>;

export type AttemptKind = keyof typeof ATTEMPT_LIMITS;

/**
 * Whether an attempt passes a limit, with the counter after it. A refused attempt is not counted; `until`
 * says when to retry.
 */
export function checkAttempt(
  limit: AttemptLimit,
  counter: AttemptCounter | null,
  now: Temporal.Instant,
):
  | { readonly ok: true; readonly counter: AttemptCounter }
  | { readonly ok: false; readonly until: Temporal.Instant } {
  const isLater = (instant: Temporal.Instant | null): instant is Temporal.Instant =>
    instant !== null && Temporal.Instant.compare(instant, now) > 0;
  if (isLater(counter?.pausedUntil ?? null)) return { ok: false, until: counter?.pausedUntil ?? now };
  const running = counter !== null && isLater(counter.windowEnds) ? counter : null;
  const hits = (running?.hits ?? 0) + 1;
  const windowEnds = running?.windowEnds ?? now.add({ seconds: limit.seconds });
  if (limit.pauses === undefined) {
    if (hits > limit.max) return { ok: false, until: windowEnds };
    return { ok: true, counter: { hits, windowEnds, pausedUntil: null } };
  }
  const { first, longest } = limit.pauses;
  const pause = hits < limit.max ? null : Math.min(longest, first * 2 ** (hits - limit.max));
  const pausedUntil = pause === null ? null : now.add({ seconds: pause });
  return { ok: true, counter: { hits, windowEnds, pausedUntil } };
}
