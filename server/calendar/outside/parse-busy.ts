import ICAL from 'ical.js';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { expandFreeBusy, renameFreeBusy } from './freebusy.ts';
import { expandEvents, readEvents, type BusyQuery, type Step } from './occurrences.ts';
import { createZones } from './zones.ts';

/** A calendar's busy times as `[from, to)`, in order. */
export interface ParsedCalendar {
  readonly busy: readonly (readonly [from: number, to: number])[];
  /** Its name for itself, empty without one. */
  readonly name: string;
  /** Events that could not be read. */
  readonly skipped: number;
}

export type CalendarFailure = 'not_calendar' | 'too_many';

/** The most busy times of one calendar in the days that are read. */
export const MAX_BUSY = 3000;

/** Reads busy times from the text of an ICS file (docs/product/other-calendars.md#what-counts-as-busy). */
export function parseBusy(text: string, query: BusyQuery): Result<ParsedCalendar, CalendarFailure> {
  const calendars = calendarsOf(text);
  if (calendars === null) return fail('not_calendar');
  const busy = new Map<string, readonly [number, number]>();
  let skipped = 0;
  let steps = 0;
  for (const calendar of calendars) {
    const zones = createZones(calendar.root, query.zone);
    const read = readEvents(calendar.events, zones, query.ownHosts);
    skipped += read.skipped;
    for (const step of stepsOf(expandEvents(read.events, query), expandFreeBusy(calendar.freeBusy, query))) {
      steps += 1;
      if (steps > MAX_STEPS) return fail('too_many');
      if (step === 'skipped') skipped += 1;
      if (step === null || step === 'skipped') continue;
      busy.set(step.join(), step);
      if (busy.size > MAX_BUSY) return fail('too_many');
    }
  }
  const name = calendars[0]?.root.getFirstPropertyValue('x-wr-calname');
  return ok({
    busy: [...busy.values()].toSorted((a, b) => a[0] - b[0] || a[1] - b[1]),
    name: typeof name === 'string' ? name.trim() : '',
    skipped,
  });
}

function* stepsOf(...all: readonly Iterable<Step>[]): Generator<Step> {
  for (const steps of all) yield* steps;
}

/** A rule's occurrences are counted from its start on, also those that are over. */
const MAX_STEPS = 300_000;

type JCal = [name: string, properties: unknown[], components: JCal[]];

interface Calendar {
  /** The calendar with its zones only: the library looks through all parts for each time with an unknown zone. */
  readonly root: ICAL.Component;
  readonly events: readonly ICAL.Component[];
  readonly freeBusy: readonly ICAL.Component[];
}

function calendarsOf(text: string): Calendar[] | null {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) return null;
  try {
    const parsed = ICAL.parse(renameFreeBusy(text.trimStart())) as JCal | JCal[];
    const all = (typeof parsed[0] === 'string' ? [parsed] : parsed) as JCal[];
    return all.filter(([name]) => name === 'vcalendar').map(calendarOf);
  } catch {
    return null;
  }
}

function calendarOf([name, properties, components]: JCal): Calendar {
  const named = (wanted: string): JCal[] => components.filter(([part]) => part === wanted);
  const root = new ICAL.Component([name, properties, named('vtimezone')]);
  const parts = (wanted: string) => named(wanted).map((part) => new ICAL.Component(part, root));
  return { root, events: parts('vevent'), freeBusy: parts('vfreebusy') };
}
