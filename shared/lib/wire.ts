import * as z from 'zod/mini';

/** The small pieces that every contract is made of. Instants on the wire are ISO 8601 in UTC with Z (decisions 2). */
export const Instant = z.iso.datetime();
/** A calendar day, YYYY-MM-DD, in a century that calendars and PostgreSQL agree on. */
export const Day = z.iso.date().check(z.regex(/^(?:19|2\d)/));
export const Id = z.uuid();
export const SessionId = z.int().check(z.minimum(1), z.maximum(2147483647));
/** A session's id where it is text: in a path or a query. */
export const SessionIdInUrl = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2147483647));
/** A text of at most `max` UTF-16 code units. */
export const Text = (max: number) => z.string().check(z.maxLength(max));

/** The three front ends, each on an origin of its own (decisions 1). */
export const Front = z.enum(['studio', 'partners', 'operator']);
export type Front = z.infer<typeof Front>;

export const Done = z.object({ ok: z.literal(true) });

/** A time zone that this machine knows by its IANA name. */
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

/** Paging of a list: `page` from 0, `size` up to 1000 (decisions 2). */
export const paging = (size = 100) => ({ page: whole(0, 0, 100_000), size: whole(size, 1, 1000) });
/** How many days ahead, 1 to 90. */
export const days = (fallback: number) => whole(fallback, 1, 90);
export const Total = z.int();
