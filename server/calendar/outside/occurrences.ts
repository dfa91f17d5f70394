import ICAL from 'ical.js';
import { plainOf, type Zone, type Zones } from './zones.ts';

/** What is wanted from a calendar. */
export interface BusyQuery {
  /** For days without a zone, and for times without one. */
  readonly zone: string;
  /** Milliseconds since the epoch; only what touches `[from, to)` is wanted. */
  readonly from: number;
  readonly to: number;
  /** Hosts whose sessions' entries are ours: a session does not collide with itself. */
  readonly ownHosts: readonly string[];
}

/** How long an event lasts: so many local days, then so many milliseconds. */
interface Length {
  readonly days: number;
  readonly ms: number;
}

/** An event that makes its owner busy, or one that only takes the place of an occurrence. */
interface CalendarEvent {
  readonly uid: string;
  readonly start: ICAL.Time;
  readonly zone: Zone;
  readonly length: Length;
  readonly isBusy: boolean;
  readonly rules: readonly ICAL.Recur[];
  /** Further occurrences; those excluded as instants, and as local days. */
  readonly added: readonly ICAL.Time[];
  readonly excluded: ReadonlySet<number>;
  readonly excludedDays: ReadonlySet<string>;
  /** The occurrence of a series that it replaces; `onward`: and all later ones. */
  readonly replaces: { readonly epoch: number; readonly onward: boolean } | null;
}

/** A busy time `[from, to)`; null: a step that yields none; 'skipped': an event that cannot be read. */
export type Step = readonly [from: number, to: number] | null | 'skipped';

const dayKey = (time: ICAL.Time): string => plainOf(time).toPlainDate().toString();

/** A calendar's events, and how many could not be read. */
export function readEvents(
  components: readonly ICAL.Component[],
  zones: Zones,
  ownHosts: readonly string[],
): { readonly events: readonly CalendarEvent[]; readonly skipped: number } {
  const events: CalendarEvent[] = [];
  let skipped = 0;
  for (const component of components) {
    try {
      const event = readEvent(component, zones);
      if (!isOwn(event.uid, ownHosts)) events.push(event);
    } catch {
      skipped += 1;
    }
  }
  return { events, skipped };
}

/** Whether an entry is one of our sessions (docs/product/sessions.md#calendar-entry). */
function isOwn(uid: string, ownHosts: readonly string[]): boolean {
  const host = /^session-\d+@(.+)$/.exec(uid)?.[1];
  return host !== undefined && ownHosts.includes(host);
}

function readEvent(component: ICAL.Component, zones: Zones): CalendarEvent {
  const property = component.getFirstProperty('dtstart');
  const start = property?.getFirstValue();
  if (!property || !(start instanceof ICAL.Time)) throw new Error('an event without a start');
  const zone = start.isDate ? zones.own : zones.of(property);
  zone.toEpoch(start);
  const excluded = timesOf(component, 'exdate', zones);
  return {
    uid: textOf(component, 'uid'),
    start,
    zone,
    length: lengthOf(component, { start, zone, zones }),
    isBusy: isBusy(component),
    rules: component
      .getAllProperties('rrule')
      .map((rule) => rule.getFirstValue())
      .filter((rule) => rule instanceof ICAL.Recur),
    added: timesOf(component, 'rdate', zones).map(({ time, zone: from }) =>
      start.isDate || time.isDate ? time : zone.toLocal(from.toEpoch(time)),
    ),
    excluded: new Set(excluded.filter(({ time }) => !time.isDate).map((one) => one.zone.toEpoch(one.time))),
    excludedDays: new Set(excluded.filter(({ time }) => time.isDate).map(({ time }) => dayKey(time))),
    replaces: replacedBy(component, zones),
  };
}

const textOf = (component: ICAL.Component, name: string): string => {
  const value = component.getFirstPropertyValue(name);
  return typeof value === 'string' ? value : '';
};

function isBusy(component: ICAL.Component): boolean {
  const is = (name: string, value: string): boolean => textOf(component, name).toUpperCase() === value;
  return !(
    is('transp', 'TRANSPARENT') ||
    is('status', 'CANCELLED') ||
    is('x-microsoft-cdo-busystatus', 'FREE')
  );
}

function timesOf(component: ICAL.Component, name: string, zones: Zones): { time: ICAL.Time; zone: Zone }[] {
  return component.getAllProperties(name).flatMap((property) => {
    const zone = zones.of(property);
    return property.getValues().flatMap((value: unknown) => {
      const time = value instanceof ICAL.Period ? value.start : value;
      return time instanceof ICAL.Time ? [{ time, zone: time.isDate ? zones.own : zone }] : [];
    });
  });
}

function replacedBy(component: ICAL.Component, zones: Zones): CalendarEvent['replaces'] {
  const [replaced] = timesOf(component, 'recurrence-id', zones);
  if (replaced === undefined) return null;
  const range = component.getFirstProperty('recurrence-id')?.getFirstParameter('range');
  return { epoch: replaced.zone.toEpoch(replaced.time), onward: range === 'THISANDFUTURE' };
}

function lengthOf(
  component: ICAL.Component,
  { start, zone, zones }: { readonly start: ICAL.Time; readonly zone: Zone; readonly zones: Zones },
): Length {
  const [end] = timesOf(component, 'dtend', zones);
  if (end !== undefined) {
    if (!start.isDate || !end.time.isDate)
      return { days: 0, ms: end.zone.toEpoch(end.time) - zone.toEpoch(start) };
    const [from, to] = [plainOf(start), plainOf(end.time)];
    // Some programs end a day's event on the same day.
    return { days: Math.max(1, from.until(to, { largestUnit: 'days' }).days), ms: 0 };
  }
  const duration = component.getFirstPropertyValue('duration');
  if (!(duration instanceof ICAL.Duration)) return { days: start.isDate ? 1 : 0, ms: 0 };
  const { weeks, days, hours, minutes, seconds, isNegative } = duration;
  if (isNegative) return { days: 0, ms: 0 };
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

/** The occurrence of an event that starts at a local time; null: it takes no time. */
function occurrence({ zone, length }: CalendarEvent, local: ICAL.Time): readonly [number, number] | null {
  const from = zone.toEpoch(local);
  let end = from;
  if (length.days > 0) {
    const last = local.clone();
    last.adjust(length.days, 0, 0, 0);
    end = zone.toEpoch(last);
  }
  end += length.ms;
  return end > from ? [from, end] : null;
}

/** Busy times that touch the query's range, with a step for each occurrence on the way to it. */
export function* expandEvents(events: readonly CalendarEvent[], range: BusyQuery): Generator<Step> {
  const replacing = Map.groupBy(
    events.filter(({ replaces }) => replaces !== null),
    ({ uid }) => uid,
  );
  for (const event of events) {
    try {
      const steps =
        event.replaces === null ? expandOne(event, replacing.get(event.uid) ?? [], range) : single(event);
      for (const step of steps)
        yield step !== null && step[1] > range.from && step[0] < range.to ? step : null;
    } catch {
      yield 'skipped';
    }
  }
}

function* single(event: CalendarEvent): Generator<readonly [number, number] | null> {
  yield event.isBusy ? occurrence(event, event.start) : null;
}

function* expandOne(
  event: CalendarEvent,
  replacing: readonly CalendarEvent[],
  range: BusyQuery,
): Generator<readonly [number, number] | null> {
  const replaced = new Set(replacing.map(({ replaces }) => replaces?.epoch));
  const onward = replacing
    .filter(({ replaces }) => replaces?.onward === true)
    .toSorted((a, b) => (b.replaces?.epoch ?? 0) - (a.replaces?.epoch ?? 0));
  if (!event.isBusy && onward.length === 0) return;
  for (const local of startsOf(event, range)) {
    if (local === null) {
      yield null;
      continue;
    }
    const from = event.zone.toEpoch(local);
    const isGone = replaced.has(from) || event.excluded.has(from) || event.excludedDays.has(dayKey(local));
    if (isGone) yield null;
    else {
      const shift = onward.find(({ replaces }) => replaces !== null && replaces.epoch <= from);
      yield shift === undefined ? (event.isBusy ? occurrence(event, local) : null) : moved(shift, from);
    }
  }
}

/** An occurrence after a change of "this and all later ones". */
function moved(shift: CalendarEvent, from: number): readonly [number, number] | null {
  if (!shift.isBusy || shift.replaces === null) return null;
  const by = shift.zone.toEpoch(shift.start) - shift.replaces.epoch;
  return occurrence(shift, shift.zone.toLocal(from + by));
}

/** Local starts of an event's occurrences up to the range's end, rule by rule; null for one that is long over. */
function* startsOf(event: CalendarEvent, { from, to }: BusyQuery): Generator<ICAL.Time | null> {
  const { start, rules, added, length } = event;
  if (rules.length === 0) yield start;
  yield* added;
  // Local times are at most a day from UTC; changes of "this and all later ones" are rarely by more than a week.
  const earliest = from - length.ms - (length.days + 8) * DAY_MS;
  for (const rule of rules) {
    const until = localUntil(rule, event);
    if (until !== null && asUtc(until) < earliest) continue;
    const local = rule.clone();
    local.until = until;
    const first = start.clone();
    first.zone = ICAL.Timezone.localTimezone;
    const iterator = local.iterator(first);
    for (let next = nextOf(iterator); next !== null; next = nextOf(iterator)) {
      const at = asUtc(next);
      if (at > to + DAY_MS) break;
      yield at < earliest ? null : next.clone();
    }
  }
}

const DAY_MS = 86_400_000;

/** A local time as if it were in UTC: much faster than in its zone. */
const asUtc = ({ year, month, day, hour, minute, second }: ICAL.Time): number =>
  Date.UTC(year, month - 1, day, hour, minute, second);

const nextOf = (iterator: ICAL.RecurIterator): ICAL.Time | null => iterator.next();

/** A rule's end as the event's local time: its occurrences are counted in that. */
function localUntil({ until }: ICAL.Recur, { start, zone }: CalendarEvent): ICAL.Time | null {
  if (until === null) return null;
  if (until.isDate || start.isDate || until.zone !== ICAL.Timezone.utcTimezone) {
    const local = until.clone();
    local.zone = ICAL.Timezone.localTimezone;
    if (until.isDate && !start.isDate) {
      local.isDate = false;
      [local.hour, local.minute, local.second] = [23, 59, 59];
    }
    return local;
  }
  return zone.toLocal(until.toUnixTime() * 1000);
}
