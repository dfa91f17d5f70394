/** Every flag; the operator's override is in the database (docs/product/content.md#flags). */
export const FLAGS = {
  'google-login': { default: true, about: 'Sign in with Google, where a client id is set.' },
  'facebook-login': { default: true, about: 'Sign in with Facebook, where an app id is set.' },
  'paypal-payments': { default: true, about: 'Pay with PayPal.' },
  'credit-card-first': { default: true, about: 'Ask for a card when someone signs up.' },
  'free-trial': { default: true, about: 'Offer the free trial.' },
  'trial-cancellations': { default: true, about: 'Let people on trial cancel.' },
  'restart-billing-cycle': { default: true, about: 'Let subscribers restart their billing cycle.' },
  'get-full-access': { default: true, about: "Show people on trial the 'Get full access' button." },
  'payment-failed-banner': { default: true, about: 'Tell members when a payment failed.' },
  'profile-info-button': { default: true, about: 'Show the info button on the profile.' },
  'annual-plans-default': { default: false, about: 'Show yearly plans first.' },
  sale: { default: false, about: 'Title the plans as a sale.' },
  'studio-banner': { default: false, about: "Show the studio's banner." },
  webinar: { default: false, about: 'Offer a seat in the webinar.' },
  'pro-explore-filters': { default: false, about: 'Show the filter sidebar on Explore.' },
  'public-musician-pages': { default: false, about: "Show musicians' pages without a login." },
  'profiles-need-approval': {
    default: false,
    about: "Look at musicians' profiles before they are published.",
  },
  waitlist: { default: false, about: 'Put new accounts on the waiting list.' },
} as const;

export type FlagName = keyof typeof FLAGS;
export type Flags = Readonly<Record<FlagName, boolean>>;

/** All flags by name. */
export const LISTED_FLAGS = Object.keys(FLAGS) as FlagName[];

/** All flags at their defaults. */
export const FLAG_DEFAULTS = Object.fromEntries(
  Object.entries(FLAGS).map(([name, flag]) => [name, flag.default]),
) as Flags;

/** The shipped limitations (docs/product/content.md#limitations). */
export const LIMITATIONS = {
  booking_priority_end: 14_400,
  booking_priority_header: 'Members book first',
  booking_priority_body:
    'Members can take any time. Times in the next 10 days open to everyone; later ones open 10 days before they start.',
  express_files_delivery_time: 1440,
  express_files_delivery_header: 'Your files are being processed',
  express_files_delivery_body:
    'Members get their files at once. Yours will be here 24 hours after the session.',
  files_expiration_time: 30,
  files_expiration_header: 'Your files expire',
  files_expiration_body:
    'Members store files indefinitely. Yours can be downloaded for 30 days after the session.',
} as const;
