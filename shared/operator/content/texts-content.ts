/** A document in the operator's words: its name, and where it is shown. */
export const DOCUMENT_TEXTS: Readonly<Record<string, readonly [label: string, about: string]>> = {
  announcements: ['Announcements', 'Cards and strips on Explore, My Sessions, the profile and referrals'],
  'billboard-cancelled': ['Billboard: cancelled', 'In the billing tab of people who have cancelled'],
  'billboard-legacy': ['Billboard: legacy members', 'In the billing tab of members of an older system'],
  'billboard-members': ['Billboard: members', 'In the billing tab of members'],
  'billboard-ondemand': ['Billboard: on demand', 'In the billing tab of people on demand'],
  'billing-area': ['Billing area', 'Words of the billing area'],
  company: ['Company', 'The seller, as printed on invoices'],
  faqs: ['FAQs', 'Questions people ask, on the help page'],
  'how-it-works': ['How it works', 'The first steps that new people read'],
  limitations: ['Limitations', 'What people without a membership wait for'],
  'offboarding-modal': ['Cancelling a membership', 'Reasons and words when a member leaves'],
  'onboarding-modal': ['Onboarding', 'Questions and words for new people'],
  pricing: ['Pricing', 'Plans, bundles and orchestras, and who sees which'],
  privacy: ['Privacy policy', 'The page of the privacy policy'],
  referral: ['Referrals', 'Words for those who invite and those who are invited'],
  'service-update': ['Service update', 'What has changed about the services'],
  'studio-banner': ['Banner', 'Above every screen while the flag studio-banner is on'],
  terms: ['Terms of use', 'The page of the terms'],
  vat: ['VAT', 'VAT rates by country, and reverse charge'],
};

/** Fields whose names alone do not say enough, by their last key. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  alternative_value: 'Credits, pre-pivot',
  alternative_value_annual: 'Credits, pre-pivot on a yearly plan',
  behaviour: 'Opens in',
  bpm: 'BPM',
  big: 'Picture above 949 px',
  booking_priority_end: 'Booking opens before the start, in minutes',
  category: 'Place',
  concurrency: 'Upcoming sessions at once',
  copy: 'Text',
  diy: 'DIY',
  exclusive_prices_value: 'Credits with exclusive prices',
  express_files_delivery_time: 'Files become downloadable after the start, in minutes',
  faqs: 'Questions',
  file_upload_rules: 'Instructions for files',
  files_deadline: 'Files are due before the start, in minutes',
  files_expiration_time: 'Files stay downloadable, in days',
  has_rollover: 'Credits roll over',
  id: 'Id',
  info_button_body: 'What else to know',
  invitee_faqs: 'Questions of those who are invited',
  isAnnual: 'Yearly',
  medium: 'Picture above 576 px',
  missingBenefits: 'Benefits that will be missed',
  old_price: 'Former price, in dollars',
  ondemand: 'On demand',
  paypalProdPriceId: 'Price id at PayPal',
  price: 'Price, in dollars',
  pricing_bundle: 'Bullets',
  pricing_external: 'Bullets',
  rates: 'Rates, in percent',
  service_description: 'Description',
  service_url: 'Link to more',
  small_mobile: 'Picture below 576 px',
  src: 'Address',
  stripeProdPriceId: 'Price id at Stripe',
  trial: 'Shown',
  url: 'Link',
  vat_number: 'VAT number',
  warning_message: 'Warning above the track',
};

/** A field in words, by its last key: `persona_type` is "Persona type". */
export function fieldLabel(key: string): string {
  const known = FIELD_LABELS[key];
  if (known !== undefined) return known;
  const words = key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A field at its place in words, as its form names it: `faqs.0.answer` is "Questions 1: Answer". */
export function pathLabel(path: string): string {
  const parts: string[] = [];
  for (const key of path.split('.')) {
    const above = parts.at(-1);
    if (/^\d+$/.test(key) && above !== undefined) parts[parts.length - 1] = `${above} ${Number(key) + 1}`;
    // A country's code is no word.
    else parts.push(/^[A-Z]{2}$/.test(key) ? key : fieldLabel(key));
  }
  return parts.join(': ');
}

/** What follows from publishing offers (docs/product/billing.md#prices). */
export const SELL_TEXT =
  'An offer that is new or changed can be bought once its price is made, on the page Prices of the console.';
