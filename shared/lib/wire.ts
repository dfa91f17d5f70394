import * as z from 'zod/mini';

/** 1900 to 2999: the database has no year 0. */
const KNOWN_YEARS = /^(?:19|2\d)/;
/** An instant in ISO 8601, UTC with Z, 1900 to 2999 (docs/product/api.md#instants-and-days). */
export const Instant = z.iso
  .datetime()
  .check(z.refine((text) => KNOWN_YEARS.test(text), 'Please give a year from 1900 to 2999.'));
/** A calendar day YYYY-MM-DD, 1900 to 2999. */
export const Day = z.iso.date().check(z.regex(KNOWN_YEARS));
export const Id = z.uuid();
export const SessionId = z.int().check(z.minimum(1), z.maximum(2147483647));
/** A session's id in a path or query. */
export const SessionIdInUrl = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2147483647));
/** A text of at most `max` UTF-16 code units. */
export const Text = (max: number) => z.string().check(z.maxLength(max));

/** The three fronts, each on an origin of its own. */
export const Front = z.enum(['studio', 'partners', 'operator']);
export type Front = z.infer<typeof Front>;

export const Done = z.object({ ok: z.literal(true) });

/** An IANA time zone known to this machine. */
export const Zone = z.string().check(
  z.maxLength(64),
  z.refine((zone) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
    } catch {
      return false;
    }
  }, 'This is not a time zone we know.'),
);

const whole = (fallback: number, least: number, most: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most)), fallback);

/** Paging of a list (docs/product/api.md#paging). */
export const paging = (size = 100) => ({ page: whole(0, 0, 100_000), size: whole(size, 1, 1000) });
/** Number of days ahead, 1 to 90. */
export const days = (fallback: number) => whole(fallback, 1, 90);
export const Total = z.int();

/** A refused field by its path in the body ('user.email'), with text for the person. */
export const FieldError = z.object({ field: z.string(), message: z.string() });

/** RFC 9457 problem document (docs/product/api.md#problem-documents). */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  errors: z.optional(z.array(FieldError)),
});
