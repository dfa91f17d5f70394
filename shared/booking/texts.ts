import { TRACK } from '../sessions/texts.ts';

/** The texts of booking. */
export const STEPS = {
  service: 'Choose a service',
  time: 'Choose a time',
  track: 'Track details',
  session: 'Session Details',
  review: 'Pre Confirmation',
  done: 'Thank you',
} as const;

/** Where the studio has stopped every service that a musician has. */
export const NOTHING_TO_BOOK = {
  title: (name: string) => `${name} has nothing to book just now.`,
  text: 'The studio does not offer these sessions at the moment. Please look in again later.',
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
  sessions: 'You already have 30 sessions booked. You can book the next one when one of them is over.',
  concurrency: 'Your plan does not allow more upcoming sessions at a time.',
  planFull: (sessions: number) =>
    `Your plan holds ${sessions} upcoming ${sessions === 1 ? 'session' : 'sessions'} at a time. You can book the next one when one of them is over.`,
  moreCredits: 'A larger plan brings more credits.',
  seePlans: 'See larger plans',
  seeSessions: 'See my sessions',
} as const;

export const PICKER = {
  tooFar: "You can't book sessions more than 2 months in advance.",
  booked: 'This time is taken.',
  past: 'This time has passed.',
  restricted: 'Members can book this time first.',
  notAdjacent: 'This time is not next to the ones you chose.',
  tooLong: 'A session is at most 180 minutes long.',
  otherService: 'This time is for another kind of session.',
  mine: 'Chosen by you.',
  free: 'Free to book.',
  empty: 'Please choose a time.',
  notConsecutive: 'Please choose times that follow each other.',
  duplicate: 'The same time was chosen twice.',
  otherMusician: 'All times of a session are with the same musician.',
  primary: 'The first time has to be one of those chosen.',
  wrongCount: (slots: number) => `This service takes ${slots} times in a row, or a multiple of that.`,
  otherLength: (minutes: number) =>
    `This session lasts ${minutes} minutes. Please choose times that make the same length.`,
} as const;

export const HOLD = {
  begun: 'This time has already begun. Please choose another.',
  withdrawn: 'This musician has just stopped offering this service. Please choose again.',
} as const;

/** Why a time cannot be held now; `time` is when it can be. */
export const HOLDING = {
  too_many_holds: (time: string) =>
    `You have held 20 times within an hour. You can hold a time again from ${time}.`,
  unpaid_hold: (missing: number, time: string) =>
    `You have held a time without the credits for it. Get ${missing} more credit(s) to hold this one, or hold it from ${time}.`,
  unpaid_extension: (missing: number) => `Get ${missing} more credit(s) to hold this time for longer.`,
  held_too_long: (time: string) =>
    `You have held this time as long as you can without booking it. You can hold it again from ${time}.`,
} as const;

/** A session paid with a trial credit needs a proved address. */
export const PROOF = {
  title: 'Confirm your email to book your first session',
  why: (email: string) => `We send a link to ${email}. What you choose and write is kept.`,
  send: 'Send the link',
  busy: 'Sending...',
  sent: (email: string) =>
    `We have sent a link to ${email}. It works for 15 minutes, in any browser, and leads back here. Nothing there? Look in your spam folder.`,
  again: 'Send it again',
  done: 'Your email is confirmed.',
} as const;

export const NOT_FOUND = {
  track: 'We could not find this track.',
  time: 'We could not find this time.',
} as const;
