import ICAL from 'ical.js';

/** Local times of a zone as instants, in milliseconds since the epoch. */
export interface Zone {
  /** A day is its first instant. */
  toEpoch(local: ICAL.Time): number;
  /** The local time, without a zone of its own. */
  toLocal(epoch: number): ICAL.Time;
}

/** Finds the zones that a calendar's times name. */
export interface Zones {
  /** The zone of a property's times. */
  of(property: ICAL.Property): Zone;
  /** The musician's. */
  readonly own: Zone;
}

const floating = (at: Temporal.PlainDateTime): ICAL.Time =>
  new ICAL.Time(
    {
      year: at.year,
      month: at.month,
      day: at.day,
      hour: at.hour,
      minute: at.minute,
      second: at.second,
      isDate: false,
    },
    ICAL.Timezone.localTimezone,
  );

/** A day or local time as Temporal has it. */
export function plainOf({
  year,
  month,
  day,
  hour,
  minute,
  second,
  isDate,
}: ICAL.Time): Temporal.PlainDateTime {
  const time = isDate ? {} : { hour, minute, second: Math.min(second, 59) };
  return Temporal.PlainDateTime.from({ year, month, day, ...time }, { overflow: 'reject' });
}

function ianaZone(id: string): Zone | null {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(id);
  } catch {
    return null;
  }
  return {
    toEpoch: (local) =>
      local.isDate
        ? plainOf(local).toPlainDate().toZonedDateTime(id).epochMilliseconds
        : plainOf(local).toZonedDateTime(id).epochMilliseconds,
    toLocal: (epoch) =>
      floating(Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(id).toPlainDateTime()),
  };
}

/** A zone that the calendar itself defines. */
function definedZone(zone: ICAL.Timezone): Zone {
  return {
    toEpoch(local) {
      const at = local.clone();
      at.zone = zone;
      return at.toUnixTime() * 1000;
    },
    toLocal(epoch) {
      const at = new ICAL.Time({ isDate: false }, ICAL.Timezone.utcTimezone);
      at.fromUnixTime(Math.floor(epoch / 1000));
      return floating(plainOf(at.convertToZone(zone)));
    },
  };
}

/**
 * A name of the IANA database is read as such: definitions in calendars are often cut short. Other names are as the
 * calendar defines them; without a definition, and without a name, a time is in the musician's zone.
 */
export function createZones(calendar: ICAL.Component, ownZone: string): Zones {
  const own = ianaZone(ownZone);
  if (own === null) throw new Error(`no zone ${ownZone}`);
  const utc = ianaZone('UTC') ?? own;
  const known = new Map<string, Zone>();
  const named = (id: string): Zone => {
    const defined = calendar.getTimeZoneByID(id) as ICAL.Timezone | null;
    return ianaZone(id) ?? (defined === null ? own : definedZone(defined));
  };
  return {
    own,
    of(property) {
      const value = property.getFirstValue();
      const time = value instanceof ICAL.Period ? value.start : value;
      if (time instanceof ICAL.Time && time.zone === ICAL.Timezone.utcTimezone) return utc;
      const id = property.getFirstParameter('tzid');
      if (typeof id !== 'string' || id === '') return own;
      const zone = known.get(id) ?? named(id);
      known.set(id, zone);
      return zone;
    },
  };
}
