import { isTimed } from '#shared/explore/rules-filters.ts';
import type { NarrowedBy } from '#shared/explore/rules.ts';
import { FILTERS } from '#shared/explore/texts.ts';
import { formatDay, startOfDay, zoneLabel } from '#shared/lib/time.ts';
import type { ExploreSearch } from '../explore-search.ts';

/** A change of filters; undefined takes one away. */
export type Change = { readonly [Key in keyof ExploreSearch]?: ExploreSearch[Key] | undefined };

/** The filters after a change. The date range stays in order: the end that did not change follows. */
export function changed(search: ExploreSearch, change: Change): ExploreSearch {
  const next: Record<string, string | undefined> = { ...search, ...change };
  const { start_date, end_date } = next;
  if (start_date !== undefined && end_date !== undefined && end_date < start_date) {
    if (change.start_date === undefined) next['start_date'] = end_date;
    else next['end_date'] = start_date;
  }
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
}

/** The values of the chosen services. */
export function chosenServices({ services }: ExploreSearch): readonly string[] {
  return services === undefined ? [] : services.split(',');
}

/** The filter of services with one more, or one less. */
export function toggledService(search: ExploreSearch, value: string): Change {
  const chosen = chosenServices(search);
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  return { services: next.length === 0 ? undefined : next.join(',') };
}

/** A filter that is on, with what takes it away. */
export interface FilterChip {
  readonly key: string;
  readonly text: string;
  readonly without: Change;
}

/** The labels that chips need beyond the address. */
export interface Labels {
  readonly instruments: ReadonlyMap<string, string>;
  readonly services: ReadonlyMap<string, string>;
  readonly now: Temporal.Instant;
}

const dayText = (day: string): string => formatDay(startOfDay(Temporal.PlainDate.from(day), 'UTC'), 'UTC');

function rangeText(from: string | undefined, to: string | undefined): string | null {
  if (from === undefined) return to === undefined ? null : FILTERS.until(to);
  if (to === undefined) return FILTERS.from(from);
  return from === to ? from : FILTERS.range(from, to);
}

const chip = (key: string, text: string | null | undefined, without: Change): FilterChip[] =>
  text === null || text === undefined ? [] : [{ key, text, without }];

/** The filters that are on, in the order of the form (docs/product/explore.md#chips). The order is none. */
export function chipsOf(search: ExploreSearch, { instruments, services, now }: Labels): FilterChip[] {
  const { instrument, start_date, end_date, start_time, end_time, timezone, q } = search;
  const days = rangeText(start_date && dayText(start_date), end_date && dayText(end_date));
  const times =
    start_time !== undefined && start_time === end_time
      ? FILTERS.range(start_time, start_time)
      : rangeText(start_time, end_time);
  return [
    ...chip('q', q && FILTERS.quoted(q.trim()), { q: undefined }),
    ...chip('instrument', instrument && (instruments.get(instrument) ?? instrument), {
      instrument: undefined,
    }),
    ...chosenServices(search).flatMap((value) =>
      chip(`service ${value}`, services.get(value) ?? value, toggledService(search, value)),
    ),
    ...chip('days', days, { start_date: undefined, end_date: undefined }),
    ...chip('times', times, { start_time: undefined, end_time: undefined }),
    ...chip('timezone', timezone && zoneLabel(timezone, now), { timezone: undefined }),
  ];
}

/** What narrows the listing most; null without filters. Services and times leave it empty for want of free time. */
export function narrowedBy(search: ExploreSearch): NarrowedBy | null {
  if (isTimed(search) || search.services !== undefined) return 'time';
  if (search.q !== undefined) return 'words';
  return search.instrument === undefined ? null : 'instrument';
}

/** How many fit: "3 musicians can play then" where a time is looked for, else "3 musicians". */
export function countText(total: number, search: ExploreSearch): string {
  return isTimed(search) ? FILTERS.canPlay(total) : FILTERS.musicians(total);
}

/** A choice of days or times by one press. */
export interface Preset {
  readonly key: string;
  readonly text: string;
  readonly change: Change;
}

/** Days that people look for most, from `today` on. */
export function dayPresets(today: Temporal.PlainDate): Preset[] {
  const span = (key: string, text: string, from: number, to: number): Preset => ({
    key,
    text,
    change: {
      start_date: today.add({ days: from }).toString(),
      end_date: today.add({ days: to }).toString(),
    },
  });
  return [
    span('today', FILTERS.today, 0, 0),
    span('tomorrow', FILTERS.tomorrow, 1, 1),
    span('week', FILTERS.week, 0, 6),
  ];
}

const times = (text: string, start_time: string, end_time: string): Preset => ({
  key: text,
  text,
  change: { start_time, end_time },
});

export const TIME_PRESETS: readonly Preset[] = [
  times(FILTERS.morning, '06:00', '12:00'),
  times(FILTERS.afternoon, '12:00', '18:00'),
  times(FILTERS.evening, '18:00', '23:00'),
  times(FILTERS.night, '22:00', '04:00'),
];

/** Whether a preset is what is looked for. */
export function isOn(search: ExploreSearch, { change }: Preset): boolean {
  const now: Change = search;
  return Object.entries(change).every(([key, value]) => now[key as keyof Change] === value);
}

/** The change that a press on a preset makes: chooses it, or takes it away. */
export function pressed(search: ExploreSearch, preset: Preset): Change {
  if (!isOn(search, preset)) return preset.change;
  return Object.fromEntries(Object.keys(preset.change).map((key) => [key, undefined]));
}
