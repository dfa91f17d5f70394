/**
 * Time formats (docs/product/ui.md#time-formats). Own names of months and weekdays, because locale data differs between
 * machines.
 */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

const two = (n: number) => String(n).padStart(2, '0');

function parts(instant: Temporal.Instant, zone: string) {
  const at = instant.toZonedDateTimeISO(zone);
  return {
    weekday: WEEKDAYS[at.dayOfWeek - 1] ?? '',
    day: two(at.day),
    month: MONTHS[at.month - 1] ?? '',
    monthNumber: two(at.month),
    year: String(at.year),
    shortYear: two(at.year % 100),
    clock: `${two(at.hour)}:${two(at.minute)}`,
    second: two(at.second),
    half: at.hour < 12 ? 'AM' : 'PM',
  };
}

/** 'ddd DD MMM YY': "Sat 21 Nov 26". */
export function formatDay(instant: Temporal.Instant, zone: string): string {
  const { weekday, day, month, shortYear } = parts(instant, zone);
  return `${weekday} ${day} ${month} ${shortYear}`;
}

/** HH:mm: "18:30". */
export function formatTime(instant: Temporal.Instant, zone: string): string {
  return parts(instant, zone).clock;
}

/** 'DD/MM/YYYY - HH:mm', a message's time: "21/11/2026 - 18:30". */
export function formatMessageTime(instant: Temporal.Instant, zone: string): string {
  const { day, monthNumber, year, clock } = parts(instant, zone);
  return `${day}/${monthNumber}/${year} - ${clock}`;
}

/** 'HH:mm:ss A, DD MMM YY', a file's last change: "18:30:05 PM, 21 Nov 26". */
export function formatFileTime(instant: Temporal.Instant, zone: string): string {
  const { clock, second, half, day, month, shortYear } = parts(instant, zone);
  return `${clock}:${second} ${half}, ${day} ${month} ${shortYear}`;
}

/** 'DD MMM YYYY [at] HH:mm', last updated: "21 Nov 2026 at 18:30". */
export function formatUpdatedAt(instant: Temporal.Instant, zone: string): string {
  const { day, month, year, clock } = parts(instant, zone);
  return `${day} ${month} ${year} at ${clock}`;
}

/** City and UTC offset of a zone at an instant: "Lisbon (UTC+0)", "Adelaide (UTC+10:30)". */
export function zoneLabel(zone: string, at: Temporal.Instant): string {
  const minutes = Math.round(at.toZonedDateTimeISO(zone).offsetNanoseconds / 60e9);
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${two(rest)}`}`;
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return city === 'UTC' ? offset : `${city} (${offset})`;
}

const counted = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`;

/** A length as text: "45 minutes", "24 hours", "2 days". */
export function durationInWords(minutes: number): string {
  if (minutes >= 2880 && minutes % 1440 === 0) return counted(minutes / 1440, 'day');
  if (minutes >= 60 && minutes % 60 === 0) return counted(minutes / 60, 'hour');
  return counted(minutes, 'minute');
}

/** Distance from now: "in 2 days", "3 hours ago", "now" under a minute; rounded down. */
export function relativeTime(instant: Temporal.Instant, now: Temporal.Instant): string {
  const distance = instant.epochMilliseconds - now.epochMilliseconds;
  const minutes = Math.floor(Math.abs(distance) / 60_000);
  if (minutes === 0) return 'now';
  const words =
    minutes < 60
      ? counted(minutes, 'minute')
      : minutes < 2880
        ? counted(Math.floor(minutes / 60), 'hour')
        : counted(Math.floor(minutes / 1440), 'day');
  return distance > 0 ? `in ${words}` : `${words} ago`;
}

/**
 * Milliseconds left as "14:59" or "1:04:00"; never negative, rounded up to a second.
 * @planned
 */
export function formatCountdown(milliseconds: number): string {
  const left = Math.max(0, Math.ceil(milliseconds / 1000));
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${two(minutes)}:${two(left % 60)}`;
}

/** The calendar day of an instant in a zone. */
export function dayOf(instant: Temporal.Instant, zone: string): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(zone).toPlainDate();
}

/** The first instant of a day in a zone; later than 00:00 where midnight is skipped. */
export function startOfDay(date: Temporal.PlainDate, zone: string): Temporal.Instant {
  return date.toZonedDateTime(zone).startOfDay().toInstant();
}

/** A day as instants `[from, to)`; 23 to 25 hours where the clocks change. */
export function daySpan(
  date: Temporal.PlainDate,
  zone: string,
): { readonly from: Temporal.Instant; readonly to: Temporal.Instant } {
  return { from: startOfDay(date, zone), to: startOfDay(date.add({ days: 1 }), zone) };
}

/** The Monday of the week that a day belongs to. */
export function startOfWeek(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.subtract({ days: date.dayOfWeek - 1 });
}

/** `count` days from the given one on. */
export function daysFrom(date: Temporal.PlainDate, count = 7): Temporal.PlainDate[] {
  return Array.from({ length: count }, (_, n) => date.add({ days: n }));
}

/** The last bookable day, two months on in the person's zone (docs/product/booking.md#two-months). */
export function lastBookableDay(now: Temporal.Instant, zone: string): Temporal.PlainDate {
  return dayOf(now, zone).add({ months: 2 });
}
