import type { ReadFailure } from './rules-outside.ts';

/** Why another calendar was not read (docs/product/other-calendars.md#when-a-calendar-cannot-be-read). */
export const READ_FAILURE_TEXTS: Readonly<Record<ReadFailure, string>> = {
  bad_address: 'This is not the address of a calendar. It begins with https:// or webcal://.',
  not_secure: 'This address begins with http://. Use one that begins with https:// or webcal://.',
  private_address: 'This address leads into a private network, which we do not read.',
  unknown_host: 'There is no server at this address.',
  unreachable: "The calendar's server does not answer properly.",
  bad_certificate: "The calendar's server has no valid certificate.",
  slow: 'The calendar did not arrive within 10 seconds.',
  too_large: 'This calendar is larger than 5 MB.',
  redirects: 'This address leads on to too many others.',
  no_access:
    "The calendar's server does not let us read it. Publish the calendar, or copy its secret address.",
  not_found: 'There is no calendar at this address. Copy it once more from your calendar.',
  server_error: "The calendar's server has a problem at the moment.",
  not_calendar: 'What is at this address is not a calendar. Copy the address that ends in .ics.',
  too_many: 'This calendar has more events than we can read.',
};

export const OTHER_CALENDARS = {
  title: 'Busy times from your other calendars',
  about:
    'Nobody can book you while another calendar of yours is busy. We read up to three every 15 minutes, only from when to when: never what it is about. What is booked already stays.',
  pay: 'Fixed slots that are hidden by it count as time off, also in your invoice.',
  where:
    'Google: “Secret address in iCal format” in the calendar’s settings. Outlook: “Publish a calendar”, ICS. Apple: “Public Calendar”.',
  address: 'Address (ICS)',
  name: 'Name',
  nameHint: 'Only you see it. Without one we take the calendar’s own.',
  add: 'Add calendar',
  adding: 'Reading…',
  added: (name: string, busy: number) => `${name} is added: ${busyTimes(busy)}.`,
  full: 'You have three calendars. Remove one to add another.',
  read: (when: string, busy: number) => `Read ${when}, ${busyTimes(busy)}.`,
  failed: (when: string) => `Could not be read ${when}.`,
  lastRead: (when: string) => `What was read ${when} still counts.`,
  skipped: (n: number) =>
    n === 1 ? '1 event could not be understood.' : `${n} events could not be understood.`,
  readNow: 'Read now',
  rename: 'Rename',
  remove: 'Remove',
  removeTitle: 'Remove this calendar?',
  removeBody: (name: string) => `The times that “${name}” hides are on offer again.`,
  removed: 'The calendar is removed.',
  none: 'No calendar yet.',
  busy: (name: string) => `Busy (${name})`,
  conflicts: 'You are busy elsewhere during a session',
  save: 'Save',
  cancel: 'Cancel',
} as const;

/** "1 busy time", "12 busy times". */
function busyTimes(n: number): string {
  return n === 1 ? '1 busy time' : `${n} busy times`;
}
