/** Texts of My Sessions and the session panels, quoted in docs/product/sessions.md. */
export const CLIENT_LABELS = {
  prebooked: 'Held for you',
  client_files_upload_required: 'Files upload required',
  client_files_pending_review: 'Files under review',
  client_files_update_required: 'Files update required',
  partner_ready_to_go: 'Ready to go!',
  partner_upload_required: 'Awaiting session files',
  partner_deliverables_ready: 'Files ready to download!',
  cancelled: 'Cancelled',
} as const;

export const PARTNER_LABELS = {
  prebooked: 'Held by a client',
  client_files_upload_required: 'Awaiting client upload',
  client_files_pending_review: 'Pending your review',
  client_files_update_required: 'Awaiting client update',
  partner_ready_to_go: 'Ready to go!',
  partner_upload_required: 'Files upload required',
  partner_deliverables_ready: 'Files uploaded',
  cancelled: 'Cancelled',
} as const;

export const CLOSED_LABEL = 'Session closed';

export const LIST = {
  title: 'My Sessions',
  book: 'Book a session',
  tabs: { upcoming: 'Upcoming', past: 'Previous' },
  partnerTabs: { pending_review: 'Pending Review', upcoming_partners: 'Upcoming', past: 'Completed' },
  emptyTitle: "You're all caught up",
  empty: {
    upcoming: "You don't have any upcoming sessions, yet!",
    upcoming_partners: "You don't have any upcoming sessions, yet!",
    pending_review: "You don't have any pending sessions, yet!",
    past: "You don't have any completed sessions, yet!",
  },
} as const;

/** What waits for a musician (docs/product/sessions.md#today). */
export const TODAY = {
  title: 'Today',
  review: 'Files to review',
  deliver: 'Deliver today',
  unread: 'Unread messages',
  conflicts: 'You are busy elsewhere',
  next: 'Next session',
  nothing: 'Nothing waits for you',
  nothingHint: 'Files to review, deliveries and messages show up here.',
  profile: {
    new: 'Publish your page',
    waiting: 'Your page waits for the studio',
    returned: 'The studio asks you to change your page',
  },
  profileNew: 'Clients cannot see or book you until you publish it.',
  profileWaiting: 'We write to you as soon as it is decided.',
  toPage: 'Go to my page',
  noNext: 'No session is booked yet.',
} as const;

export const PANEL = {
  tabs: {
    sessionDetails: 'Session Details',
    trackDetails: 'Track Details',
    filesManagement: 'Files Management',
    messages: 'Messages',
  },
  editTitle: 'Edit Session',
  edit: 'Edit session',
  cancel: 'Cancel session',
  calendar: 'Add to calendar',
  help: 'Get help for this session',
  rate: 'Rate your session',
  copied: 'Copied to clipboard.',
  attending: 'Yes (recommended)',
  notAttending: 'No',
  noReference: 'No reference track was provided',
  firstSession: "This is the client's first session. Make sure to blow them away!",
  reviewFiles: 'Review Session Files',
  review: 'Review',
  ready: 'Ready to go!',
  join: 'Join',
  copyPassword: 'Copy the password',
} as const;

export const FEEDBACK = {
  title: 'Leave feedback',
  question: 'What do you want to report about the session?',
  missingTitle: 'Request a file update',
  missingBody: 'Change session status to "Files update required"',
  missingSubmit: 'Submit Feedback',
  supportTitle: 'Report an issue',
  supportBody: 'Tell our team what happened. We typically reply within 24 hours.',
  supportPlaceholder: 'What went wrong, and what do you need from us?',
  supportSubmit: 'Request Support',
  back: '<- Back',
  sent: 'Feedback was sent successfully!',
  required: 'Required',
  tooLong: 'Please use at most 2000 characters.',
  noteTooLong: 'Please use at most 1000 characters.',
  missingLabel: 'What is missing?',
  missingPlaceholder: 'The click track, a lead sheet, a mix without drums…',
  missingHint: 'It is posted to your messages and stands in the mail to the client.',
  /** Followed by the form's address. */
  instead: 'Please use typeform instead:',
  mailInstead: 'Please write to us instead:',
} as const;

export const TRACK = {
  trackRequired: 'You need to provide a track name',
  trackTooLong: 'Track Name is too long',
  notALink:
    'Seems like you are entering something that is not a link. You can leave comments in the deliverables section.',
  tooLong: 'Please use at most 254 characters.',
  unknownChoice: 'Please choose one of these.',
  unknownGenre: 'Please choose a genre from the list.',
} as const;

export const RATING = {
  stars: 'Please choose 1 to 5 stars.',
  tooLong: 'Please use at most 1000 characters.',
} as const;

/** Why a session cannot be moved now. */
export const MOVE = {
  tooEarly: (minutes: number) => `You can move a session ${minutes} minutes after booking it.`,
  tooLate: (hours: number) => `You can move a session until ${hours} hours before it starts.`,
} as const;

export const NOT_ALLOWED = {
  edit: 'You are not allowed to make changes on this session.',
  notClient: 'Only the client can do this.',
  notPartner: 'Only the musician can do this.',
  notOperator: 'Only the studio can do this.',
  prebooked: 'Please confirm this booking first.',
  cancelled: 'This session was cancelled.',
  begun: 'It has begun; ask for help.',
  over: 'This session is over.',
  notOver: 'You can do this once the session is over.',
  delivered: 'The session files have already been delivered.',
  complete: 'This session is already complete.',
  nothingMore: 'This session is complete, so it takes no more files.',
  alreadyReady: 'This session is already marked ready.',
  rated: 'You have already rated this session.',
  ratingOff: 'This session cannot be rated.',
} as const;

/** The calendar feed (docs/product/sessions.md#calendar-feed). */
export const FEED = {
  title: 'Your sessions in your own calendar',
  about:
    'Subscribe once in Google, Apple or Outlook, and your sessions appear there and follow every change. Calendars look for news by themselves, some only every few hours.',
  make: 'Make a calendar address',
  made: (when: string) => `Address made ${when}.`,
  read: (when: string) => `Last read by a calendar ${when}.`,
  neverRead: 'No calendar has read it yet.',
  address: 'Your calendar address',
  once: 'Copy it now: it is shown only once. Whoever has it can read your sessions.',
  copy: 'Copy the address',
  copied: 'Copied to clipboard.',
  notCopied: 'Your browser did not let us copy. Please select the address and copy it.',
  open: 'Open in your calendar',
  renew: 'Make another address',
  renewTitle: 'Make another address?',
  renewBody: 'Calendars that use the present address stop at once. You subscribe again with the new one.',
  stop: 'Stop it',
  stopTitle: 'Stop the calendar address?',
  stopBody: 'Calendars that use it get no more news of your sessions.',
  stopped: 'The calendar address works no more.',
};
