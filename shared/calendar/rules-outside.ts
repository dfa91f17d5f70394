/** How many other calendars a musician may have (docs/product/other-calendars.md). */
export const MAX_CALENDARS = 3;
export const MAX_CALENDAR_NAME = 60;
/** How far ahead busy times are read: further than anybody can book. */
export const READ_DAYS = 92;
const READ_MINUTES = 15;
const MAX_WAIT_MINUTES = 6 * 60;
/** Calendars are not all read at the same minute. */
const JITTER_SECONDS = 90;
/** An unchanged calendar is read anew after this, since its series go on into new days. */
const WHOLE_HOURS = 12;
/** A calendar that was not read for so long is told its musician. */
const UNREAD_HOURS = 24;

/** Why a calendar was not read. */
export const READ_FAILURES = [
  'bad_address',
  'not_secure',
  'private_address',
  'unknown_host',
  'unreachable',
  'bad_certificate',
  'slow',
  'too_large',
  'redirects',
  'no_access',
  'not_found',
  'server_error',
  'not_calendar',
  'too_many',
] as const;
export type ReadFailure = (typeof READ_FAILURES)[number];

/**
 * When a calendar is read next: in 15 minutes, after failures later, at most in 6 hours. `random` is from 0 to 1
 * (docs/product/other-calendars.md#reading).
 */
export function nextReadAt(now: Temporal.Instant, failures: number, random: number): Temporal.Instant {
  const minutes = Math.min(MAX_WAIT_MINUTES, READ_MINUTES * 2 ** Math.max(0, failures - 1));
  return now.add({ minutes, seconds: Math.floor(random * JITTER_SECONDS) });
}

/**
 * Whether a failed reading at `now` is the first one a day or more after the last that succeeded; `read_at`: the reading
 * before it.
 */
export function isDayUnread(
  { last_ok_at, read_at }: { readonly last_ok_at: Temporal.Instant; readonly read_at: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  const day = last_ok_at.add({ hours: UNREAD_HOURS });
  return Temporal.Instant.compare(read_at, day) < 0 && Temporal.Instant.compare(day, now) <= 0;
}

/** A calendar's last whole reading: when, and in which zone its times without one were read. */
export interface WholeReading {
  readonly parsed_at: Temporal.Instant | null;
  readonly parsed_zone: string | null;
}

/** Whether an unchanged calendar may be taken as it was read last. */
export function isReadingFresh(
  { parsed_at, parsed_zone }: WholeReading,
  zone: string,
  now: Temporal.Instant,
): boolean {
  return (
    parsed_at !== null &&
    parsed_zone === zone &&
    Temporal.Instant.compare(parsed_at.add({ hours: WHOLE_HOURS }), now) > 0
  );
}

/** What is shown of an address, which is a secret as a whole. */
export function addressHost(address: string): string {
  return URL.parse(address)?.host ?? '';
}
