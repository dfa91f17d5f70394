/** What operators and commands change, as the audit log names it (docs/product/operator.md#audit-log). */
export const AUDITED = [
  'coupon.begun',
  'coupon.ended',
  'coupon.ending',
  'coupon.made',
  'coupon.refused',
  'credits.granted',
  'credits.taken',
  'data.exported',
  'document.changed',
  'document.reset',
  'draft.brought-back',
  'draft.discarded',
  'draft.saved',
  'flag.set',
  'flag.unset',
  'hours.changed',
  'job.dropped',
  'job.run-again',
  'logins.ended',
  'mail.read',
  'mail.sent-again',
  'messages.read',
  'month.closed',
  'offers.changed',
  'password.changed',
  'payout.marked',
  'payout.taken-back',
  'person.admitted',
  'person.blocked',
  'person.erased',
  'person.erasure-requested',
  'person.erasure-taken-back',
  'person.imported',
  'person.invited',
  'person.invited-again',
  'person.unblocked',
  'picture.added',
  'picture.removed',
  'prices.synced',
  'profile.approved',
  'profile.returned',
  'rate.set',
  'rating.hidden',
  'rating.shown',
  'refund.begun',
  'refund.made',
  'refund.refused',
  'reward.approved',
  'reward.rejected',
  'role.changed',
  'schedule.undone',
  'second-factor.app-added',
  'second-factor.app-removed',
  'second-factor.codes-renewed',
  'second-factor.passkey-added',
  'second-factor.passkey-removed',
  'second-factor.passkey-renamed',
  'second-factor.removed',
  'second-factor.reset',
  'second-factor.set-up',
  'service.added',
  'service.changed',
  'service.moved',
  'service.offered',
  'service.stopped',
  'services.changed',
  'session.booked',
  'session.cancelled',
  'session.imported',
  'session.moved',
  'time-off.changed',
] as const;
export type Audited = (typeof AUDITED)[number];

/** What a change is of. A musician is a person; `prices` are those of a provider. */
export const AUDIT_OBJECTS = [
  'coupon',
  'document',
  'flag',
  'job',
  'mail',
  'payment',
  'person',
  'picture',
  'prices',
  'referral',
  'service',
  'session',
] as const;
export type AuditObject = (typeof AUDIT_OBJECTS)[number];

/** Entries of one page of the audit log. */
export const AUDIT_PAGE = 50;

/** Facts of a change, by their names. */
export type AuditFacts = Readonly<Record<string, unknown>>;

/** Whether a value is taken apart; a list of words or figures is one value. */
const isNested = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) ? value.some(isObject) : Object.keys(value).length > 0);

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The values within a value, by their paths: `{ a: [{ b: 1 }] }` has `a.0.b`. */
function leavesOf(value: AuditFacts, path = ''): [string, unknown][] {
  return Object.entries(value).flatMap(([key, inner]): [string, unknown][] =>
    isNested(inner) ? leavesOf(inner, `${path}${key}.`) : [[path + key, inner]],
  );
}

/** One value that a change has touched; undefined: it was, or is, not there. */
export interface ChangedValue {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The values of a change by their paths, those before it first; without those that are the same. */
export function changedValues(before: AuditFacts | null, after: AuditFacts | null): ChangedValue[] {
  const [old, now] = [new Map(leavesOf(before ?? {})), new Map(leavesOf(after ?? {}))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((name) => ({ name, before: old.get(name), after: now.get(name) }))
    .filter((value) => !isSame(value.before, value.after));
}

/** What of two versions differs, each by its paths; for objects that are too large to be kept whole. */
export function differences(
  before: AuditFacts,
  after: AuditFacts,
): { readonly before: AuditFacts; readonly after: AuditFacts } {
  const changed = changedValues(before, after);
  const side = (of: 'before' | 'after') =>
    Object.fromEntries(
      changed.filter((value) => value[of] !== undefined).map((value) => [value.name, value[of]]),
    );
  return { before: side('before'), after: side('after') };
}
