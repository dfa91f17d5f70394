import { describe, expect, test } from 'vitest';
import { parseBusy } from './parse-busy.ts';

const epoch = (at: string) => Temporal.Instant.from(at).epochMilliseconds;

/** Busy times of events between two instants, as "from/to". */
function busyOf(
  events: string,
  { zone = 'Europe/Berlin', from = '2026-11-23T00:00:00Z', to = '2026-12-23T00:00:00Z', head = '' } = {},
) {
  const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n${head}${events}END:VCALENDAR\r\n`;
  const parsed = parseBusy(text, { zone, from: epoch(from), to: epoch(to), ownHosts: ['studio.test'] });
  if (!parsed.ok) return parsed.reason;
  return parsed.value.busy.map((span) =>
    span.map((at) => Temporal.Instant.fromEpochMilliseconds(at).toString()).join('/'),
  );
}

const event = (...lines: string[]) =>
  [
    'BEGIN:VEVENT',
    ...(lines.some((line) => line.startsWith('UID')) ? [] : ['UID:a']),
    ...lines,
    'END:VEVENT',
    '',
  ].join('\r\n');

describe('busy times of', () => {
  test('an event in UTC, in a named zone, floating, and by its length', () => {
    expect(busyOf(event('DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z'))).toEqual([
      '2026-11-24T10:00:00Z/2026-11-24T11:00:00Z',
    ]);
    expect(
      busyOf(
        event('DTSTART;TZID=America/New_York:20261124T100000', 'DTEND;TZID=Europe/Berlin:20261124T170000'),
      ),
    ).toEqual(['2026-11-24T15:00:00Z/2026-11-24T16:00:00Z']);
    expect(busyOf(event('DTSTART:20261124T100000', 'DURATION:PT1H30M'))).toEqual([
      '2026-11-24T09:00:00Z/2026-11-24T10:30:00Z',
    ]);
    expect(busyOf(event('DTSTART;TZID=Nowhere:20261124T100000', 'DURATION:P1DT1H'))).toEqual([
      '2026-11-24T09:00:00Z/2026-11-25T10:00:00Z',
    ]);
  });

  test('whole days, in the musician’s zone', () => {
    const days = event('DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261126');
    expect(busyOf(days)).toEqual(['2026-11-23T23:00:00Z/2026-11-25T23:00:00Z']);
    expect(busyOf(days, { zone: 'Asia/Kolkata' })).toEqual(['2026-11-23T18:30:00Z/2026-11-25T18:30:00Z']);
    expect(busyOf(event('DTSTART;VALUE=DATE:20261124'))).toEqual([
      '2026-11-23T23:00:00Z/2026-11-24T23:00:00Z',
    ]);
    expect(busyOf(event('DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261124'))).toEqual([
      '2026-11-23T23:00:00Z/2026-11-24T23:00:00Z',
    ]);
  });

  test('nothing that is free, cancelled, without length, over or one of our sessions', () => {
    const times = ['DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z'];
    for (const line of ['TRANSP:TRANSPARENT', 'STATUS:CANCELLED', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'])
      expect(busyOf(event(...times, line))).toEqual([]);
    expect(busyOf(event('DTSTART:20261124T100000Z'))).toEqual([]);
    expect(busyOf(event('DTSTART:20261124T100000Z', 'DTEND:20261124T090000Z'))).toEqual([]);
    expect(busyOf(event('DTSTART:20261122T100000Z', 'DTEND:20261123T000000Z'))).toEqual([]);
    expect(busyOf(event('DTSTART:20261223T000000Z', 'DTEND:20261223T100000Z'))).toEqual([]);
    expect(busyOf(event(...times, 'UID:session-12@studio.test'))).toEqual([]);
    expect(busyOf(event(...times, 'UID:session-12@other.test'))).toHaveLength(1);
    expect(busyOf(event('DTSTART:20261122T230000Z', 'DTEND:20261123T010000Z'))).toHaveLength(1);
  });

  test('a series: excluded, added, moved and cancelled occurrences', () => {
    const series = event(
      'DTSTART;TZID=Europe/Berlin:20261102T090000',
      'DTEND;TZID=Europe/Berlin:20261102T100000',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261209T080000Z',
      'EXDATE;TZID=Europe/Berlin:20261104T090000,20261125T090000',
      'EXDATE;VALUE=DATE:20261130',
      'RDATE;TZID=Europe/Berlin:20261127T120000',
    );
    const moved = event(
      'RECURRENCE-ID:20261202T080000Z',
      'DTSTART;TZID=Europe/Berlin:20261203T070000',
      'DTEND;TZID=Europe/Berlin:20261203T073000',
    );
    const cancelled = event('RECURRENCE-ID:20261207T080000Z', 'DTSTART:20261207T080000Z', 'STATUS:CANCELLED');
    expect(busyOf(moved + series + cancelled)).toEqual([
      '2026-11-23T08:00:00Z/2026-11-23T09:00:00Z',
      '2026-11-27T11:00:00Z/2026-11-27T12:00:00Z',
      '2026-12-03T06:00:00Z/2026-12-03T06:30:00Z',
      '2026-12-09T08:00:00Z/2026-12-09T09:00:00Z',
    ]);
  });

  test('a series of which this and all later occurrences are changed', () => {
    const series = event('DTSTART:20261123T090000Z', 'DTEND:20261123T100000Z', 'RRULE:FREQ=DAILY;COUNT=4');
    const later = event(
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20261125T090000Z',
      'DTSTART:20261125T120000Z',
      'DTEND:20261125T123000Z',
    );
    expect(busyOf(series + later)).toEqual([
      '2026-11-23T09:00:00Z/2026-11-23T10:00:00Z',
      '2026-11-24T09:00:00Z/2026-11-24T10:00:00Z',
      '2026-11-25T12:00:00Z/2026-11-25T12:30:00Z',
      '2026-11-26T12:00:00Z/2026-11-26T12:30:00Z',
    ]);
  });

  test('a series of whole days, one of them excluded', () => {
    const series = event(
      'DTSTART;VALUE=DATE:20261101',
      'RRULE:FREQ=DAILY;UNTIL=20261125',
      'EXDATE;VALUE=DATE:20261124',
    );
    expect(busyOf(series)).toEqual([
      '2026-11-22T23:00:00Z/2026-11-23T23:00:00Z',
      '2026-11-24T23:00:00Z/2026-11-25T23:00:00Z',
    ]);
  });

  test('excluded occurrences that do not exist hide no others', () => {
    const series = event(
      'DTSTART:20261123T090000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=3',
      'EXDATE:20261123T080000Z,20261123T090000Z,20261124T080000Z,20261124T090000Z',
    );
    expect(busyOf(series)).toEqual(['2026-11-25T09:00:00Z/2026-11-25T10:00:00Z']);
  });

  test('a calendar without a series for a moved occurrence', () => {
    const alone = event('RECURRENCE-ID:20261124T100000Z', 'DTSTART:20261124T120000Z', 'DURATION:PT1H');
    expect(busyOf(alone)).toEqual(['2026-11-24T12:00:00Z/2026-11-24T13:00:00Z']);
  });
});

const freeBusy = (...lines: string[]) =>
  ['BEGIN:VFREEBUSY', 'UID:f', 'DTSTAMP:20261101T000000Z', ...lines, 'END:VFREEBUSY', ''].join('\r\n');

/** So many free/busy times of a second each, from the day's start. */
const many = (n: number, day: string) =>
  freeBusy(
    ...Array.from({ length: n }, (_, second) => {
      const time = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60]
        .map((part) => String(part).padStart(2, '0'))
        .join('');
      return `FREEBUSY:${day}T${time}Z/PT1S`;
    }),
  );

describe('free/busy times', () => {
  test('busy, unavailable and tentative ones, by their end or length; free ones are not', () => {
    const times = freeBusy(
      'DTSTART:20261101T000000Z',
      'DTEND:20270101T000000Z',
      'FREEBUSY:20261124T100000Z/20261124T110000Z,20261125T100000Z/PT1H30M',
      'FREEBUSY;FBTYPE=BUSY:20261126T100000Z/PT30M',
      'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20261127T100000Z/P1D',
      'FREEBUSY;fbtype=busy-tentative:20261129T100000Z/PT15M',
      'FREEBUSY;FBTYPE=X-OFFICE:20261130T100000Z/PT15M',
      'FREEBUSY;FBTYPE=FREE:20261201T100000Z/PT1H',
      'FREEBUSY;VALUE=PERIOD:20261202T1000',
      ' 00Z/PT15M',
    );
    expect(busyOf(times)).toEqual([
      '2026-11-24T10:00:00Z/2026-11-24T11:00:00Z',
      '2026-11-25T10:00:00Z/2026-11-25T11:30:00Z',
      '2026-11-26T10:00:00Z/2026-11-26T10:30:00Z',
      '2026-11-27T10:00:00Z/2026-11-28T10:00:00Z',
      '2026-11-29T10:00:00Z/2026-11-29T10:15:00Z',
      '2026-11-30T10:00:00Z/2026-11-30T10:15:00Z',
      '2026-12-02T10:00:00Z/2026-12-02T10:15:00Z',
    ]);
  });

  test('beside events, and only those in the days that are read', () => {
    const both =
      event('DTSTART:20261124T100000Z', 'DURATION:PT1H') +
      freeBusy(
        'FREEBUSY:20261124T100000Z/PT1H,20261122T230000Z/PT2H,20261122T100000Z/PT1H,20261223T000000Z/PT1H',
      );
    expect(busyOf(both)).toEqual([
      '2026-11-22T23:00:00Z/2026-11-23T01:00:00Z',
      '2026-11-24T10:00:00Z/2026-11-24T11:00:00Z',
    ]);
  });

  test.each([
    'FREEBUSY:',
    'FREEBUSY:nonsense',
    'FREEBUSY:20261124T100000Z',
    'FREEBUSY:20261124T100000Z/',
    'FREEBUSY:/PT1H',
    'FREEBUSY:/',
    'FREEBUSY:20261124T100000Z/soon',
    'FREEBUSY:20261124T100000Z/PT',
    'FREEBUSY:20269999T999999Z/PT1H',
    'FREEBUSY:20261124T100000Z/20269999T999999Z',
    'FREEBUSY;VALUE=TEXT:20261124T100000Z/PT1H',
    'FREEBUSY;VALUE=DATE:20261124',
    'FREEBUSY:20261124T100000Z/20261124T090000Z',
    'FREEBUSY:20261124T100000Z/20261124T100000Z',
    'FREEBUSY:20261124T100000Z/-PT1H',
    'FREEBUSY:20261124T100000Z/PT0S',
    'FREEBUSY;FBTYPE=:;',
    'FREEBUSY;VALUE=PERIOD:soon/later',
    'FREEBUSY:20261124T100000/PT1H',
    'FREEBUSY:20261124T100000Z/P400000000D',
    'FREEBUSY:20261124T100000Z/PT1H/PT1H',
  ])('nonsense hides nothing and no other time: %s', (line) => {
    const good = event('DTSTART:20261124T100000Z', 'DURATION:PT1H');
    expect(busyOf(good + freeBusy(line, 'FREEBUSY:20261125T100000Z/PT1H'))).toEqual([
      '2026-11-24T10:00:00Z/2026-11-24T11:00:00Z',
      '2026-11-25T10:00:00Z/2026-11-25T11:00:00Z',
    ]);
  });

  test('too many are not read; those that are over count as steps', () => {
    expect(busyOf(many(3000, '20261124'))).toHaveLength(3000);
    expect(busyOf(many(3001, '20261124'))).toBe('too_many');
    expect(busyOf(many(3001, '20261001'))).toEqual([]);
  });
});

/** As Outlook writes it: a name of its own, rules from 1601 on. */
const OUTLOOK = [
  'BEGIN:VTIMEZONE',
  'TZID:W. Europe Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
  '',
].join('\r\n');

/** What is busy by a daily series at 8 that ends. */
const until = (at: string, head = '', tzid = 'Asia/Tokyo') =>
  busyOf(event(`DTSTART;TZID=${tzid}:20261124T080000`, 'DURATION:PT1H', `RRULE:FREQ=DAILY;UNTIL=${at}`), {
    head,
  });

/** An hour from 2:30 at night. */
const night = (day: string) =>
  busyOf(event(`DTSTART;TZID=Europe/Berlin:${day}T023000`, 'DURATION:PT1H'), {
    from: '2026-03-01T00:00:00Z',
    to: '2026-11-01T00:00:00Z',
  });

describe('where the clocks change', () => {
  test.for([
    ['Europe/Berlin', '2026-10-24T00:00:00Z', ['2026-10-24T07:00:00Z', '2026-10-25T08:00:00Z']],
    ['America/New_York', '2026-03-07T05:00:00Z', ['2026-03-07T14:00:00Z', '2026-03-08T13:00:00Z']],
    ['Australia/Lord_Howe', '2026-10-02T22:00:00Z', ['2026-10-02T22:30:00Z', '2026-10-03T22:00:00Z']],
    ['Asia/Kolkata', '2026-10-24T00:00:00Z', ['2026-10-24T03:30:00Z', '2026-10-25T03:30:00Z']],
  ] as const)('a series stays at 9 o’clock in %s', ([zone, from, starts]) => {
    const to = Temporal.Instant.from(from).add({ hours: 46 }).toString();
    for (const [name, head] of [
      [zone, ''],
      ...(zone === 'Europe/Berlin' ? [['W. Europe Standard Time', OUTLOOK]] : []),
    ])
      expect(
        busyOf(event(`DTSTART;TZID=${name}:20260101T090000`, 'DURATION:PT1H', 'RRULE:FREQ=DAILY'), {
          head: head ?? '',
          zone: 'Asia/Tokyo',
          from,
          to,
        }),
      ).toEqual(starts.map((at) => `${at}/${Temporal.Instant.from(at).add({ hours: 1 }).toString()}`));
  });

  test('a series ends with the instant that its rule names', () => {
    expect(until('20261124T230000Z')).toHaveLength(2);
    expect(until('20261124T225959Z')).toHaveLength(1);
    expect(until('20261125')).toHaveLength(2);
    expect(until('20261125T070000Z', OUTLOOK, 'W. Europe Standard Time')).toHaveLength(2);
    expect(until('20261125T065959Z', OUTLOOK, 'W. Europe Standard Time')).toHaveLength(1);
  });

  test('a skipped hour moves on, a repeated one is the first', () => {
    expect(night('20260329')).toEqual(['2026-03-29T01:30:00Z/2026-03-29T02:30:00Z']);
    expect(night('20261025')).toEqual(['2026-10-25T00:30:00Z/2026-10-25T01:30:00Z']);
  });
});

describe('what is no calendar, or too much of one', () => {
  test.for([
    ['', 'not_calendar'],
    ['<!doctype html><title>Sign in</title>', 'not_calendar'],
    ['BEGIN:VCARD\r\nFN:Ann\r\nEND:VCARD', 'not_calendar'],
    ['BEGIN:VCALENDAR\r\nno line', 'not_calendar'],
    [`BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(10)}`, 'not_calendar'],
  ] as const)('%j is %s', ([text, reason]) => {
    const query = { zone: 'UTC', from: 0, to: 1, ownHosts: [] };
    expect(parseBusy(text, query)).toEqual({ ok: false, reason });
  });

  test.for([
    ['FREQ=SECONDLY', '20261124T100000Z'],
    ['FREQ=SECONDLY', '19000101T000000Z'],
    ['FREQ=MINUTELY', '20261124T100000Z'],
    ['FREQ=SECONDLY;COUNT=2000000000', '20000101T000000Z'],
  ] as const)('%s from %s on has too many occurrences', ([rule, start]) => {
    expect(busyOf(event(`DTSTART:${start}`, 'DURATION:PT1M', `RRULE:${rule}`))).toBe('too_many');
  });

  test('an event that cannot be read is left out and counted', () => {
    const good = event('DTSTART:20261124T100000Z', 'DURATION:PT1H');
    const bad = event('DTSTART:tomorrow', 'DURATION:PT1H') + event('SUMMARY:no start');
    const text = `\uFEFFBEGIN:VCALENDAR\r\nX-WR-CALNAME:Private\r\n${bad}${good}END:VCALENDAR\r\n`;
    const query = { zone: 'UTC', from: 0, to: epoch('2027-01-01T00:00:00Z'), ownHosts: [] };
    expect(parseBusy(text, query)).toMatchObject({
      value: {
        busy: [[epoch('2026-11-24T10:00:00Z'), epoch('2026-11-24T11:00:00Z')]],
        name: 'Private',
        skipped: 2,
      },
    });
  });
});
