/** What editing a calendar says: to its musician, and to an operator about the musician. */
export interface EditingTexts {
  readonly undone: string;
  readonly hoursValid: (day: string) => string;
  readonly noServices: string;
  readonly replaced: string;
  readonly besideHours: string;
  readonly offered: (count: number) => string;
  readonly timeOffTaken: string;
  readonly noteHint: string;
  readonly waitingList: string;
  readonly isOff: string;
  readonly isBusy: string;
}

const own: EditingTexts = {
  undone: 'Undone. Your calendar is as it was.',
  hoursValid: (day) => `Your hours are valid from ${day}.`,
  noServices: 'Weekly hours are for your services, and you have none yet. Please ask the studio.',
  replaced: 'They replace the hours that you have planned from',
  besideHours: 'Beside your weekly hours, once.',
  offered: (count) => (count === 1 ? 'Your time is on offer.' : 'Your times are on offer.'),
  timeOffTaken: 'You have time off.',
  noteHint: 'You and the studio see it; clients do not.',
  waitingList:
    'It is offered to a client on your waiting list. Others can book it when they do not take it, or when the offer runs out.',
  isOff: 'Nobody can book this time, because you have time off.',
  isBusy:
    'Nobody can book this time, because another calendar of yours is busy. Change it there, and it follows here within 15 minutes.',
};

const others: EditingTexts = {
  undone: 'Undone. The calendar is as it was.',
  hoursValid: (day) => `The hours are valid from ${day}.`,
  noServices: 'Weekly hours are for services, and this musician has none yet.',
  replaced: 'They replace the hours that are planned from',
  besideHours: 'Beside the weekly hours, once.',
  offered: (count) => (count === 1 ? 'The time is on offer.' : 'The times are on offer.'),
  timeOffTaken: 'The musician has time off.',
  noteHint: 'The musician and the studio see it; clients do not.',
  waitingList:
    'It is offered to a client on the waiting list. Others can book it when they do not take it, or when the offer runs out.',
  isOff: 'Nobody can book this time, because the musician has time off.',
  isBusy:
    'Nobody can book this time, because another calendar of the musician is busy. They change it there, and it follows here within 15 minutes.',
};

export const EDITING = { own, others } as const;
