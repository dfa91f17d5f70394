/** Messages of the onboarding; all other texts are content (docs/product/accounts.md#onboarding). */
export const ONBOARDING = {
  answer: 'Please choose one answer.',
  zone: 'Please choose your time zone.',
  interest: 'Please choose at least one.',
  other: 'Please tell us what else.',
  commentsTooLong: 'Please keep it to 255 characters.',
} as const;
