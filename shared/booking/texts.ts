import { TRACK } from '../sessions/texts.ts';

/** What booking says (part 2 sections 2, 5 and 8). */
export const STEPS = {
  service: 'Choose a service',
  time: 'Choose a time',
  track: 'Track details',
  session: 'Session Details',
  review: 'Pre Confirmation',
  done: 'Thank you',
} as const;

export const CREDITS = {
  missing: (n: number) => `You need ${n} more credit(s) to book this session.`,
  none: 'You need more credits to book this session.',
  topUp: 'You need credits to book sessions.',
} as const;

export const FORM = {
  ...TRACK,
  required: 'Required',
  messageTooLong: 'Please use at most 1000 characters.',
  offline: 'No (offline session)',
  attend: 'Yes (recommended)',
  stayAway: 'No',
  offlineOnly: 'This session happens offline, so nobody attends.',
  notAllowed: 'You are not allowed to make changes on this session.',
  serverTrouble: 'We have some issues connecting to our servers. Please try again later.',
} as const;

export const LIMITS = {
  title: 'Ooops!',
  sessions: '30 sessions are already booked. Once one of them is over you can book the next.',
  concurrency: 'Your plan holds no more upcoming sessions at once.',
} as const;

export const PICKER = {
  tooFar: "You can't book sessions more than 2 months in advance.",
  booked: 'This time is taken.',
  past: 'This time has passed.',
  restricted: 'Members can book this time first.',
  notAdjacent: 'Choose times in a row: this one is not next to yours.',
  tooLong: 'A session is at most 180 minutes long.',
  otherService: 'This time is for another kind of session.',
  mine: 'Chosen by you.',
  free: 'Free to book.',
  empty: 'Please choose a time.',
  notConsecutive: 'The times have to follow each other.',
  duplicate: 'The same time was chosen twice.',
  otherMusician: 'All times of a session are with the same musician.',
  primary: 'The first time has to be one of those chosen.',
  wrongCount: (slots: number) => `This service takes ${slots} slots in a row, or a multiple of that.`,
  otherLength: (minutes: number) =>
    `This session lasts ${minutes} minutes. Please choose times that make the same length.`,
} as const;

export const MOVE = {
  tooEarly: (minutes: number) =>
    `A session can be moved once it has been booked for more than ${minutes} minutes.`,
  tooLate: (hours: number) => `A session can be moved until ${hours} hours before it starts.`,
} as const;

export const HOLD = {
  begun: 'This time has begun while we held it. Please choose a time again.',
  withdrawn: 'This musician has just stopped offering this service. Please choose again.',
} as const;

export const NOT_FOUND = {
  track: 'We could not find this track.',
  time: 'We could not find this time.',
} as const;
