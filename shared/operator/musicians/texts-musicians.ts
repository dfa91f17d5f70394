import type { ClosingRefusal } from '../../calendar/rules-pay.ts';
import type { DraftPart, DraftState } from '../../catalogue/rules-draft.ts';
import type { PayoutState } from './rules-payouts.ts';
import type { PageState } from './rules-musicians.ts';

/** How a musician's page stands. */
export const PAGE_LABELS: Readonly<Record<PageState, string>> = {
  new: 'Not published yet',
  waiting: 'Waits for approval',
  returned: 'Returned',
  published: 'Published',
  hidden: 'Hidden from clients',
};

/** How a musician's profile stands, with its draft. */
export const PROFILE_TEXTS: Readonly<Record<DraftState, string>> = {
  new: 'This page was never published.',
  changed: 'This page is published. The musician is working on changes that were not sent in.',
  waiting: 'The musician has sent this in and waits for the studio.',
  returned: 'The studio has returned this. The musician has not sent it in since.',
  published: 'This page is published as its musician has it.',
};

/** Parts of a profile. */
export const PART_LABELS: Readonly<Record<DraftPart, string>> = {
  title: 'Title',
  card_description: 'Line on the card',
  bio: 'Text',
  styles: 'Styles',
  instruments: 'Instruments',
  services: 'Services',
  samples: 'Samples',
};

/** How a musician's month stands. */
export const PAYOUT_LABELS: Readonly<Record<PayoutState, string>> = {
  planned: 'Planned',
  running: 'Still running',
  over: 'Not closed yet',
  closed: 'Closed',
  paid: 'Paid',
};

/** Why a month cannot be closed. */
export const CLOSING_TEXTS: Readonly<Record<ClosingRefusal, string>> = {
  not_over: 'It has not ended.',
  closed: 'It is closed already.',
  no_rate: 'A day of it has no rate.',
  nothing: 'There were no hours in it.',
};
