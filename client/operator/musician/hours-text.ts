import { weekdayName } from '#shared/lib/day-names.ts';
import type { MusicianSchedule } from '#shared/operator/musicians/contract-musician.ts';

type Hour = MusicianSchedule['hours'][number]['hours'][number];
type TimeOff = MusicianSchedule['time_off'][number];

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};
const two = (number: number): string => String(number).padStart(2, '0');
const timeOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** Weekly hours by weekday, slots that touch as one: `['Monday', '08:00 to 12:00, 14:00 to 15:00']`. */
export function hoursByDay(hours: readonly Hour[]): (readonly [day: string, times: string])[] {
  return [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => {
    const spans: { from: number; until: number }[] = [];
    const slots = hours
      .filter((hour) => hour.weekday === weekday)
      .map(({ from, unit_minutes }) => ({ from: minuteOf(from), until: minuteOf(from) + unit_minutes }))
      .toSorted((a, b) => a.from - b.from);
    for (const { from, until } of slots) {
      const last = spans.at(-1);
      if (last !== undefined && from <= last.until) last.until = Math.max(last.until, until);
      else spans.push({ from, until });
    }
    if (spans.length === 0) return [];
    const times = spans.map(({ from, until }) => `${timeOf(from)} to ${timeOf(until)}`).join(', ');
    return [[weekdayName({ dayOfWeek: weekday }), times] as const];
  });
}

/** Time off in words: "2026-12-24 to 2026-12-26", "2026-12-24, 14:00 to 18:00, every year". */
export function timeOffText({ from_day, to_day, from_time, to_time, every_year }: TimeOff): string {
  const from = from_time === null ? from_day : `${from_day}, ${from_time}`;
  const until = [...(to_day === from_day ? [] : [to_day]), ...(to_time === null ? [] : [to_time])].join(', ');
  return `${until === '' ? from : `${from} to ${until}`}${every_year ? ', every year' : ''}`;
}
