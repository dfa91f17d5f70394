import { weekdayName } from '../lib/day-names.ts';
import { PAGE } from '../explore/texts-page.ts';
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
  tellMe: PAGE.tellMe,
  noTimeFits: 'No time that suits you?',
  how: 'When a time becomes free, we offer it to the first in line. It is kept for you for 30 minutes.',
  service: 'Service',
  days: 'Days',
  from: 'From',
  to: 'To',
  wholeDay: 'The same time twice means the whole day.',
  nextDay: 'Until the next day.',
  needsDay: 'Please choose at least one day.',
  zone: (zone: string) => `Times in ${zone}.`,
  join: 'Tell me',
  joining: 'Joining...',
  joined: (name: string) => `We tell you when ${name} is free.`,
  already: (name: string) => `You are waiting for ${name}.`,
  times: ({ days, from, to }: Pick<WaitingTimes, 'days' | 'from' | 'to'>) =>
    `${daysInWords(days)}, ${from === to ? 'any time' : `${from} to ${to}`}`,
  place: (position: number) => `You are ${ordinal(position)} in line.`,
  stopped: (service: string) =>
    `${service} is not offered now. You keep your place in line and hear of free times once it is offered again.`,
  freeNow: (time: string) => `There is a free time that fits: ${time}. You can book it now.`,
  change: 'Change days and hours',
  changeHow: 'You keep your place in line.',
  save: 'Save',
  saving: 'Saving...',
  changed: 'Your days and hours are changed. You keep your place in line.',
  leave: 'Leave the line',
  leaveTitle: (name: string) => `Stop waiting for ${name}?`,
  leaveBody: 'You lose your place in line.',
  stay: 'Keep my place',
  left: 'You are no longer in line.',
  isFree: (name: string) => `${name} is free`,
  offered: (name: string, time: string) => `${name} is free: ${time}`,
  keptFor: 'Kept for you',
  accept: 'Book this time',
  decline: 'Not this time',
  declined: 'The next in line can have it. You keep your place for other times.',
  replaces: 'The time that you hold now is given back then.',
  over: 'This time is no longer kept for you.',
  look: 'Look',
  failed: 'We could not load your waiting lists',
} as const;
