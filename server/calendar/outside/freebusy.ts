import type ICAL from 'ical.js';
import type { BusyQuery, Step } from './occurrences.ts';

const NAME = 'X-TALKBACK-FREEBUSY';

/**
 * A calendar's text with its free/busy times under another name: the parser refuses the whole calendar for one that is
 * malformed.
 */
export function renameFreeBusy(text: string): string {
  return text.replaceAll(
    /^FREEBUSY((?:;[^:\r\n]*)?):/gim,
    (_, parameters: string) => `${NAME}${parameters.replaceAll(/;VALUE=[^;]*/gi, '')}:`,
  );
}

/**
 * Times of a calendar's free/busy parts, a step for each: those that are free yield none
 * (docs/product/other-calendars.md#what-counts-as-busy).
 */
export function* expandFreeBusy(
  components: readonly ICAL.Component[],
  range: Pick<BusyQuery, 'from' | 'to'>,
): Generator<Step> {
  for (const component of components)
    for (const property of component.getAllProperties(NAME.toLowerCase())) {
      const kind = property.getFirstParameter('fbtype');
      const isFree = typeof kind === 'string' && kind.toUpperCase() === 'FREE';
      for (const period of String(property.getFirstValue()).split(',')) {
        const span = isFree ? null : readPeriod(period.trim());
        const isOver = span !== null && span !== 'skipped' && (span[1] <= range.from || span[0] >= range.to);
        yield isOver ? null : span;
      }
    }
}

/** Four digits are the years that calendars, and the database, can say. */
const LAST = Date.UTC(9999, 11, 31);
const UTC = /^\d{8}T\d{6}Z$/i;

/** `start/end` or `start/length`, in UTC as the format asks for. */
function readPeriod(period: string): Step {
  const [start = '', end = '', ...more] = period.split('/');
  if (!UTC.test(start) || more.length > 0) return 'skipped';
  try {
    const from = Temporal.Instant.from(start);
    const to = UTC.test(end)
      ? Temporal.Instant.from(end)
      : from.toZonedDateTimeISO('UTC').add(Temporal.Duration.from(end)).toInstant();
    if (to.epochMilliseconds > LAST) return 'skipped';
    return Temporal.Instant.compare(from, to) < 0 ? [from.epochMilliseconds, to.epochMilliseconds] : null;
  } catch {
    return 'skipped';
  }
}
