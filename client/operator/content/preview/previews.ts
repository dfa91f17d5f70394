import { ONBOARDING_STEPS } from '#shared/accounts/rules-onboarding.ts';

/** Who looks at a document, as far as documents tell people apart. */
export const VIEWERS = {
  everybody: 'Everybody',
  signup: 'Signing up',
  trial: 'On trial',
  member: 'Member',
  legacy: 'Legacy member',
  ondemand: 'On demand',
  cancelled: 'Cancelled',
  partner: 'Musician',
  managed: 'Managed musician',
  invited: 'Who is invited',
  'with-trial': 'While trials are offered',
  'without-trial': 'While no trials are offered',
} as const;
export type Viewer = keyof typeof VIEWERS;

export interface Choice {
  readonly key: string;
  readonly text: string;
}

export interface DocumentPreview {
  readonly viewers: readonly [Viewer, ...Viewer[]];
  /** Steps of a dialog, or screens. */
  readonly parts: readonly Choice[];
  /** A few lines, which need no whole screen. */
  readonly isLow: boolean;
}

const steps = (count: number): Choice[] =>
  Array.from({ length: count }, (_, at) => ({ key: String(at + 1), text: `Step ${at + 1}` }));
type Viewers = DocumentPreview['viewers'];
const of = (...viewers: Viewers): DocumentPreview => ({ viewers, parts: [], isLow: false });
const low = (...viewers: Viewers): DocumentPreview => ({ viewers, parts: [], isLow: true });
const dialog = (viewers: Viewers, count: number): DocumentPreview => ({
  viewers,
  parts: steps(count),
  isLow: false,
});

/** What of each document can be looked at before it is published; a text: why nothing can (docs/product/content.md#preview). */
export const PREVIEWS: Readonly<Record<string, DocumentPreview | string>> = {
  announcements: {
    isLow: true,
    viewers: ['member', 'legacy', 'trial', 'ondemand', 'cancelled', 'partner', 'managed'],
    parts: [
      { key: 'explore', text: 'Explore' },
      { key: 'sessions', text: 'My Sessions' },
      { key: 'profile', text: 'Profile' },
      { key: 'referral', text: 'Referrals' },
    ],
  },
  'billboard-cancelled': low('cancelled'),
  'billboard-legacy': low('legacy', 'trial'),
  'billboard-members': low('member'),
  'billboard-ondemand': low('ondemand'),
  'billing-area': low('everybody'),
  company: of('everybody'),
  faqs: of('with-trial', 'without-trial'),
  'how-it-works': dialog(['trial', 'member'], 2),
  limitations: {
    isLow: true,
    viewers: ['ondemand'],
    parts: [
      { key: 'time', text: 'Choosing a time' },
      { key: 'processing', text: 'Files on their way' },
      { key: 'offered', text: 'Files that expire' },
    ],
  },
  'offboarding-modal': dialog(['member', 'trial'], 3),
  'onboarding-modal': dialog(['trial', 'member'], ONBOARDING_STEPS.length),
  pricing: of('signup', 'trial', 'member', 'legacy', 'ondemand', 'cancelled'),
  privacy: of('everybody'),
  referral: of('member', 'invited'),
  'service-update': dialog(['member'], 2),
  'studio-banner': low('everybody'),
  terms: of('everybody'),
  vat: 'Nothing to look at: these numbers go into the amounts of checkouts and invoices.',
};

/** What is said in the place of a draft that the check refuses. */
export const NOT_DRAWN = 'The draft cannot be shown: some of its fields are wrong.';
