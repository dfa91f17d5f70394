import { weekdayName } from '../lib/day-names.ts';
import type { WaitingTimes } from './rules-waiting.ts';

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
] as const;

function ordinal(n: number): string {
  const word = ORDINALS[n - 1];
  if (word !== undefined) return word;
  const teen = n % 100 >= 11 && n % 100 <= 13;
  const ending = teen ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[n % 10] ?? 'th');
  return `${n}${ending}`;
}

/** "Mondays", "Monday to Friday", "Tuesday and Thursday". */
function daysInWords(days: readonly number[]): string {
  const names = days.map((dayOfWeek) => weekdayName({ dayOfWeek }));
  const [first = '', last = ''] = [names[0], names.at(-1)];
  if (days.length === 7) return 'Any day';
  if (days.length === 1) return `${first}s`;
  const inARow = days.every((day, n) => n === 0 || day === (days[n - 1] ?? 0) + 1);
  if (days.length > 2 && inARow) return `${first} to ${last}`;
  return `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** The texts of the waiting list. */
export const WAITING = {
  title: 'Waiting list',
  tellMe: (name: string) => `Tell me when ${name} is free`,
  times: ({ days, from, to }: Pick<WaitingTimes, 'days' | 'from' | 'to'>) =>
    `${daysInWords(days)}, ${from === to ? 'any time' : `${from} to ${to}`}`,
  place: (position: number) => `You are ${ordinal(position)} in line.`,
  freeNow: (time: string) => `There is a free time that fits: ${time}. You can book it now.`,
  ordinal,
} as const;
