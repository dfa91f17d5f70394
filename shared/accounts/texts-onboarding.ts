/** What the onboarding says by itself; the rest is the studio's content (part 1 sections 2 and 5). */
export const ONBOARDING = {
  answer: 'Please choose one answer.',
  zone: 'Please choose your time zone.',
  interest: 'Please choose at least one.',
  other: 'Please tell us what else.',
  commentsTooLong: 'Please keep it to 255 characters.',
} as const;
